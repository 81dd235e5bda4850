/// The subcommand `events`: how soon all subscribers of a session are told of a transition, and what one costs.
struct EventBenchmark: Benchmark {
  var subscribers: Int
  var transitions: Int

  /// Nil on wrong usage.
  init?(_ arguments: some Collection<String>) {
    guard let options = CommandLineOptions(arguments, known: ["subscribers", "transitions"], flags: ["quick"]),
      let subscribers = options.number("subscribers", in: 1...28_000, default: options.has("quick") ? 500 : 10_000),
      let transitions = options.number("transitions", in: 1...1_000, default: options.has("quick") ? 2 : 10)
    else { return nil }
    self.subscribers = subscribers
    self.transitions = transitions
  }

  func measure() throws -> [Target] {
    ServerCores.bindLoad()
    var server = try NavigationServerProcess(core: ServerCores.server)
    defer { server.process.end() }
    try server.makeSessions(1)
    let path = server.sessions[0]
    let poster = try KeptConnection(server.process)
    // What the first subscriber needs is needed once; a second event shows that the first was whole.
    var first = try EventSubscribers()
    try follow(&first, 1, server.process, path)
    _ = try tell(&first, poster, path, number: 0)
    let before = try ProcessUsage.of(server.process.pid)
    var all = try EventSubscribers()
    let start = MonotonicClock.now()
    try follow(&all, subscribers, server.process, path)
    let subscribing = Double(MonotonicClock.now() - start) / 1e6
    let idle = try ProcessUsage.of(server.process.pid)
    let rounds = try (1...transitions).map { try tell(&all, poster, path, number: $0) }
    let after = try ProcessUsage.of(server.process.pid)
    return report(rounds, subscribing, before, idle, after)
  }

  /// Times of one transition in milliseconds.
  private struct Round {
    var answered, p50, all: Double
  }

  private func follow(_ subscribers: inout EventSubscribers, _ count: Int, _ server: ChildProcess, _ path: String) throws {
    try subscribers.subscribe(count, server, path: path + "/events")
    _ = try subscribers.wait(for: .following(0), since: 0)
  }

  private func tell(_ subscribers: inout EventSubscribers, _ poster: KeptConnection, _ path: String, number: Int) throws -> Round {
    let start = MonotonicClock.now()
    // Each stream counts the transitions since it was opened: the first one in this call is that of the stream's own round.
    try poster.send("POST", path + "/transitions", body: ExampleSession.showDetail("chat-\(100 + number)"))
    let told = try subscribers.wait(for: .following(max(1, number)), since: start)
    let answered = try poster.answered()
    return Round(
      answered: Double(answered - start) / 1e6, p50: Double(told.quantile(0.5)) / 1e6, all: Double(told.maximum) / 1e6)
  }

  private func report(_ rounds: [Round], _ subscribing: Double, _ before: ProcessUsage, _ idle: ProcessUsage, _ after: ProcessUsage)
    -> [Target]
  {
    let each = { (bytes: Int) in Double(bytes) / Double(subscribers) }
    let all = rounds.map(\.all)
    let cpu = (after.cpuSeconds - idle.cpuSeconds) * 1e6 / Double(rounds.count * subscribers)
    let memory = each(max(idle.privateBytes, after.privateBytes) - before.privateBytes)
    var table = TextTable(columns: ["\(subscribers.grouped) subscribers, \(rounds.count) transitions", ""])
    table.append(["all have the whole session after", "\(subscribing.text()) ms"])
    table.append(["half is told after, median", "\(rounds.map(\.p50).median.text(digits: 1)) ms"])
    table.append(["all are told after, median", "\(all.median.text(digits: 1)) ms"])
    table.append(["all are told after, longest", "\((all.max() ?? 0).text(digits: 1)) ms"])
    table.append(["the server's CPU for each that is told", "\(cpu.text(digits: 2)) µs"])
    table.append([
      "private memory of each, before and after events",
      "\(each(idle.privateBytes - before.privateBytes).text()), \(each(after.privateBytes - before.privateBytes).text()) B",
    ])
    writeLine("\n" + table.text, to: 1)
    return [
      .atMost(250, " ms", "\(subscribers.grouped) subscribers, one transition: all told after", all.median, digits: 0),
      .atMost(2_048, " B", "A subscriber, private memory", memory),
    ]
  }
}
