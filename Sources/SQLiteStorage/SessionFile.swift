#if SQLite
import Glibc
import SessionStorage
import Synchronization

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

/// The locks by which one process at a time has a store's file open for writing. The kernel releases them when the
/// process ends, also by a crash.
///
/// One is on the file, whichever of its names is given, and whatever is removed beside it. The other is on `PATH-lock`:
/// while the file has been moved away, a new one of its name would share `PATH-wal` with it.
///
/// Both are of `flock`, which has nothing to do with SQLite's own locks of `fcntl`, so that `check` and `backup` read
/// beside the server. A process loses those of `fcntl` when it closes any descriptor of the file. Hence this one of the
/// file is opened before SQLite's, and closed after them.
final class StoreLocks: Sendable {
  private let path: String
  private let descriptors: Mutex<[Int32]>

  /// Locks the file; creates it with mode 0600 if it is missing. Throws `inUse` and `unavailable`.
  init(_ path: String) throws(StorageFault) {
    self.path = path
    let name = try Self.lockedName(path)
    descriptors = Mutex([name])
    do throws(StorageFault) {
      // Not to be held up by a named pipe.
      let file = try Self.locked(path, O_RDONLY | O_CREAT | O_NONBLOCK, of: path)
      descriptors.withLock { $0.append(file) }
    } catch {
      release()
      throw error
    }
  }

  deinit { release() }

  /// Releases the locks and removes `PATH-lock`; after SQLite's connections are closed.
  func release() {
    descriptors.withLock { descriptors in
      if !descriptors.isEmpty { unlink(path + "-lock") }
      for descriptor in descriptors { close(descriptor) }
      descriptors = []
    }
  }

  private static func lockedName(_ path: String) throws(StorageFault) -> Int32 {
    while true {
      let descriptor = try locked(path + "-lock", O_RDWR | O_CREAT, of: path)
      // The process that held the lock before may have unlinked the file after it was opened here.
      if isFile(descriptor, at: path + "-lock") { return descriptor }
      close(descriptor)
    }
  }

  private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var (opened, there) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && stat(path, &there) == 0 && opened.st_ino == there.st_ino
      && opened.st_dev == there.st_dev
  }

  private static func locked(_ name: String, _ flags: Int32, of path: String) throws(StorageFault) -> Int32 {
    let descriptor = open(name, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .unavailable(path: path, detail: "\(name): " + String(cString: strerror(errno)))
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      close(descriptor)
      throw code == EWOULDBLOCK ? .inUse(path: path) : .unavailable(path: path, detail: String(cString: strerror(code)))
    }
    return descriptor
  }
}

public enum StorageFault: Error, Sendable {
  /// Another server has the file open.
  case inUse(path: String)
  /// The file is a store's of another schema.
  case otherSchema(path: String, found: Int, known: Int)
  /// A copy that is not complete.
  case incompleteCopy(path: String)
  /// Another program's database.
  case foreign(path: String)
  /// The content differs from what was written.
  case damaged(path: String, detail: String)
  /// A system error.
  case unavailable(path: String, detail: String)
}

extension StorageFault: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    switch self {
    case .inUse(let path): "another server keeps its sessions in \(path): stop it, or give this one a file of its own"
    case .otherSchema(let path, let found, let known):
      "\(path) has schema \(found), and this server reads schema \(known): it was left as it is, start the server that wrote it"
    case .incompleteCopy(let path):
      "\(path) is a copy that is not complete: run the same `navigation-server copy` again, or move the file away"
    case .foreign(let path): "\(path) is a file of something else: it was left as it is, give the server another path"
    case .damaged(let path, let detail):
      "\(path) is damaged: \(detail). Nothing was written. `navigation-server check --store sqlite:\(path)` says more; "
        + "put back a copy that `navigation-server backup` made, or move the file away and begin with an empty one"
    case .unavailable(let path, let detail): "\(path) cannot be used: \(detail)"
    }
  }

  init(_ error: SQLiteError, path: String) {
    switch error.kind {
    case .corrupt: self = .damaged(path: path, detail: error.description)
    case .notADatabase: self = .foreign(path: path)
    case .full, .busy, .readOnly, .cannotOpen, .io, .constraint, .other:
      self = .unavailable(path: path, detail: error.description)
    }
  }

  /// The fault that a copy ended with; nil if that is not SQLite's.
  package init?(copying error: any Error) {
    if let fault = error as? StorageFault {
      self = fault
    } else if let error = error as? SQLiteError {
      self.init(error, path: "a file of the copy")
    } else {
      return nil
    }
  }
}
#endif
