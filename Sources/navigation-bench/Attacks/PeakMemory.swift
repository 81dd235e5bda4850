import Glibc

/// The memory of a process before, at the worst moment of, and after something, in bytes; see proc(5).
struct PeakMemory {
  let before: Int
  let peak: Int
  let after: Int

  init(before: Int, peak: Int, after: Int) { (self.before, self.peak, self.after) = (before, peak, after) }

  /// Does `body`; `settle` is done before the last look.
  init(of pid: pid_t, during body: () throws -> Void, settle: () -> Void) throws {
    // From here on the kernel notes the most that the process has in memory.
    try Self.resetPeak(pid)
    let before = try Self.bytes("VmRSS:", pid)
    try body()
    let peak = try Self.bytes("VmHWM:", pid)
    settle()
    self.init(before: before, peak: peak, after: try Self.bytes("VmRSS:", pid))
  }

  private static func resetPeak(_ pid: pid_t) throws(BenchmarkFailure) {
    let descriptor = open("/proc/\(pid)/clear_refs", O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadableUsage }
    defer { close(descriptor) }
    guard write(descriptor, "5", 1) == 1 else { throw .unreadableUsage }
  }

  private static func bytes(_ name: String, _ pid: pid_t) throws(BenchmarkFailure) -> Int {
    guard let line = ProcessUsage.text("/proc/\(pid)/status")?.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
      let kilobytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap({ Int($0) })
    else { throw .unreadableUsage }
    return kilobytes * 1_024
  }
}
