/// What one run against one server has shown.
struct LoadSample {
  var requestsPerSecond: Double
  /// Microseconds of the server's CPU time for a request.
  var cpuMicroseconds: Double
  /// Microseconds.
  var p50, p99, p999: Double
  var residentBytes: Double

  /// Runs the plan against the process that listens at its port.
  static func take(_ plan: LoadPlan, _ server: borrowing ChildProcess, row: String) throws -> LoadSample {
    guard let before = ProcessUsage.of(server.pid) else { throw BenchmarkFailure.unreadableUsage }
    let report = try LoadGenerator.run(plan)
    guard let after = ProcessUsage.of(server.pid) else { throw BenchmarkFailure.unreadableUsage }
    guard report.notSuccessful == 0 else { throw BenchmarkFailure.answersNot2xx(row: row, count: report.notSuccessful) }
    let micros = { (share: Double) in Double(report.latencies.quantile(share)) / 1_000 }
    return LoadSample(
      requestsPerSecond: report.requestsPerSecond,
      cpuMicroseconds: (after.cpuSeconds - before.cpuSeconds) * 1e6 / Double(report.requests), p50: micros(0.5), p99: micros(0.99),
      p999: micros(0.999), residentBytes: Double(after.residentBytes))
  }

  /// Cells from requests/s on, the median of all rounds in each.
  static func cells(_ samples: [LoadSample]) -> [String] {
    let median = { (value: KeyPath<LoadSample, Double>) in samples.map { $0[keyPath: value] }.median }
    return [
      median(\.requestsPerSecond).text(digits: 0), median(\.cpuMicroseconds).text(digits: 2), median(\.p50).text(digits: 0),
      median(\.p99).text(digits: 0), median(\.p999).text(digits: 0), (median(\.residentBytes) / 1024).text(digits: 0),
    ]
  }
}
