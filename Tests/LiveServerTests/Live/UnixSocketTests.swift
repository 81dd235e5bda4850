import Glibc
import Navigation
import NavigationClient
import Testing

/// A server on a Unix-domain socket.
@Suite struct UnixSocketTests {
  @Test func `client library, curl and health check reach it`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/nav.sock"
    let child = try Child(LiveServer.executable, ["--unix-socket", path, "--host", "0.0.0.0", "--log-level", "error"])
    #expect(try await child.line() == "listening on unix:" + path)
    let client = try Client(url: "unix:" + path)
    let chat = try await client.messenger()
    #expect(try await chat.push("a", route: "page", on: "chats").revision == 1)
    #expect(try await client.allSessions().map(\.id) == [chat.id])
    for (url, status) in [
      ("http://localhost/healthz", "200"), ("http://127.0.0.1/healthz", "200"), ("http://evil.example/healthz", "421"),
    ] {
      let curl = try await Run(
        "/usr/bin/curl", ["-s", "-o", "/dev/null", "-w", "%{http_code}", "--unix-socket", path, url])
      #expect(curl.output == status)
    }
    #expect(try await Run(LiveServer.executable, ["healthcheck", "--unix-socket", path]).end == .exit(0))
    let second = try await Run(LiveServer.executable, ["--unix-socket", path])
    #expect(second.end == .exit(69) && second.error.contains(path))
    client.close()
    child.signal(SIGTERM)
    #expect(await child.ended() == .exit(0))
    #expect(access(path, F_OK) != 0)
    #expect(try await Run(LiveServer.executable, ["healthcheck", "--unix-socket", path]).end == .exit(1))
    #expect(
      await failure { try await Client(url: "unix:" + path).health() }
        == .nothingListens(server: "unix:" + path, reason: "no such file or directory"))
  }

  @Test func `the socket file of a killed server is taken over`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/nav.sock"
    let first = try Child(LiveServer.executable, ["--unix-socket", path, "--log-level", "error"])
    _ = try await first.line()
    first.signal(SIGKILL)
    #expect(await first.ended() == .signal(SIGKILL))
    #expect(access(path, F_OK) == 0)
    let second = try Child(LiveServer.executable, ["--unix-socket", path, "--log-level", "error"])
    #expect(try await second.line() == "listening on unix:" + path)
    #expect(try await Client(url: "unix:" + path).health() == .ok)
    second.signal(SIGTERM)
    #expect(await second.ended() == .exit(0))
  }
}
