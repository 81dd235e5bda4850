import Glibc
import HTTPMessages
import NavigationAPI
import NavigationService
import SessionStorage

/// The subcommand `memory`: what a session costs that nobody uses at the moment.
struct MemoryBenchmark: Benchmark {
  var sessions: Int

  /// Nil on wrong usage.
  init?(_ arguments: some Collection<String>) {
    guard let options = CommandLineOptions(arguments, known: ["sessions"], flags: ["quick"]),
      let sessions = options.number("sessions", in: 1...100_000_000, default: options.has("quick") ? 2_000 : 1_000_000)
    else { return nil }
    self.sessions = sessions
  }

  func measure() throws -> [Target] {
    let service = InProcessService(sessionLimit: sessions + 1)
    let create = try InProcessService.request("/v1/sessions", body: ExampleSession.creation)
    // What is needed once: tables, the first chunk of everything.
    _ = try open(service, create)
    let before = try resident()
    var (creating, showing) = (UInt64(0), UInt64(0))
    for _ in 0..<sessions {
      let times = try open(service, create)
      creating += times.creating
      showing += times.showing
    }
    let grown = try resident() - before
    let each = { (total: UInt64) in (Double(total) / Double(sessions) / 1_000).text(digits: 2) }
    var table = TextTable(columns: ["\(sessions.grouped) sessions: two tabs in the primary column, a detail open", ""])
    table.append(["resident memory of each", "\((Double(grown) / Double(sessions)).text()) B"])
    table.append(["creating one", "\(each(creating)) µs"])
    table.append(["opening its detail", "\(each(showing)) µs"])
    writeLine(table.text, to: 1)
    return []
  }

  /// Creates a session as a client would, and opens a chat in it.
  private func open(_ service: InProcessService, _ create: HTTPRequest) throws -> (creating: UInt64, showing: UInt64) {
    let start = MonotonicClock.now()
    let created = try service.ask(create)
    let between = MonotonicClock.now()
    guard let path = created.value(of: "Location") else {
      throw BenchmarkFailure.unexpectedAnswer(path: create.target, status: created.status.rawValue)
    }
    let show = try InProcessService.request(path + "/transitions", body: ExampleSession.showDetail())
    let asked = MonotonicClock.now()
    _ = try service.ask(show)
    return (between - start, MonotonicClock.now() - asked)
  }

  private func resident() throws -> Int { try ProcessUsage.of(getpid()).residentBytes }
}
