#if PostgreSQL
import Foundation
import PostgreSQLStorage
import SessionStorage
import Synchronization

/// A PostgreSQL server of the tests' own: in a temporary folder, on a socket in it, gone with the process.
///
/// It runs as a user without rights, since PostgreSQL refuses to run as root.
public final class PostgreSQLCluster: Sendable {
  public struct Failure: Error, CustomStringConvertible { public let description: String }

  /// Where its socket is.
  public let folder: String
  /// Hold the pipes at whose end the server ends.
  private let keepers = Mutex<[Kept]>([])
  private let programs: String
  private let settings: [String]
  /// How often it has begun with other data.
  private let beginnings = Mutex(0)

  /// Whether the server's programs are there; those that a variable demands are missed later.
  public static let isInstalled = installedPrograms != nil || isRequired

  public static let isRequired = ProcessInfo.processInfo.environment["NAVIGATION_POSTGRESQL"] == "required"

  /// The folder of the newest version's programs.
  private static let installedPrograms: String? = {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let folders = versions.sorted { $0.compare($1, options: .numeric) == .orderedDescending }.map {
      "/usr/lib/postgresql/\($0)/bin"
    }
    return folders.first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
  }()

  /// The one that most tests share.
  public static let shared = Result { try PostgreSQLCluster() }

  /// Makes a server and waits until it answers.
  ///
  /// - Parameters:
  ///   - settings: of `postgresql.conf`.
  ///   - primary: the server that it is the standby of; nil for a primary.
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

  /// Where its files are.
  private var data: String { folder + "/data" + beginnings.withLock { "\($0)" } }

  private func copy(_ primary: PostgreSQLCluster) throws {
    let source = ["-h", primary.folder, "-U", "navigation", "-R", "-X", "fetch", "-c", "fast", "--no-sync"]
    try Self.run(Self.asUser + ["\(programs)/pg_basebackup", "-D", data] + source)
  }

  /// Begins anew as the standby of another one, at its old place: what it has of its own is lost.
  public func rejoin(_ primary: PostgreSQLCluster) throws {
    kill()
    beginnings.withLock { $0 += 1 }
    try copy(primary)
    endKeepers()
    try start()
  }

  /// Starts it, again where it has ended, and waits until it answers.
  public func start() throws {
    let all =
      [
        "listen_addresses=", "unix_socket_directories=\(folder)", "max_connections=400", "shared_buffers=64MB",
        "fsync=off",
        "full_page_writes=off", "logging_collector=off",
      ] + settings
    let options = all.map { "-c '\($0)'" }.joined(separator: " ")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // Its standard input ends with this process, however that ends; the server then, too.
    let script = """
      \(programs)/postgres -D \(data) \(options) >>\(folder)/log 2>&1 &
      cd /; cat >/dev/null; kill -INT $!; wait; rm -rf \(data)
      set -- \(folder)/data*; [ -e "$1" ] || rm -rf \(folder)
      """
    process.arguments = Self.asUser + ["sh", "-c", script]
    process.standardInput = Pipe()
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardError = FileHandle.nullDevice
    try process.run()
    let kept = Kept(process: process)
    keepers.withLock { $0.append(kept) }
    for _ in 0..<600 {
      if answers { return }
      usleep(50_000)
    }
    throw Failure(
      description: "it does not start: " + ((try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? ""))
  }

  // SAFETY: it is used under the lock alone.
  private struct Kept: @unchecked Sendable { let process: Process }

  /// Whether it takes connections.
  private var answers: Bool { (try? Self.run(["\(programs)/pg_isready", "-q", "-h", folder])) != nil }

  deinit { stop() }

  /// Ends it, and takes its folder away.
  public func stop() {
    signal(SIGCONT)
    endKeepers()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func endKeepers() {
    keepers.withLock { keepers in
      for kept in keepers {
        try? (kept.process.standardInput as? Pipe)?.fileHandleForWriting.close()
        kept.process.waitUntilExit()
      }
      keepers = []
    }
  }

  /// Ends it as a crash does, all of it at once.
  public func crash() {
    signal(SIGQUIT)
    wait(6_000) { !answers }
  }

  /// Ends it as a machine's end does: none of its processes does anything more.
  public func kill() {
    let all = processes
    signal(SIGSTOP)
    for process in all + processes { Foundation.kill(process, SIGKILL) }
    wait(6_000) { !answers }
  }

  /// Ends one process that serves a connection, so that all begin anew.
  ///
  /// - Parameter condition: of `pg_stat_activity`.
  public func crashOne(where condition: String) throws {
    let found = try query(
      "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND \(condition) LIMIT 1")
    if let process = Int32(found) { Foundation.kill(process, SIGKILL) }
  }

  /// Sends a signal to its first process; one that stops or continues goes to all.
  public func signal(_ number: Int32) {
    guard let first = processes.first else { return }
    Foundation.kill(first, number)
    guard number == SIGSTOP || number == SIGCONT else { return }
    for child in processes.dropFirst() { Foundation.kill(child, number) }
  }

  /// Sends a signal to what brings a standby the primary's changes: stopped, it lets commits wait, and connections do
  /// not.
  public func signalReceiver(_ number: Int32) {
    for process in processes.dropFirst() {
      let words = (try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)) ?? ""
      if words.contains("walreceiver") { Foundation.kill(process, number) }
    }
  }

  /// Its first process, and those that it has started; none where it has ended.
  private var processes: [Int32] {
    guard let text = try? String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8),
      let first = text.split(separator: "\n").first.flatMap({ Int32($0) })
    else { return [] }
    let children = (try? String(contentsOfFile: "/proc/\(first)/task/\(first)/children", encoding: .utf8)) ?? ""
    return [first] + children.split(separator: " ").compactMap { Int32($0) }
  }

