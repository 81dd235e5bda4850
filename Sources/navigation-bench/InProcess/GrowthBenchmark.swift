import HTTPMessages
import SessionStorage

/// The subcommand `growth`: the cost of a request, from request to response, in a growing session; `memory` has the
/// curve for the number of sessions.
struct GrowthBenchmark: Benchmark {
  private let isQuick: Bool

  init(_ options: inout CommandLineOptions) throws(CommandLineOptions.WrongUsage) {
    isQuick = options.isQuick
  }

  /// Calls per sample, and samples, whose median counts.
  private static let (calls, samples) = (20, 51)

  func measure() throws -> [Target] {
    try measureControllers([1, 10, 100, 500, 1_000, 1_900])
    try measureHistory(isQuick ? [1, 16, 256] : [1, 16, 256, 4_096, 65_536])
    return []
  }

  /// Measures stacks of `counts` screens.
  private func measureControllers(_ counts: [Int]) throws {
    var table = TextTable(columns: [
      "controllers", "GET snapshot, µs", "GET session", "POST push/pop", "POST updateScreen",
    ])
    for count in counts {
      let service = InProcessService()
      let path = try service.open(LargeSession.creation(screens: count), [])
      let loads = [
        [try InProcessService.request(path + "/snapshot")], [try InProcessService.request(path)],
        try InProcessService.posts(path, LargeSession.pushPop),
        try InProcessService.posts(path, [LargeSession.title("a"), LargeSession.title("b")]),
      ]
      table.append([count.grouped] + (try loads.map { try microseconds(service, $0) }))
    }
    writeLine("\n" + table.text, to: 1)
  }

  /// Measures sessions with `counts` records, the maximum of their history.
  private func measureHistory(_ counts: [Int]) throws {
    var table = TextTable(columns: ["records", "POST push/pop, µs", "GET the first record", "GET the last record"])
    for count in counts {
      var limits = StoreLimits(sessionBytes: 1 << 30)
      (limits.history.revisions, limits.history.bytes) = (count, 1 << 30)
      let service = InProcessService(limits: limits)
      let path = try service.open(ExampleSession.creation, [])
      let posts = try InProcessService.posts(path, ExampleSession.pushPop)
      for _ in 0..<(count + 1) / 2 { _ = try service.askAll(posts) }
      let change = try microseconds(service, posts)
      let last = try service.ask(try InProcessService.request(path)).value(of: "ETag")?.filter { $0 != "\"" } ?? ""
      let first = (Int(last) ?? 0) - count + 1
      let reads = try [first, Int(last) ?? 0].map { number in
        try microseconds(service, [try InProcessService.request("\(path)/transitions?after=\(number - 1)&limit=1")])
      }
      table.append([count.grouped, change] + reads)
    }
    writeLine("\n" + table.text, to: 1)
  }

  /// Microseconds per request.
  private func microseconds(_ service: InProcessService, _ requests: [HTTPRequest]) throws -> String {
    let times = try (0..<(isQuick ? 3 : Self.samples)).map { _ in
      let start = MonotonicClock.now()
      for _ in 0..<Self.calls { _ = try service.askAll(requests) }
      return Double(MonotonicClock.now() - start) / 1e3 / Double(Self.calls * requests.count)
    }
    return times.median.text(digits: 1)
  }
}
