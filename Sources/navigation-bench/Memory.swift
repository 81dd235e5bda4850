import CReferenceServer
import Dispatch
import Glibc

/// The memory of sessions, of subscribers and of connections.
enum Memory {
  /// Bytes of a session whose history is full.
  static func full(_ run: Run) throws -> [Measured] {
    // The usual history has 256 records.
    try each(run, of: run.isQuick ? 100 : 1_000, changes: 260)
  }

  /// Bytes of a session with the record of its creation and of one change.
  static func small(_ run: Run) throws -> [Measured] { try each(run, of: run.isQuick ? 2_000 : 100_000, changes: 1) }

  private static func each(_ run: Run, of count: Int, changes: Int) throws -> [Measured] {
    try run.each { program in
      var server = try NavigationServer(program)
      let before = try server.process.residentBytes()
      for _ in 0..<max(1, count / 1_000) {
        let some = min(count, 1_000)
        try server.createSessions(some)
        let requests = server.sessions.suffix(some).map { Workload.showDetailPop.requests($0) }
        try Load([server.process.port], requests).run(requests: some * changes)
      }
      return [(try server.process.residentBytes() - before) / Double(count)]
    }
  }

  /// Milliseconds until 10,000 subscribers of a session have a change; bytes of a subscriber, and of a connection that
  /// was answered once.
  static func subscribers(_ run: Run) throws -> [Measured] {
    let count = run.isQuick ? 500 : 10_000
    return try run.each { program in
      let (idle, server) = (try idleConnection(program, count), try NavigationServer(program))
      // The first subscriber makes the allocations that all share.
      try Subscribers(1, port: server.process.port, session: server.sessions[0]).deliver()
      let before = try server.process.residentBytes()
      let all = try Subscribers(count, port: server.process.port, session: server.sessions[0])
      let delays = try (0..<run.rounds).map { _ in Double(try all.deliver().max() ?? 0) / 1e6 }
      let each = (try server.process.residentBytes() - before) / Double(count)
      return [delays.median, each, idle]
    }
  }

  private static func idleConnection(_ program: String, _ count: Int) throws -> Double {
    // A separate server: free memory of a busy one would hide the cost of a connection.
    let server = try NavigationServer(program)
    let requests = Workload.getSnapshot.requests(server.sessions[0])
    // The first connection allocates what the server needs once.
    let first = try Load([server.process.port], [requests])
    try first.run(requests: 1)
    let before = try server.process.residentBytes()
    let all = try Load([server.process.port], Array(repeating: requests, count: count))
    try all.run(requests: count)
    return try withExtendedLifetime(all) { (try server.process.residentBytes() - before) / Double(count) }
  }
}

/// Connections that follow the events of one session, and one that changes it.
struct Subscribers {
  private let load: Load
  private let poster: Client
  private let path: String

  /// Returns when all have received the whole session.
  init(_ count: Int, port: UInt16, session: String) throws {
    path = session + "/transitions"
    poster = try Client(port)
    load = try Load([port], Array(repeating: [request("GET", session + "/events")], count: count))
    try load.run(requests: count)
  }

  /// Changes the session, and returns each subscriber's latency in nanoseconds.
  @discardableResult func deliver() throws -> [UInt64] {
    let start = MonotonicClock.now()
    poster.send(request("POST", path, body: ExampleSession.showDetail()))
    let times = try load.wait(since: start)
    try poster.successful()
    return times
  }
}

/// One light client's p99 while others keep the server busy, × that of an idle server: the worst of several crowds.
enum Fairness {
  /// Clients that keep a server busy: prepares them, and returns what they repeat until the server has gone.
  private struct Crowd: Sendable {
    let name: String
    let prepare: @Sendable (_ port: UInt16, _ isQuick: Bool) throws -> () throws -> Void
  }

  private static let crowds = [
    Crowd(name: "64 connections with 1,000 requests under way each") { port, _ in
      let path = try Client(port).createSession(ExampleSession.creation)
      let requests = Array(repeatElement(request("GET", path), count: 1_000).joined())
      let clients = try (0..<64).map { _ in try Client(port) }
      return {
        for client in clients { client.send(requests) }
        for client in clients { try client.wait(for: 1_000) }
      }
    },
    Crowd(name: "10,000 subscribers of one session") { port, isQuick in
      let path = try Client(port).createSession(ExampleSession.creation)
      let subscribers = try Subscribers(isQuick ? 500 : 10_000, port: port, session: path)
      return { try subscribers.deliver() }
    },
    Crowd(name: "3 connections with batches of 200 on 1,900 screens") { port, _ in
      let path = try Client(port).createSession(ExampleSession.large(screens: 1_900))
      let batch = repeatElement(ExampleSession.pushPop, count: 100).joined().joined(separator: ", ")
      let post = request("POST", path + "/transitions", body: "{\"transitions\": [\(batch)]}")
      let load = try Load([port], [[post], [post], [post]])
      return { try load.run(seconds: 0.1) }
    },
  ]

  static func measure(_ run: Run) throws -> [Measured] {
    try run.each { program in
      var table = TextTable(columns: ["p99 in µs of a POST beside", "", "idle"])
      let ratios = try crowds.map { crowd in
        let (busy, idle) = try measure(crowd, NavigationServer(program), isQuick: run.isQuick)
        table.append([crowd.name, busy.text(), idle.text()])
        return busy / idle
      }
      writeLine("\n" + table.text, to: 1)
      return [ratios.max() ?? 0]
    }
  }

  private static func measure(_ crowd: Crowd, _ server: NavigationServer, isQuick: Bool) throws -> (Double, Double) {
    let (client, count, port) = (try server.client(), isQuick ? 50 : 2_000, server.process.port)
    _ = try p99(client, server.sessions[0], count: count / 10)
    let idle = try p99(client, server.sessions[0], count: count)
    let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    DispatchQueue.global().async {
      // Both threads share a core, and the measuring thread must not wait for this one: 5 is SCHED_IDLE of sched.h.
      benchmark_pin_thread(Cores.load.rawValue)
      var priority = sched_param(sched_priority: 0)
      sched_setscheduler(0, 5, &priority)
      let step = try? crowd.prepare(port, isQuick)
      begun.signal()
      while let step, (try? step()) != nil {}
      ended.signal()
    }
    begun.wait()
    let busy = try p99(client, server.sessions[0], count: count)
    guard ended.wait(timeout: .now()) == .timedOut else { throw BenchmarkFailure.ended(crowd.name) }
    server.process.end(SIGKILL)
    ended.wait()
    return (busy, idle)
  }

  /// A client's p99 in microseconds for small changes, of which one is due each 2 ms.
  private static func p99(_ client: Client, _ session: String, count: Int) throws -> Double {
    let start = MonotonicClock.now()
    let times = try (0..<count).map { number in
      let (due, now) = (start + UInt64(number) * 2_000_000, MonotonicClock.now())
      if now < due { usleep(UInt32((due - now) / 1_000)) }
      // Each shown screen is popped again, so that the next call can show it.
      try client.fetch("POST", session + "/transitions", body: ExampleSession.showDetailPop[number % 2])
      return MonotonicClock.now() - due
    }
    return times.microseconds(0.99)
  }
}
