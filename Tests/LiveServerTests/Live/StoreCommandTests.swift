#if SQLite
import Foundation
import Navigation
import NavigationClient
import SQLiteStorage
import Testing

/// `check` and `backup`, and a server's start on the same files.
@Suite struct StoreCommandTests {
  private let folder: TemporaryDirectory
  private let path: String

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path + "/sessions.db"
  }

  private var store: [String] { ["--store", "sqlite:" + path] }

  /// The file of three sessions, made once.
  private static let sessions = Task {
    try await StoreFile { server in
      for _ in 0..<3 {
        let chat = try await server.client.messenger()
        for page in 0..<20 { try await chat.apply(.push("page-\(page)", on: "chats")) }
      }
    }
  }

  /// Lays a closed store of three sessions.
  private func keepSessions() async throws { try await Self.sessions.value.write(to: path) }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  // MARK: check

  @Test func `a check reads all, with and without a running server`() async throws {
    try await keepSessions()
    let summary =
      /.+: schema \d+, \d+ pages of 4096 bytes\n63 records, 0 kept answers\n3 sessions, whose records read back\nall is well\n/
    let alone = try await Run(LiveServer.executable, ["check"] + store)
    #expect(alone.end == .exit(0) && alone.error.isEmpty && alone.output.wholeMatch(of: summary) != nil, "\(alone)")
    let server = try await LiveServer(store + ["--log-level", "error"])
    #expect(try await Run(LiveServer.executable, ["check"] + store) == alone)
    #expect(await server.stop() == .exit(0))
  }

  @Test func `a check uses the singular for one`() async throws {
    let server = try await LiveServer(store + ["--log-level", "error"])
    _ = try await server.client.messenger()
    #expect(await server.stop() == .exit(0))
    let run = try await Run(LiveServer.executable, ["check"] + store)
    #expect(run.output.contains("\n1 record, 0 kept answers\n1 session, whose records read back\n"), "\(run)")
  }

  @Test func `a stopped server leaves one complete file`() async throws {
    try await keepSessions()
    // One that only read, and one that wrote.
    for writes in [false, true] {
      let server = try await LiveServer(store + ["--log-level", "error"])
      let sessions = try await server.client.allSessions()
      #expect(sessions.count == 3)
      if writes { try await RemoteSession(id: sessions[0].id, of: server.client).pop() }
      #expect(await server.stop() == .exit(0))
      #expect(try files == ["sessions.db"])
    }
    let copy = folder.path + "/copy.db"
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let check = try await Run(LiveServer.executable, ["check", "--store", "sqlite:" + copy])
    #expect(
      check.end == .exit(0) && check.output.contains("3 sessions") && check.output.contains("all is well"), "\(check)")
  }

  /// A server also stops while another process reads: the log may stay, but is empty.
  @Test func `a server stops beside a reader`() async throws {
    let server = try await LiveServer(store + ["--log-level", "error"])
    _ = try await server.client.messenger()
    let reader = try SQLiteConnection(path, .read)
    try reader.execute("BEGIN")
    #expect(try reader.integer("SELECT count(*) FROM sessions") == 1)
    #expect(await server.stop() == .exit(0))
    try reader.execute("COMMIT")
    let check = try await Run(LiveServer.executable, ["check"] + store)
    #expect(check.output.contains("1 session,"), "\(check)")
  }

  @Test func `a copy without the log is distinguished from a complete one`() async throws {
    let server = try await LiveServer(store + ["--log-level", "error"])
    _ = try await server.client.messenger()
    let copy = folder.path + "/copy.db"
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let check = try await Run(LiveServer.executable, ["check", "--store", "sqlite:" + copy])
    #expect(
      check.end == .exit(1) && check.output.contains("0 sessions") && check.output.contains("\(copy)-wal is missing"),
      "\(check)")
    let backup = try await Run(LiveServer.executable, ["backup", copy + ".bak", "--store", "sqlite:" + copy])
    #expect(backup.end == .exit(0) && backup.error.contains("\(copy)-wal is missing"), "\(backup)")
    #expect(try files.filter { $0.hasPrefix("copy") } == ["copy.db", "copy.db.bak"])
    #expect(try await Run(LiveServer.executable, ["check"] + store).end == .exit(0))
    #expect(await server.stop() == .exit(0))
    // A server starts on it with a warning.
    let second = try await LiveServer(["--store", "sqlite:" + copy])
    #expect(await second.stop() == .exit(0))
    #expect(try await second.child.texts().error.contains("the latest changes are missing"))
    #expect(try await Run(LiveServer.executable, ["check", "--store", "sqlite:" + copy]).end == .exit(0))
  }

  struct Damage: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The expected words of the check.
    var words: String
    /// The exit code of a server; nil if it starts, since it does not check everything.
    var exit: CInt?
    var harm: @Sendable (_ path: String) throws -> Void

    init(_ name: String, _ words: String, exit: CInt?, _ harm: @escaping @Sendable (String) throws -> Void) {
      (testDescription, self.words, self.exit, self.harm) = (name, words, exit, harm)
    }

    static func sql(_ name: String, _ words: String, exit: CInt?, _ sql: String) -> Damage {
      Damage(name, words, exit: exit) { try SQLiteConnection($0, .write).execute(sql) }
    }
  }

  static let damages: [Damage] = [
    .sql("an unreadable record", "damaged: session s_", exit: nil, "UPDATE records SET content = x'00'"),
    .sql("a session without its records", "damaged: session s_", exit: nil, "DELETE FROM records WHERE key >> 32 = 2"),
    .sql("a missing table", "records", exit: 65, "DROP TABLE records"),
    .sql("another program's", "a file of something else", exit: 65, "PRAGMA application_id = 7"),
    Damage("no database", "a file of something else", exit: 65) {
      try Data(repeating: 0x78, count: 8_192).write(to: URL(filePath: $0))
    },
    Damage("an overwritten page", "damaged", exit: nil) { path in
      let file = try FileHandle(forUpdating: URL(filePath: path))
      try file.seek(toOffset: try file.seekToEnd() - 4_096)
      try file.write(contentsOf: Data(repeating: 0xFF, count: 4_096))
      try file.close()
    },
    Damage("the end cut off", "damaged", exit: nil) { path in
      let file = try FileHandle(forUpdating: URL(filePath: path))
      try file.truncate(atOffset: try file.seekToEnd() - 4_096)
      try file.close()
    },
  ]

  @Test(arguments: damages) func `a check reports the damage, and changes nothing`(_ damage: Damage) async throws {
    try await keepSessions()
    try damage.harm(path)
    let before = try Data(contentsOf: URL(filePath: path))
    let check = try await Run(LiveServer.executable, ["check"] + store)
    #expect(check.end == .exit(1) && check.error.isEmpty && check.output.contains(damage.words), "\(check)")
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    guard let exit = damage.exit else { return }
    let server = try await Run(LiveServer.executable, store + ["--port", "0"])
    #expect(
      server.end == .exit(exit) && server.output.isEmpty && server.error.hasPrefix("navigation-server: \(path)"),
      "\(server)")
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  /// Command, exit code and message.
  @Test(
    arguments: [(["check"], 66, "No such file"), (["backup", "copy.db"], 66, "No such file")]
      as [([String], CInt, String)])
  func `a missing store is not created`(_ command: [String], code: CInt, named: String) async throws {
    let run = try await Run(LiveServer.executable, command + store)
    #expect(run.end == .exit(code) && run.output.isEmpty && run.error.contains(named), "\(run)")
    #expect(try files == [])
  }

  @Test func `a folder is no store`() async throws {
    let run = try await Run(LiveServer.executable, ["check", "--store", "sqlite:" + folder.path])
    #expect(run.end == .exit(71) && run.error.contains(folder.path), "\(run)")
  }

  /// What is done beside a running server, and the name of its file that another one is then given.
  @Test(arguments: [
    ("the same name", "true", "sessions.db"), ("a symbolic link", "ln -s sessions.db link.db", "link.db"),
    ("a hard link", "ln sessions.db link.db", "link.db"), ("no PATH-lock", "rm sessions.db-lock", "sessions.db"),
    ("moved", "mv sessions.db moved.db", "moved.db"), ("a new file", "mv sessions.db moved.db", "sessions.db"),
  ])
  func `a file has one server`(_ change: String, command: String, name: String) async throws {
    let server = try await LiveServer(store + ["--log-level", "error"])
    _ = try await server.client.messenger()
    #expect(try await Run("/bin/sh", ["-c", "cd \(folder.path) && \(command)"]).end == .exit(0))
    let other = ["--store", "sqlite:\(folder.path)/\(name)"]
    let second = try await Run(LiveServer.executable, other + ["--port", "0"])
    #expect(second.end == .exit(69) && second.output.isEmpty && second.error.contains("another server"), "\(second)")
    #expect(try !files.contains("link.db-lock"))
    #expect(await server.stop() == .exit(0))
  }

  /// The kernel releases the locks; what is left of them is no obstacle.
  @Test func `a server starts after the crash of another, also through a symbolic link`() async throws {
    let server = try await LiveServer(store + ["--log-level", "error"])
    let id = try await server.client.messenger().id
    server.child.signal(SIGKILL)
    #expect(await server.child.ended() == .signal(SIGKILL))
    #expect(symlink("sessions.db", folder.path + "/link.db") == 0)
    let link = ["--store", "sqlite:\(folder.path)/link.db"]
    let check = try await Run(LiveServer.executable, ["check"] + link)
    #expect(check.end == .exit(0) && check.output.contains("1 session,"), "\(check)")
    let next = try await LiveServer(link + ["--log-level", "error"])
    #expect(try await next.client.session(id).revision == 0)
    #expect(await next.stop() == .exit(0))
  }

  @Test func `a file that cannot be created ends the start`() async throws {
    let nowhere = folder.path + "/none/sessions.db"
    let run = try await Run(LiveServer.executable, ["--store", "sqlite:" + nowhere, "--port", "0"])
    #expect(run.end == .exit(71) && run.output.isEmpty && run.error.contains("\(nowhere) cannot be used"), "\(run)")
  }

  @Test(arguments: ["full", "normal"]) func `sessions outlive their server`(_ durability: String) async throws {
    let options = store + ["--durability", durability, "--log-level", "error"]
    let first = try await LiveServer(options)
    let chat = try await first.client.messenger()
    try await chat.apply(.push("page", on: "chats"))
    let before = try await chat.read().json()
    first.child.signal(SIGKILL)
    #expect(await first.child.ended() == .signal(SIGKILL))
    let second = try await LiveServer(options)
    #expect(try await second.client.session(chat.id).read().json() == before)
    #expect(await second.stop() == .exit(0))
  }

  // MARK: backup

  @Test func `a backup of a busy server is a store of one moment`() async throws {
    let server = try await LiveServer(store + ["--log-level", "error"])
    let (rested, busy) = (try await server.client.messenger(), try await server.client.messenger())
    let before = try await busy.push("first", route: "page", on: "chats").revision
    let copy = folder.path + "/copy.db"
    let writing = Task {
      while !Task.isCancelled {
        _ = try? await busy.push("page", route: "page", on: "chats")
        _ = try? await busy.pop()
      }
    }
    let run = try await Run(LiveServer.executable, ["backup", copy] + store)
    writing.cancel()
    await writing.value
    #expect(run.end == .exit(0) && run.output == "\(copy) is a copy of \(path)\n" && run.error.isEmpty, "\(run)")
    #expect(try files.filter { $0.hasPrefix("copy") } == ["copy.db"])
    #expect(try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int == 0o600)
    let after = try await busy.read().revision

    let second = try await LiveServer(["--store", "sqlite:" + copy, "--log-level", "error"])
    let there = try await (rested.read().json(), second.client.session(rested.id).read().json())
    #expect(there.0 == there.1)
    #expect(try await (before...after).contains(second.client.session(busy.id).revision))
    #expect(await second.stop() == .exit(0))
    #expect(await server.stop() == .exit(0))
    #expect(try await Run(LiveServer.executable, ["check", "--store", "sqlite:" + copy]).end == .exit(0))
  }

  @Test func `a backup overwrites no file, and leaves none if it fails`() async throws {
    try await keepSessions()
    let taken = try folder.write("dear", to: "taken", mode: 0o600)
    let before = try files
    for (file, words) in [
      (taken, "is there already"), (path, "is there already"), (folder.path + "/none/copy.db", "No such file"),
    ] {
      let run = try await Run(LiveServer.executable, ["backup"] + store + [file])
      #expect(run.end == .exit(73) && run.output.isEmpty && run.error.contains(words), "\(run)")
    }
    #expect(try String(contentsOfFile: taken, encoding: .utf8) == "dear")
    #expect(try files == before)
  }
}

/// The bytes of a store that a server has closed.
struct StoreFile<Made: Sendable>: Sendable {
  let made: Made
  private let bytes: Data

  /// - Parameter fill: what is asked of the server.
  init(_ fill: @Sendable (LiveServer) async throws -> Made) async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/sessions.db"
    let server = try await LiveServer(["--store", "sqlite:" + path, "--log-level", "error"])
    made = try await fill(server)
    try #require(await server.stop() == .exit(0))
    bytes = try Data(contentsOf: URL(filePath: path))
  }

  /// Writes a file as a server does, for its owner alone.
  func write(to path: String) throws {
    try bytes.write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }
}
#endif
