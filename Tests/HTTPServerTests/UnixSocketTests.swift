import Glibc
import HTTPMessages
import Testing

@testable import HTTPServer

@Suite struct UnixSocketTests {
  private let get = "GET /peer HTTP/1.1\r\nHost: localhost\r\n\r\n"

  /// A new directory, removed with this value.
  final class Directory {
    let path: String

    init() throws {
      var template = Array("/tmp/nav-XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else { throw RawClient.Failure(call: "mkdtemp", code: errno) }
      path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The directory must be empty.
    deinit { rmdir(path) }

    func exists(_ name: String) -> Bool { access(path + "/" + name, F_OK) == 0 }
  }

  private func server(_ path: String, shards: Int = 1) -> HTTPServer {
    HTTPServer(configuration: HTTPServerConfiguration(unixSocket: path, shards: shards)) { call in
      HTTPResponse(.ok, body: Array("\(call.request.peer)".utf8))
    } refusal: {
      HTTPResponse($0.status)
    }
  }

  private func error(of server: HTTPServer) -> HTTPServerError? {
    do throws(HTTPServerError) { _ = try server.start() } catch { return error }
    return nil
  }

  @Test(arguments: [1, 3]) func aServerAnswersOnASocketThatOnlyItsOwnerMayUse(shards: Int) throws {
    let directory = try Directory()
    let path = directory.path + "/s"
    let server = server(path, shards: shards)
    let address = try server.start()
    #expect(address == .unix(path: path) && address.url == "unix:" + path)
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode == S_IFSOCK | 0o600)
    let clients = try (0..<20).map { _ in try RawClient(unixSocket: path) }
    for client in clients {
      try client.send(get)
      #expect(try client.response().body == "local")
    }
    #expect(server.connectionCount == 20)
    #expect(server.stop())
    #expect(!directory.exists("s"))
    for client in clients { #expect(try client.readToEnd().isEmpty) }
  }

  @Test func aSocketInUseIsLeftAlone() throws {
    let directory = try Directory()
    let path = directory.path + "/s"
    let first = server(path)
    _ = try first.start()
    #expect(error(of: server(path)) == .socketInUse(path: path))
    let client = try RawClient(unixSocket: path)
    try client.send(get)
    #expect(try client.response().status == 200)
    #expect(first.stop())
  }

  /// A killed server leaves its socket file.
  @Test func aSocketWithoutAListenerIsTakenOver() throws {
    let directory = try Directory()
    let path = directory.path + "/s"
    do { _ = try Listener(unixSocket: path) }
    #expect(directory.exists("s"))
    let server = server(path)
    _ = try server.start()
    let client = try RawClient(unixSocket: path)
    try client.send(get)
    #expect(try client.response().status == 200)
    #expect(server.stop() && !directory.exists("s"))
  }

  @Test func aFileThatIsNoSocketIsNotRemoved() throws {
    let directory = try Directory()
    let path = directory.path + "/s"
    defer { unlink(path) }
    #expect(symlink("nowhere", path) == 0)
    #expect(error(of: server(path)) == .notASocket(path: path))
    #expect(unlink(path) == 0)
    let file = open(path, O_CREAT | O_WRONLY, 0o600)
    #expect(file >= 0 && close(file) == 0)
    #expect(error(of: server(path)) == .notASocket(path: path))
    #expect(directory.exists("s"))
  }

  /// A server does not remove another server's socket file at its path.
  @Test func anotherServersSocketFileStays() throws {
    let directory = try Directory()
    let path = directory.path + "/s"
    let first = server(path)
    _ = try first.start()
    #expect(unlink(path) == 0)
    let second = server(path)
    _ = try second.start()
    #expect(first.stop() && directory.exists("s"))
    #expect(second.stop() && !directory.exists("s"))
  }

  @Test func aPathHasItsLimit() throws {
    let directory = try Directory()
    let longest = directory.path + "/" + String(repeating: "s", count: 106 - directory.path.utf8.count)
    let server = server(longest)
    _ = try server.start()
    #expect(server.stop())
    #expect(error(of: self.server(longest + "s")) == .socketPathTooLong(path: longest + "s", limit: 107))
    #expect(
      error(of: self.server(directory.path + "/none/s")) == .systemCall("open \(directory.path)/none", errno: ENOENT))
  }
}
