#if SQLite
import ChildProcesses
import Glibc
import SQLiteStorage
import Testing

/// Faults of the disk: the answers to clients, the requests still served, and the store afterwards.
@Suite(.serialized) struct StoreFaultTests {
  private let folder: TemporaryDirectory
  private let tokens = TokenSource()

  init() throws { folder = try TemporaryDirectory() }

  private var path: String { folder.path + "/sessions.db" }

  private func options(_ path: String) -> [String] { ["--store", "sqlite:" + path, "--log-level", "error"] }

  /// Sends requests to one server, one after another.
  private func send(_ attempts: [Attempt], to server: LiveServer) async throws -> [Attempt] {
    try await server.raw { connection in
      let reader = StoreReader(connection: connection)
      return try attempts.map { attempt in
        var attempt = attempt
        attempt.answer = try reader.send(attempt)
        return attempt
      }
    }
  }

  /// Creates a session with one change.
  private func begin(_ server: LiveServer) async throws -> (path: String, attempts: [Attempt]) {
    let creation = try await send([Attempt(tokens.next(), .create, hasKey: true)], to: server)
    let path = try #require(creation.first?.session)
    return (path, try await creation + send([Attempt(tokens.next(), .apply(path), hasKey: true)], to: server))
  }

  /// A change of each kind.
  private func changes(of path: String) -> [Attempt] {
    [
      Attempt(tokens.next(), .apply(path), hasKey: true), Attempt(tokens.next(), .create, hasKey: true),
      Attempt(tokens.next(), .delete(path)),
      Attempt(tokens.next(), .apply(path)), Attempt(tokens.next(), .create),
    ]
  }

  /// Changes answered with 2xx are stored and refused ones are not, also after a kill; and the file is intact.
  private func audit(_ attempts: [Attempt], killing server: LiveServer, then path: String) async throws {
    server.child.signal(SIGKILL)
    #expect(await server.child.ended() == .signal(SIGKILL))
    let next = try await LiveServer(options(path))
    let faults = try await next.raw { connection in
      var audit = CrashAudit(answersAll: false)
      audit.add(attempts)
      try audit.inspectAll(StoreReader(connection: connection))
      return audit.faults
    }
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    #expect(await next.stop() == .exit(0))
    #expect(try await Run(LiveServer.executable, ["check"] + options(path)).end == .exit(0))
  }

