import CLinux
import Glibc

/// A closed loop over keep-alive connections on the calling thread: each response makes room for the next request.
struct LoadGenerator {
  private static let receiveBytes = 256 << 10
  private static let eventsAtOnce = 256

  private let plan: LoadPlan
  private let poll: CInt
  private let connections: [LoadConnection]
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: receiveBytes, alignment: 16)
  private var report = LoadReport()
  private var unsent: Int
  /// Connections registered for writing as well, because their socket was full.
  private var blocked: Set<Int> = []

  /// Runs the plan to its end, and calls `beforeClosing` while its connections are still open and idle.
  /// Throws at the first connection that fails.
  static func run(_ plan: LoadPlan, beforeClosing: () -> Void = {}) throws(LoadError) -> LoadReport {
    var generator = try LoadGenerator(plan)
    defer { generator.release() }
    let report = try generator.run()
    beforeClosing()
    return report
  }

  private init(_ plan: LoadPlan) throws(LoadError) {
    if let defect = plan.defect { throw .invalidPlan(defect) }
    var connections: [LoadConnection] = []
    for index in 0..<plan.connections {
      let script = plan.scripts[index % plan.scripts.count]
      connections.append(LoadConnection(descriptor: try Self.connect(plan), requests: script, depth: plan.depth))
    }
    let poll = epoll_create1(CInt(EPOLL_CLOEXEC))
    guard poll >= 0 else { throw .noEpoll(errno) }
    self.plan = plan
    self.poll = poll
    self.connections = connections
    unsent = plan.requests
  }

  private func release() {
    close(poll)
    buffer.deallocate()
  }

  private mutating func run() throws(LoadError) -> LoadReport {
    let start = MonotonicClock.now()
    for index in connections.indices {
      try watch(index, EPOLL_CTL_ADD, EPOLLIN.rawValue)
      try fill(index)
    }
    var events = [epoll_event](repeating: epoll_event(), count: Self.eventsAtOnce)
    while report.requests < plan.requests {
      let count = epoll_wait(poll, &events, CInt(events.count), plan.stallLimit)
      if count < 0, errno != EINTR { throw .noEpoll(errno) }
      if count == 0 { throw .stalled }
      for position in 0..<max(0, Int(count)) { try serve(events[position]) }
    }
    report.seconds = Double(MonotonicClock.now() - start) / 1e9
    return report
  }

  private mutating func serve(_ event: epoll_event) throws(LoadError) {
    let index = Int(event.data.u32)
    let connection = connections[index]
    if event.events & ~EPOLLOUT.rawValue != 0 {
      let seen = try connection.receive(into: buffer, now: MonotonicClock.now, &report.latencies)
      report.requests += seen.complete
      report.notSuccessful += seen.notSuccessful
    }
    try fill(index)
  }

  /// Sends as many requests as the depth and the plan allow, and watches for writability only while some bytes are left.
  private mutating func fill(_ index: Int) throws(LoadError) {
    let connection = connections[index]
    unsent -= try connection.send(unsent, now: MonotonicClock.now())
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

  private static func connect(_ plan: LoadPlan) throws(LoadError) -> CInt {
    let descriptor = try LoadSocket.connect(host: plan.host, port: plan.port)
    guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
      let reason = errno
      close(descriptor)
      throw .couldNotConnect(reason)
    }
    return descriptor
  }
}
