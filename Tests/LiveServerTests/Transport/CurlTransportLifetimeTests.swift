import Dispatch
import Glibc
import Synchronization
import Testing

@testable import NavigationClient

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
