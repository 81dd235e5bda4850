#if PostgreSQL
import CLinux
import ChildProcesses
import Foundation
import PostgreSQLStorage
import SeededRandom
import SessionStorage
import Synchronization

/// The tests' own PostgreSQL server: in a temporary folder, on a socket in it, ended with the process.
///
/// It runs as an unprivileged user, since PostgreSQL refuses to run as root.
public final class PostgreSQLCluster: Sendable {
  public struct Failure: Error, CustomStringConvertible { public let description: String }

  /// The folder with its socket.
  public let folder: String
  private let keepers = Mutex<[Keeper]>([])
  private let programs: String
  private let settings: [String]
  /// The number of times it has restarted with new data.
  private let beginnings = Mutex(0)

  /// Whether tests start it: not in a short run, nor without its programs; required ones that are missing fail later.
  public static let isAvailable = !TestLength.isShort && (installedPrograms != nil || isRequired)

  private static let isRequired = ProcessInfo.processInfo.environment["NAVIGATION_POSTGRESQL"] == "required"

  /// The program folder of the newest version.
  private static let installedPrograms: String? = {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let folders = versions.sorted { $0.compare($1, options: .numeric) == .orderedDescending }.map {
      "/usr/lib/postgresql/\($0)/bin"
    }
    return folders.first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
  }()

  /// The server shared by most tests.
  public static let shared = Result { try PostgreSQLCluster() }

  /// Starts a server and waits until it accepts connections.
  ///
  /// - Parameters:
  ///   - settings: lines of `postgresql.conf`.
  ///   - primary: the primary of a standby; nil for a primary.
  public init(_ settings: [String] = [], standbyOf primary: PostgreSQLCluster? = nil) throws {
    guard let programs = Self.installedPrograms else {
      throw Failure(description: "PostgreSQL's server is not installed: apt-get install postgresql")
    }
    self.programs = programs
    self.settings = settings
    var template = Array("/tmp/nav-postgresql-XXXXXX".utf8CString)
    mkdtemp(&template)
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    if let user = Self.user { _ = chown(folder, user.pw_uid, user.pw_gid) }
    if let primary {
      try copy(primary)
    } else {
      let initial = ["-A", "trust", "-U", "navigation", "--no-sync", "--locale=C", "-E", "UTF8"]
      try Self.run(Self.asUser + ["\(programs)/initdb", "-D", data] + initial)
    }
    try start()
  }

  /// The folder of its data.
  private var data: String { folder + "/data" + beginnings.withLock { "\($0)" } }

  private func copy(_ primary: PostgreSQLCluster) throws {
    let source = ["-h", primary.folder, "-U", "navigation", "-R", "-X", "fetch", "-c", "fast", "--no-sync"]
    try Self.run(Self.asUser + ["\(programs)/pg_basebackup", "-D", data] + source)
  }

  /// Restarts as the standby of another server, at the old socket; its own data is lost.
  public func rejoin(_ primary: PostgreSQLCluster) throws {
    kill()
    beginnings.withLock { $0 += 1 }
    try copy(primary)
    endKeepers()
    try start()
  }

  /// Starts or restarts the server, and waits until it accepts connections.
  public func start() throws {
    let all =
      [
        "listen_addresses=", "unix_socket_directories=\(folder)", "max_connections=400", "shared_buffers=64MB",
        "fsync=off",
        "full_page_writes=off", "logging_collector=off",
      ] + settings
    let options = all.map { "-c '\($0)'" }.joined(separator: " ")
    let script = """
      \(programs)/postgres -D \(data) \(options) >>\(folder)/log 2>&1 &
      cd /; cat >/dev/null; kill -INT $!; wait; rm -rf \(data)
      set -- \(folder)/data*; [ -e "$1" ] || rm -rf \(folder)
      """
    let keeper = try Keeper(Self.command(Self.asUser + ["sh", "-c", script], in: folder))
    keepers.withLock { $0.append(keeper) }
    for _ in 0..<600 {
      if answers { return }
      usleep(50_000)
    }
    throw Failure(
      description: "it does not start: " + ((try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? ""))
  }

  /// The parent process of a server. Its standard input ends with this process, even after a crash, and then the server
  /// ends too.
  private struct Keeper: Sendable {
    private let process: ChildProcess
    private let input: CInt

    init(_ command: [String]) throws {
      var ends: [CInt] = [-1, -1]
      guard clinux_pipe(&ends, O_CLOEXEC) == 0 else { throw ChildProcess.Failure(call: "pipe", code: errno) }
      defer { close(ends[0]) }
      process = try ChildProcess(command, input: ends[0])
      input = ends[1]
    }

    func end() {
      close(input)
      _ = process.wait()
    }
  }

  /// Whether it accepts connections.
  private var answers: Bool { (try? Self.run(["\(programs)/pg_isready", "-q", "-h", folder])) != nil }

  deinit { stop() }

  /// Stops the server, and deletes its folder.
  public func stop() {
    signal(SIGCONT)
    endKeepers()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func endKeepers() {
    keepers.withLock { keepers in
      for keeper in keepers { keeper.end() }
      keepers = []
    }
  }

  /// Ends all its processes, as a crash does.
  public func crash() {
    signal(SIGQUIT)
    wait(60_000) { !answers }
  }

  /// Kills all its processes at once, as a power failure does.
  public func kill() {
    let all = processes
    signal(SIGSTOP)
    for process in all + processes { Foundation.kill(process, SIGKILL) }
    wait(60_000) { !answers }
  }

  /// Ends one connection's process, which makes the server restart all of them.
  ///
  /// - Parameter condition: of `pg_stat_activity`.
  public func crashOne(where condition: String) throws {
    let found = try query(
      "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND \(condition) LIMIT 1")
    if let process = Int32(found) { Foundation.kill(process, SIGKILL) }
  }

  /// Sends a signal to its first process; to all if the signal stops or continues.
  public func signal(_ number: Int32) {
    guard let first = processes.first else { return }
    Foundation.kill(first, number)
    guard number == SIGSTOP || number == SIGCONT else { return }
    for child in processes.dropFirst() { Foundation.kill(child, number) }
  }

  /// Sends a signal to the standby's WAL receiver: while it is stopped, commits wait, but connections work.
  public func signalReceiver(_ number: Int32) {
    for process in processes.dropFirst() {
      let words = (try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)) ?? ""
      if words.contains("walreceiver") { Foundation.kill(process, number) }
    }
  }

  /// Its first process and the children; empty if it has ended.
  private var processes: [Int32] {
    guard let text = try? String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8),
      let first = text.split(separator: "\n").first.flatMap({ Int32($0) })
    else { return [] }
    let children = (try? String(contentsOfFile: "/proc/\(first)/task/\(first)/children", encoding: .utf8)) ?? ""
    return [first] + children.split(separator: " ").compactMap { Int32($0) }
  }

