/// The subcommand `targets`: all that has a target, one after the other, and then the table of targets.
struct TargetBenchmark: Benchmark {
  private let parts: [any Benchmark]

  /// Nil on wrong usage.
  init?(_ arguments: some Collection<String>) {
    guard CommandLineOptions(arguments, known: [], flags: ["quick"]) != nil else { return nil }
    var parts: [(any Benchmark)?] = [
      HTTPBenchmark(arguments), EventBenchmark(arguments), SoakBenchmark(arguments), AttackBenchmark(arguments),
      FairnessBenchmark(arguments),
    ]
    #if SQLite
    parts.append(DurableBenchmark(arguments))
    #else
    writeLine(Usage.withoutSQLite, to: 2)
    #endif
    parts.append(PictureBenchmark(arguments))
    // The last one: what it takes of memory goes back with the process.
    parts.append(MemoryBenchmark(arguments))
    self.parts = parts.compactMap(\.self)
  }

  /// Where a part fails, the others are told all the same, and then the last failure is thrown.
  func measure() throws -> [Target] {
    var targets: [Target] = []
    var failure: (any Error)?
    for part in parts {
      do { targets += try part.measure() } catch {
        writeLine("navigation-bench: \(error)", to: 2)
        failure = error
      }
    }
    guard let failure else { return targets }
    writeLine("\n" + Target.table(targets), to: 1)
    throw failure
  }
}
