import Testing

@testable import navigation_bench

/// Statistics, and numbers as text.
@Suite struct NumberTests {
  static let texts: [(Double, Int, String)] = [
    (0, 0, "0"), (0.5, 0, "1"), (999, 0, "999"), (1_000, 0, "1,000"), (1_234_567.891, 2, "1,234,567.89"),
    (-1_000.05, 1, "-1,000.1"),
    (2, 2, "2.00"), (0.004, 2, "0.00"), (.infinity, 0, "-"), (.nan, 1, "-"),
  ]

  @Test(arguments: texts) func `numbers as text`(_ row: (Double, Int, String)) {
    #expect(row.0.text(digits: row.1) == row.2)
  }

  static let medians: [([Double], Double)] = [([], 0), ([3], 3), ([9, 1], 5), ([5, 1, 9], 5), ([4, 1, 9, 2], 3)]

  @Test(arguments: medians) func `the middle value`(_ row: ([Double], Double)) { #expect(row.0.median == row.1) }

  @Test func `a quantile is no more than a 64th above its value`() {
    var latencies = LatencyHistogram()
    for value in 1...100_000 { latencies.record(nanoseconds: UInt64(value) * 100) }
    for (share, exact) in [(0.5, 5_000_000.0), (0.99, 9_900_000), (0.999, 9_990_000), (1, 10_000_000)] {
      let found = Double(latencies.quantile(share))
      #expect(found >= exact && found <= exact * (1 + 1.0 / 64), "\(share)")
    }
    #expect(latencies.maximum == 10_000_000 && latencies.total == 100_000)
    #expect(LatencyHistogram().quantile(0.5) == 0)
  }

  static let targets: [(Target, String, Bool)] = [
    (.atMost(1.25, " × C", "", 1.25, digits: 2), "1.25 × C", true), (.atMost(512, " B", "", 513), "513 B", false),
    (.atLeast(0.4, " × C", "", 0.4, digits: 2), "0.40 × C", true),
    (.atLeast(3, " × Node", "", 2.99, digits: 2), "2.99 × Node", false),
  ]

  @Test(arguments: targets) func `targets are met at their limit`(_ row: (Target, String, Bool)) {
    #expect(row.0.measured == row.1 && row.0.isMet == row.2)
  }

  @Test func `a table has columns of one width`() {
    var table = TextTable(columns: ["row", "µs"])
    table.append(["longer", "1"])
    table.append(["×", "1,000"])
    #expect(table.text == "| row    |    µs |\n| ------ | ----: |\n| longer |     1 |\n| ×      | 1,000 |")
  }
}
