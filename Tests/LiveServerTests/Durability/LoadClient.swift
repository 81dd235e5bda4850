#if SQLite || PostgreSQL
import SeededRandom
import Synchronization

/// A client that creates, changes and deletes sessions, one request after another.
struct LoadClient: Sendable {
  /// Sessions that other clients change as well.
  let shared: [String]
  let tokens: TokenSource
  private let ownLimit: Int
  private var chance: Seeded
  /// Sessions that no other client knows.
  private(set) var own: [String] = []

  /// - Parameter ownLimit: the most sessions of its own.
  init(shared: [String], tokens: TokenSource, seed: UInt64, ownLimit: Int = .max) {
    (self.shared, self.tokens, self.ownLimit) = (shared, tokens, ownLimit)
    chance = Seeded(seed)
  }

  /// Sends requests on one connection until it ends; returns all of them, the last one without an answer.
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

  /// Notes the sessions created and deleted by an answered request.
  mutating func note(_ attempt: Attempt) {
    switch attempt.change {
    case .create, .fork: if let path = attempt.session { own.append(path) }
    case .apply: break
    case .delete(let path): forget(path)
    }
  }

  /// Sends no further requests to a session.
  mutating func forget(_ path: String) { own.removeAll { $0 == path } }
}

/// Unique tokens that can be found in a file's bytes.
final class TokenSource: Sendable {
  private let count = Atomic<Int>(0)

  func next() -> String {
    let digits = String(count.add(1, ordering: .relaxed).newValue)
    return "tok-" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
#endif
