/// What one run against one server has shown.
struct LoadSample {
  var requestsPerSecond: Double
  /// Microseconds of the server's CPU time for a request.
  var cpuMicroseconds: Double
  /// Microseconds.
  var p50, p99, p999: Double
  /// Bytes of memory that the server shares with nobody, afterwards.
  var privateBytes: Double

  /// Runs the plan against the process that listens at its port. `name` is what a failure is told with.
  static func take(_ plan: LoadPlan, _ server: ChildProcess, name: String) throws -> LoadSample {
    try take(server) {
      let report = try LoadGenerator.run(plan)
      guard report.notSuccessful == 0 else { throw BenchmarkFailure.answersNot2xx(case: name, count: report.notSuccessful) }
      let micros = { (share: Double) in Double(report.latencies.quantile(share)) / 1_000 }
      return LoadRun(
        requests: report.requests, seconds: report.seconds, p50: micros(0.5), p99: micros(0.99), p999: micros(0.999))
    }
  }

  /// Measures the server around any load.
  static func take(_ server: ChildProcess, load: () throws -> LoadRun) throws -> LoadSample {
    let before = try ProcessUsage.of(server.pid)
    let run = try load()
    let after = try ProcessUsage.of(server.pid)
    let sample = LoadSample(
      requestsPerSecond: Double(run.requests) / run.seconds,
      cpuMicroseconds: (after.cpuSeconds - before.cpuSeconds) * 1e6 / Double(run.requests), p50: run.p50, p99: run.p99, p999: run.p999,
      privateBytes: Double(after.privateBytes))
    for value in [sample.requestsPerSecond, sample.cpuMicroseconds, run.p50, sample.privateBytes] where !(value > 0 && value.isFinite) {
      throw BenchmarkFailure.nonsense("\(sample)", value)
    }
    guard run.p50 <= run.p99, run.p99 <= run.p999 else { throw BenchmarkFailure.nonsense("\(sample)", run.p99) }
    return sample
  }
}

/// What a load generator tells of one run; latencies in microseconds.
struct LoadRun {
  var requests: Int
  var seconds: Double
  var p50, p99, p999: Double
}
