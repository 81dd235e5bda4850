#if SQLite || PostgreSQL
/// A request that changes something, and what is known of its answer.
struct Attempt: Sendable {
  enum Change: Sendable {
    case create
    /// Of the session with this path.
    case fork(String)
    /// To the session with this path.
    case apply(String)
    case delete(String)
  }

  /// Unlike any other; stands in what the request makes, in its key and in the head of its answer.
  let token: String
  let change: Change
  let hasKey: Bool
  /// The revision that it is to follow: with another one it is refused.
  var follows: Int?
  /// Nil where the connection ended before all of it had come.
  var answer: RawConnection.Response?

  init(_ token: String, _ change: Change, hasKey: Bool = false) {
    (self.token, self.change, self.hasKey) = (token, change, hasKey)
  }

  /// The path of the session that was made or changed.
  var session: String? {
    switch change {
    case .create, .fork: answer?.fields["location"]
    case .apply(let path), .delete(let path): path
    }
  }

  /// What a server answers that does it.
  var wantedStatus: Int {
    switch change {
    case .create, .fork: 201
    case .apply: 200
    case .delete: 204
    }
  }

  /// The request, the same whenever it is sent.
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

  /// Screens of which a change touches one, so that a state tells of more changes than the last.
  static let marks = 3

  private static func mark(_ number: Int) -> String { "mark-\(number)" }

  /// The one that the change with a token touches.
  static func mark(of token: String) -> Int { (Int(token.suffix(8)) ?? 0) % marks }

  /// Three at once: where not all of them are found, a part of a change was kept.
  private var transitions: String {
    let updates = ["first", "second", Self.mark(Self.mark(of: token))].map {
      #"{"type": "updateScreen", "controller": "\#($0)", "params": {"token": "\#(token)"}}"#
    }
    return #"{"transitions": [\#(updates.joined(separator: ", "))]}"#
  }
}
#endif
