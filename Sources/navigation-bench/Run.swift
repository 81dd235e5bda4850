import FoundationEssentials
import Glibc

/// The command line, and what every measurement needs of it.
struct Run {
  private(set) var measurements: [Measurement]
  /// The server's program, and one that it is compared with.
  private(set) var server: String
  private(set) var against: String?
  /// The length of a round of one contender.
  private(set) var seconds: Double
  private(set) var rounds: Int
  /// The folder for files of stores, on a disk.
  private(set) var folder = "/var/tmp"
  let isQuick: Bool

  static let usage = """
    usage: navigation-bench [NAME ...] [--option value ...]
    Without names, or with "page", the whole page:

    \(Measurement.page.flatMap { one in one.rows.map { "  \(one.name)\t\($0.title)" } }.joined(separator: "\n"))

    "instructions" counts those of the first rows alone. It ends with 1 where a request takes more than its budget
    and 2 %.

      --server PATH         the server's program; else the one beside this
      --against PATH        another program of the server, measured in the same run
      --milliseconds 500    of a round of one contender
      --rounds 7            of which the median counts
      --folder /var/tmp     for files, on a disk
      --quick               small numbers of everything, to check that they work; no speeds

    Servers run on the first core, the load on the second.
    """

  /// Nil on wrong usage.
  init?(_ arguments: ArraySlice<String>) {
    isQuick = arguments.contains("--quick")
    (seconds, rounds) = isQuick ? (0.005, 1) : (0.5, 7)
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    server = URL(filePath: own).deletingLastPathComponent().path + "/navigation-server"
    var options = arguments.filter { $0 != "--quick" }[...]
    let names = options.prefix { !$0.hasPrefix("--") }
    options = options.dropFirst(names.count)
    while let option = options.popFirst() {
      guard let value = options.popFirst() else { return nil }
      switch (option, Int(value)) {
      case ("--server", _): server = value
      case ("--against", _): against = value
      case ("--folder", _): folder = value
      case ("--milliseconds", let number?) where (1...5_000).contains(number): seconds = Double(number) / 1_000
      case ("--rounds", let number?) where number > 0: rounds = number
      case (_, _): return nil
      }
    }
    let isPage = names.isEmpty || names == ["page"]
    measurements = isPage ? Measurement.page : Measurement.all.filter { names.contains($0.name) }
    guard isPage || measurements.count == names.count else { return nil }
  }

  /// The servers under measurement by the names of their results.
  var programs: [(name: String, path: String)] { [("ours", server)] + (against.map { [("old", $0)] } ?? []) }

  /// Prints the results of each measurement, and the page with all; returns the exit code. A missed target is no
  /// failure, unless it has a tolerance. Where a measurement fails, the others still run.
  func page() -> CInt {
    Cores.bindLoad()
    var own = self
    own.folder += "/navigation-bench.\(getpid())"
    mkdir(own.folder, 0o755)
    defer { try? FileManager.default.removeItem(atPath: own.folder) }
    var table = TextTable(
      columns: ["Measured", "wanted", "measured"] + (against == nil ? [] : ["÷ old"]) + ["met", "what a user feels"])
    var code: CInt = 0
    for measurement in measurements {
      do {
        var found = try measurement.measure(own)[...]
        for row in measurement.rows {
          let own = Array(found.prefix(row.wanted.count))
          table.append(row.cells(own, isCompared: against != nil))
          if let tolerance = measurement.tolerance, !row.isMet(own, tolerance: tolerance) {
            writeLine("navigation-bench: \(row.title): more than \(row.wanted[0].text) and its tolerance", to: 2)
            code = 1
          }
          found = found.dropFirst(row.wanted.count)
        }
      } catch {
        writeLine("navigation-bench: \(measurement.name): \(error)", to: 2)
        code = 1
      }
    }
    writeLine("\n" + table.text, to: 1)
    return code
  }

  /// Measures numbers of each program, one program after the other.
  func each(_ body: (String) throws -> [Double]) throws -> [Measured] {
    let own = try body(server)
    let old = try against.map(body)
    return own.indices.map { index in (own[index], old.map { own[index] / $0[index] }) }
  }

  /// Takes a sample of each contender in turn, so that the machine's noise affects all alike. The first round warms up.
  func byTurns(_ title: String, _ turns: [Turn]) throws -> Comparison {
    var comparison = Comparison()
    for round in 0...rounds {
      for turn in turns {
        let sample = try turn.sample()
        if round > 0 { comparison.samples[turn.name, default: []].append(sample) }
      }
    }
    var table = TextTable(columns: [title, "requests/s", "CPU µs", "p50 µs", "p99 µs"])
    for turn in turns {
      let cells = zip([\Sample.rate, \.cpu, \.p50, \.p99], [0, 2, 0, 0]).map { value, digits in
        (comparison.samples[turn.name] ?? []).map { $0[keyPath: value] }.median.text(digits: digits)
      }
      table.append([turn.name] + cells)
    }
    writeLine("\n" + table.text, to: 1)
    return comparison
  }
}

/// A contender of a comparison, and how a sample of it is taken.
typealias Turn = (name: String, sample: () throws -> Sample)

/// The result of one round of one contender: requests a second, the server's CPU time of a request, in user mode and in
/// the kernel, and latencies, in microseconds.
struct Sample {
  var rate = 0.0
  var cpu = 0.0
  var p50 = 0.0
  var p99 = 0.0
}

/// The samples of all contenders, one of each round.
struct Comparison {
  var samples: [String: [Sample]] = [:]

  /// The median of the ratios of each round; nil where one did not take part.
  func ratio(_ value: KeyPath<Sample, Double>, _ name: String = "ours", to other: String) -> Double? {
    guard let own = samples[name], let others = samples[other] else { return nil }
    return zip(own, others).map { $0[keyPath: value] / $1[keyPath: value] }.median
  }

  /// Ours relative to another contender, and to the old program.
  func measured(_ value: KeyPath<Sample, Double>, to other: String) -> Measured {
    (ratio(value, to: other), ratio(value, to: "old"))
  }
}
