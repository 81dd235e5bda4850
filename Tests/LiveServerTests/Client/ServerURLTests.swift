import Foundation
import NavigationClient
import Testing

@Suite struct ServerURLTests {
  @Test(arguments: [
    "", "localhost:8080", "/v1", "ftp://localhost", "http://", "http:///v1", "http://:80", "http://me@localhost",
    "http://localhost:port",
    "http://localhost:65536", "http://localhost:0", "http://localhost:", "http://[::1", "http://[]", "http://[::1]x",
    "http://localhost?a=b",
    "http://localhost/#top", "http://local host", "http://localhost/ü", "http://localhost\r\nX: y",
    "file:///etc/hostname",
    "unix:", "unix:relative", "unix:/a\0b", "UNIX:/a",
  ]) func `an invalid URL is refused`(url: String) {
    #expect(throws: ClientError.invalidURL(url)) { try Client(url: url) }
  }

  @Test(arguments: [
    ("", "/v1/devices"), ("/", "/v1/devices"), ("//", "/v1/devices"), ("/navigation", "/navigation/v1/devices"),
    ("/a/b%20c/", "/a/b%20c/v1/devices"),
  ]) func `paths are appended to the server's path`(prefix: String, path: String) async throws {
    try await RawServer.with(RawServer.problemAboutTarget) { server in
      let client = try Client(url: server.url + prefix)
      defer { client.close() }
      let error = await failure { try await client.devices() }
      let target: String? = if case .problem(let problem) = error { problem.detail } else { nil }
      #expect(target == path)
    }
  }

  @Test(arguments: [
    ("http://127.0.0.1:8080/v1/", "http://127.0.0.1:8080/v1"), ("https://[::1]", "https://[::1]"),
    ("unix:/run/a%20b", "unix:/run/a b"),
  ]) func `a URL of Foundation is the same`(url: String, same: String) throws {
    #expect(try Client(url: #require(URL(string: url))).url == same)
  }

  @Test func `a file's URL is refused`() {
    #expect(throws: ClientError.invalidURL("file:///a")) { try Client(url: URL(filePath: "/a")) }
  }

  @Test func `a snapshot is read back from Data`() throws {
    let snapshot = Snapshot(environment: Environment(), root: .screen("a", route: "a"), countedIDs: 3)
    #expect(try Snapshot(answer: snapshot.data) == snapshot)
  }

  @Test(arguments: ["", "two words", "line\r\nX: y", "ü", "nul\0"]) func `an invalid key is refused`(key: String)
    throws
  {
    let error = #expect(throws: ClientError.self) { try Client(url: "http://localhost", apiKey: key) }
    #expect(error?.word == "invalidArgument")
  }
}