  /// Expects each answer to be this problem.
  private func expect(_ attempts: [Attempt], _ status: Int, _ code: String, retryAfter: String, saying words: String) {
    for answer in attempts.map(\.answer) {
      let isProblem = answer?.text.contains("\"code\":\"\(code)\"") == true && answer?.text.contains(words) == true
      #expect(
        answer?.status == status && answer?.fields["retry-after"] == retryAfter && isProblem,
        "\(answer.debugDescription)")
    }
  }

  private func expectReadable(_ path: String, _ revision: Int, _ server: LiveServer) async throws {
    try await server.raw { connection in
      let reader = StoreReader(connection: connection)
      let (state, history) = (try reader.state(of: path), try reader.history(of: path))
      #expect(state?.revision == revision && history?.count == revision + 1)
    }
  }

  // MARK: The disk fails

  /// The fault, words of the answers, and whether the disk works again before the process ends.
  @Test(
    .enabled(if: Disk.hasCompiler, Disk.needsCompiler),
    arguments: [
      (.writes, "Nothing was changed", true), (.writes, "Nothing was changed", false),
      (.syncs, "find it stored", true),
      (.syncs, "find it stored", false), ([.writes, .syncs], "Nothing was changed", true),
    ] as [(Disk.Faults, String, Bool)])
  func `a fault of the disk is reported, and nothing is lost`(_ faults: Disk.Faults, words: String, isWellAgain: Bool)
    async throws
  {
    let disk = try await Disk()
    let server = try await disk.server(options(path))
    var (session, attempts) = try await begin(server)
    disk.fail(faults)
    let refused = try await send(changes(of: session), to: server)
    expect(refused, 503, "store-unavailable", retryAfter: "1", saying: words)
    try await expectReadable(session, 1, server)
    attempts += refused
    if isWellAgain {
      disk.fail([])
      attempts += try await send(
        [Attempt(tokens.next(), .apply(session)), Attempt(tokens.next(), .create)], to: server)
      try await expectReadable(session, 2, server)
    }
    try await audit(attempts, killing: server, then: path)
  }

  /// A commit that was written but not synced cannot be rolled back if no further write succeeds.
  @Test(.enabled(if: Disk.hasCompiler, Disk.needsCompiler)) func `an unsynced commit is executed once`() async throws {
    let disk = try await Disk()
    let server = try await disk.server(options(path))
    let (session, _) = try await begin(server)
    disk.fail([.syncs, .writesAfterSync])
    let change = Attempt(tokens.next(), .apply(session), hasKey: true)
    let refused = try await send([change], to: server)
    expect(refused, 503, "store-unavailable", retryAfter: "1", saying: "find it stored")
    try await expectReadable(session, 1, server)
    server.child.signal(SIGKILL)
    #expect(await server.child.ended() == .signal(SIGKILL))
    let next = try await LiveServer(options(path))
    let again = try await send([change, change], to: next)
    #expect(again.map(\.answer?.status) == [200, 200] && again.map(\.answer?.revision) == [2, 2])
    try await expectReadable(session, 2, next)
    #expect(await next.stop() == .exit(0))
  }

  // MARK: No room

  @Test(arguments: NarrowPlace.available) func `without room nothing is lost, and with room service resumes`(
    _ kind: NarrowPlace.Kind
  )
    async throws
  {
    let place = try NarrowPlace(kind, folder)
    let server = try await LiveServer(options(place.path), shell: place.shell)
    var (session, attempts) = try await begin(server)
    var (refused, revision): ([Attempt], Int) = ([], 1)
    // A creation may find room after a change has not, since they write different pages.
    while refused.count < 2, attempts.count < 2_000 {
      refused = try await send([Attempt(tokens.next(), .apply(session), hasKey: true)], to: server)
      if refused[0].answer?.status == 507 { refused += try await send([Attempt(tokens.next(), .create)], to: server) }
      attempts += refused.filter { $0.answer?.status != 507 }
      refused = refused.filter { $0.answer?.status == 507 }
      revision = attempts.compactMap { $0.answer?.revision }.max() ?? revision
    }
    expect(refused, 507, "store-full", retryAfter: "60", saying: "no room")
    try await expectReadable(session, revision, server)
    try await place.widen(server.child.identifier)
    let again = try await send([refused[0], refused[1]], to: server)
    #expect(again.map(\.answer?.status) == [200, 201] && again[0].answer?.revision == revision + 1)
    try await audit(attempts + again, killing: server, then: place.path)
  }

  // MARK: A lock

  @Test func `a locked file is reported, and read meanwhile`() async throws {
    let server = try await LiveServer(options(path))
    var (session, attempts) = try await begin(server)
    let other = try SQLiteConnection(path, .write)
    try other.execute("BEGIN EXCLUSIVE")
    let change = Attempt(tokens.next(), .apply(session), hasKey: true)
    async let refused = send([change], to: server)
    try await expectReadable(session, 1, server)
    attempts += try await refused
    expect(attempts.suffix(1), 503, "store-unavailable", retryAfter: "1", saying: "another process has locked the file")
    try other.execute("ROLLBACK")
    attempts[attempts.count - 1] = try await send([change], to: server)[0]
    try await expectReadable(session, 2, server)
    try await audit(attempts, killing: server, then: path)
  }
}

/// A folder with room for a few dozen changes of a store, which can be extended.
final class NarrowPlace: Sendable {
  enum Kind: CaseIterable, Sendable {
    /// A file system in memory, which root can mount.
    case fileSystem
    /// The largest size of a file.
    case fileSize
  }

  private let kind: Kind
  private let folder: TemporaryDirectory

  /// The initial room in KiB.
  private static let room = 640

  init(_ kind: Kind, _ folder: TemporaryDirectory) throws {
    (self.kind, self.folder) = (kind, folder)
    switch kind {
    case .fileSystem: try #require(Self.mount("-t", "tmpfs", "-o", "size=\(Self.room)k", "none", folder.path))
    case .fileSize: break
    }
  }

  deinit {
    switch kind {
    case .fileSystem: _ = Self.run(["/bin/umount", "-l", folder.path])
    case .fileSize: break
    }
  }

  var path: String { folder.path + "/sessions.db" }

  /// The shell command that starts the server.
  var shell: String {
    switch kind {
    case .fileSystem: #"exec "$@""#
    // `ulimit -f` counts blocks of 512 bytes.
    case .fileSize: #"ulimit -S -f \#(Self.room * 2); exec "$@""#
    }
  }

  func widen(_ process: pid_t) async throws {
    switch kind {
    case .fileSystem: #expect(Self.mount("-o", "remount,size=64m", folder.path))
    case .fileSize:
      #expect(try await Run("/usr/bin/prlimit", ["--pid", "\(process)", "--fsize=unlimited"]).end == .exit(0))
    }
  }

  /// The kinds available to this process.
  static let available: [Kind] = {
    guard geteuid() == 0, let folder = try? TemporaryDirectory(), mount("-t", "tmpfs", "none", folder.path) else {
      return [.fileSize]
    }
    _ = run(["/bin/umount", "-l", folder.path])
    return Kind.allCases
  }()

  private static func mount(_ arguments: String...) -> Bool { run(["/bin/mount"] + arguments) }

  private static func run(_ words: [String]) -> Bool {
    (try? ChildProcess(words, environment: [], output: 2, error: 2).wait()) == .exit(0)
  }
}
#endif
