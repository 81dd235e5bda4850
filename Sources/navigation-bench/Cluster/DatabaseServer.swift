import CReferenceServer
import FoundationEssentials
import Glibc

/// A PostgreSQL server for this run, on a free loopback port with its usual settings; it ends with this object.
final class DatabaseServer {
  private let process: ChildProcess
  private let folder: TemporaryFolder
  private let programs: String

  /// PostgreSQL refuses to run as root.
  private static let script = """
    as() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi; }
    bin=$1 data=$2/database port=$3
    if [ "$(id -u)" = 0 ]; then chown postgres "$2"; fi
    cd "$2" && as "$bin/initdb" -D "$data" -A trust -U navigation --locale=C -E UTF8 >log || exit 1
    trap 'as "$bin/pg_ctl" -D "$data" -m immediate stop >>log; rm -rf "$data" log insert; exit 0' TERM
    as "$bin/postgres" -D "$data" -c listen_addresses=127.0.0.1 -c port="$port" -c unix_socket_directories= \\
      -c shared_buffers=256MB -c max_wal_size=4GB >>log 2>&1 &
    until "$bin/pg_isready" -q -h 127.0.0.1 -p "$port"; do kill -0 $! || { echo; exit 1; }; sleep 0.1; done
    echo "listening on postgresql://127.0.0.1:$port"
    wait
    """

  /// - Parameter folder: the parent folder of its files.
  init(in parent: String) throws {
    guard let programs = Self.installed else { throw BenchmarkFailure.noDatabase("/usr/lib/postgresql") }
    self.programs = programs
    folder = try TemporaryFolder(in: parent)
    do {
      let arguments = ["-c", Self.script, "sh", programs, folder.path, "\(Self.freePort())"]
      process = try ChildProcess(path: "/bin/sh", arguments: arguments, core: nil, scheme: "postgresql")
    } catch {
      folder.remove()
      throw error
    }
  }

  deinit {
    process.end()
    folder.remove()
  }

  /// The folder of the newest version's programs; nil where not installed.
  private static var installed: String? {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    return versions.compactMap { Int($0) }.max().map { "/usr/lib/postgresql/\($0)/bin" }
  }

  private static func freePort() -> UInt16 {
    var port: UInt16 = 0
    let listener = reference_server_open("127.0.0.1", &port)
    if listener >= 0 { close(listener) }
    return port
  }

  var uri: String { "postgresql://navigation@127.0.0.1:\(process.address.port)/postgres" }

  /// CPU seconds of all of its processes so far.
  func cpuSeconds() throws -> Double {
    let text = ProcessUsage.text(folder.path + "/database/postmaster.pid")
    guard let pid = text?.split(separator: "\n").first.flatMap({ pid_t($0) }) else {
      throw BenchmarkFailure.unreadableUsage
    }
    return try ProcessUsage.cpuSeconds(ofAllBelow: pid)
  }

  /// The first line that `psql` prints for a statement.
  func query(_ sql: String) throws -> String {
    guard
      let text = try ChildProcess.output(of: programs + "/psql", [uri, "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", sql])
    else { throw BenchmarkFailure.noDatabase(sql) }
    return String(text.prefix { $0 != "\n" })
  }

  /// Holds a snapshot of the database until the process ends.
  func holdSnapshot() throws -> ChildProcess {
    let statements = [
      "BEGIN ISOLATION LEVEL REPEATABLE READ",
      "SELECT 'listening on postgresql://127.0.0.1:1' WHERE (SELECT count(*) FROM navigation.records) > 0",
      "SELECT pg_sleep(3600)",
    ]
    let arguments = [uri, "-qAtX"] + statements.flatMap { ["-c", $0] }
    return try ChildProcess(path: programs + "/psql", arguments: arguments, core: nil, scheme: "postgresql")
  }

  /// The minimal cost of a change: inserts rows of `bytes` bytes, one per transaction. Returns the rows a second.
  func insert(bytes: Int, clients: Int, seconds: Double) throws -> Double {
    let file = folder.path + "/insert"
    let script = "INSERT INTO inserted VALUES(gen_random_uuid(), 1, 1, 1, 0, 1, 1, 1, 0, 1, :content::bytea);\n"
    try script.write(toFile: file, atomically: false, encoding: .utf8)
    _ = try query(
      "SET client_min_messages = warning; CREATE TABLE IF NOT EXISTS inserted (LIKE navigation.records INCLUDING ALL)")
    let content = #"\x"# + String(repeating: "61", count: bytes)
    // `pgbench` counts whole seconds.
    let arguments = [
      "-n", "-M", "prepared", "-c", "\(clients)", "-j", "1", "-T", "\(max(1, Int(seconds.rounded())))", "-f", file,
    ]
    let text = try ChildProcess.output(
      of: programs + "/pgbench", arguments + ["-D", "content=\(content)", uri], core: .load)
    guard let line = text?.split(separator: "\n").first(where: { $0.hasPrefix("tps = ") }),
      let rate = Double(line.dropFirst(6).prefix { $0 != " " })
    else { throw BenchmarkFailure.noDatabase("pgbench") }
    return rate
  }
}
