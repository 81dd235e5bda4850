import CLinux
import Glibc

/// Sends the requests of a plan and measures their answers, on the calling thread.
struct LoadGenerator {
  private static let receiveBytes = 256 << 10
  private static let eventsAtOnce = 256

  let plan: LoadPlan
  private let poll: CInt
  private let scripts: [LoadScript]
  var connections: [LoadConnection] = []
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: receiveBytes, alignment: 16)
  private var events = [epoll_event](repeating: epoll_event(), count: eventsAtOnce)
  private(set) var report = LoadReport()
  var unsent: Int
  /// Connections registered for writing as well, because their socket was full.
  private var blocked: Set<Int> = []

  /// Runs the plan to its end, and calls `beforeClosing` while its connections are still open and idle.
  /// Throws at the first connection that fails.
  static func run(_ plan: LoadPlan, beforeClosing: () -> Void = {}) throws(LoadError) -> LoadReport {
    if let defect = plan.defect { throw .invalidPlan(defect) }
    var generator = try LoadGenerator(plan)
    defer { generator.release() }
    for _ in 0..<plan.connections { try generator.connect() }
    let start = MonotonicClock.now()
    switch plan.pace {
    case .asAnswered: try generator.runAsAnswered()
    case .reconnecting: try generator.runReconnecting()
    case .constant(let perSecond): try generator.run(every: 1e9 / perSecond)
    }
    generator.report.seconds = Double(MonotonicClock.now() - start) / 1e9
    beforeClosing()
    return generator.report
  }

  private init(_ plan: LoadPlan) throws(LoadError) {
    let poll = epoll_create1(CInt(EPOLL_CLOEXEC))
    guard poll >= 0 else { throw .noEpoll(errno) }
    self.plan = plan
    self.poll = poll
    scripts = plan.scripts.map { LoadScript($0, depth: plan.depth) }
    unsent = plan.requests
  }

  private func release() {
    close(poll)
    buffer.deallocate()
  }

  var isUnfinished: Bool { report.requests < plan.requests }

  /// Opens the next connection, or the one at `index` anew.
  mutating func connect(at index: Int? = nil) throws(LoadError) {
    let descriptor = try LoadSocket.connect(host: plan.host, port: plan.port)
    let index = index ?? connections.count
    let connection = LoadConnection(descriptor: descriptor, script: scripts[index % scripts.count], depth: plan.depth)
    if index < connections.count { connections[index] = connection } else { connections.append(connection) }
    guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { throw .couldNotConnect(errno) }
    try watch(index, EPOLL_CTL_ADD, EPOLLIN.rawValue)
  }

  /// Waits up to `limit` milliseconds, takes what has arrived, and returns the connections that something happened on.
  mutating func receive(waiting limit: CInt) throws(LoadError) -> [Int] {
    var count: CInt
    repeat { count = epoll_wait(poll, &events, CInt(events.count), limit) } while count < 0 && errno == EINTR
    guard count >= 0 else { throw .noEpoll(errno) }
    var touched: [Int] = []
    touched.reserveCapacity(Int(count))
    for position in 0..<Int(count) {
      let index = Int(events[position].data.u32)
      touched.append(index)
      guard events[position].events & ~EPOLLOUT.rawValue != 0 else { continue }
      let seen = try connections[index].receive(into: buffer, now: MonotonicClock.now, &report.latencies)
      report.requests += seen.complete
      report.notSuccessful += seen.notSuccessful
    }
    return touched
  }

  /// Sends up to `count` requests as the depth and the plan allow, and watches for writability only while some bytes are left.
  mutating func send(_ count: Int, on index: Int, at time: UInt64) throws(LoadError) {
    let connection = connections[index]
    unsent -= try connection.send(min(count, unsent), at: time)
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