  /// Promotes a standby, and waits until it is the primary.
  public func promote() throws { try Self.run(Self.asUser + ["\(programs)/pg_ctl", "-D", data, "-w", "promote"]) }

  /// The output of `psql` for statements: rows of values separated by `|`.
  public func query(_ sql: String) throws -> String {
    let command = [
      "\(programs)/psql", "-h", folder, "-U", "navigation", "-d", "postgres", "-qAtX", "-v", "ON_ERROR_STOP=1", "-c",
      sql,
    ]
    return try Self.run(command).split(separator: "\n").joined(separator: "\n")
  }

  /// The server's user; nil for the user of the tests.
  private static var user: passwd? {
    guard geteuid() == 0 else { return nil }
    return (getpwnam("postgres") ?? getpwnam("nobody"))?.pointee
  }

  /// The prefix of a command that runs as the server's user.
  private static var asUser: [String] {
    guard let user else { return [] }
    return ["setpriv", "--reuid=\(user.pw_uid)", "--regid=\(user.pw_gid)", "--clear-groups"]
  }

  /// Runs a program to its end; returns its output, which is short. Throws unless it succeeds.
  @discardableResult
  private static func run(_ arguments: [String]) throws -> String {
    let output = try OutputPipe()
    let process = try {
      defer { close(output.writing) }
      return try ChildProcess(command(arguments, in: "/tmp"), output: output.writing)
    }()
    let text = output.rest()
    let end = process.wait()
    guard end == .exit(0) else { throw Failure(description: "\(arguments) ends with \(end)") }
    return text
  }

  /// The command in another folder than the tests', which the server's user may not enter.
  private static func command(_ arguments: [String], in folder: String) -> [String] {
    ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder] + arguments
  }

  /// The server's value for `--store`.
  public var uri: String { Self.uri([folder]) }

  /// The value of `--store` for several servers, of which one is the primary.
  ///
  /// - Parameter folders: the folders of their sockets, or of proxies.
  public static func uri(_ folders: [String]) -> String {
    "postgresql:///postgres?host=\(folders.joined(separator: ","))&user=navigation"
  }

  /// A unique schema name.
  public static func newSchema() -> String { "s" + String(UInt64.random(in: .min ... .max), radix: 16) }

  /// Opens an engine's backend on a store of this server.
  ///
  /// - Parameters:
  ///   - schema: the store; engines with one schema share it.
  ///   - uri: another URI of the server, such as a proxy's.
  package func backend(
    _ schema: String, node: String = "test", limits: StoreLimits = StoreLimits(), durability: Durability = .full,
    uri: String? = nil, report: @escaping @Sendable (PostgreSQLEvent) -> Void = { _ in }
  ) throws -> PostgreSQLBackend {
    var configuration = PostgreSQLBackend.Configuration(node: node, version: "test")
    configuration.durability = durability
    return try PostgreSQLBackend(address(schema, uri: uri), configuration, limits: limits, report: report)
  }

  /// The address of a store of this server.
  package func address(_ schema: String, uri: String? = nil) throws -> PostgreSQLAddress {
    var address = try PostgreSQLAddress(uri ?? self.uri)
    address.schema = schema
    return address
  }
}
#endif
