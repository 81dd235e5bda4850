#if SQLite
import Foundation
import HTTPMessages
import NavigationAPI
import SQLiteStorage
import SessionStorage
import Testing

/// Files that earlier versions wrote, with what they answered then.
@Suite struct OldStoreTests {
  typealias Service = ServiceUnderTest

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Stores")

  /// A line of what was answered: `snapshot PATH REVISION BODY`, `transitions PATH REVISION BODY`, `replay PATH KEY REQUEST⇥BODY`.
  private static func lines(_ schema: Int) throws -> [[String]] {
    try String(contentsOf: folder.appending(path: "schema-\(schema).txt"), encoding: .utf8).split(separator: "\n").map { line in
      line.split(separator: " ", maxSplits: 3).map(String.init)
    }
  }

  /// A snapshot without what schema 1 did not say.
  private static func inSchema1(_ snapshot: [UInt8]) throws -> [UInt8] {
    var snapshot = try Snapshot(answer: snapshot)
    snapshot.countedIDs = nil
    snapshot.environment.isInBackground = false
    return snapshot.json()
  }

  /// Its own copy of a file, which is opened and asked.
  private func withFile(_ schema: Int, _ body: (_ path: String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "nav-\(UInt64.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "sessions.db")
    try FileManager.default.copyItem(at: Self.folder.appending(path: "schema-\(schema).db"), to: file)
    try body(file.path)
  }

  private func open(_ path: String) throws -> any SessionStore {
    try SQLiteStore(path: path, durability: .normal, report: { _, _ in })
  }

  @Test(arguments: [1]) func anOlderFileAnswersAsItDidThen(schema: Int) throws {
    try withFile(schema) { path in
      let service = Service(store: try open(path))
      let lines = try Self.lines(schema)
      try #require(lines.count > 10)
      for line in lines {
        switch line[0] {
        case "snapshot":
          let response = try service.get(line[1] + "/snapshot")
          #expect(response.value(of: "ETag") == "\"\(line[2])\"")
          #expect(try Self.inSchema1(response.body) == Self.inSchema1(Array(line[3].utf8)))
        case "transitions":
          let response = try service.get(line[1] + "/transitions?limit=1000")
          #expect(response.value(of: "ETag") == "\"\(line[2])\"")
          var then = try TransitionList(answer: Array(line[3].utf8))
          // What changed is worked out anew, by the rules of now.
          for index in then.transitions.indices { then.transitions[index].changes = nil }
          #expect(response.body == then.json())
        case "replay":
          let (request, answer) = (line[3].prefix { $0 != "\t" }, line[3].drop { $0 != "\t" }.dropFirst())
          let response = try service.post(line[1], String(request), [("Idempotency-Key", line[2])])
          #expect(response.text == answer && response.value(of: "Idempotency-Replayed") == "true")
        default: Issue.record("an unknown line: \(line[0])")
        }
      }
    }
  }

  @Test(arguments: [1]) func anOlderFileIsCopiedFirstAndThenOneOfNow(schema: Int) throws {
    try withFile(schema) { path in
      let before = try StoreInspection(reading: path)
      _ = try open(path)
      let (after, copy) = (try StoreInspection(reading: path), try StoreInspection(reading: "\(path).schema-\(schema)"))
      #expect(before.schema == schema && copy.schema == schema && after.schema > schema)
      for inspection in [before, after, copy] {
        #expect(inspection.faultCount == 0 && inspection.sessions == 4 && inspection.records == before.records)
      }
      let service = Service(store: try open(path))
      let session = try service.created()
      #expect(try service.post(session + "/transitions", Service.push("a")).record().revision == 1)
    }
  }

  /// A file of a version that is not known is left as it is.
  @Test func aNewerFileIsRefused() throws {
    try withFile(1) { path in
      let connection = try SQLiteConnection(path, .write)
      try connection.execute("PRAGMA user_version = 99")
      let before = try Data(contentsOf: URL(filePath: path))
      do throws(StorageFault) {
        _ = try SQLiteStore(path: path, durability: .full, report: { _, _ in })
        Issue.record("it was opened")
      } catch {
        guard case .newerSchema(_, 99, _) = error else { throw error }
        #expect(error.description.contains("a newer version wrote it"))
      }
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }
  }
}
#endif
