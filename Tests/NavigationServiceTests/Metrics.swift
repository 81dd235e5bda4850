/// A strict reader of the exposition format 0.0.4.
struct Metrics {
  struct Sample: Hashable {
    var name: String
    var labels: [String: String]
    var value: Double
  }

  struct Malformed: Error {
    var line: String
    var reason: String
  }

  /// The type and the help of each family.
  private(set) var families: [String: (type: String, help: String)] = [:]
  private(set) var samples: [Sample] = []

  init(_ text: String) throws {
    guard text.hasSuffix("\n") else { throw Malformed(line: text, reason: "the last line does not end") }
    var current = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) {
      if let match = line.wholeMatch(of: /# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)/) {
        current = String(match.1)
        guard families[current] == nil else { throw Malformed(line: line, reason: "the family began before") }
        families[current] = ("", String(match.2))
      } else if let match = line.wholeMatch(of: /# TYPE (\S+) (counter|gauge|histogram)/) {
        guard match.1 == current, families[current]?.type == "" else {
          throw Malformed(line: line, reason: "the help comes first")
        }
        families[current]?.type = String(match.2)
      } else {
        samples.append(try Self.sample(line, in: current, type: families[current]?.type ?? ""))
      }
    }
    guard Set(samples.map { "\($0.name) \($0.labels.sorted { $0.key < $1.key })" }).count == samples.count else {
      throw Malformed(line: "", reason: "a sample comes twice")
    }
    try checkHistograms()
  }

  private static func sample(_ line: String, in family: String, type: String) throws -> Sample {
    let shape = /([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\\\|\\n|\\")*",?)+)\})? (\S+)/
    guard let match = line.wholeMatch(of: shape), let value = Double(match.3) else {
      throw Malformed(line: line, reason: "no sample")
    }
    let suffixes = type == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
    guard suffixes.contains(where: { family + $0 == match.1 }) else {
      throw Malformed(line: line, reason: "not of \(family)")
    }
    guard type != "counter" || family.hasSuffix("_total") else {
      throw Malformed(line: line, reason: "a counter is a total")
    }
    guard type == "counter" || !family.hasSuffix("_total") else {
      throw Malformed(line: line, reason: "no counter, no total")
    }
    guard value >= 0 else { throw Malformed(line: line, reason: "below zero") }
    var labels: [String: String] = [:]
    for pair in (match.2 ?? "").matches(of: /([a-zA-Z0-9_]+)="((?:[^"\\]|\\.)*)"/) {
      guard labels.updateValue(String(pair.2), forKey: String(pair.1)) == nil else {
        throw Malformed(line: line, reason: "a label twice")
      }
    }
    return Sample(name: String(match.1), labels: labels, value: value)
  }

  /// The buckets of a histogram ascend, and the last one, without a bound, equals the count.
  private func checkHistograms() throws {
    for family in families.keys where families[family]?.type == "histogram" {
      for count in samples where count.name == family + "_count" {
        let buckets = samples.filter { sample in
          sample.name == family + "_bucket" && sample.labels.filter { $0.key != "le" } == count.labels
        }
        let bounds = buckets.compactMap { $0.labels["le"] == "+Inf" ? Double.infinity : Double($0.labels["le"] ?? "") }
        guard bounds.count == buckets.count, zip(bounds, bounds.dropFirst()).allSatisfy(<), bounds.last == .infinity,
          zip(buckets, buckets.dropFirst()).allSatisfy({ $0.value <= $1.value }), buckets.last?.value == count.value,
          samples.contains(where: { $0.name == family + "_sum" && $0.labels == count.labels })
        else { throw Malformed(line: "\(count)", reason: "no histogram") }
      }
    }
  }

  /// The value of a sample; nil if there is none.
  func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
    samples.first { $0.name == name && $0.labels == labels }?.value
  }
}
