import Glibc

/// A measuring subcommand.
protocol Benchmark {
  init(_ options: inout CommandLineOptions) throws(CommandLineOptions.WrongUsage)

  /// Prints the results, and returns those with a target.
  func measure() throws -> [Target]
}

/// All measuring subcommands, in the order in which `targets` runs those with targets.
enum Subcommand: String, CaseIterable {
  case http, durable, events, soak, attacks, fairness, pictures, transitions, growth, cluster
  // Last, as its memory is freed only with the process.
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

  /// Returns the exit code: a missed target is no failure, an impossible number is one.
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

/// Why a measurement failed other than by its own load.
enum BenchmarkFailure: Error {
  case noServerBesideThis
  case unexpectedAnswer(path: String, String)
  case answersNot2xx(case: String, count: Int)
  case unreadableUsage
  /// The errno value of a file for measuring the disk, or of its folder.
  case couldNotWrite(CInt)
  /// A folder in memory, where a sync has no cost.
  case notOnADisk(String)
  /// A crowd that did not keep the server busy to the end.
  case crowdFailed(String)
  /// The part of PostgreSQL that is not installed or was refused.
  case noDatabase(String)
  /// An impossible number.
  case nonsense(String, Double)
}

/// The subcommand `targets`: runs all subcommands with targets, and prints the table of targets.
struct TargetBenchmark: Benchmark {
  private let parts: [any Benchmark]

  init(_ options: inout CommandLineOptions) throws(CommandLineOptions.WrongUsage) {
    let arguments = options.isQuick ? ["--quick"] : []
    parts = Subcommand.allCases.filter { $0 != .growth && $0 != .cluster }.compactMap { $0.benchmark.init(arguments) }
  }

  /// Where a part fails, the others still run and report; then the last failure is thrown.
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
