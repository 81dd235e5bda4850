import CReferenceServer
import Glibc

/// A server started for a measurement; it ends with this object, and `end` retains the object until then.
final class ChildProcess {
  enum Failure: Error, Equatable {
    /// The errno value of pipe, fork or exec.
    case notStarted(CInt)
    /// The first line of its output, which has no address.
    case notListening(String)
  }

  /// An IPv4 address and a port.
  struct Address {
    var host: String
    var port: UInt16
  }

  /// Maximum bytes of the first line.
  private static let lineLimit = 4096

  let pid: pid_t
  /// The address in its first line.
  let address: Address
  /// Stays open so that the child can continue to write; it is not read after the first line.
  private let output: CInt
  private var exitCode: CInt?

  /// Starts `path` (by default this executable) and waits for `listening on http://HOST:PORT` on its standard output,
  /// or another scheme. The child is bound to its core, if given.
  init(path: String = "/proc/self/exe", arguments: [String], core: Cores? = .server, scheme: String = "http")
    throws(Failure)
  {
    let (pid, output) = try Self.spawn(path, arguments, core)
    let line = Self.firstLine(output)
    guard let address = Self.address(line, scheme) else {
      Self.end(pid, output)
      throw .notListening(line)
    }
    self.pid = pid
    self.output = output
    self.address = address
  }

  deinit { if exitCode == nil { Self.end(pid, output) } }

  /// Ends it by SIGTERM, waits, and returns its exit code, or minus the signal that ended it. Idempotent.
  @discardableResult func end() -> CInt {
    if let exitCode { return exitCode }
    let code = Self.end(pid, output)
    exitCode = code
    return code
  }

  /// Ends it by SIGKILL, as in a crash.
  func crash() {
    kill(pid, SIGKILL)
    end()
  }

  @discardableResult private static func end(_ pid: pid_t, _ output: CInt) -> CInt {
    kill(pid, SIGTERM)
    // With the reading end closed, a child blocked in a write to its full pipe can end.
    close(output)
    var status: CInt = 0
    while waitpid(pid, &status, 0) < 0 { if errno != EINTR { return 0 } }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
  }

  /// The standard output of a program; nil where it fails.
  static func output(of path: String, _ arguments: [String], core: Cores? = nil) throws(Failure) -> String? {
    let (pid, output) = try spawn(path, arguments, core)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: lineLimit)
    while case let count = read(output, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    close(output)
    var status: CInt = 0
    while waitpid(pid, &status, 0) < 0 { if errno != EINTR { return nil } }
    return status == 0 ? String(decoding: bytes, as: UTF8.self) : nil
  }

  private static func spawn(_ path: String, _ arguments: [String], _ core: Cores?) throws(Failure) -> (pid_t, CInt) {
    // The path is resolved in the child, where /proc/self is still this executable.
    var argv: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    argv.append(nil)
    defer { for argument in argv { free(argument) } }
    var pid: pid_t = 0
    var output: CInt = -1
    let code = benchmark_spawn(&pid, path, argv, &output, core?.rawValue ?? -1)
    guard code == 0 else { throw .notStarted(code) }
    return (pid, output)
  }

  private static func firstLine(_ descriptor: CInt) -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < lineLimit, read(descriptor, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  private static func address(_ line: String, _ scheme: String) -> Address? {
    let start = "listening on \(scheme)://"
    guard line.hasPrefix(start), let colon = line.lastIndex(of: ":") else { return nil }
    let digits = line[line.index(after: colon)...].prefix { $0 >= "0" && $0 <= "9" }
    let from = line.index(line.startIndex, offsetBy: start.count)
    guard from < colon, let port = UInt16(digits) else { return nil }
    return Address(host: String(line[from..<colon]), port: port)
  }
}

/// The cores of the servers and of the load.
enum Cores: CInt {
  case server, load

  /// Binds this thread, the load, to its core; a machine with one core shares it. Raises the descriptor limit to its
  /// maximum.
  static func bindLoad() {
    var limit = rlimit()
    let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    if getrlimit(files, &limit) == 0 {
      limit.rlim_cur = limit.rlim_max
      setrlimit(files, &limit)
    }
    if benchmark_pin_thread(load.rawValue) != 0 {
      writeLine("navigation-bench: no second core: server and load share one", to: 2)
    }
  }

  /// Runs a measurement on the servers' core.
  static func onServerCore<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    benchmark_pin_thread(server.rawValue)
    defer { benchmark_pin_thread(load.rawValue) }
    return try body()
  }
}
