import Glibc
import Navigation
import Testing

@testable import NavigationClient

@Suite(.ownQueue) struct CurlTransportTests {
  @Test func sequentialRequestsShareOneConnection() async throws {
    try await RawServer.with(RawServer.connectionNumber) { server in
      let transport = try CurlTransport()
      defer { transport.close() }
      for method in [Navigation.Operation.Method.get, .post, .delete, .get] {
        let response = try await transport.send(TransportRequest(method, server.url + "/"))
        #expect(String(decoding: response.body, as: UTF8.self) == "1", "\(method)")
      }
    }
  }

  @Test(arguments: [
    (Navigation.Operation.Method.get, [], "whole"), (.delete, [], "whole"), (.post, [], "lost"),
    (.post, [1], "lost"),
  ]) func aReusedConnectionThatCloses(method: Navigation.Operation.Method, body: [UInt8], expected: String)
    async throws
  {
    try await RawServer.with(RawServer.secondRequestCloses) { server in
      let transport = try CurlTransport()
      defer { transport.close() }
      #expect(await transport.outcome(TransportRequest(.get, server.url + "/first")) == "whole")
      #expect(await transport.outcome(TransportRequest(method, server.url + "/second", body: body)) == expected)
      #expect(await transport.outcome(TransportRequest(.get, server.url + "/third")) == "whole")
    }
  }

  @Test func manyTasksGetTheirOwnResponses() async throws {
    try await RawServer.with(RawServer.echo) { server in
      let transport = try CurlTransport()
      defer { transport.close() }
      let answers = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
        for number in 0..<64 {
          group.addTask {
            let body = Array("\(number)".utf8)
            return (number, try await transport.send(TransportRequest(.post, server.url + "/", body: body)).body)
          }
        }
        return try await group.reduce(into: [:]) { $0[$1.0] = String(decoding: $1.1, as: UTF8.self) }
      }
      #expect(answers == Dictionary(uniqueKeysWithValues: (0..<64).map { ($0, "\($0)") }))
    }
  }

  @Test func connectionsAreBounded() async throws {
    try await RawServer.with(RawServer.connectionNumber) { server in
      var limits = TransportLimits()
      limits.connections = 2
      let transport = try CurlTransport(limits: limits)
      defer { transport.close() }
      let numbers = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<32 {
          group.addTask {
            String(decoding: try await transport.send(TransportRequest(.get, server.url + "/")).body, as: UTF8.self)
          }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(numbers.isSubset(of: ["1", "2"]))
    }
  }

  @Test(arguments: [0, 1, 1 << 20]) func bodiesGoBothWays(count: Int) async throws {
    try await RawServer.with(RawServer.echo) { server in
      let transport = try CurlTransport()
      defer { transport.close() }
      let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let response = try await transport.send(TransportRequest(.post, server.url + "/", body: body))
      #expect(response.body == body)
    }
  }

  @Test(arguments: [
    (Navigation.Operation.Method.get, "204 No Content", 204),
    (.get, "304 Not Modified\r\nContent-Length: 5", 304),
    (.delete, "204 No Content", 204),
  ]) func responsesWithoutContentEnd(method: Navigation.Operation.Method, head: String, status: Int) async throws {
    try await RawServer.with(RawServer.always(RawServer.raw("HTTP/1.1 \(head)\r\nETag: \"7\"\r\n\r\n"))) { server in
      let transport = try CurlTransport()
      defer { transport.close() }
      for _ in 0..<2 {
        let response = try await transport.send(TransportRequest(method, server.url + "/"))
        #expect(response.status == status && response.body.isEmpty && response.fields["etag"] == "\"7\"")
      }
    }
  }

  @Test(arguments: [301, 401, 404, 500, 503]) func everyStatusIsAResponse(status: Int) async throws {
    try await RawServer.with(RawServer.always(RawServer.reply("\(status) X", ["Location: /elsewhere"], [0x21]))) {
      server in
      let transport = try CurlTransport()
      defer { transport.close() }
      let response = try await transport.send(TransportRequest(.get, server.url + "/"))
      #expect(response.status == status && response.body == [0x21])
    }
  }

  @Test func requestsAreSentAsGiven() async throws {
    try await RawServer.with(RawServer.echoHead) { server in
      let transport = try CurlTransport()
      defer { transport.close() }
      let fields = ["If-Match: \"3\""]
      let request = TransportRequest(
        .post, server.url + "/a/../b?x=%2F", fields: fields, body: [UInt8](repeating: 0x20, count: 5000))
      let head = String(decoding: try await transport.send(request).body, as: UTF8.self)
      let lines = head.split(separator: "\r\n").map(String.init)
      #expect(lines.first == "POST /a/../b?x=%2F HTTP/1.1")
      #expect(lines.contains("If-Match: \"3\"") && lines.contains("Content-Length: 5000"))
      #expect(!lines.contains { $0.hasPrefix("Expect") || $0.hasPrefix("Content-Type") })
    }
  }

  @Test func interimResponsesAndTrailersStayOut() async throws {
    let text =
      "HTTP/1.1 103 Early Hints\r\nETag: \"1\"\r\n\r\nHTTP/1.1 200 OK\r\nLink: a\r\nSet-Cookie: c\r\nlInK:  b,\r\n more \r\n"
      + "Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nETag: \"2\"\r\n\r\n"
    try await RawServer.with(RawServer.always(RawServer.raw(text))) { server in
      let transport = try CurlTransport()
      defer { transport.close() }
      let response = try await transport.send(TransportRequest(.get, server.url + "/"))
      #expect(response == TransportResponse(status: 200, fields: ["link": "a, b, more"], body: Array("hi".utf8)))
    }
  }

  @Test(arguments: [
    (RawServer.Reply.bytesThenClose([]), "lost"),
    (.bytesThenClose(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf".utf8)), "lost"),
    (.bytesThenClose(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nha".utf8)), "lost"),
    (.bytesThenClose(Array("not a status line\r\n\r\n".utf8)), "other"),
    (.nothing, "timedOut"),
    (RawServer.reply("200 OK", [], [UInt8](repeating: 1, count: 1000)), "whole"),
    (RawServer.reply("200 OK", [], [UInt8](repeating: 1, count: 1001)), "tooLarge"),
    (
      RawServer.raw(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3E9\r\n" + String(repeating: "x", count: 1001)),
      "tooLarge"
    ),
    (RawServer.raw("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 600) + "\r\n\r\n"), "tooLarge"),
  ]) func badResponsesAreErrors(answer: RawServer.Reply, expected: String) async throws {
    try await RawServer.with(RawServer.always(answer)) { server in
      var limits = TransportLimits()
      limits.responseBodyBytes = 1000
      limits.responseHeadBytes = 500
      let transport = try CurlTransport(limits: limits)
      defer { transport.close() }
      // Only the row without a response reaches its timeout.
      let timeout: Duration = expected == "timedOut" ? .milliseconds(50) : .seconds(60)
      #expect(await transport.outcome(TransportRequest(.get, server.url + "/", timeout: timeout)) == expected)
    }
  }

  @Test func refusedConnection() async throws {
    let (descriptor, port) = try RawServer.reserve()
    defer { close(descriptor) }
    let transport = try CurlTransport()
    defer { transport.close() }
    #expect(await transport.outcome(TransportRequest(.get, "http://127.0.0.1:\(port)/")) == "nothingListens")
  }
}
