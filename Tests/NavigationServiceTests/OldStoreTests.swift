#if SQLite
import Foundation
import HTTPMessages
import Navigation
import SQLiteStorage
import SessionStorage
import Testing

@testable import NavigationService

/// Files of earlier versions, with the answers of those versions.
@Suite struct OldStoreTests {
  typealias Service = ServiceUnderTest

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Stores")

  /// The recorded answers, one per line: `snapshot PATH REVISION BODY`, `transitions PATH REVISION BODY` or
  /// `replay PATH KEY REQUEST⇥BODY`, `duplicate PATH REVISION BODY` for a snapshot with one id twice; for the owner of a key `create NAME KEY REQUEST⇥BODY` or `session NAME PATH BODY`.
  private static func lines(_ schema: Int) throws -> [[String]] {
    try String(contentsOf: folder.appending(path: "schema-\(schema).txt"), encoding: .utf8).split(separator: "\n").map {
      line in
      line.split(separator: " ", maxSplits: 3).map(String.init)
    }
  }

  /// A snapshot without the members that schema 1 lacks.
  private static func inSchema1(_ snapshot: [UInt8]) throws -> [UInt8] {
    var snapshot = try Snapshot(answer: snapshot)
    snapshot.countedIDs = nil
    snapshot.environment.isInBackground = false
    return snapshot.json()
  }

  /// Removes the members of visible screens that these versions lack.
  private static func leaveOut(_ visible: inout [VisibleScreen]) {
    for index in visible.indices {
      (visible[index].route, visible[index].title, visible[index].params) = ("", nil, Params())
      visible[index].splitLayout = .none
    }
  }

  /// Records without the members that are computed anew by the present rules: changes, and members of visible screens.
  private static func asThen(_ records: [UInt8]) throws -> [UInt8] {
    var list = try TransitionList(answer: records)
    for index in list.transitions.indices {
      list.transitions[index].changes = nil
      leaveOut(&list.transitions[index].visible)
    }
    return list.json()
  }

  /// Calls `body` with the path of a temporary copy of a file.
  private func withFile(_ schema: Int, _ body: (_ path: String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "nav-\(UInt64.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "sessions.db")
    try FileManager.default.copyItem(at: Self.folder.appending(path: "schema-\(schema).db"), to: file)
    try body(file.path)
  }

  private static func files(beside path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: URL(filePath: path).deletingLastPathComponent().path).sorted()
  }

  private func open(_ path: String) throws -> SessionStore {
    try open(SQLiteBackend(path: path, durability: .normal, limits: .init()))
  }

  private func open(_ file: SQLiteBackend) throws -> SessionStore {
    try SessionStore(file, limits: .init(), uptime: { 0 }, report: { _ in })
  }

