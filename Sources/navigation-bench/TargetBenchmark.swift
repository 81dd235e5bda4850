/// The subcommand `targets`: all that has a target, one after the other, and then the table of targets.
struct TargetBenchmark: Benchmark {
  let isQuick: Bool

  /// Nil on wrong usage.
  init?(_ arguments: some Collection<String>) {
    guard let options = CommandLineOptions(arguments, known: [], flags: ["quick"]) else { return nil }
    isQuick = options.has("quick")
  }

  func measure() throws -> [Target] {
    let arguments = isQuick ? ["--quick"] : []
    return try (HTTPBenchmark(arguments)?.measure() ?? []) + (EventBenchmark(arguments)?.measure() ?? [])
      + (SoakBenchmark(arguments)?.measure() ?? [])
  }
}
