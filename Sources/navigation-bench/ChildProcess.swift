import CReferenceServer
import FoundationEssentials
import Glibc

/// Why a measurement failed.
enum BenchmarkFailure: Error {
  /// A system call or a file, and the errno value.
  case system(String, CInt)
  case unexpectedAnswer(String)
  /// What a program printed, or a file, or no such file.
  case unreadable(String)
  /// Clients or a connection that ended early.
  case ended(String)
}

/// A program that listens on a port of this machine, which its first line ends with. It ends with this object.
final class ChildProcess {
  let pid: pid_t
  let port: UInt16
  /// Stays open so that the program can continue to write; it is not read after the first line.
  private let output: CInt
  private var isOver = false

  /// Starts a program on its core, if given.
  init(_ path: String, _ arguments: [String], core: Cores? = .server) throws {
    // The path is resolved in the child, where /proc/self is still this executable.
    let argv = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for argument in argv { free(argument) } }
    var (child, output): (pid_t, CInt) = (0, -1)
    let code = benchmark_spawn(&child, path, argv, &output, core?.rawValue ?? -1)
    guard code == 0 else { throw BenchmarkFailure.system(path, code) }
    var (line, byte): ([UInt8], UInt8) = ([], 0)
    while read(output, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
    let text = String(decoding: line, as: UTF8.self)
    let port = text.split(separator: ":").last.flatMap { UInt16($0) }
    (pid, self.port, self.output) = (child, port ?? 0, output)
    if port == nil { throw BenchmarkFailure.unreadable("\(path): \(text)") }
  }

  deinit { end() }

  /// Ends it by a signal, and waits.
  func end(_ signal: CInt = SIGTERM) {
    if isOver { return }
    isOver = true
    kill(pid, signal)
    // With the reading end closed, a child blocked in a write to its full pipe can end.
    close(output)
    while waitpid(pid, nil, 0) < 0, errno == EINTR {}
  }

  /// Whether there is such a command.
  static func isInstalled(_ name: String) -> Bool { firstLine(ofScript: "command -v \(name)") != nil }

  /// The first line that a shell's script prints.
  static func firstLine(ofScript script: String) -> String? {
    guard let output = popen(script, "r") else { return nil }
    defer { pclose(output) }
    var line = [CChar](repeating: 0, count: 4_096)
    return fgets(&line, CInt(line.count), output).map { String(cString: $0) }
  }

  // MARK: The CPU time and memory of a process, from its CPU clock (clock_getcpuclockid(3)) and /proc (proc(5))

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

/// The cores of the servers and of the load.
enum Cores: CInt {
  case server, load

  /// Binds this thread, the load, to its core, and raises the descriptor limit to its maximum.
  static func bindLoad() {
    var limit = rlimit()
    let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    getrlimit(files, &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(files, &limit)
    benchmark_pin_thread(load.rawValue)
  }
}

enum MonotonicClock {
  /// Nanoseconds since a moment before the process began.
  static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}

/// A server under measurement, with one shard on the servers' core, and its example sessions.
struct NavigationServer {
  let process: ChildProcess
  /// The paths of the sessions.
  private(set) var sessions: [String] = []

  /// Starts a program in its default configuration except for `options`, with a quiet log.
  init(_ program: String, _ options: [String] = [], sessions count: Int = 1) throws {
    let defaults = ["--host", "127.0.0.1", "--port", "0", "--shards", "1", "--log-level", "error"]
    process = try ChildProcess(program, options + defaults)
    try createSessions(count)
  }

  /// Creates sessions on 64 connections.
  mutating func createSessions(_ count: Int) throws {
    let clients = try (0..<min(64, count)).map { _ in try client() }
    let (creation, end) = (request("POST", "/v1/sessions", body: ExampleSession.creation), sessions.count + count)
    while sessions.count < end {
      let some = clients.prefix(end - sessions.count)
      for client in some { client.send(creation) }
      for client in some { sessions.append(try client.successful().field("Location") ?? "") }
    }
  }

  func client() throws -> Client { try Client(process.port) }
}
