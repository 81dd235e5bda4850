import Glibc

/// A subcommand that measures.
protocol Benchmark {
  init(_ options: inout CommandLineOptions) throws(CommandLineOptions.WrongUsage)

  /// Prints what it finds, and returns what of it has a target.
  func measure() throws -> [Target]
}

/// All of them, in the order in which `targets` runs those that have targets.
enum Subcommand: String, CaseIterable {
  case http, durable, events, soak, attacks, fairness, pictures, transitions, growth, cluster
  // The last one: what it takes of memory goes back with the process.
  case memory

  var benchmark: any Benchmark.Type {
    switch self {
    case .http: HTTPBenchmark.self
    case .durable: DurableBenchmark.self
    case .events: EventBenchmark.self
    case .soak: SoakBenchmark.self
    case .attacks: AttackBenchmark.self
    case .fairness: FairnessBenchmark.self
    case .pictures: PictureBenchmark.self
    case .transitions: TransitionBenchmark.self
    case .growth: GrowthBenchmark.self
    case .cluster: ClusterBenchmark.self
    case .memory: MemoryBenchmark.self
    }
  }
}

extension Benchmark {
  /// Nil on wrong usage.
  init?(_ arguments: some Collection<String>) {
    guard var options = CommandLineOptions(arguments), let made = try? Self(&options), options.isEmpty else {
      return nil
    }
    self = made
  }

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

/// What a measurement can run into beside its own load.
enum BenchmarkFailure: Error {
  case noServerBesideThis
  case unexpectedAnswer(path: String, String)
  case answersNot2xx(case: String, count: Int)
  case unreadableUsage
  /// The errno value of a file to measure the disk with, or of its folder.
  case couldNotWrite(CInt)
  /// A folder that is no place for what is to outlive the machine's power.
  case notOnADisk(String)
  /// A crowd that was to keep the server busy to the end.
  case crowdFailed(String)
  /// What of PostgreSQL is not installed, or was refused.
  case noDatabase(String)
  /// A number that cannot be.
  case nonsense(String, Double)
}

/// The subcommand `targets`: all that has a target, one after the other, and then the table of targets.
struct TargetBenchmark: Benchmark {
  private let parts: [any Benchmark]

  init(_ options: inout CommandLineOptions) throws(CommandLineOptions.WrongUsage) {
    let arguments = options.isQuick ? ["--quick"] : []
    parts = Subcommand.allCases.filter { $0 != .growth && $0 != .cluster }.compactMap { $0.benchmark.init(arguments) }
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

/// Writes one line to a descriptor; Glibc's `stdout` is not safe to share between threads in Swift 6.
func writeLine(_ text: String, to descriptor: CInt) {
  let bytes = Array((text + "\n").utf8)
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return }
    rest = rest.dropFirst(count)
  }
}
