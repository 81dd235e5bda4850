@testable import Navigation
import Testing

/// An older schema is migrated step by step; one newer than the present is refused unread.
@Suite struct SnapshotMigrationTests {
  /// Migrations from two fictitious schemas: the first has `tree` instead of `root`, the second `window`.
  static let migrations = [renaming("tree", to: "window", from: 1), renaming("window", to: "root", from: 2)]

  private static func renaming(_ old: StaticString, to new: StaticString, from schema: Int) -> SnapshotMigration {
    SnapshotMigration(from: schema) { (json, writer) throws(BodyRefusal) in
      var reader = try json.object()
      writer.beginObject()
      writer.member("schema", schema + 1)
      writer.key(new)
      writer.string(try reader.require(old).string())
      writer.endObject()
    }
  }

  static let rows: [(body: String, newest: String)] = [
    (#"{"schema":1,"tree":"a"}"#, #"{"schema":3,"root":"a"}"#),
    (#"{"schema":2,"window":"a"}"#, #"{"schema":3,"root":"a"}"#),
    (#"{"schema":3,"root":"a"}"#, #"{"schema":3,"root":"a"}"#), (#"{"root":"a"}"#, #"{"root":"a"}"#),
  ]

  @Test(arguments: rows) func `each step in turn`(_ row: (body: String, newest: String)) throws {
    let json = try JSONDocument(Array(row.body.utf8)).root
    #expect(try Snapshot.upToDate(json, schema: 3, Self.migrations).compactText() == row.newest)
  }

  @Test func `beyond the newest`() throws {
    let json = try JSONDocument(Array(#"{"schema":4,"what":"ever"}"#.utf8)).root
    #expect(throws: BodyRefusal.newerSchema(4, pointer: "/schema")) {
      try Snapshot.upToDate(json, schema: 3, Self.migrations)
    }
  }

  /// 3 is 2 with routes.
  @Test func `there is one for every schema before 2`() {
    #expect(SnapshotMigration.all.map(\.schema) == [1] && Snapshot.schema == 3)
  }
}
