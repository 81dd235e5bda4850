import CReferenceServer
import Glibc

/// A PostgreSQL server for a measurement, on a free port with its usual settings; it ends with `end`.
final class DatabaseServer {
  private let process: ChildProcess
  private let folder: String

  init(in parent: String) throws {
    folder = "\(parent)/\(MonotonicClock.now())"
    var port: UInt16 = 0
    close(reference_server_open(&port))
    let script = String(cString: benchmark_database_script())
    process = try ChildProcess("/bin/sh", ["-c", script, "sh", folder, "\(port)"], core: nil)
  }

  func end() { process.end() }

  var uri: String { "postgresql://navigation@127.0.0.1:\(process.port)/postgres" }

  /// CPU seconds of all of its processes so far.
  func cpuSeconds() throws -> Double {
    let text = ChildProcess.text(folder + "/database/postmaster.pid")
    guard let pid = text?.split(separator: "\n").first.flatMap({ pid_t($0) }) else {
      throw BenchmarkFailure.unreadable("postmaster.pid")
    }
    return try ChildProcess.cpuSeconds(ofAllBelow: pid)
  }

  /// The minimal cost of a change: eight clients insert rows, for whole seconds.
  func insert(_ seconds: Double) throws -> Sample {
    let (seconds, before) = (max(1, seconds.rounded()), try cpuSeconds())
    let script = "set -- '\(folder)' '\(uri)' \(Int(seconds))\n" + String(cString: benchmark_inserts_script())
    guard let rate = ChildProcess.firstLine(ofScript: script).flatMap({ Double($0.dropLast()) }), rate > 0 else {
      throw BenchmarkFailure.unreadable("pgbench")
    }
    return Sample(rate: rate, cpu: (try cpuSeconds() - before) * 1e6 / (rate * seconds))
  }
}
