#if SQLite
import Foundation
import SQLiteStorage
import StoreKinds
import Testing

/// Every verb refuses a store of another schema: unread, and unchanged.
@Suite(.serialized) struct StoreVersionTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func file(_ name: String) -> String { "sqlite:\(folder.path)/\(name)" }

  /// The files beside each other, with their bytes.
  private var files: [String: Data] {
    get throws {
      var files: [String: Data] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        files[name] = try Data(contentsOf: URL(filePath: folder.path + "/" + name))
      }
      return files
    }
  }

  /// The file of one session, made once.
  private static let session = Task { try await StoreFile { _ = try await $0.client.messenger() } }

  /// Lays a closed store of one session.
  private func keep(_ name: String) async throws { try await Self.session.value.write(to: folder.path + "/" + name) }

  /// A server that begins after all ends with 124.
  private func run(_ verb: [String]) async throws -> Run {
    try await Run("/usr/bin/env", ["timeout", "30", LiveServer.executable] + verb)
  }

  /// A verb's words for a store, and its exit code for one of another schema.
  private func verbs(_ store: String) -> [([String], CInt)] {
    [
      (["--port", "0", "--store", store], 65), (["check", "--store", store], 65),
      (["copy", "--from", store, "--to", file("new")], 65), (["copy", "--from", file("good"), "--to", store], 65),
    ]
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let sql: [String]
    /// Ends of the names of files that are there.
    let files: [String]
    let words: String

    init(_ name: String, schema: Int, files: [String] = ["", "-wal", "-journal"], _ sql: String...) {
      (testDescription, self.files, self.sql) = (name, files, sql)
      words = " has schema \(schema), and this server reads schema 1: it was left as it is"
    }
  }

  /// What is done to a store's file, which is then as its last process leaves it in a crash.
  static let rows = [
    Row("version 2", schema: 2, "PRAGMA user_version = 2"), Row("version 0", schema: 0, "PRAGMA user_version = 0"),
    Row(
      "version 7, with a log", schema: 7, "PRAGMA user_version = 7", "PRAGMA journal_mode = WAL", "DROP TABLE records"),
    Row(
      "version 2, whose log is missing", schema: 2, files: [""], "PRAGMA user_version = 2",
      "PRAGMA journal_mode = WAL"),
    Row(
      "a copy of version 2 that is not complete", schema: 2, "PRAGMA user_version = 2",
      "PRAGMA application_id = 0x4E617643"),
    Row(
      "an interrupted change of version 2", schema: 2, "PRAGMA user_version = 2", "PRAGMA cache_size = 1", "BEGIN",
      "UPDATE records SET content = zeroblob(100000)"),
  ]

  @Test(arguments: rows) func `a file of another schema is refused`(_ row: Row) async throws {
    for name in ["good", "before"] { try await keep(name) }
    let connection = try SQLiteConnection(folder.path + "/before", .write)
    for sql in row.sql { try connection.execute(sql) }
    for end in row.files where FileManager.default.fileExists(atPath: folder.path + "/before" + end) {
      try FileManager.default.copyItem(atPath: folder.path + "/before" + end, toPath: folder.path + "/other" + end)
    }
    let before = try files
    for (verb, exit) in verbs(file("other")) + [(["backup", folder.path + "/new", "--store", file("other")], 65)] {
      let run = try await run(verb)
      #expect(run.end == .exit(exit) && run.output.isEmpty && run.error.contains("/other" + row.words), "\(run)")
      #expect(try files == before, "\(verb)")
    }
  }

  /// Of SQLite, but no store's.
  @Test func `tables of something else are refused`() async throws {
    try await keep("good")
    let connection = try SQLiteConnection(folder.path + "/other", .create)
    try connection.execute("CREATE TABLE sessions(id)")
    let before = try files
    for (verb, words, exit) in [
      (["--port", "0", "--store", file("other")], "is a file of something else", 65),
      (["check", "--store", file("other")], "is a file of something else", 1),
      (["backup", folder.path + "/new", "--store", file("other")], "is a file of something else", 65),
      (["copy", "--from", file("other"), "--to", file("new")], "is a file of something else", 65),
      (["copy", "--from", file("good"), "--to", file("other")], "is not empty, and was left as it is", 65),
    ] as [([String], String, CInt)] {
      let run = try await run(verb)
      #expect(run.end == .exit(exit) && (run.output + run.error).contains("/other " + words), "\(run)")
      #expect(try files == before, "\(verb)")
    }
  }

  #if PostgreSQL
  /// Without any other table: to read one fails otherwise.
  @Test(.enabled(if: PostgreSQLCluster.isAvailable)) func `a database of another schema is refused`() async throws {
    try await keep("good")
    let cluster = try PostgreSQLCluster()
    _ = try cluster.query("CREATE SCHEMA navigation; CREATE TABLE navigation.meta(schema int, oldest_reader int)")
    for (schema, oldestReader) in [(2, 2), (2, Int(Int32.max)), (0, 0)] {
      _ = try cluster.query("TRUNCATE navigation.meta; INSERT INTO navigation.meta VALUES(\(schema), \(oldestReader))")
      for (verb, exit) in verbs(cluster.uri) + [(["migrate", "--store", cluster.uri], 65)] {
        let run = try await run(verb)
        let words = " has schema \(schema), and this server reads schema 1: it was left as it is"
        #expect(run.end == .exit(exit) && run.output.isEmpty && run.error.contains(words), "\(run)")
      }
      #expect(try cluster.query("SELECT * FROM navigation.meta") == "\(schema)|\(oldestReader)")
      #expect(try cluster.query("SELECT tablename FROM pg_tables WHERE schemaname = 'navigation'") == "meta")
    }
    cluster.stop()
  }
  #endif
}
#endif
