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

  /// Makes a closed file of three sessions; returns their paths.
  private func keep() async throws -> [String] {
    let server = try await LiveServer(store)
    let paths = try await server.raw { connection in
      try (1...3).compactMap {
        try StoreReader(connection: connection).send(Attempt("tok-0000000\($0)", .create)).fields["location"]
      }
    }
    #expect(await server.stop() == .exit(0))
    try SQLiteConnection(path, .write).execute("PRAGMA journal_mode = DELETE")
    return paths
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
      (.flip(byte: 60), "a newer version wrote it"), (.flip(byte: 100), "is damaged"),
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

  @Test func `an unreadable session does not affect the others`() async throws {
    let paths = try await keep()
    try SQLiteConnection(path, .write).execute("UPDATE records SET content = x'00' WHERE key >> 32 = 2")
    let server = try await LiveServer(store)
    let statuses = try await server.raw { connection in
      let reader = StoreReader(connection: connection)
      let reads = try paths.map { try reader.get($0).status }
      return try reads + paths.map { try reader.send(Attempt("tok-00000009", .apply($0))).status } + [
        reader.get("/v1/sessions").status
      ]
    }
    #expect(statuses == [200, 500, 200, 200, 500, 200, 200])
    #expect(await server.stop() == .exit(0))
  }
}
#endif
