import Glibc
import NavigationClient
import Testing

/// Servers started by the client.
@Suite struct LaunchTests {
  /// A connection with an answered request, which the server closes only at its end.
  private func connection(to client: Client) async throws -> RawConnection {
    let port = try #require(client.url.wholeMatch(of: /http:\/\/127\.0\.0\.1:(\d+)/).flatMap { UInt16($0.1) })
    let connection = try RawConnection(port: port)
    try connection.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(try connection.response().status == 200)
    return connection
  }

  @Test func `a server runs as long as its client and sessions`() async throws {
    var client: Client? = try await Client(launching: LiveServer.executable)
    let idle = try await connection(to: #require(client))
    var session = try await client?.createSession(.stack(root: .screen("list", route: "list")))
    client = nil
    #expect(try await session?.push("a", route: "r").visible.map(\.id) == ["a"])
    session = nil
    #expect(try idle.isAtEnd())
  }

  @Test func `a closed client ends its server at once`() async throws {
    let client = try await Client(launching: LiveServer.executable, arguments: ["--max-sessions", "1"])
    let idle = try await connection(to: client)
    let session = try await client.createSession(.stack(root: .screen(route: "list")))
    #expect(
      await failure { try await client.createSession(.stack(root: .screen(route: "list"))) }?.code == .sessionLimit)
    client.close()
    #expect(try idle.isAtEnd())
    #expect(await failure { try await session.read() } == .closed)
  }

  @Test(arguments: [
    ("no-such-program", [], "no such program"), ("/etc/hostname", [], "no such program"),
    ("false", [], "it ended with 1"),
    ("echo", ["hello"], #"it says "--port 0 hello""#), ("true", [], "it ended with 0"),
  ]) func `a program that is no server is not launched`(program: String, arguments: [String], reason: String) async {
    let error = await failure { try await Client(launching: program, arguments: arguments) }
    #expect(error == .notLaunched(program: program, reason: reason))
  }

  @Test func `an unknown option ends the start`() async throws {
    let path = try LiveServer.executable
    let error = await failure { try await Client(launching: path, arguments: ["--no-such-option"]) }
    #expect(error == .notLaunched(program: path, reason: "it ended with 64"))
  }

  /// A silent program, until the waiting task is cancelled.
  @Test func `waiting can be cancelled`() async throws {
    let folder = try TemporaryDirectory()
    let silent = try folder.write("#!/bin/sh\nexec sleep 1000\n", to: "silent", mode: 0o700)
    let task = Task { await failure { try await Client(launching: silent) } }
    task.cancel()
    #expect(await task.value == .cancelled)
  }
}
