#if SQLite
import Glibc
import SessionStorage
import Synchronization

/// The file with the sessions, and the right to write it: one process at a time has it.
final class SessionFile: Sendable {
  let path: String
  /// Of the file beside it that is locked. The database itself is no place for a lock of our own: closing it would drop
  /// SQLite's.
  private let lock: Mutex<Int32?>
  /// Whether the log that belongs to the file was missing when it was opened: what was kept in it is lost.
  let isLogMissing: Bool
  /// The owners that had numbers alone until now; empty but for an older file.
  let namedOwners: [NamedOwner]

  /// Takes the lock, and looks whether the file is one of ours; makes a new one where there is none.
  ///
  /// - Parameter lines: the names of the key file, for an older file.
  init(_ path: String, naming lines: [String]) throws(StorageFault) {
    self.path = path
    let descriptor = try Self.locked(path)
    lock = Mutex(descriptor)
    isLogMissing = StoreLog.isMissing(of: path)
    do throws(StorageFault) { namedOwners = try Self.verified(path, naming: lines) } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { release() }

  /// Gives the right to write up, and takes the file of the lock away.
  func release() {
    lock.withLock { lock in
      guard let descriptor = lock else { return }
      unlink(path + "-lock")
      close(descriptor)
      lock = nil
    }
  }

  private static func locked(_ path: String) throws(StorageFault) -> Int32 {
    while true {
      let descriptor = try lockedFile(path)
      // The process that had the lock before may have removed its file since it was opened here.
      if isFile(descriptor, at: path + "-lock") { return descriptor }
      close(descriptor)
    }
  }

  private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var (opened, there) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && stat(path, &there) == 0 && opened.st_ino == there.st_ino
      && opened.st_dev == there.st_dev
  }

  private static func lockedFile(_ path: String) throws(StorageFault) -> Int32 {
    let descriptor = open(path + "-lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .unavailable(path: path, detail: "\(path)-lock: " + String(cString: strerror(errno)))
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      close(descriptor)
      throw code == EWOULDBLOCK ? .inUse(path: path) : .unavailable(path: path, detail: String(cString: strerror(code)))
    }
    return descriptor
  }

  private static func verified(_ path: String, naming lines: [String]) throws(StorageFault) -> [NamedOwner] {
    let fault: StorageFault?
    let version: Int
    do throws(SQLiteError) {
      let connection = try SQLiteConnection(path, .create)
      if try isNew(connection) { _ = try Schema.bring(connection, from: 0, naming: []) }
      fault = try Self.fault(of: connection, path)
      version = try Schema.version(on: connection)
    } catch { throw StorageFault(error, path: path) }
    if let fault { throw fault }
    return version < Schema.version ? try bringUp(path, from: version, naming: lines) : []
  }

  /// Makes an older file one of now, after a copy.
  private static func bringUp(_ path: String, from version: Int, naming lines: [String]) throws(StorageFault)
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
      return try Schema.bring(SQLiteConnection(path, .write), from: version, naming: lines)
    } catch {
      throw StorageFault(error, path: path)
    }
  }

  /// Where the file as it was before it was brought up to the version of now is copied to.
  package static func copyPath(of path: String, version: Int) -> String { "\(path).schema-\(version)" }

  private static func isNew(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
    for number in ["PRAGMA user_version", "PRAGMA application_id", "SELECT count(*) FROM sqlite_schema"] {
      guard try connection.integer(number) == 0 else { return false }
    }
    return true
  }

  /// A connection that reads a store's file, whatever process writes it.
  static func reading(_ path: String) throws(StorageFault) -> SQLiteConnection {
    let connection: SQLiteConnection
    let fault: StorageFault?
    do throws(SQLiteError) {
      connection = try SQLiteConnection(path, StoreLog.isMissing(of: path) ? .readUnchanging : .read)
      fault = try Self.fault(of: connection, path)
    } catch { throw StorageFault(error, path: path) }
    if let fault { throw fault }
    return connection
  }

  /// What is wrong with the file, as far as its header and its schema tell.
  private static func fault(of connection: SQLiteConnection, _ path: String) throws(SQLiteError) -> StorageFault? {
    let version = try Schema.version(on: connection)
    guard try connection.integer("PRAGMA application_id") == Schema.applicationID else { return .foreign(path: path) }
    guard version <= Schema.version else { return .newerSchema(path: path, found: version, known: Schema.version) }
    return try Schema.firstDeviation(on: connection, version: version).map {
      .damaged(path: path, detail: "its schema has another \($0)")
    }
  }

  /// Pages of the log after which they go into the file.
  private static let checkpointPages = 4_000
  /// Bytes that the log keeps on the disk between two checkpoints.
  private static let logBytes = 64 << 20
  /// KiB of the file's pages in memory: about what the index of a million ids takes, each new one of which falls on any
  /// of its pages.
  private static let cacheKibibytes = 49_152

  /// The connection to write by. WAL: readers go on beside it.
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
    return connection
  }
}
#endif
