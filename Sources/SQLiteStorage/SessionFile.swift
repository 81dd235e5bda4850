#if SQLite
import SessionStorage

/// The store's file, locked for writing by one process at a time.
final class SessionFile: Sendable {
  let path: String
  private let locks: StoreLocks
  /// Whether the log of the file was missing when it was opened: its commits are lost.
  let isLogMissing: Bool
  /// The owners that had numbers only until now; empty unless the file was older.
  let namedOwners: [NamedOwner]

  /// Locks the file and verifies it; creates it if it is missing.
  ///
  /// - Parameter lines: the names in the key file by line, for an older file.
  init(_ path: String, naming lines: [String]) throws(StorageFault) {
    self.path = path
    locks = try StoreLocks(path)
    isLogMissing = StoreLog.isMissing(of: path)
    namedOwners = try Self.verified(path, naming: lines)
  }

  /// Releases the locks; after the connections are closed.
  func release() { locks.release() }

  private static func verified(_ path: String, naming lines: [String]) throws(StorageFault) -> [NamedOwner] {
    let fault: StorageFault?
    let version: Int
    do throws(SQLiteError) {
      let connection = try SQLiteConnection(path, .create)
      if try isNew(connection) { _ = try Schema.migrate(connection, from: 0, naming: []) }
      fault = try Self.fault(of: connection, path)
      version = try Schema.version(on: connection)
    } catch { throw StorageFault(error, path: path) }
    if let fault { throw fault }
    return version < Schema.version ? try migrate(path, from: version, naming: lines) : []
  }

  /// Migrates an older file to the present schema, after a copy.
  private static func migrate(_ path: String, from version: Int, naming lines: [String]) throws(StorageFault)
    -> [NamedOwner]
  {
    let copy = copyPath(of: path, version: version)
    do throws(StoreBackup.Fault) { try StoreBackup.copy(path, to: copy, replaces: true) } catch {
      switch error {
      case .source(let fault): throw fault
      case .nameTaken(let file): throw .unavailable(path: path, detail: "its copy \(file) is there already")
      case .target(let file, let detail):
        throw .unavailable(path: path, detail: "its copy \(file) cannot be written: \(detail)")
      }
    }
    do throws(SQLiteError) {
      return try Schema.migrate(SQLiteConnection(path, .write), from: version, naming: lines)
    } catch {
      throw StorageFault(error, path: path)
    }
  }

  /// The path of the copy made before a migration.
  package static func copyPath(of path: String, version: Int) -> String { "\(path).schema-\(version)" }

  static func isNew(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
    for number in ["PRAGMA user_version", "PRAGMA application_id", "SELECT count(*) FROM sqlite_schema"] {
      guard try connection.integer(number) == 0 else { return false }
    }
    return true
  }

  /// A connection that reads a store's file, also while another process writes it.
  static func reading(_ path: String) throws(StorageFault) -> SQLiteConnection {
    let connection: SQLiteConnection
    let fault: StorageFault?
    do throws(SQLiteError) {
      connection = try SQLiteConnection(path, StoreLog.isMissing(of: path) ? .readUnchanging : .read)
      do throws(SQLiteError) { fault = try Self.fault(of: connection, path) } catch {
        guard error.needsRollback else { throw error }
        // Only a connection that may write takes an interrupted transaction back.
        _ = try Schema.version(on: SQLiteConnection(path, .write))
        fault = try Self.fault(of: connection, path)
      }
    } catch { throw StorageFault(error, path: path) }
    if let fault { throw fault }
    return connection
  }

  /// The fault of the file, judged by its header and schema.
  private static func fault(of connection: SQLiteConnection, _ path: String) throws(SQLiteError) -> StorageFault? {
    let version = try Schema.version(on: connection)
    let id = try connection.integer("PRAGMA application_id")
    guard id == Schema.applicationID else {
      return id == Schema.copyID ? .incompleteCopy(path: path) : .foreign(path: path)
    }
    guard version <= Schema.version else { return .newerSchema(path: path, found: version, known: Schema.version) }
    return try Schema.firstDeviation(on: connection, version: version).map {
      .damaged(path: path, detail: "its schema has another \($0)")
    }
  }

  /// Pages in the log that trigger a checkpoint.
  private static let checkpointPages = 4_000
  /// Bytes of the log on disk between two checkpoints.
  private static let logBytes = 64 << 20
  /// The page cache in KiB: about the index of a million ids, in which each new id falls on a random page.
  private static let cacheKibibytes = 49_152

  /// The writing connection. In WAL mode, readers run concurrently.
  func writingConnection(_ durability: Durability) throws(SQLiteError) -> SQLiteConnection {
    let connection = try SQLiteConnection(path, .write)
    let synchronous =
      switch durability {
      case .full: "FULL"
      case .normal: "NORMAL"
      }
    for pragma in [
      "journal_mode = WAL", "synchronous = \(synchronous)", "wal_autocheckpoint = \(Self.checkpointPages)",
      "journal_size_limit = \(Self.logBytes)", "cache_size = -\(Self.cacheKibibytes)",
    ] { try connection.execute("PRAGMA " + pragma) }
    // Opens the log before any reader does: closing can only delete a log that the writer has opened.
    _ = try Schema.version(on: connection)
    return connection
  }
}
#endif
