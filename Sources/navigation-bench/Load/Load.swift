import CLinux
import Glibc

/// Sends requests on many connections, one under way on each, and measures their responses, on the calling thread. All
/// must be 2xx. A further run continues where the last one ended. The connections close with it.
final class Load {
  private struct Connection {
    let client: Client
    let requests: [[UInt8]]
    var next = 0
    /// When the request under way was sent.
    var sentAt: UInt64?
  }

  private let poll: CInt
  private var connections: [Connection] = []
  private var buffer = [UInt8](repeating: 0, count: 256 << 10)
  private var ready = [epoll_event](repeating: epoll_event(), count: 512)
  private var latencies: [UInt64] = []
  private var underWay = 0

  /// Opens a connection for each list of requests, to all ports in turn.
  init(_ ports: [UInt16], _ requests: [[[UInt8]]]) throws {
    poll = epoll_create1(CInt(EPOLL_CLOEXEC))
    for (index, own) in requests.enumerated() {
      let client = try Client(ports[index % ports.count])
      connections.append(Connection(client: client, requests: own))
      var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u32: UInt32(index)))
      guard epoll_ctl(poll, EPOLL_CTL_ADD, client.descriptor, &event) == 0 else {
        throw BenchmarkFailure.system("epoll", errno)
      }
    }
  }

  deinit { close(poll) }

  /// Sends this many requests, or for this time, each as soon as its connection is free; with `perSecond`, at a constant
  /// rate (open loop). Returns the nanoseconds from the sending of each, or from its due time, to its response.
  @discardableResult
  func run(requests: Int = .max, seconds: Double = 1e6, perSecond: Double = .infinity) throws -> [UInt64] {
    let start = MonotonicClock.now()
    let deadline = start + UInt64(seconds * 1e9)
    var (number, cursor, now) = (0, 0, start)
    latencies = []
    while underWay > 0 || number < requests && now < deadline {
      // Request i is due at i intervals. The next free connection is taken in turn, so that all have equal shares.
      while number < requests, now < deadline, underWay < connections.count {
        let due = start + UInt64(Double(number) / perSecond * 1e9)
        if due > now { break }
        while connections[cursor].sentAt != nil { cursor = (cursor + 1) % connections.count }
        try send(cursor, at: perSecond.isInfinite ? MonotonicClock.now() : due)
        number += 1
      }
      // It never sleeps at a constant rate, since timers are late by more than a microsecond: it needs its own core.
      try receive(isWaiting: perSecond.isInfinite)
      now = MonotonicClock.now()
      if now > deadline + UInt64(Client.stallLimit) * 1_000_000_000 { throw BenchmarkFailure.ended("a connection") }
    }
    return latencies
  }

  /// Waits until each connection has received one more message; returns the nanoseconds from `start`.
  func wait(since start: UInt64) throws -> [UInt64] {
    latencies = []
    for index in connections.indices { connections[index].sentAt = start }
    underWay = connections.count
    while underWay > 0 { try receive(isWaiting: true) }
    return latencies
  }

  private func send(_ index: Int, at time: UInt64) throws {
    let connection = connections[index]
    guard connection.client.send(connection.requests[connection.next]) else {
      throw BenchmarkFailure.ended("a connection")
    }
    connections[index].next = (connection.next + 1) % connection.requests.count
    connections[index].sentAt = time
    underWay += 1
  }

  /// Reads what has arrived.
  private func receive(isWaiting: Bool) throws {
    let limit = isWaiting ? CInt(Client.stallLimit) * 1_000 : 0
    let count = Int(epoll_wait(poll, &ready, CInt(ready.count), limit))
    if isWaiting, count <= 0 { throw BenchmarkFailure.ended("a connection") }
    for event in ready.prefix(max(count, 0)) {
      let index = Int(event.data.u32)
      guard connections[index].client.receive(&buffer) > 0 else { throw BenchmarkFailure.ended("a connection") }
      if try connections[index].client.takeMessages() > 0, let start = connections[index].sentAt {
        latencies.append(MonotonicClock.now() - start)
        connections[index].sentAt = nil
        underWay -= 1
      }
    }
  }
}

extension [UInt64] {
  /// Of nanoseconds: the microseconds that this share of them does not exceed; 0 without any.
  func microseconds(_ share: Double) -> Double {
    isEmpty ? 0 : Double(sorted()[Swift.max(0, Int((Double(count) * share).rounded(.up)) - 1)]) / 1e3
  }
}
