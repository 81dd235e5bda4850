import HTTPMessages
import Synchronization
import Testing
import Waiting

@testable import HTTPServer

/// The tasks of a shard that wait for a call.
@Suite struct IdleTaskTests {
  private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

  /// A shard whose handler waits where it is told to, and its port.
  private static func shard(waiting promise: Promise<Void>? = nil, begun: Counter = Counter()) throws -> (Shard, UInt16)
  {
    let listener = try Listener(try SocketAddress(host: "127.0.0.1", port: 0), host: "127.0.0.1", port: 0)
    guard case .tcp(_, let port) = try SocketAddress(boundTo: listener.socket.descriptor).bound else {
      throw RawClient.Failure(call: "bind", code: 0)
    }
    let shard = try Shard(
      index: 0, listener: listener, limits: HTTPServerLimits(), population: Population(), traffic: Traffic().shard(),
      handler: { _ in
        begun.value.add(1, ordering: .relaxed)
        if let promise { try? await Patience().wait(for: promise) }
        return HTTPResponse(.ok)
      }, refusal: { HTTPResponse($0.status) })
    shard.start()
    return (shard, port)
  }

  private final class Counter: Sendable {
    let value = Atomic<Int>(0)
  }

  private static func idleTasks(of shard: Shard) -> Int { shard.queue.sync { shard.idleTasks.count } }

  private static func drain(_ shard: Shard, without clients: [RawClient]) {
    for client in clients { client.reset() }
    let isDrained = Promise<Void>()
    shard.drain { isDrained.fulfil(()) }
    #expect(TestServer.eventually { isDrained.value != nil })
  }

  /// Requests that follow one another have one task, and at the end it leaves the shard.
  @Test func oneTaskAnswersOneAfterAnother() throws {
    let (held, port) = try Self.shard()
    var shard: Shard? = held
    weak let observed = shard
    let clients = try (0..<3).map { _ in try RawClient(port: port) }
    for _ in 0..<10 {
      for client in clients {
        try client.send(Self.get)
        #expect(try client.response().status == 200)
      }
      #expect(Self.idleTasks(of: held) == 1)
    }
    Self.drain(held, without: clients)
    shard = nil
    _ = consume held
    #expect(TestServer.eventually { observed == nil })
  }

  /// Of many tasks that ran at once, as many stay as the limit says.
  @Test func soManyTasksStay() throws {
    let (promise, begun, count) = (Promise<Void>(), Counter(), Shard.idleTaskLimit + 8)
    let (shard, port) = try Self.shard(waiting: promise, begun: begun)
    let clients = try (0..<count).map { _ in try RawClient(port: port) }
    for client in clients { try client.send(Self.get) }
    #expect(TestServer.eventually { begun.value.load(ordering: .relaxed) == count })
    #expect(Self.idleTasks(of: shard) == 0)
    promise.fulfil(())
    for client in clients { #expect(try client.response().status == 200) }
    #expect(Self.idleTasks(of: shard) == Shard.idleTaskLimit)
    // Each that stayed answers again.
    for _ in 0..<2 {
      for client in clients { try client.send(Self.get) }
      for client in clients { #expect(try client.response().status == 200) }
    }
    Self.drain(shard, without: clients)
    #expect(Self.idleTasks(of: shard) == 0)
  }

  /// A task that outlives its server ends, where it would have become idle.
  @Test func aTaskThatOutlivesItsServerIsNotIdle() throws {
    let (promise, begun) = (Promise<Void>(), Counter())
    let (held, port) = try Self.shard(waiting: promise, begun: begun)
    var shard: Shard? = held
    weak let observed = shard
    let client = try RawClient(port: port)
    try client.send(Self.get)
    #expect(TestServer.eventually { begun.value.load(ordering: .relaxed) == 1 })
    Self.drain(held, without: [client])
    promise.fulfil(())
    shard = nil
    _ = consume held
    #expect(TestServer.eventually { observed == nil })
  }
}
