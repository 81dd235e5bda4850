#if SQLite
import SeededRandom
import Synchronization

/// A client that makes, changes and deletes sessions, one request after another, until its connection ends.
struct LoadClient: Sendable {
  let port: UInt16
  /// Sessions that other clients change as well.
  let shared: [String]
  let tokens: TokenSource
  /// Called after each answer.
  let answered: @Sendable () -> Void
  private var chance: Seeded
  /// Sessions that nobody else knows.
  private var own: [String] = []

  init(port: UInt16, shared: [String], tokens: TokenSource, seed: UInt64, answered: @escaping @Sendable () -> Void) {
    (self.port, self.shared, self.tokens, self.answered) = (port, shared, tokens, answered)
    chance = Seeded(seed)
  }

  /// Every request that was sent; the last one has no answer.
  mutating func run() -> [Attempt] {
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

  private mutating func next() -> Attempt {
    let hasKey = Bool.random(using: &chance)
    let mine = own.randomElement(using: &chance)
    switch (Int.random(in: 0..<20, using: &chance), mine) {
    case (0, let path?): return Attempt(tokens.next(), .delete(path))
    case (1, let path?): return Attempt(tokens.next(), .fork(path), hasKey: true)
    case (2, _), (_, nil): return Attempt(tokens.next(), .create, hasKey: hasKey)
    case (3..<12, let path?): return Attempt(tokens.next(), .apply(path), hasKey: hasKey)
    default: return Attempt(tokens.next(), .apply(shared.randomElement(using: &chance) ?? ""), hasKey: hasKey)
    }
  }

  private mutating func note(_ attempt: Attempt) {
    switch attempt.change {
    case .create, .fork: if let path = attempt.session { own.append(path) }
    case .apply: break
    case .delete(let path): own.removeAll { $0 == path }
    }
  }
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
