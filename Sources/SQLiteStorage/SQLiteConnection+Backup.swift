#if SQLite
import CSQLite

extension SQLiteConnection {
  /// Copies the database as it is now into a file, over whatever that holds, and syncs it; the copy is one file, with none beside it.
  ///
  /// Where the database is in WAL mode its writer goes on meanwhile: the copy reads one moment, in one transaction. Were it let go between
  /// parts, each commit of another connection would begin the copy anew.
  package func backUp(to path: String) throws(SQLiteError) {
    let copy = try SQLiteConnection(path, .create)
    guard let backup = sqlite3_backup_init(copy.handle, "main", handle, "main") else { throw copy.latestError }
    let allPages: Int32 = -1
    sqlite3_backup_step(backup, allPages)
    // Says once more what went wrong, and lets the copy's connection tell it.
    let code = sqlite3_backup_finish(backup)
    guard code == SQLITE_OK else { throw copy.error(code) }
    try copy.execute("PRAGMA journal_mode = DELETE")
  }

  private var latestError: SQLiteError { error(sqlite3_extended_errcode(handle)) }
}
#endif
