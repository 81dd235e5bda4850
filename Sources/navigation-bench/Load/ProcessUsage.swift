import Glibc

/// What a process has used so far, from its CPU clock (clock_getcpuclockid(3)) and /proc (proc(5)).
struct ProcessUsage: Equatable {
  /// CPU seconds of all threads, in user mode and in the kernel, to the nanosecond.
  var cpuSeconds: Double
  /// Bytes in memory, shared pages included.
  var residentBytes: Int
  /// Bytes in memory that no other process shares.
  var privateBytes: Int

  /// Throws when there is no such process or it may not be read.
  static func of(_ pid: pid_t) throws(BenchmarkFailure) -> ProcessUsage {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0, let rollup = text("/proc/\(pid)/smaps_rollup"),
      let resident = kilobytes("Rss:", rollup), let clean = kilobytes("Private_Clean:", rollup),
      let dirty = kilobytes("Private_Dirty:", rollup)
    else { throw .unreadableUsage }
    return ProcessUsage(
      cpuSeconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9, residentBytes: resident * 1024, privateBytes: (clean + dirty) * 1024)
  }

  /// How many tasks wanted a core in the last minute, on the average, in the kernel's words.
  static var machineLoad: String { text("/proc/loadavg")?.split(separator: " ").first.map(String.init) ?? "unknown" }

  private static func kilobytes(_ name: String, _ rollup: String) -> Int? {
    for line in rollup.split(separator: "\n") where line.hasPrefix(name) {
      return line.dropFirst(name.count).split(separator: " ").first.flatMap { Int($0) }
    }
    return nil
  }

  static func text(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    var count = 0
    while count < bytes.count {
      let got = bytes[count...].withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      guard got >= 0 else { return nil }
      if got == 0 { break }
      count += got
    }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
