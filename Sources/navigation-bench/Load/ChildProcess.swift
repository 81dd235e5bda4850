import CReferenceServer
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
