import Dispatch
import Glibc
import Navigation
import Synchronization
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

/// Runs a task's jobs on the enqueuing thread: after a response, libcurl's poll thread.
private final class InlineExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}

@Suite struct CurlTransportLifetimeTests {
  @Test func cancellingTheTaskEndsTheTransfer() async throws {
    try await RawServer.with(RawServer.always(.nothing)) { server in
      let transport = try CurlTransport()
      defer { transport.close() }
      let task = Task { await transport.outcome(TransportRequest(.get, server.url + "/")) }
      var events = server.events.makeAsyncIterator()
      #expect(await events.next() == .requested(connection: 1))
      task.cancel()
      #expect(await task.value == "cancelled")
      #expect(await events.next() == .disconnected(connection: 1))
    }
  }

  @Test func cancelledBeforeSending() async throws {
    let transport = try CurlTransport()
    defer { transport.close() }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await transport.outcome(TransportRequest(.get, "http://127.0.0.1:1/"))
    }
    #expect(await task.value == "cancelled")
  }

  @Test func closeFailsPendingAndLaterRequests() async throws {
    try await RawServer.with(RawServer.always(.nothing)) { server in
      let transport = try CurlTransport()
      let tasks = (0..<8).map { _ in Task { await transport.outcome(TransportRequest(.get, server.url + "/")) } }
      var events = server.events.makeAsyncIterator()
      for _ in tasks { _ = await events.next() }
      transport.close()
      transport.close()
      for task in tasks { #expect(await task.value == "closed") }
      #expect(await transport.outcome(TransportRequest(.get, server.url + "/")) == "closed")
    }
  }

  @Test func theLastReferenceClosesTheConnections() async throws {
    try await RawServer.with(RawServer.connectionNumber) { server in
      var transport: CurlTransport? = try CurlTransport()
      _ = try await transport?.send(TransportRequest(.get, server.url + "/"))
      transport = nil
      var events = server.events.makeAsyncIterator()
      #expect(await events.next() == .requested(connection: 1))
      #expect(await events.next() == .disconnected(connection: 1))
    }
  }

  @Test(arguments: [false, true]) func endsFromItsOwnThread(explicitly: Bool) async throws {
    // The answer comes after the task's suspension: an earlier one would let the task continue on its own thread.
    let isSuspended = DispatchSemaphore(value: 0)
    let answer = { @Sendable (request: RawServer.Request) in
      isSuspended.wait()
      return RawServer.connectionNumber(request)
    }
    try await RawServer.with(answer) { server in
      let executor = InlineExecutor()
      let sameThread = Mutex(false)
      let task = Task(executorPreference: executor) { () throws -> Int in
        let transport = try CurlTransport()
        let before = pthread_self()
        let status = try await transport.send(TransportRequest(.get, server.url + "/")).status
        sameThread.withLock { $0 = pthread_equal(before, pthread_self()) != 0 }
        if explicitly { transport.close() }
        return status
      }
      isSuspended.signal()
      let status = try await task.value
      #expect(status == 200)
      #expect(!sameThread.withLock { $0 }, "the task must continue on the poll thread")
      var events = server.events.makeAsyncIterator()
      #expect(await events.next() == .requested(connection: 1))
      #expect(await events.next() == .disconnected(connection: 1))
    }
  }
}

/// Runs the tests of a suite on their own queue.
///
/// On the shared queue a task may wait minutes for others on a busy machine, and libcurl replaces a connection that
/// was idle for 118 seconds.
struct OwnQueue: SuiteTrait, TestScoping {
  private final class Executor: TaskExecutor {
    private let queue = DispatchQueue(label: "tests of a suite")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Executor()) { try await function() }
  }
}

extension Trait where Self == OwnQueue {
  static var ownQueue: OwnQueue { OwnQueue() }
}
