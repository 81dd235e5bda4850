#if SQLite
import Foundation
import SQLiteStorage

/// A new folder, removed with this value.
final class DatabaseFolder: Sendable {
  let path: String
  var database: String { path + "/test.db" }

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "nav-\(UInt32.random(in: .min ... .max))").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A new database with a table `t(k INTEGER PRIMARY KEY, v)`.
  func connection() throws -> SQLiteConnection {
    let connection = try SQLiteConnection(database, .create)
    try connection.execute("CREATE TABLE t(k INTEGER PRIMARY KEY, v ANY) STRICT")
    return connection
  }

  func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: URL(filePath: path + "/" + name)) }

  /// Truncates the database to `count` bytes.
  func truncateDatabase(to count: UInt64) throws {
    let file = try FileHandle(forUpdating: URL(filePath: database))
    try file.truncate(atOffset: count)
    try file.close()
  }

  /// The names of its files.
  var files: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

  func permissions(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.posixPermissions] as? Int
  }
}
#endif
