/// A subcommand that measures.
protocol Benchmark {
  /// Nil on wrong usage.
  init?(_ arguments: some Collection<String>)

  /// Prints what it finds, and returns what of it has a target.
  func measure() throws -> [Target]
}

extension Benchmark {
  /// The exit code: a missed target is no failure, a number that cannot be is one.
  func run() -> CInt {
    do {
      let targets = try measure()
      if !targets.isEmpty { writeLine("\n" + Target.table(targets), to: 1) }
      return 0
    } catch {
      writeLine("navigation-bench: \(error)", to: 2)
      return 1
    }
  }
}
