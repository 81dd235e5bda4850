import CLinux
import Glibc

/// The plan of a load run.
struct LoadPlan {
  /// The time of the next request.
  enum Pace: Equatable {
    /// As soon as a response makes room for it (closed loop).
    case asAnswered
    /// Likewise, but each on a new connection, closed after the response. The depth is 1.
    case reconnecting
    /// At a constant rate (open loop). A request without a free connection waits, and its latency counts from its due
    /// time. The depth is 1.
    case constant(perSecond: Double)
  }

  var server: ChildProcess.Address
  /// Further servers: the connections use all servers in turn.
  var others: [ChildProcess.Address] = []
  /// Connection i takes script i modulo their count.
  var scripts: [LoadScript]
  var connections: Int
  /// Requests in flight per connection.
  var depth = 1
  var pace = Pace.asAnswered
  /// The run ends after this many requests or seconds, with its sessions in their first state.
  var requests = Int.max
  var seconds = 1e9
}

/// The results of a load run.
struct LoadReport {
  var requests = 0
  /// Responses with a status other than 2xx.
  var notSuccessful = 0
  /// Bytes of all responses.
  var bytes = 0
  /// From the first byte sent to the last response.
  var seconds = 0.0
  /// From the send call of a request, or from connecting, or from its due time, to the receipt of its last byte.
  var latencies = LatencyHistogram()

  var requestsPerSecond: Double { seconds > 0 ? Double(requests) / seconds : 0 }
}

/// Why a load run failed. The numbers are errno values; 0 is an orderly close by the server.
enum LoadError: Error, Equatable {
  case notAnAddress(String)
  case couldNotConnect(CInt)
  case connectionLost(CInt)
  case badResponse(ResponseHead.Failure)
  case noEpoll(CInt)
  case stalled
}

/// Sends the requests of a plan and measures their responses, on the calling thread. Its connections close with it.
final class LoadGenerator {
  /// Seconds without a byte after which a run fails.
  private static let stallLimit: CInt = 30

  private let plan: LoadPlan
  private let poll: CInt
  private var connections: [LoadConnection] = []
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
  private var events = [epoll_event](repeating: epoll_event(), count: 512)
  private var report = LoadReport()
  private var unsent: Int
  private var underWay = 0
  private var deadline = UInt64.max
  /// Connections also registered for writing, as their socket was full.
  private var blocked: Set<Int> = []

  /// Opens the connections.
  init(_ plan: LoadPlan) throws(LoadError) {
    poll = epoll_create1(CInt(EPOLL_CLOEXEC))
    guard poll >= 0 else { throw .noEpoll(errno) }
    self.plan = plan
    unsent = plan.requests
    for index in 0..<plan.connections { try connect(index) }
  }

  deinit {
    close(poll)
    buffer.deallocate()
  }

  static func run(_ plan: LoadPlan) throws(LoadError) -> LoadReport { try LoadGenerator(plan).run() }

  /// Runs the plan to its end. Throws at the first failing connection.
  func run() throws(LoadError) -> LoadReport {
    let start = MonotonicClock.now()
    deadline = start + UInt64(plan.seconds * 1e9)
    if case .constant(let perSecond) = plan.pace { try run(every: 1e9 / perSecond, from: start) }
    for index in connections.indices { try send(plan.depth, on: index, at: MonotonicClock.now()) }
    while underWay > 0 {
      for index in try receive(waiting: Self.stallLimit) {
        let now = MonotonicClock.now()
        if plan.pace == .reconnecting, connections[index].underWay == 0 {
          guard unsent > 0, now < deadline else { continue }
          try connect(index)
        }
        try send(plan.depth, on: index, at: now)
      }
    }
    report.seconds = Double(MonotonicClock.now() - start) / 1e9
    return report
  }

  /// An open loop: request i is due at i times `interval` nanoseconds. It never sleeps, since timers are late by more
  /// than a microsecond: it needs its own core.
  private func run(every interval: Double, from start: UInt64) throws(LoadError) {
    var (number, lastSign, cursor) = (0, start, 0)
    var now = start
    while unsent > 0, now < deadline {
      var due = start + UInt64(Double(number) * interval)
      // The next free connection in turn, so that all have equal shares.
      while due <= now, unsent > 0, underWay < connections.count {
        while connections[cursor].underWay > 0 { cursor = (cursor + 1) % connections.count }
        try send(1, on: cursor, at: due)
        cursor = (cursor + 1) % connections.count
        number += 1
        due = start + UInt64(Double(number) * interval)
      }
      for index in try receive(waiting: 0) {
        lastSign = now
        if connections[index].hasUnsentBytes { try send(0, on: index, at: now) }
      }
      now = MonotonicClock.now()
      if underWay > 0, now > lastSign + UInt64(Self.stallLimit) * 1_000_000_000 { throw .stalled }
    }
  }

  /// Waits until each connection has received one more complete message; returns their latencies from `start`.
  func wait(since start: UInt64) throws(LoadError) -> LatencyHistogram {
    report.latencies = LatencyHistogram()
    for connection in connections { connection.expect(at: start) }
    underWay = connections.count
    while underWay > 0 { _ = try receive(waiting: Self.stallLimit) }
    return report.latencies
  }

  /// Opens the next connection, or reopens the one at `index`.
  private func connect(_ index: Int) throws(LoadError) {
    let turn = index % (plan.others.count + 1)
    let descriptor = try LoadSocket.connect(turn == 0 ? plan.server : plan.others[turn - 1])
    let connection = LoadConnection(
      descriptor: descriptor, script: plan.scripts[index % plan.scripts.count], depth: plan.depth)
    if index < connections.count { connections[index] = connection } else { connections.append(connection) }
    guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { throw .couldNotConnect(errno) }
    try watch(index, EPOLL_CTL_ADD, EPOLLIN.rawValue)
  }

  /// Waits up to `limit` seconds, reads what has arrived, and returns the connections with events.
  private func receive(waiting limit: CInt) throws(LoadError) -> [Int] {
    var count: CInt
    repeat { count = epoll_wait(poll, &events, CInt(events.count), limit * 1_000) } while count < 0 && errno == EINTR
    guard count >= 0 else { throw .noEpoll(errno) }
    if count == 0, limit > 0 { throw .stalled }
    var touched: [Int] = []
    touched.reserveCapacity(Int(count))
    for position in 0..<Int(count) {
      let index = Int(events[position].data.u32)
      touched.append(index)
      guard events[position].events & ~EPOLLOUT.rawValue != 0 else { continue }
      underWay -= try connections[index].receive(into: buffer, &report)
    }
    return touched
  }

  /// Sends up to `count` requests as the depth and the plan allow. Watches for writability only while bytes are unsent.
  private func send(_ count: Int, on index: Int, at time: UInt64) throws(LoadError) {
    let connection = connections[index]
    let taken = try connection.send(time < deadline ? min(count, unsent) : nil, at: time)
    unsent -= taken
    underWay += taken
    if connection.hasUnsentBytes {
      if blocked.insert(index).inserted { try watch(index, EPOLL_CTL_MOD, EPOLLIN.rawValue | EPOLLOUT.rawValue) }
    } else if !blocked.isEmpty, blocked.remove(index) != nil {
      try watch(index, EPOLL_CTL_MOD, EPOLLIN.rawValue)
    }
  }

  private func watch(_ index: Int, _ operation: CInt, _ mask: UInt32) throws(LoadError) {
    var event = epoll_event(events: mask, data: epoll_data_t(u32: UInt32(index)))
    guard epoll_ctl(poll, operation, connections[index].descriptor, &event) == 0 else { throw .noEpoll(errno) }
  }
}
