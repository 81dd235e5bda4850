import Glibc
import HTTPMessages
import NavigationAPI
import NavigationService
import SessionStorage

/// The subcommand `memory`: what a session costs that nobody uses at the moment.
struct MemoryBenchmark {
  var sessions: Int

  /// Nil on wrong usage.
  init?(_ arguments: some Collection<String>) {
    guard let options = CommandLineOptions(arguments, known: ["sessions"]),
      let sessions = options.number("sessions", in: 1...100_000_000, default: 1_000_000)
    else { return nil }
    self.sessions = sessions
  }

  /// The exit code.
  func run() -> CInt {
    do {
      try measure()
      return 0
    } catch {
      writeLine("navigation-bench: \(error)", to: 2)
      return 1
    }
  }

  private func measure() throws {
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
    writeLine("sessions \(sessions): two tabs in the primary column, one detail open", to: 1)
    writeLine("resident bytes per session: \((Double(grown) / Double(sessions)).text(digits: 0))", to: 1)
    writeLine("µs: creation \(each(creating)), showDetail \(each(showing))", to: 1)
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

  private func resident() throws -> Int {
    guard let usage = ProcessUsage.of(getpid()) else { throw BenchmarkFailure.unreadableUsage }
    return usage.residentBytes
  }
}
