/// The subcommand `events`: the time until all subscribers of a session receive a transition, and its cost.
struct EventBenchmark: Benchmark {
  var subscribers: Int
  var transitions: Int

  init(_ options: inout CommandLineOptions) throws(CommandLineOptions.WrongUsage) {
    subscribers = try options.number("subscribers", 1...28_000, 10_000, quick: 500)
    transitions = try options.number("transitions", 1...1_000, 10, quick: 2)
  }

  func measure() throws -> [Target] {
    Cores.bindLoad()
    let server = try NavigationServer()
    defer { server.process.end() }
    // The first subscriber makes the allocations that all subscribers share.
    let first = try Subscribers(1, of: server)
    _ = try first.deliver(ExampleSession.showDetail())
    let before = try ProcessUsage.of(server.process.pid)
    let start = MonotonicClock.now()
    let all = try Subscribers(subscribers, of: server)
    let subscribing = MonotonicClock.milliseconds(since: start)
    let idle = try ProcessUsage.of(server.process.pid)
    let rounds = try (1...transitions).map { _ in try all.deliver(ExampleSession.showDetail()) }
    let after = try ProcessUsage.of(server.process.pid)

    let each = { (usage: ProcessUsage) in Double(usage.privateBytes - before.privateBytes) / Double(subscribers) }
    let delays = rounds.map { Double($0.maximum) / 1e6 }
    let cpu = (after.cpuSeconds - idle.cpuSeconds) * 1e6 / Double(rounds.count * subscribers)
    var table = TextTable(columns: ["\(subscribers.grouped) subscribers, \(rounds.count) transitions", ""])
    table.append(["all have the whole session after", "\(subscribing.text()) ms"])
    table.append([
      "half is delivered after, median", "\((rounds.map { $0.microseconds(0.5) }.median / 1e3).text(digits: 1)) ms",
    ])
    table.append([
      "all are delivered after, median, longest",
      "\(delays.median.text(digits: 1)), \((delays.max() ?? 0).text(digits: 1)) ms",
    ])
    table.append(["the server's CPU for each delivery", "\(cpu.text(digits: 2)) µs"])
    table.append(["private memory of each, before and after events", "\(each(idle).text()), \(each(after).text()) B"])
    writeLine("\n" + table.text, to: 1)
    return [
      .atMost(
        250, " ms", "\(subscribers.grouped) subscribers, one transition: all delivered after", delays.median, digits: 0),
      .atMost(2_048, " B", "A subscriber, private memory", max(each(idle), each(after))),
    ]
  }
}

/// Connections that follow the events of one session, and one connection that changes it.
struct Subscribers {
  private let load: LoadGenerator
  private let poster: Client
  private let path: String

  /// Returns when all have received the whole session.
  init(_ count: Int, of server: NavigationServer, path session: String? = nil) throws {
    let session = session ?? server.sessions[0]
    path = session + "/transitions"
    poster = try server.client()
    let request = RequestBytes("GET", session + "/events", accept: "text/event-stream").bytes
    load = try LoadGenerator(
      LoadPlan(server: server.process.address, scripts: [LoadScript([request])], connections: count, requests: count))
    let refused = try load.run().notSuccessful
    guard refused == 0 else { throw BenchmarkFailure.answersNot2xx(case: "events", count: refused) }
  }

  /// Changes the session, and returns each subscriber's latency.
  func deliver(_ body: String) throws -> LatencyHistogram {
    let start = MonotonicClock.now()
    poster.send(RequestBytes("POST", path, body: body).bytes)
    let times = try load.wait(since: start)
    try poster.successful(path)
    return times
  }
}