  /// Makes a standby the primary, and waits until it is.
  public func promote() throws { try Self.run(Self.asUser + ["\(programs)/pg_ctl", "-D", data, "-w", "promote"]) }

  /// What `psql` prints of statements: rows of values with `|` between.
  public func query(_ sql: String) throws -> String {
    let command = [
      "\(programs)/psql", "-h", folder, "-U", "navigation", "-d", "postgres", "-qAtX", "-v", "ON_ERROR_STOP=1", "-c",
      sql,
    ]
    return try Self.run(command).split(separator: "\n").joined(separator: "\n")
  }

  /// The user that it runs as; nil for the one that runs the tests.
  private static var user: passwd? {
    guard geteuid() == 0 else { return nil }
    return (getpwnam("postgres") ?? getpwnam("nobody"))?.pointee
  }

  /// What stands before a command that runs as that user.
  private static var asUser: [String] {
    guard let user else { return [] }
    return ["setpriv", "--reuid=\(user.pw_uid)", "--regid=\(user.pw_gid)", "--clear-groups"]
  }

  /// Runs a program to its end, and answers with what it prints, which is short. Throws where that is no success.
  @discardableResult
  private static func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: "/tmp")
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(arguments) ends with \(process.terminationStatus)")
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// What a server is given as `--store`.
  public var uri: String { Self.uri([folder]) }

  /// The same for several, of which one is the primary.
  ///
  /// - Parameter folders: with their sockets, or with those of proxies.
  public static func uri(_ folders: [String]) -> String {
    "postgresql:///postgres?host=\(folders.joined(separator: ","))&user=navigation"
  }

  /// A name that no other store has.
  public static func newSchema() -> String { "s" + String(UInt64.random(in: .min ... .max), radix: 16) }

  /// One engine's way to a store of this server's.
  ///
  /// - Parameters:
  ///   - schema: the store; engines of the same share it.
  ///   - uri: another way to the server.
  package func backend(
    _ schema: String, node: String = "test", limits: StoreLimits = StoreLimits(), durability: Durability = .full,
    uri: String? = nil,
    release: Release = .current, report: @escaping @Sendable (PostgreSQLEvent) -> Void = { _ in }
  ) throws -> PostgreSQLBackend {
    var configuration = PostgreSQLBackend.Configuration(node: node, version: "test")
    configuration.schema = schema
    configuration.durability = durability
    configuration.release = release
    return try PostgreSQLBackend(PostgreSQLAddress(uri ?? self.uri), configuration, limits: limits, report: report)
  }
}
#endif
