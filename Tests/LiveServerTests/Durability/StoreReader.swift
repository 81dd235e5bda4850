#if SQLite || PostgreSQL
import Navigation

/// Reads a store through its servers, in turn.
final class StoreReader {
  private let connections: [RawConnection]
  private var turns = 0

  init(connections: [RawConnection]) { self.connections = connections }

  convenience init(connection: RawConnection) { self.init(connections: [connection]) }

  /// A record of a session's history.
  struct Record {
    let revision: Int
    /// The token of its request; nil for a creation.
    let token: String?
    let text: String

    init(_ value: JSONValue) throws {
      var members = try value.object()
      revision = try members.int("revision") ?? -1
      token = try members.optional("transitions")?.elements.first { _ in true }.flatMap { try Self.token(in: $0) }
      text = value.compactText()
    }

    /// The token in a screen, or in an update of one.
    static func token(in value: JSONValue) throws -> String? {
      var screen = try value.object()
      guard var params = try screen.object("params") else { return nil }
      return try params.string("token")
    }
  }

  func send(_ attempt: Attempt) throws -> RawConnection.Response { try ask(attempt.text) }

  func get(_ path: String) throws -> RawConnection.Response {
    try ask("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
  }

  private func ask(_ text: String) throws -> RawConnection.Response {
    turns += 1
    let connection = connections[turns % connections.count]
    try connection.send(text)
    return try connection.response()
  }

  /// All records of a session, oldest first; nil if there is no such session.
  func history(of path: String) throws -> [Record]? {
    var records: [Record] = []
    while true {
      let after = records.last.map { "&after=\($0.revision)" } ?? ""
      let answer = try get(path + "/transitions?limit=1000" + after)
      guard answer.status == 200 else { return nil }
      var list = try JSONDocument(answer.body, unknownMembers: .skip).root.object()
      let page = try list.optional("transitions")?.elements.map { try Record($0) } ?? []
      records += page
      // A page may also end at its limit of bytes.
      if page.isEmpty || answer.fields["link"] == nil { return records }
    }
  }

  /// The state of a session: the tokens in its screens.
  struct State: Sendable, Equatable {
    let revision: Int
    /// The tokens of the two screens that each change updates.
    let tokens: [String?]
    /// The tokens of the screens of which each change updates one.
    let marks: [String?]

    /// The result of successive records.
    init(after records: some Sequence<Record>) {
      var (revision, token, marks) = (-1, String?.none, [String?](repeating: nil, count: Attempt.marks))
      for record in records {
        revision = record.revision
        guard let own = record.token else { continue }
        token = own
        marks[Attempt.mark(of: own)] = own
      }
      (self.revision, tokens, self.marks) = (revision, [token, token], marks)
    }

    fileprivate init(revision: Int, screens: [String?]) {
      self.revision = revision
      (tokens, marks) = (Array(screens.prefix(2)), Array(screens.dropFirst(2)))
    }
  }

  func state(of path: String) throws -> State? { try Self.state(in: get(path)) }

  /// The state in an answer; nil for an answer without one.
  static func state(in answer: RawConnection.Response) throws -> State? {
    guard answer.status == 200 else { return nil }
    let document = try JSONDocument(answer.body, unknownMembers: .skip)
    var session = try document.root.object()
    let revision = try session.int("revision") ?? -1
    guard var root = try session.object("root") else { return nil }
    let tokens = try root.optional("tabs")?.elements.map { tab -> String? in
      var tab = try tab.object()
      guard var stack = try tab.object("child"),
        let screen = try stack.optional("children")?.elements.first(where: { _ in true })
      else {
        return nil
      }
      return try Record.token(in: screen)
    }
    return State(revision: revision, screens: tokens ?? [])
  }

  /// The paths of the sessions created by the request with this token.
  func sessions(madeBy token: String) throws -> [String] {
    var list = try JSONDocument(try get("/v1/sessions?label=token:\(token)").body, unknownMembers: .skip).root.object()
    return try list.optional("sessions")?.elements.compactMap { session in
      var session = try session.object()
      return try session.string("sessionId").map { "/v1/sessions/" + $0 }
    } ?? []
  }
}
#endif
