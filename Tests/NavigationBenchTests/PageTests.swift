import Foundation
import Testing

@testable import navigation_bench

/// The page, its numbers as text, and the command line.
@Suite struct PageTests {
  static let commands: [(String, Int?)] = [
    ("", Measurement.page.count), ("page", Measurement.page.count), ("--quick", Measurement.page.count),
    ("push-pop", 1), ("instructions", 1), ("instructions push-pop", 2),
    ("push-pop tabs --rounds 1 --against /bin/server", 2),
    ("--milliseconds 20 --folder /srv", Measurement.page.count),
    ("--case", nil), ("none", nil), ("push-pop none", nil), ("push-pop push-pop", nil), ("--rounds", nil),
    ("--rounds 0", nil),
    ("--milliseconds many", nil), ("--milliseconds 5001", nil), ("--case a", nil), ("--rounds 1 push-pop", nil),
  ]

  @Test(arguments: commands) func `the command line`(_ row: (String, Int?)) {
    #expect(Run(row.0.split(separator: " ").map(String.init)[...])?.measurements.count == row.1)
  }

  @Test func `quick reduces all numbers`() throws {
    let (quick, usual) = (try #require(Run(["--quick"])), try #require(Run([])))
    #expect(quick.seconds < usual.seconds && quick.rounds < usual.rounds && quick.isQuick)
    #expect(try #require(Run(["--quick", "--rounds", "3"])).rounds == 3)
  }

  @Test func `the page has at most twenty rows, and the manual has all of them`() throws {
    let rows = Measurement.page.flatMap(\.rows)
    #expect(rows.count <= 20 && Set(rows.map(\.title)).count == rows.count)
    #expect(Set(Measurement.page.map(\.name)).count == Measurement.page.count)
    let manual = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Sources/navigation-bench/README.md")
    let lines = try String(contentsOf: manual, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    for row in rows {
      let wanted = row.wanted.map(\.text).joined(separator: ", ")
      #expect(
        lines.contains { $0.count == 5 && $0[0] == row.title && $0[1] == wanted && $0[4] == row.felt }, "\(row.title)")
    }
    for attack in Attack.all {
      #expect(lines.contains { $0.count == 8 && $0[0] == attack.name && $0[1] == attack.limit }, "\(attack.name)")
    }
    #expect(rows.contains { $0.wanted.contains { $0.text == "≤ 0 of \(Attack.all.count)" } })
  }

  @Test func `only beyond its tolerance does a number fail the program`() {
    let limit = Limit("≤ 50.0 k instructions")
    #expect([50, 51, 51.1].map { limit.isMet($0, tolerance: 0.02) } == [true, true, false])
    #expect(!limit.isMet(50.1) && !Limit("≥ 50 /s").isMet(48.9, tolerance: 0.02))
    #expect(Measurement.all.filter { $0.tolerance != nil }.map(\.name) == ["instructions"])
  }

  @Test(arguments: CountedRequests.allCases) func `each budget is wanted on the page too`(_ requests: CountedRequests) {
    #expect(Measurement.page.flatMap(\.rows).contains { $0.wanted[0].text == requests.limit })
  }

  static let limits: [(limit: String, value: Double?, text: String, isMet: Bool)] = [
    ("≤ 1.25 × C", 1.25, "1.25 × C", true), ("≤ 1,512 B", 1_513, "1,513 B", false),
    ("≤ 1,512 B", 1_512, "1,512 B", true),
    ("≥ 0.40 × C", 0.4, "0.40 × C", true), ("≥ 3.0 × idle", 2.99, "3.0 × idle", false), ("≤ 0 of 24", nil, "-", true),
    ("× C", 3.456, "3.46 × C", true), ("× C", nil, "-", true),
  ]

  @Test(arguments: limits) func `a limit is met by itself`(
    _ row: (limit: String, value: Double?, text: String, isMet: Bool)
  ) {
    let limit = Limit(row.limit)
    #expect(limit.text(row.value) == row.text && limit.isMet(row.value) == row.isMet)
  }

  @Test func `a row is met by all of its numbers, and else has its reason`() {
    let row = Row("a", "≤ 1 B, ≥ 2 B", "c", missed: "b")
    #expect(
      row.cells([(1, 0.5), (2, 2)], isCompared: true) == ["a", "≤ 1 B, ≥ 2 B", "1 B, 2 B", "0.50, 2.00", "yes", "c"])
    #expect(
      row.cells([(1, nil), (1, nil)], isCompared: false) == [
        "a", "≤ 1 B, ≥ 2 B", "1 B, 1 B", "no: b", "c",
      ])
  }

  @Test func `a ratio is the median of those of each round`() {
    let samples = { (rates: [Double]) in rates.map { Sample(rate: $0) } }
    let found = Comparison(samples: [
      "ours": samples([1, 20, 300]), "C": samples([1, 10, 100]), "old": samples([2, 20, 200]),
    ])
    #expect(found.measured(\.rate, to: "C") == (2, 1) && found.measured(\.rate, to: "Node") == (nil, 1))
  }

  static let texts: [(Double, Int, String)] = [
    (0, 0, "0"), (0.5, 0, "1"), (999, 0, "999"), (1_000, 0, "1,000"), (1_234_567.891, 2, "1,234,567.89"),
    (-1_000.05, 1, "-1,000.1"), (2, 2, "2.00"), (0.004, 2, "0.00"), (.infinity, 0, "-"), (.nan, 1, "-"),
  ]

  @Test(arguments: texts) func `numbers as text`(_ row: (Double, Int, String)) {
    #expect(row.0.text(digits: row.1) == row.2)
  }

  static let medians: [([Double], Double)] = [([], 0), ([3], 3), ([9, 1], 5), ([5, 1, 9], 5), ([4, 1, 9, 2], 3)]

  @Test(arguments: medians) func `the middle value`(_ row: ([Double], Double)) { #expect(row.0.median == row.1) }

  @Test func `a quantile`() {
    let times = (1...1_000).map { UInt64($0) * 1_000 }.shuffled()
    #expect([0, 0.5, 0.99, 1].map { times.microseconds($0) } == [1, 500, 990, 1_000])
    #expect([UInt64]().microseconds(0.5) == 0)
  }

  @Test func `a table has columns of one width`() {
    var table = TextTable(columns: ["row", "µs"])
    table.append(["longer", "1"])
    table.append(["×", "1,000"])
    #expect(table.text == "| row    | µs    |\n| ------ | ----- |\n| longer | 1     |\n| ×      | 1,000 |")
  }

  @Test func `an attack's limit starts its server`() {
    let options = { (limit: String) in Attack("a", limit, "200", times: 4) { _ in "" }.command("server").options }
    #expect(options("--max-sessions 1000") == ["--max-sessions", "1000"])
    #expect(options("--max-body") == [] && options("64 deep") == [])
    #expect(options("ulimit -n 64") == ["-c", "ulimit -n 64; exec \"$@\"", "sh", "server"])
  }
}