  @Test(arguments: [1, 3, 4, 5]) func anOlderFileHasTheRecordedAnswers(schema: Int) throws {
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
          #expect(try Self.asThen(response.body) == Self.asThen(Array(line[3].utf8)))
        case "replay":
          let (request, answer) = (line[3].prefix { $0 != "\t" }, line[3].drop { $0 != "\t" }.dropFirst())
          let response = try service.post(line[1], String(request), [("Idempotency-Key", line[2])])
          #expect(response.text == answer && response.value(of: "Idempotency-Replayed") == "true")
        case "create", "session", "duplicate": break
        default: Issue.record("an unknown line: \(line[0])")
        }
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5]) func anOlderFileIsCopiedAndThenMigrated(schema: Int) throws {
    try withFile(schema) { path in
      let before = try StoreInspection(reading: path)
      try open(path).close()
      #expect(try Self.files(beside: path) == ["sessions.db", "sessions.db.schema-\(schema)"])
      let (after, copy) = (try StoreInspection(reading: path), try StoreInspection(reading: "\(path).schema-\(schema)"))
      #expect(before.schema == schema && copy.schema == schema && after.schema > schema)
      for inspection in [before, after, copy] {
        #expect(
          inspection.faultCount == 0 && inspection.sessions == before.sessions && inspection.records == before.records)
      }
      let service = Service(store: try open(path))
      let session = try service.created()
      #expect(try service.post(session + "/transitions", Service.push("a")).record().revision == 1)
    }
  }

  /// Before schema 3 an owner was identified by the line of its key.
  @Test func theOwnersOfAnOlderFileAreNamedByTheKeyFile() throws {
    try withFile(2) { path in
      let file = try SQLiteBackend(path: path, durability: .normal, limits: .init(), naming: ["ada", "ben", "cem"])
      let store = try open(file)
      #expect(
        file.namedOwners == [
          NamedOwner(number: 1, name: "ada", sessions: 2), NamedOwner(number: 2, name: "ben", sessions: 1),
          NamedOwner(number: 3, name: "cem", sessions: 0),
        ])
      try expectOwnersAsThen(2, store)
    }
  }

  @Test(arguments: [3, 4]) func theOwnersOfAFileWithNamesAreUnchanged(schema: Int) throws {
    try withFile(schema) { path in
      let file = try SQLiteBackend(path: path, durability: .normal, limits: .init(), naming: ["ben", "dan"])
      #expect(file.namedOwners.isEmpty)
      try expectOwnersAsThen(schema, try open(file))
    }
  }

  /// Only each owner receives the recorded answers, regardless of the order of lines in the key file.
  private func expectOwnersAsThen(_ schema: Int, _ store: SessionStore) throws {
    let lines = try Self.lines(schema).filter { ["create", "session"].contains($0[0]) }
    try #require(lines.count >= 6)
    for file in ["dan D\nben B\nada A\ncem C", "ada A\nben B\ncem C"] {
      let service = Service(keys: try Self.keys(file), store: store)
      for line in lines {
        let bearer = APIKeysTests.bearer(Self.key(of: line[1]))
        if line[0] == "create" {
          let (request, answer) = (line[3].prefix { $0 != "\t" }, line[3].drop { $0 != "\t" }.dropFirst())
          let response = try service.post(
            "/v1/sessions", String(request), bearer + [(name: "Idempotency-Key", value: line[2])])
          #expect(response.text == answer && response.value(of: "Idempotency-Replayed") == "true")
        } else {
          var now = try SessionView(answer: service.get(line[2], bearer).body)
          Self.leaveOut(&now.visible)
          #expect(try now.json() == SessionView(answer: Array(line[3].utf8)).json())
          for other in ["ada", "ben", "cem", "dan"] where other != line[1] {
            #expect(
              try service.get(line[2], APIKeysTests.bearer(Self.key(of: other))).status != .ok,
              "\(other) sees \(line[1])'s")
          }
        }
      }
    }
  }

  /// If the migration of a file fails, the file stays unchanged.
  @Test(arguments: [1, 2, 3, 4, 5]) func anOlderFileIsMigratedCompletelyOrNotAtAll(schema: Int) throws {
    try withFile(schema) { path in
      // A folder with the name of its copy prevents the migration.
      try FileManager.default.createDirectory(atPath: "\(path).schema-\(schema)/x", withIntermediateDirectories: true)
      let before = try Data(contentsOf: URL(filePath: path))
      #expect(throws: StorageFault.self) { try SQLiteBackend(path: path, durability: .full, limits: .init()) }
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
      try FileManager.default.removeItem(atPath: "\(path).schema-\(schema)")
      try open(path).close()
      #expect(try StoreInspection(reading: path).schema == 6)
    }
  }

  /// Sessions of owners without a name are retained, but no key ever reads them.
  @Test func ownersWithoutANameHaveNoKey() throws {
    try withFile(2) { path in
      let file = try SQLiteBackend(path: path, durability: .normal, limits: .init(), naming: ["ada"])
      let store = try open(file)
      #expect(file.namedOwners.map(\.name) == ["ada", nil, nil])
      let sessions = try Self.lines(2).filter { $0[0] == "session" }
      for service in [Service(keys: try Self.keys("ben B\nada A\ncem C\ndan D"), store: store), Service(store: store)] {
        for line in sessions {
          let seen = try ["ada", "ben", "cem", "dan"].filter {
            try service.get(line[2], APIKeysTests.bearer(Self.key(of: $0))).status == .ok
          }
          #expect(seen == (line[1] == "ada" && service.service.configuration.keys != nil ? ["ada"] : []))
        }
      }
      #expect(try store.owner(named: "ben").number > 3, "a number is never given twice")
    }
  }

  private static func key(of name: String) -> String { "\(name)-0123456789abcdef" }

  /// The keys of lines with a name and a letter; the name determines the key.
  private static func keys(_ file: String) throws -> APIKeys {
    let lines = file.split(separator: "\n").map { line in
      let name = line.split(separator: " ")[0]
      return "\(name) \(key(of: String(name)))"
    }
    return try APIKeys(file: Array(lines.joined(separator: "\n").utf8))
  }

  @Test func theFileStoresTheNumberOfAName() throws {
    try withFile(1) { path in
      var owners: [String: Owner] = [:]
      for names in [["ada", "ben"], ["cem", "ada"], ["ben", "cem", "dan"]] {
        let store = try open(path)
        for name in names {
          let owner = try store.owner(named: name)
          #expect(owners[name] ?? owner == owner && store.hasNamedOwners)
          owners[name] = owner
        }
      }
      #expect(Set(owners.values.map(\.number)) == [1, 2, 3, 4])
    }
  }

  /// A file of an unknown version stays unchanged.
  @Test func aNewerFileIsRefused() throws {
    try withFile(1) { path in
      let connection = try SQLiteConnection(path, .write)
      try connection.execute("PRAGMA user_version = 99")
      let before = try Data(contentsOf: URL(filePath: path))
      do throws(StorageFault) {
        _ = try SQLiteBackend(path: path, durability: .full, limits: .init())
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
