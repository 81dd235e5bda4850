import Commands
import Glibc
import Navigation

#if SQLite
import SQLiteStorage
#endif
#if PostgreSQL
import PostgreSQLStorage
#endif

/// Commands on a store other than serving from it.
enum StoreCommands {
  /// Reads the whole store, and reports on standard output.
  static func check(_ options: ServerOptions) throws(OptionError) -> ExitCode {
    if case .postgresql(let uri) = options.storeChoice { return try checkDatabase(uri) }
    let path = try options.storePath(for: "check", or: " or postgresql:URI")
    #if SQLite
    guard isThere(path) else { return .noInput }
    do throws(StorageFault) {
      let inspection = try StoreInspection(reading: path)
      StandardStream.output.write(inspection.text(path))
      return inspection.faults.isEmpty ? .done : .failed
    } catch {
      switch error {
      case .damaged, .foreign, .incompleteCopy:
        StandardStream.output.write("\(error)\n")
        return .failed
      case .otherSchema, .inUse, .unavailable:
        StandardStream.error.report("\(error)")
        return error.exit
      }
    }
    #else
    throw .withoutSQLite
    #endif
  }

  private static func checkDatabase(_ uri: String) throws(OptionError) -> ExitCode {
    #if PostgreSQL
    let address = try PostgreSQLAddress(option: uri)
    do throws(PostgreSQLFault) {
      let inspection = try DatabaseInspection(reading: address)
      StandardStream.output.write(inspection.text(address))
      return inspection.faults.isEmpty ? .done : .failed
    } catch {
      StandardStream.error.report("\(error)")
      return error.exit
    }
    #else
    throw .withoutPostgreSQL
    #endif
  }

  /// Creates the tables, if there are none.
  static func migrate(_ options: ServerOptions) throws(OptionError) -> ExitCode {
    guard case .postgresql(let uri) = options.storeChoice else {
      throw OptionError("migrate needs \(OptionName.storeDatabase): a file is made when it is opened")
    }
    #if PostgreSQL
    let address = try PostgreSQLAddress(option: uri)
    do throws(PostgreSQLFault) {
      let migration = try DatabaseMigration(of: address)
      let outcome = migration.isNew ? "made with" : "has"
      StandardStream.output.write("postgresql:\(address.description) \(outcome) schema \(migration.schema)\n")
      return .done
    } catch {
      StandardStream.error.report("\(error)")
      return error.exit
    }
    #else
    _ = uri
    throw .withoutPostgreSQL
    #endif
  }

  /// Copies the store to a new file.
  static func backUp(_ options: ServerOptions, to file: String) throws(OptionError) -> ExitCode {
    let path = try options.storePath(for: "backup")
    #if SQLite
    guard isThere(path) else { return .noInput }
    do throws(StoreBackup.Fault) {
      for loss in try StoreBackup.copy(path, to: file) {
        StandardStream.error.report("the copy is without the latest changes: \(loss.text(path))")
      }
      StandardStream.output.write("\(file) is a copy of \(path)\n")
      return .done
    } catch {
      switch error {
      case .source(let fault):
        StandardStream.error.report("\(fault)")
        return fault.exit
      case .nameTaken(let file):
        StandardStream.error.report("\(file) is there already, and was left as it is")
        return .cannotCreate
      case .target(let file, let detail):
        StandardStream.error.report("\(file) cannot be written: \(detail)")
        return .cannotCreate
      }
    }
    #else
    throw .withoutSQLite
    #endif
  }

  #if SQLite
  static func isThere(_ path: String) -> Bool {
    guard access(path, F_OK) != 0 else { return true }
    StandardStream.error.report("\(path): \(String(cString: strerror(errno)))")
    return false
  }
  #endif
}

extension ServerOptions {
  /// The file for a command.
  fileprivate func storePath(for command: String, or other: String = "") throws(OptionError) -> String {
    switch storeChoice {
    case .sqlite(let path): return path
    case .memory: throw OptionError("\(command) needs \(OptionName.storeFile)\(other)")
    case .postgresql:
      throw OptionError("\(command) needs \(OptionName.storeFile): a database is copied by pg_dump")
    }
  }
}

#if SQLite
extension StorageFault {
  /// The exit code of a process that fails without the store.
  var exit: ExitCode {
    switch self {
    case .inUse: .unavailable
    case .otherSchema, .foreign, .damaged, .incompleteCopy: .data
    case .unavailable: .system
    }
  }
}

extension StoreLog.Loss {
  /// The loss as a clause.
  fileprivate func text(_ path: String) -> String {
    switch self {
    case .missing:
      "\(path)-wal is missing, which has the latest changes: "
        + "the file was copied without it, or while a server was running"
    case .damaged(let damage): "\(damage.text), which no server reads"
    case .kept(let log):
      "\(log) is kept, as a start found commits behind damaged bytes: move it away once that is settled"
    }
  }
}

extension StoreInspection {
  /// A summary of the inspection, and a line per fault.
  fileprivate func text(_ path: String) -> String {
    func count(_ number: Int, _ one: String, many: String) -> String { "\(number) \(number == 1 ? one : many)" }
    var lines = [
      "\(path): schema \(schema), \(count(pages, "page", many: "pages")) of \(pageSize) bytes",
      "\(count(records, "record", many: "records")), \(count(answers, "kept answer", many: "kept answers"))",
      count(sessions, "session, whose records read back", many: "sessions, whose records read back"),
    ]
    lines += faults.map { fault in
      switch fault {
      case .integrity(let text): "damaged: \(text)"
      case .session(let name, nil): "damaged: session \(name) does not read back"
      case .session(let name, let revision?): "damaged: session \(name) does not read back at revision \(revision)"
      case .log(let loss): "incomplete: \(loss.text(path))"
      }
    }
    if faultCount > faults.count { lines.append("and \(faultCount - faults.count) more") }
    lines.append(
      faults.isEmpty
        ? "all is well"
        : "put back a copy that `navigation-server backup` made, delete the sessions named, or move the file away")
    return lines.map { $0 + "\n" }.joined()
  }
}
#endif

#if PostgreSQL
extension PostgreSQLFault {
  /// The exit code of a process that fails without the store.
  var exit: ExitCode {
    switch self {
    case .unavailable, .inUse: .unavailable
    case .otherSchema, .foreign, .incompleteCopy: .data
    case .noPrivilege: .noPrivilege
    }
  }
}

extension DatabaseInspection {
  /// A summary of the inspection, and a line per fault.
  fileprivate func text(_ address: PostgreSQLAddress) -> String {
    func count(_ number: Int, _ one: String, many: String) -> String { "\(number) \(number == 1 ? one : many)" }
    var lines = [
      "postgresql:\(address.description): schema \(schema)",
      count(records, "record that is kept", many: "records that are kept"),
      count(sessions, "session, whose records read back", many: "sessions, whose records read back"),
    ]
    lines += faults.map { fault in
      "damaged: session \(fault.session) does not read back" + (fault.revision.map { " at revision \($0)" } ?? "")
    }
    if faultCount > faults.count { lines.append("and \(faultCount - faults.count) more") }
    if faults.isEmpty { lines.append("all is well") }
    return lines.map { $0 + "\n" }.joined()
  }
}
#endif
