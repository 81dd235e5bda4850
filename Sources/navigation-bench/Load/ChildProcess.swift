import CReferenceServer
import Glibc

/// A server started for a measurement; it ends when this object does, and `end` keeps it until then.
final class ChildProcess {
  enum Failure: Error, Equatable {
    /// The errno value of pipe, fork or exec.
    case notStarted(CInt)
    /// The first line of its output, if any, which does not say where it listens; or the port that nobody answers at.
    case notListening(String)
  }

  /// Bytes of the first line.
  private static let lineLimit = 4096
  /// Milliseconds in which a server that does not say when it listens has to.
  private static let startLimit = 5_000

  let pid: pid_t
  /// Where it listens, as its first line says.
  let host: String
  let port: UInt16
  /// Stays open so that the child can go on writing; nobody reads it after the first line.
  private let output: CInt
  private var exitCode: CInt?

  /// Starts `path` (this executable unless told otherwise) and waits for `listening on http://HOST:PORT` on its standard output.
  /// With a core, the child runs on that one alone.
  init(path: String = "/proc/self/exe", arguments: [String], core: Int? = nil) throws(Failure) {
    let (pid, output) = try Self.spawn(path, arguments, core)
    let line = Self.firstLine(output)
    guard let address = Self.address(line) else {
      Self.end(pid, output)
      throw .notListening(line)
    }
    self.pid = pid
    self.output = output
    host = address.host
    port = address.port
  }

  /// Starts a server that was told its port and says nothing, and waits until somebody answers there.
  init(path: String, arguments: [String], core: Int?, port: UInt16) throws(Failure) {
    let (pid, output) = try Self.spawn(path, arguments, core)
    (self.pid, self.output, self.host, self.port) = (pid, output, "127.0.0.1", port)
    for _ in 0..<Self.startLimit {
      if let descriptor = try? LoadSocket.connect(host: host, port: port) {
        close(descriptor)
        return
      }
      usleep(1_000)
    }
    throw .notListening("\(port)")
  }

  /// What a request names in its `Host`.
  var authority: String { "\(host):\(port)" }

  deinit { if exitCode == nil { Self.end(pid, output) } }

  /// Asks it to end (SIGTERM), waits, and returns its exit code, or minus the signal that ended it.
  /// Later calls return the same.
  @discardableResult func end() -> CInt {
    if let exitCode { return exitCode }
    let code = Self.end(pid, output)
    exitCode = code
    return code
  }

  /// Ends it as a crash would (SIGKILL).
  func crash() {
    kill(pid, SIGKILL)
    end()
  }

  @discardableResult private static func end(_ pid: pid_t, _ output: CInt) -> CInt {
    kill(pid, SIGTERM)
    // With the reading end closed, a child that is stuck in a write to its full pipe can end.
    close(output)
    var status: CInt = 0
    while waitpid(pid, &status, 0) < 0 { if errno != EINTR { return 0 } }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
  }

  /// Runs another program on the load's core to its end and returns what it has written.
  static func output(path: String, arguments: [String]) throws(Failure) -> String {
    let (pid, output) = try spawn(path, arguments, nil)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(output, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    end(pid, output)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func spawn(_ path: String, _ arguments: [String], _ core: Int?) throws(Failure) -> (pid_t, CInt) {
    // The path is resolved in the child, where /proc/self is still this executable.
    var argv: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    argv.append(nil)
    defer { for argument in argv { free(argument) } }
    var pid: pid_t = 0
    var output: CInt = -1
    let code = benchmark_spawn(&pid, path, argv, &output, CInt(truncatingIfNeeded: core ?? -1))
    guard code == 0 else { throw .notStarted(code) }
    return (pid, output)
  }

  private static func firstLine(_ descriptor: CInt) -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < lineLimit, read(descriptor, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  private static func address(_ line: String) -> (host: String, port: UInt16)? {
    let start = "listening on http://"
    guard line.hasPrefix(start), let colon = line.lastIndex(of: ":") else { return nil }
    let digits = line[line.index(after: colon)...].prefix { $0 >= "0" && $0 <= "9" }
    let from = line.index(line.startIndex, offsetBy: start.count)
    guard from < colon, let port = UInt16(digits) else { return nil }
    return (String(line[from..<colon]), port)
  }
}
