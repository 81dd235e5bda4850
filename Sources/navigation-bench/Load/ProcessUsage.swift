import FoundationEssentials
import Glibc

/// The CPU time and memory of a process, from its CPU clock (clock_getcpuclockid(3)) and /proc (proc(5)).
struct ProcessUsage: Equatable {
  /// CPU seconds of all threads, in user mode and in the kernel, to the nanosecond.
  var cpuSeconds: Double
  /// Bytes in memory, shared pages included.
  var residentBytes: Int
  /// Bytes in memory that no other process shares.
  var privateBytes: Int

  /// Throws where the process does not exist or may not be read.
  static func of(_ pid: pid_t) throws(BenchmarkFailure) -> ProcessUsage {
    guard let seconds = cpuSeconds(pid), let rollup = text("/proc/\(pid)/smaps_rollup"),
      let resident = bytes("Rss:", rollup), let clean = bytes("Private_Clean:", rollup),
      let dirty = bytes("Private_Dirty:", rollup)
    else { throw .unreadableUsage }
    return ProcessUsage(cpuSeconds: seconds, residentBytes: resident, privateBytes: clean + dirty)
  }

  /// CPU seconds of a process and of all its children, ended ones included.
  static func cpuSeconds(ofAllBelow pid: pid_t) throws(BenchmarkFailure) -> Double {
    guard let stat = text("/proc/\(pid)/stat"), let children = text("/proc/\(pid)/task/\(pid)/children") else {
      throw .unreadableUsage
    }
    // After the name, which may contain spaces: cutime and cstime are the 14th and 15th, in ticks.
    let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 14, let user = Double(fields[13]), let system = Double(fields[14]) else {
      throw .unreadableUsage
    }
    let living = ([pid] + children.split(separator: " ").compactMap { pid_t($0) }).compactMap(cpuSeconds)
    return living.reduce((user + system) / Double(sysconf(CInt(_SC_CLK_TCK))), +)
  }

  private static func cpuSeconds(_ pid: pid_t) -> Double? {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The machine's load average of the last minute, as the kernel prints it.
  static var machineLoad: String { text("/proc/loadavg")?.split(separator: " ").first.map(String.init) ?? "unknown" }

  /// The bytes in a line of a text in /proc that is given in kB.
  static func bytes(_ name: String, _ text: String) -> Int? {
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }.map {
      $0 * 1_024
    }
  }

  static func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}

/// The memory of a process before, at its peak during, and after some work, in bytes; see proc(5).
struct PeakMemory {
  let before: Int
  let peak: Int
  let after: Int

  /// Runs `body`; `settle` runs before the last reading.
  init(of pid: pid_t, during body: () throws -> Void, settle: () -> Void) throws {
    // Restarts the kernel's peak of resident memory.
    try "5".write(toFile: "/proc/\(pid)/clear_refs", atomically: false, encoding: .utf8)
    before = try Self.bytes("VmRSS:", pid)
    try body()
    peak = try Self.bytes("VmHWM:", pid)
    settle()
    after = try Self.bytes("VmRSS:", pid)
  }

  private static func bytes(_ name: String, _ pid: pid_t) throws(BenchmarkFailure) -> Int {
    guard let text = ProcessUsage.text("/proc/\(pid)/status"), let bytes = ProcessUsage.bytes(name, text) else {
      throw .unreadableUsage
    }
    return bytes
  }
}
