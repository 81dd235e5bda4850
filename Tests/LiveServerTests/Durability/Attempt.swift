#if SQLite || PostgreSQL
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
