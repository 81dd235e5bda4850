#if SQLite || PostgreSQL
import SeededRandom
import Synchronization

/// A client that makes, changes and deletes sessions, one request after another.
struct LoadClient: Sendable {
  /// Sessions that other clients change as well.
  let shared: [String]
  let tokens: TokenSource
  private let ownLimit: Int
  private var chance: Seeded
  /// Sessions that nobody else knows.
  private(set) var own: [String] = []

  /// - Parameter ownLimit: sessions of its own beyond which it makes no more.
  init(shared: [String], tokens: TokenSource, seed: UInt64, ownLimit: Int = .max) {
    (self.shared, self.tokens, self.ownLimit) = (shared, tokens, ownLimit)
    chance = Seeded(seed)
  }

  /// Asks on one connection until that ends; every request that was sent, the last of which has no answer.
  ///
  /// - Parameter answered: called after each answer.
  mutating func run(port: UInt16, answered: @Sendable () -> Void) -> [Attempt] {
    guard let connection = try? RawConnection(port: port) else { return [] }
    var attempts: [Attempt] = []
    while true {
      var attempt = next()
      try? connection.send(attempt.text)
      attempt.answer = try? connection.response()
      attempts.append(attempt)
      guard attempt.answer != nil else { return attempts }
      note(attempt)
      answered()
    }
  }

  /// The next request.
  mutating func next() -> Attempt {
    let hasKey = Bool.random(using: &chance)
    let mine = own.randomElement(using: &chance)
    switch (Int.random(in: 0..<20, using: &chance), mine) {
    case (0, let path?): return Attempt(tokens.next(), .delete(path))
    case (1, let path?) where own.count < ownLimit: return Attempt(tokens.next(), .fork(path), hasKey: true)
    case (2, _) where own.count < ownLimit, (_, nil): return Attempt(tokens.next(), .create, hasKey: hasKey)
    case (1..<12, let path?): return Attempt(tokens.next(), .apply(path), hasKey: hasKey)
    default: return Attempt(tokens.next(), .apply(shared.randomElement(using: &chance) ?? ""), hasKey: hasKey)
    }
  }

  /// Takes note of what was answered.
  mutating func note(_ attempt: Attempt) {
    switch attempt.change {
    case .create, .fork: if let path = attempt.session { own.append(path) }
    case .apply: break
    case .delete(let path): forget(path)
    }
  }

  /// Leaves a session alone from here on.
  mutating func forget(_ path: String) { own.removeAll { $0 == path } }
}

/// Tokens that are found in a file's bytes, each once.
final class TokenSource: Sendable {
  private let count = Atomic<Int>(0)

  func next() -> String {
    let digits = String(count.add(1, ordering: .relaxed).newValue)
    return "tok-" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
#endif
