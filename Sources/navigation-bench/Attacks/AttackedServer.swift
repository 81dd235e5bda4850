/// The server that is attacked, with what attacks have in common.
struct AttackedServer {
  let process: ChildProcess
  /// A session of the example's kind.
  let session: String

  /// What it does with nothing told but its port and `options`; `descriptors`: as many as it may open, nil: as many as this process may.
  init(options: [String], descriptors: Int? = nil) throws {
    guard let path = NavigationServerProcess.executable else { throw BenchmarkFailure.noServerBesideThis }
    let options = ["--host", "127.0.0.1", "--port", "0", "--shards", "1", "--log-level", "error"] + options
    if let descriptors {
      process = try ChildProcess(
        path: "/bin/sh", arguments: ["-c", "ulimit -n \(descriptors) && exec \"$@\"", "sh", path] + options, core: ServerCores.server)
    } else {
      process = try ChildProcess(path: path, arguments: options, core: ServerCores.server)
    }
    let created = try SingleExchange(process, "POST", "/v1/sessions", body: ExampleSession.creation)
    guard created.status == 201, let location = created.field("Location") else {
      throw BenchmarkFailure.unexpectedAnswer(path: "/v1/sessions", status: created.status)
    }
    session = location
  }

  func connection() throws -> AttackConnection { try AttackConnection(process) }

  func connections(_ count: Int) throws -> [AttackConnection] { try (0..<count).map { _ in try connection() } }

  /// A request as it goes over the wire; `length` tells of more bytes than the body has.
  func request(
    _ method: String, _ path: String, _ fields: [String] = [], type: String = "application/json", body: String = "", length: Int? = nil
  ) -> [UInt8] {
    var head = "\(method) \(path) HTTP/1.1\r\nHost: \(process.authority)\r\n" + fields.map { $0 + "\r\n" }.joined()
    if method == "POST" { head += "Content-Type: \(type)\r\nContent-Length: \(length ?? body.utf8.count)\r\n" }
    return Array((head + "\r\n" + body).utf8)
  }

  /// A screen with a title of so many bytes on the list of chats.
  static func push(_ bytes: Int) -> String {
    #"{"type": "push", "stack": "chats", "screen": {"route": "r", "title": "\#(String(repeating: "t", count: bytes))"}}"#
  }
}
