#if SQLite
import Foundation
import SQLiteStorage
import Testing

/// The start of a server on a damaged file.
@Suite struct DamagedFileTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private var path: String { folder.path + "/sessions.db" }
  private var store: [String] { ["--store", "sqlite:" + path, "--log-level", "error"] }

  /// The file of three sessions, made once.
  private static let sessions = Task {
    try await StoreFile { server in
      try await server.raw { connection in
        try (1...3).compactMap {
          try StoreReader(connection: connection).send(Attempt("tok-0000000\($0)", .create)).fields["location"]
        }
      }
    }
  }

  /// Lays a closed file of three sessions; returns their paths.
  private func keep() async throws -> [String] {
    let sessions = try await Self.sessions.value
    try sessions.write(to: path)
    try SQLiteConnection(path, .write).execute("PRAGMA journal_mode = DELETE")
    return sessions.made
  }

  enum Harm: Sendable {
    case first(bytes: Int)
    case flip(byte: Int)
    case flipIn(String)
    case behind(String)

    func apply(to bytes: inout Data) {
      switch self {
      case .first(let count): bytes = bytes.prefix(count)
      case .flip(let index): bytes[index] ^= 0x10
      case .flipIn(let text): if let range = bytes.firstRange(of: Data(text.utf8)) { bytes[range.lowerBound] ^= 0x10 }
      case .behind(let text): bytes = Data(text.utf8) + bytes
      }
    }
  }

  /// The damage, and words of the refusal.
  @Test(
    arguments: [
      (.first(bytes: 12_288), "is damaged"), (.first(bytes: 10_000), "is damaged"), (.first(bytes: 50), "is damaged"),
      // The magic, the size of a page, the number of pages, the schema's number, the kind of the first page, the
      // schema.
      (.flip(byte: 3), "something else"), (.flip(byte: 17), "something else"), (.flip(byte: 28), "is damaged"),
      (.flip(byte: 60), "this server reads schema 1"), (.flip(byte: 100), "is damaged"),
      (.flipIn("CREATE TABLE records"), "is damaged"),
      (.behind("dear diary, "), "something else"),
    ] as [(Harm, String)])
  func `a server does not start on a damaged file, and names the damage`(_ harm: Harm, words: String) async throws {
    _ = try await keep()
    var bytes = try Data(contentsOf: URL(filePath: path))
    harm.apply(to: &bytes)
    try bytes.write(to: URL(filePath: path))
    let run = try await Run(LiveServer.executable, ["--port", "0"] + store)
    #expect(run.end == .exit(65) && run.output.isEmpty, "\(run)")
    #expect(run.error.hasPrefix("navigation-server: \(path) ") && run.error.contains(words), "\(run.error)")
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
  }

  /// No page ends before the damage as if the history did.
  @Test func `a page of records with a damaged one is a 500`() async throws {
    let path = try await keep()[0]
    let first = try await LiveServer(store)
    let changed = try await first.raw { connection in
      let reader = StoreReader(connection: connection)
      return try (0..<40).map { try reader.send(Attempt("tok-000001\(10 + $0)", .apply(path))).status }
    }
    #expect(changed == [Int](repeating: 200, count: 40))
    #expect(await first.stop() == .exit(0))
    try SQLiteConnection(self.path, .write).execute("UPDATE records SET at = at + 1 WHERE key = (1 << 32) + 30")
    let second = try await LiveServer(store)
    let statuses = try await second.raw { connection in
      let reader = StoreReader(connection: connection)
      return try ["", "/transitions?limit=10", "/transitions?limit=1000"].map { try reader.get(path + $0).status }
    }
    #expect(statuses == [200, 200, 500])
    #expect(await second.stop() == .exit(0))
  }

  /// One changed column of the second session, or of its only record.
  static let changed = [
    "UPDATE records SET content = substr(content, 1, length(content) - 1)",
    "UPDATE records SET content = substr(content, 9)", "UPDATE records SET content = x''",
    "UPDATE records SET content = CAST(substr(content, 1, 20) || x'40' || substr(content, 22) AS BLOB)",
    "UPDATE records SET at = at + 1", "UPDATE records SET ordinal = 2", "UPDATE records SET bytes = bytes + 1",
    "UPDATE records SET patches = 1", "UPDATE records SET key = key + 1", "DELETE FROM records",
    "UPDATE sessions SET client = 'z'", "UPDATE sessions SET labels = '{\"a\":\"b\"}'",
    "UPDATE sessions SET created = created + 1",
    "UPDATE sessions SET time_to_live = time_to_live + 1", "UPDATE sessions SET owner = 1",
  ]

  @Test(arguments: changed)
  func `a damaged session alone is a 500, is named by the check, and can be deleted`(_ sql: String) async throws {
    let paths = try await keep()
    let condition = sql.contains("sessions") ? "number = 2" : "key >> 32 = 2"
    try SQLiteConnection(path, .write).execute("\(sql) WHERE \(condition)")
    let check = try await Run(LiveServer.executable, ["check"] + store.prefix(2))
    #expect(check.end == .exit(1) && check.output.contains("damaged: session \(paths[1].suffix(28))"), "\(check)")
    let server = try await LiveServer(store)
    let statuses = try await server.raw { connection in
      let reader = StoreReader(connection: connection)
      let list = try reader.get("/v1/sessions")
      let isListed = paths.map { list.text.contains($0.suffix(28)) ? 1 : 0 }
      let reads = try paths.map { try reader.get($0).status }
      let changes = try paths.map { try reader.send(Attempt("tok-00000009", .apply($0))).status }
      let deletions = try (0..<2).map { _ in try reader.send(Attempt("tok-00000008", .delete(paths[1]))).status }
      return try [list.status] + isListed + reads + changes + deletions + [reader.get(paths[1]).status]
    }
    #expect(statuses == [200, 1, 0, 1, 200, 500, 200, 200, 500, 200, 204, 404, 404], "\(statuses)")
    #expect(await server.stop() == .exit(0))
    let after = try await Run(LiveServer.executable, ["check"] + store.prefix(2))
    #expect(after.end == .exit(0), "\(after)")
  }
}
#endif
