import Glibc
import Navigation
import Testing

extension LiveTests {
  /// The server used from a terminal.
  @Suite(.enabled("curl 7.84 or later is needed", LiveTests.hasCurl)) struct CurlToolTests {}

  static let curl = "/usr/bin/curl"

  /// Whether curl is installed in a version with `--json` and `%header{}`.
  @Sendable static func hasCurl() async throws -> Bool {
    guard access(curl, X_OK) == 0 else { return false }
    let version = try await Run(curl, ["--version"]).output.firstMatch(of: /^curl (\d+)\.(\d+)/)
    guard let version, let major = Int(version.1), let minor = Int(version.2) else { return false }
    return (major, minor) >= (7, 84)
  }
}

extension LiveTests.CurlToolTests {
  /// The output of curl, which must end with `code`.
  private func curl(_ arguments: String..., code: CInt = 0) async throws -> String {
    let run = try await Run(LiveTests.curl, ["--silent", "--noproxy", "*", "--max-time", "60"] + arguments)
    #expect(run.end == .exit(code), "\(arguments): \(run.error)")
    return run.output
  }

  @Test func `a session from its creation to its copy`() async throws {
    let url = try live.url
    let location = try await curl(
      "--json", Messenger.json, "--output", "/dev/null", "--write-out", "%header{location}", url + "/v1/sessions")
    let session = url + location
    #expect(try await curl(session).contains(#""revision":0"#))
    let push = #"{"type": "push", "stack": "chats", "screen": {"id": "a", "route": "r"}}"#
    #expect(
      try await curl("--json", push, "-H", "If-Match: \"0\"", session + "/transitions").contains(#""revision":1"#))
    #expect(
      try await curl("--json", push, "-H", "If-Match: \"0\"", session + "/transitions").contains(
        #""code":"stale-revision""#))
    let unquoted = try await curl("--json", push, "-H", "If-Match: 1", session + "/transitions")
    #expect(unquoted.contains(#""code":"invalid-header""#) && unquoted.contains(#"-H 'If-Match: \"1\"'"#))
    let snapshot = try await curl(session + "/snapshot")
    let copy = try await curl(
      "--json", snapshot, "--output", "/dev/null", "--write-out", "%header{location}", url + "/v1/sessions")
    #expect(copy != location)
    #expect(try await curl(url + copy + "/snapshot") == snapshot)
    #expect(try await curl("-X", "DELETE", "--write-out", "%{http_code}", session) == "204")
    #expect(try await curl("--fail", session, code: 22).isEmpty)
  }

  @Test func `fields that curl adds are accepted, or refused with a hint`() async throws {
    let (url, form) = (try live.url, #"{"environment": {}}"#)
    #expect(try await curl("--data", form, url + "/v1/resolve").contains("curl --json"))
    #expect(try await curl("--json", form, url + "/v1/resolve").contains(#""isCollapsed":false"#))
    #expect(
      try await curl("--json", form, "-H", "Transfer-Encoding: chunked", url + "/v1/resolve").contains(
        #""isCollapsed":false"#))
    #expect(try await curl("--http1.0", url + "/healthz") == #"{"status":"ok"}"#)
    #expect(try await curl("--head", url + "/healthz").hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(
      try await curl(
        "-X", "PUT", "--data", "", "--output", "/dev/null", "--write-out", "%header{allow}", url + "/healthz")
        == "GET, HEAD, OPTIONS")
  }

  @Test func `a connection is reused`() async throws {
    let url = try live.url + "/healthz"
    let text = try await curl(
      "--output", "/dev/null", "--output", "/dev/null", "--output", "/dev/null", "--write-out", "%{num_connects} ", url,
      url, url)
    #expect(text == "1 0 0 ")
  }

  @Test func `a page has the address of the next`() async throws {
    let url = try live.url
    for _ in 0..<3 { _ = try await live.client.messenger() }
    let link = try await curl("--output", "/dev/null", "--write-out", "%header{link}", url + "/v1/sessions?limit=2")
    let next = try #require(link.wholeMatch(of: /<(\/v1\/sessions\?[^>]*)>; rel="next"/)).1
    #expect(try await curl(url + String(next)).hasPrefix(#"{"sessions":[{"sessionId":"s_"#))
  }
}
