/// The samples of one case, a list of rounds for each server.
struct CaseResult {
  let name: String
  private(set) var samples: [Contender: [LoadSample]] = [:]

  init(name: String) { self.name = name }

  mutating func append(_ sample: LoadSample, of contender: Contender) { samples[contender, default: []].append(sample) }

  /// The median of all rounds; nil without any.
  func median(_ value: KeyPath<LoadSample, Double>, _ contender: Contender) -> Double? {
    samples[contender].map { $0.map { $0[keyPath: value] }.median }
  }

  /// The median of the quotients of each round, whose noise the two servers share.
  func ratio(_ value: KeyPath<LoadSample, Double>, _ contender: Contender, to other: Contender) -> Double? {
    guard let own = samples[contender], let others = samples[other] else { return nil }
    return zip(own, others).map { $0[keyPath: value] / $1[keyPath: value] }.median
  }

  /// A line for each server, in requests a second, microseconds and MiB.
  var table: String {
    var table = TextTable(columns: [name, "requests/s", "× C", "CPU µs", "× C", "p50 µs", "p99 µs", "p99.9 µs", "MiB"])
    for contender in Contender.allCases where samples[contender] != nil {
      let cell = { (value: KeyPath<LoadSample, Double>, digits: Int) in median(value, contender)?.text(digits: digits) ?? "" }
      let quotient = { (value: KeyPath<LoadSample, Double>) in ratio(value, contender, to: .c)?.text(digits: 2) ?? "" }
      table.append([
        contender.name, cell(\.requestsPerSecond, 0), quotient(\.requestsPerSecond), cell(\.cpuMicroseconds, 2),
        quotient(\.cpuMicroseconds),
        cell(\.p50, 0), cell(\.p99, 0), cell(\.p999, 0), ((median(\.privateBytes, contender) ?? 0) / 1_048_576).text(digits: 1),
      ])
    }
    return table.text
  }

  /// Latencies at a constant rate.
  var latencyTable: String {
    var table = TextTable(columns: [name, "requests/s", "CPU µs", "p50 µs", "p99 µs", "p99.9 µs", "p99 / p50"])
    for contender in Contender.allCases where samples[contender] != nil {
      let cell = { (value: KeyPath<LoadSample, Double>, digits: Int) in median(value, contender)?.text(digits: digits) ?? "" }
      let spread = samples[contender].map { $0.map { $0.p99 / $0.p50 }.median } ?? 0
      table.append([
        contender.name, cell(\.requestsPerSecond, 0), cell(\.cpuMicroseconds, 2), cell(\.p50, 0), cell(\.p99, 0), cell(\.p999, 0),
        spread.text(digits: 1),
      ])
    }
    return table.text
  }
}
