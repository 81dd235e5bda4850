import Navigation
import NavigationClient
import Testing

extension LiveTests {
  /// The guarantees of HTTP for every path.
  @Suite struct MethodTests {}
}

extension LiveTests.MethodTests {
  @Test(arguments: [
    ("/v1/sessions", "GET, HEAD, POST, OPTIONS"),
    ("/v1/sessions/{id}", "GET, HEAD, DELETE, OPTIONS"),
    ("/v1/sessions/{id}/snapshot", "GET, HEAD, OPTIONS"),
    ("/v1/sessions/{id}/transitions", "GET, HEAD, POST, OPTIONS"),
    ("/v1/sessions/{id}/events", "GET, HEAD, OPTIONS"),
    ("/v1/devices", "GET, HEAD, OPTIONS"),
    ("/v1/resolve", "POST, OPTIONS"),
    ("/v1/sessions/{id}/picture", "GET, HEAD, OPTIONS"),
    ("/v1/picture", "POST, OPTIONS"),
    ("/healthz", "GET, HEAD, OPTIONS"),
    ("/readyz", "GET, HEAD, OPTIONS"),
    ("/openapi.yaml", "GET, HEAD, OPTIONS"),
    ("/problems/stale-revision", "GET, HEAD, OPTIONS"),
    ("/", "GET, HEAD, OPTIONS"),
    ("/docs", "GET, HEAD, OPTIONS"),
    ("/inspector/main.js", "GET, HEAD, OPTIONS"),
    ("*", "GET, HEAD, POST, DELETE, OPTIONS"),
  ]) func `a path names its methods, and others are 405`(path: String, allowed: String) async throws {
    let server = try live
    let path = path.replacing("{id}", with: try await server.client.messenger().id.description)
    try await server.raw { connection in
      try connection.send("OPTIONS \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let options = try connection.response()
      #expect(options.status == 204 && options.fields["allow"] == allowed && options.body.isEmpty)
      guard path != "*" else { return }
      let methods = Set(allowed.split(separator: ", ").map(String.init))
      for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] where !methods.contains(method) {
        try connection.send("\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let answer = try connection.response(toHead: method == "HEAD")
        #expect(answer.status == 405 && answer.fields["allow"] == allowed, "\(method)")
      }
    }
  }

  @Test(arguments: [
    "/v1/sessions", "/v1/sessions/{id}", "/v1/sessions/{id}/snapshot", "/v1/sessions/{id}/picture",
    "/v1/sessions/{id}/transitions",
    "/v1/devices", "/healthz",
    "/readyz", "/openapi.yaml", "/problems/stale-revision", "/", "/docs", "/docs/", "/inspector/main.js",
    "/v1/sessions/none",
  ]) func `HEAD is GET without its body`(path: String) async throws {
    let server = try live
    let path = path.replacing("{id}", with: try await server.client.messenger().id.description)
    try await server.raw { connection in
      let fields = "HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: same\r\n\r\n"
      try connection.send(
        "GET \(path)?client=none \(fields)".replacing(path == "/v1/sessions" ? "" : "?client=none", with: ""))
      let get = try connection.response()
      try connection.send(
        "HEAD \(path)?client=none \(fields)".replacing(path == "/v1/sessions" ? "" : "?client=none", with: ""))
      let head = try connection.response(toHead: true)
      #expect(
        get.status == head.status && get.body.count == Int(get.fields["content-length"] ?? "") && !get.body.isEmpty)
      #expect(get.fields.filter { $0.key != "date" } == head.fields.filter { $0.key != "date" })
      try connection.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try connection.response().status == 200)
    }
  }

  @Test func `pipelined requests are answered in order`() async throws {
    let server = try live
    let chat = try await server.client.messenger()
    let tags = try await server.raw { connection in
      let push = { (number: Int) -> String in
        let body = #"{"type": "push", "stack": "chats", "screen": {"id": "p\#(number)", "route": "r"}}"#
        return
          "POST \(Endpoint(.applyTransition, of: chat.id).path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
      }
      let get = "GET \(Endpoint(.getSession, of: chat.id).path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
      try connection.send((0..<20).map { push($0) + get }.joined())
      return try (0..<40).map { _ in try connection.response().fields["etag"] ?? "" }
    }
    #expect(tags == (1...20).flatMap { ["\"\($0)\"", "\"\($0)\""] })
  }

  @Test func `a body may come in chunks and byte by byte`() async throws {
    let server = try live
    let chat = try await server.client.messenger()
    let statuses = try await server.raw { connection in
      let head =
        "POST \(Endpoint(.applyTransition, of: chat.id).path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json; charset=utf-8\r\n"
      try connection.send(
        head + "Transfer-Encoding: chunked\r\n\r\n7;a=b\r\n{\"type\"\r\n8\r\n: \"pop\"}\r\n0\r\nX-Trailer: t\r\n\r\n")
      let chunked = try connection.response().status
      for byte in Array((head + "Content-Length: 15\r\n\r\n{\"type\": \"pop\"}").utf8) { try connection.send([byte]) }
      return [chunked, try connection.response().status]
    }
    #expect(statuses == [200, 200])
  }

  @Test func `a client that expects 100 receives it`() async throws {
    let server = try live
    let statuses = try await server.raw { connection in
      let head =
        "POST /v1/resolve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n"
      try connection.send(head + "Content-Length: 19\r\n\r\n")
      let interim = try connection.response().status
      try connection.send("{\"environment\": {}}")
      let final = try connection.response().status
      try connection.send(head + "Content-Length: 2000000\r\n\r\n")
      return [interim, final, try connection.response().status]
    }
    #expect(statuses == [100, 200, 413])
  }

  @Test(arguments: [
    ("GET /healthz HTTP/1.0\r\n\r\n", 421), ("GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n", 200),
    ("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 200),
  ]) func `a connection closes at the client's request`(request: String, status: Int) async throws {
    let closed = try await live.raw { connection in
      try connection.send(request)
      let answer = try connection.response()
      return (answer.status, try connection.isAtEnd())
    }
    #expect(closed == (status, true))
  }

  @Test func `a request keeps its id`() async throws {
    let ids = try await live.raw { connection in
      try connection.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: mine-1\r\n\r\n")
      let own = try connection.response().fields["x-request-id"] ?? ""
      try connection.send("GET /v1/none HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: two words\r\n\r\n")
      let problem = try connection.response()
      #expect(problem.text.contains("\"requestId\":\"\(problem.fields["x-request-id"] ?? "-")\""))
      return [own, problem.fields["x-request-id"] ?? ""]
    }
    #expect(ids[0] == "mine-1" && ids[1] != "two words" && !ids[1].isEmpty)
  }

  @Test func `the documents are served`() async throws {
    let client = try live.client
    #expect(try await client.devices() == DeviceList.catalogue.devices)
    #expect(try await client.health() == .ok)
    #expect(try await client.readiness() == .ok)
    #expect(try await client.openAPI().contains("\nopenapi: '3.1"))
    #expect(try await client.openAPIAsJSON().hasPrefix(#"{"openapi":"3.1.0","#))
    #expect(try await client.problemIndex().contains("/problems/internal"))
    for code in ProblemCode.allCases {
      #expect(
        try await client.problemPage(code).contains("<code>\(code.rawValue)</code>, status \(code.status)"), "\(code)")
    }
  }
}
