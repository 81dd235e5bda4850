import FoundationEssentials
import Glibc

/// The CPU time and memory of a process, from its CPU clock (clock_getcpuclockid(3)) and /proc (proc(5)).
extension ChildProcess {
  /// CPU seconds of all threads, in user mode and in the kernel, to the nanosecond.
  func cpuSeconds() throws -> Double {
    guard let seconds = Self.cpuSeconds(pid) else { throw BenchmarkFailure.unreadable("/proc") }
    return seconds
  }

  /// CPU seconds of a process and of all its children, ended ones included.
  static func cpuSeconds(ofAllBelow pid: pid_t) throws -> Double {
    guard let stat = text("/proc/\(pid)/stat"), let children = text("/proc/\(pid)/task/\(pid)/children") else {
      throw BenchmarkFailure.unreadable("/proc")
    }
    // After the name, which may contain spaces: cutime and cstime are the 14th and 15th, in ticks.
    let fields = (stat.split(separator: ")").last ?? "").split(separator: " ")
    let ended = fields.dropFirst(13).prefix(2).compactMap { Double($0) }.reduce(0, +)
    let living = ([pid] + children.split(separator: " ").compactMap { pid_t($0) }).compactMap(cpuSeconds)
    return living.reduce(ended / Double(sysconf(CInt(_SC_CLK_TCK))), +)
  }

  private static func cpuSeconds(_ pid: pid_t) -> Double? {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Bytes in memory, and their maximum so far.
  func residentBytes() throws -> Double { try bytes("VmRSS:") }
  func peakBytes() throws -> Double { try bytes("VmHWM:") }

  /// Bytes that the kernel holds for TCP on this machine, for all processes.
  static func socketBytes() throws -> Double {
    let line = text("/proc/net/sockstat")?.split(separator: "\n").first { $0.hasPrefix("TCP:") }
    guard let pages = line?.split(separator: " ").last.flatMap({ Double($0) }) else {
      throw BenchmarkFailure.unreadable("/proc")
    }
    return pages * Double(sysconf(CInt(_SC_PAGESIZE)))
  }

  /// The bytes in a line that ends with " kB".
  private func bytes(_ name: String) throws -> Double {
    let line = Self.text("/proc/\(pid)/status")?.split(separator: "\n").first { $0.hasPrefix(name) }
    let words = line?.split { $0 == " " || $0 == "\t" } ?? []
    guard words.count == 3, let kilobytes = Double(words[1]) else { throw BenchmarkFailure.unreadable(name) }
    return kilobytes * 1_024
  }

  static func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}

enum MonotonicClock {
  /// Nanoseconds since a moment before the process began.
  static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
