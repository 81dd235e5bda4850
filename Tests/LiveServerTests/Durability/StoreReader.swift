#if SQLite
import NavigationJSON

/// Asks a server what it has kept.
struct StoreReader {
  let connection: RawConnection

  /// One record of a session's history.
  struct Record {
    let revision: Int
    /// That of the request that made it; nil for a creation.
    let token: String?
    let text: String

    init(_ value: JSONValue) throws {
      var members = try value.object()
      revision = try members.int("revision") ?? -1
      token = try members.elements("transitions")?.first { _ in true }.flatMap { try Self.token(in: $0) }
      text = value.compactText()
    }

    /// What a screen, or the change of one, has been told.
    static func token(in value: JSONValue) throws -> String? {
      var screen = try value.object()
      guard var params = try screen.object("params") else { return nil }
      return try params.string("token")
    }
  }

  func send(_ attempt: Attempt) throws -> RawConnection.Response {
    try connection.send(attempt.text)
    return try connection.response()
  }

  func get(_ path: String) throws -> RawConnection.Response {
    try connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return try connection.response()
  }

  /// All records of a session, oldest first; nil where it is not there.
  func history(of path: String) throws -> [Record]? {
    let answer = try get(path + "/transitions?limit=1000")
    guard answer.status == 200 else { return nil }
    var list = try JSONDocument(answer.body, unknownMembers: .skip).root.object()
    return try list.elements("transitions")?.map { try Record($0) }
  }

  /// The revision of a session, and what its two screens have been told.
  func state(of path: String) throws -> (revision: Int, tokens: [String?])? {
    let answer = try get(path)
    guard answer.status == 200 else { return nil }
    let document = try JSONDocument(answer.body, unknownMembers: .skip)
    var session = try document.root.object()
    let revision = try session.int("revision") ?? -1
    guard var root = try session.object("root") else { return nil }
    let tokens = try root.elements("tabs")?.map { tab -> String? in
      var tab = try tab.object()
      guard var stack = try tab.object("child"), let screen = try stack.elements("children")?.first(where: { _ in true }) else {
        return nil
      }
      return try Record.token(in: screen)
    }
    return (revision, tokens ?? [])
  }

  /// The paths of the sessions that this request has made.
  func sessions(madeBy token: String) throws -> [String] {
    var list = try JSONDocument(try get("/v1/sessions?label=token:\(token)").body, unknownMembers: .skip).root.object()
    return try list.elements("sessions")?.compactMap { session in
      var session = try session.object()
      return try session.string("id").map { "/v1/sessions/" + $0 }
    } ?? []
  }
}
#endif
