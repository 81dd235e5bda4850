#if SQLite
import SessionStorage

/// The store's file, locked for writing by one process at a time.
final class SessionFile: Sendable {
  let path: String
  private let locks: StoreLocks
  /// Whether the log of the file was missing when it was opened: its commits are lost.
  let isLogMissing: Bool
  /// The damage that its log then had.
  let logDamage: StoreLog.Damage?

  /// Locks the file and verifies it; creates it if it is missing.
  init(_ path: String) throws(StorageFault) {
    self.path = path
    try Schema.requireVersion(of: path)
    locks = try StoreLocks(path)
    isLogMissing = StoreLog.isMissing(of: path)
    logDamage = try StoreLog.keepDamage(of: path)
    let fault: StorageFault?
    do throws(SQLiteError) {
      let connection = try SQLiteConnection(path, .create)
      if try Self.isNew(connection) { try Schema.create(on: connection) }
      fault = try Self.fault(of: connection, path)
    } catch { throw StorageFault(error, path: path) }
    if let fault { throw fault }
  }

  /// Releases the locks; after the connections are closed.
  func release() { locks.release() }

  static func isNew(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
    for number in ["PRAGMA user_version", "PRAGMA application_id", "SELECT count(*) FROM sqlite_schema"] {
      guard try connection.integer(number) == 0 else { return false }
    }
    return true
  }

  /// A connection that reads a store's file, also while another process writes it.
  static func reading(_ path: String) throws(StorageFault) -> SQLiteConnection {
    try Schema.requireVersion(of: path)
    let connection: SQLiteConnection
    let fault: StorageFault?
    do throws(SQLiteError) {
      connection = try SQLiteConnection(path, StoreLog.isMissing(of: path) ? .readUnchanging : .read)
      do throws(SQLiteError) { fault = try Self.fault(of: connection, path) } catch {
        guard error.needsRollback else { throw error }
        // Only a connection that may write takes an interrupted transaction back.
        _ = try SQLiteConnection(path, .write).integer("PRAGMA user_version")
        fault = try Self.fault(of: connection, path)
      }
    } catch { throw StorageFault(error, path: path) }
    if let fault { throw fault }
    return connection
  }

  /// The fault of the file, judged by its header and schema.
  private static func fault(of connection: SQLiteConnection, _ path: String) throws(SQLiteError) -> StorageFault? {
    let id = try connection.integer("PRAGMA application_id")
    guard id == Schema.applicationID else {
      return id == Schema.copyID ? .incompleteCopy(path: path) : .foreign(path: path)
    }
    return try Schema.firstDeviation(on: connection).map {
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
    _ = try connection.integer("PRAGMA user_version")
    return connection
  }
}
#endif
