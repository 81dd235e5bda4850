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

/// A request for a change, and its answer if known.
struct Attempt: Sendable {
  enum Change: Sendable {
    case create
    /// A fork of the session with this path.
    case fork(String)
    /// A batch of transitions of the session with this path.
    case apply(String)
    case delete(String)
  }

  /// Unique; occurs in the created or changed session, in the key, and in the head of the answer.
  let token: String
  let change: Change
  let hasKey: Bool
  /// The revision in `If-Match`, if any.
  var follows: Int?
  /// Nil if the connection ended before the complete answer.
  var answer: RawConnection.Response?

  init(_ token: String, _ change: Change, hasKey: Bool = false) {
    (self.token, self.change, self.hasKey) = (token, change, hasKey)
  }

  /// The path of the created or changed session.
  var session: String? {
    switch change {
    case .create, .fork: answer?.fields["location"]
    case .apply(let path), .delete(let path): path
    }
  }

  /// The status of an accepted change.
  var wantedStatus: Int {
    switch change {
    case .create, .fork: 201
    case .apply: 200
    case .delete: 204
    }
  }

  /// The bytes of the request, the same for each repetition.
  var text: String {
    let (line, body) =
      switch change {
      case .create: ("POST /v1/sessions", creation)
      case .fork(let path): ("POST \(path)/fork", "{}")
      case .apply(let path): ("POST \(path)/transitions", transitions)
      case .delete(let path): ("DELETE \(path)", "")
      }
    var head = "\(line) HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: \(token)\r\n"
    if hasKey { head += "Idempotency-Key: \(token)\r\n" }
    if let follows { head += "If-Match: \"\(follows)\"\r\n" }
    if !body.isEmpty { head += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n" }
    return head + "\r\n" + body
  }

  private var creation: String {
    let screens = ["first", "second"] + (0..<Self.marks).map(Self.mark)
    let tabs = screens.map { #"{"id": "tab-\#($0)", "screen": {"id": "\#($0)", "route": "page"}}"# }
    return
      #"{"labels": {"token": "\#(token)"}, "layout": {"name": "tabBar", "tabs": [\#(tabs.joined(separator: ", "))]}}"#
  }

  /// The number of screens of which each change updates one, so that a state also shows earlier changes.
  static let marks = 3

  private static func mark(_ number: Int) -> String { "mark-\(number)" }

  /// The number of the screen that the change with a token updates.
  static func mark(of token: String) -> Int { (Int(token.suffix(8)) ?? 0) % marks }

  /// Three transitions: if only some are found, a change was stored in part.
  private var transitions: String {
    let updates = ["first", "second", Self.mark(Self.mark(of: token))].map {
      #"{"type": "updateScreen", "controller": "\#($0)", "params": {"token": "\#(token)"}}"#
    }
    return #"{"transitions": [\#(updates.joined(separator: ", "))]}"#
  }
}
#endif
