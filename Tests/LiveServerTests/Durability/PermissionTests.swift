import Glibc
import Testing

#if SQLite
/// A server without the permissions for its store, run by an unprivileged user.
@Suite(.serialized, .enabled("no other user can run the server here") { try await Unprivileged.canRun() })
struct PermissionTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private var path: String { folder.path + "/sessions.db" }
  private var store: [String] { ["--store", "sqlite:" + path, "--log-level", "error"] }
  private static let files = ["", "-wal", "-shm", "-lock"]

  /// Makes a closed file of the user with a session and one change; returns the requests.
  private func keep() async throws -> [Attempt] {
    Unprivileged.own(folder.path)
    let server = try await LiveServer(store, shell: Unprivileged.shell)
    let attempts = try await change(server, Attempt("tok-00000001", .create, hasKey: true))
    #expect(await server.stop() == .exit(0))
    return attempts
  }

  private func change(_ server: LiveServer, _ attempt: Attempt) async throws -> [Attempt] {
    try await server.raw { connection in
      var attempt = attempt
      attempt.answer = try StoreReader(connection: connection).send(attempt)
      return [attempt]
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var isKept = true
    var folder: mode_t = 0o700
    var file: mode_t = 0o600
    var words: String
  }

  static let rows = [
    Row(testDescription: "a folder that may only be read", isKept: false, folder: 0o500, words: "Permission denied"),
    Row(testDescription: "a folder that may not be entered", folder: 0, words: "Permission denied"),
    Row(testDescription: "a file that may only be read", file: 0o400, words: "may only be read"),
    Row(testDescription: "a file that may not be read", file: 0, words: "Permission denied"),
  ]

  @Test(arguments: rows) func `a server without its permission does not start`(_ row: Row) async throws {
    let kept = row.isKept ? try await keep() : []
    Unprivileged.own(folder.path)
    chmod(path, row.file)
    chmod(folder.path, row.folder)
    let run = try await Run("/bin/sh", ["-c", Unprivileged.shell, "sh", LiveServer.executable, "--port", "0"] + store)
    #expect(run.end == .exit(71) && run.output.isEmpty, "\(run)")
    #expect(run.error.hasPrefix("navigation-server: \(path)") && run.error.contains(row.words), "\(run.error)")
    chmod(folder.path, 0o700)
    chmod(path, 0o600)
    try await audit(kept)
  }

  /// A running server has its files open, and continues.
  @Test func `a permission lost while running matters at the next start`() async throws {
    var attempts = try await keep()
    let server = try await LiveServer(store, shell: Unprivileged.shell)
    let session = try #require(attempts[0].session)
    attempts += try await change(server, Attempt("tok-00000002", .apply(session), hasKey: true))
    for file in Self.files { chmod(path + file, 0) }
    chmod(folder.path, 0o500)
    attempts += try await change(server, Attempt("tok-00000003", .apply(session), hasKey: true))
    attempts += try await change(server, Attempt("tok-00000004", .create))
    let history = try await server.raw { try StoreReader(connection: $0).history(of: session)?.count }
    #expect(attempts.map(\.answer?.status) == [201, 200, 200, 201] && history == 3, "\(attempts)")
    server.child.signal(SIGKILL)
    #expect(await server.child.ended() == .signal(SIGKILL))
    let run = try await Run("/bin/sh", ["-c", Unprivileged.shell, "sh", LiveServer.executable, "--port", "0"] + store)
    #expect(run.end == .exit(71) && run.error.contains(path), "\(run)")
    chmod(folder.path, 0o700)
    for file in Self.files { chmod(path + file, 0o600) }
    try await audit(attempts)
  }

  private func audit(_ attempts: [Attempt]) async throws {
    let server = try await LiveServer(store, shell: Unprivileged.shell)
    let faults = try await server.raw { connection in
      var audit = CrashAudit(answersAll: false)
      audit.add(attempts)
      try audit.inspectAll(StoreReader(connection: connection))
      return audit.faults
    }
    #expect(faults.isEmpty, "\(faults)")
    #expect(await server.stop() == .exit(0))
  }
}
#endif

/// An unprivileged user: that of the tests, or `nobody` instead of root.
enum Unprivileged {
  /// The user `nobody`, without rights.
  static let user: uid_t = 65_534

  /// The shell command that starts a server.
  static var shell: String {
    geteuid() == 0 ? #"exec /usr/bin/setpriv --reuid \#(user) --regid \#(user) --clear-groups "$@""# : #"exec "$@""#
  }

  static func canRun() async throws -> Bool {
    try await Run("/bin/sh", ["-c", shell, "sh", LiveServer.executable, "--version"]).end == .exit(0)
  }

  /// Makes the user the owner of a folder.
  static func own(_ path: String) { if geteuid() == 0 { chown(path, user, user) } }
}
