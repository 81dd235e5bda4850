#if SQLite
import CSQLite
import Glibc

/// A copy of a store's file as of one moment; the server may be running.
public enum StoreBackup {
  public enum Fault: Error, Sendable {
    case source(StorageFault)
    /// The target exists; it is unchanged.
    case nameTaken(String)
    /// The copy cannot be written, for this reason.
    case target(path: String, detail: String)
  }

  /// Writes to a temporary name and renames it, so that the target appears only when complete and synced.
  ///
  /// Returns why the copy is not all that was committed.
  public static func copy(_ path: String, to target: String) throws(Fault) -> [StoreLog.Loss] {
    var status = stat()
    guard lstat(target, &status) != 0 else { throw .nameTaken(target) }
    let (losses, source): ([StoreLog.Loss], SQLiteConnection)
    do throws(StorageFault) {
      losses = try StoreLog.losses(of: path)
      source = try SessionFile.reading(path)
    } catch { throw .source(error) }
    // The connection makes it, readable by its owner only.
    let part = "\(target).\(UInt64.random(in: 0 ... .max))"
    do throws(Fault) {
      do throws(SQLiteError) { try source.backUp(to: part) } catch { throw fault(error, path: path, target: target) }
      guard sync(part), rename(part, target) == 0, sync(folder(of: target)) else {
        throw .target(path: target, detail: String(cString: strerror(errno)))
      }
    } catch {
      unlink(part)
      throw error
    }
    return losses
  }

  private static func fault(_ error: SQLiteError, path: String, target: String) -> Fault {
    switch error.kind {
    case .corrupt, .notADatabase: .source(StorageFault(error, path: path))
    case .full, .busy, .readOnly, .cannotOpen, .io, .constraint, .other:
      .target(path: target, detail: error.description)
    }
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Syncs a file, or the entries of a folder.
  static func sync(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return fsync(descriptor) == 0
  }
}

extension SQLiteConnection {
  /// Copies a snapshot of the database over the content of a file and syncs it; no other file is left beside it.
  ///
  /// In WAL mode, the writer continues. The copy is made in one transaction: in several, each commit of another
  /// connection would restart it.
  package func backUp(to path: String) throws(SQLiteError) {
    let copy = try SQLiteConnection(path, .create)
    guard let backup = sqlite3_backup_init(copy.handle, "main", handle, "main") else {
      throw copy.error(sqlite3_extended_errcode(copy.handle))
    }
    let allPages: Int32 = -1
    sqlite3_backup_step(backup, allPages)
    // Returns the error of the step again, and sets it on the copy's connection.
    let code = sqlite3_backup_finish(backup)
    guard code == SQLITE_OK else { throw copy.error(code) }
    try copy.execute("PRAGMA journal_mode = DELETE")
  }
}
#endif
