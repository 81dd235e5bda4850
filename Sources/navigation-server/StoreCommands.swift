import Commands
import Glibc
import Navigation
import SessionStorage

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
      case .otherSchema, .inUse, .unavailable: return report("\(error)", error.exit)
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
    } catch { return report("\(error)", error.exit) }
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
    } catch { return report("\(error)", error.exit) }
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
      case .source(let fault): return report("\(fault)", fault.exit)
      case .nameTaken(let file): return report("\(file) is there already, and was left as it is", .cannotCreate)
      case .target(let file, let detail): return report("\(file) cannot be written: \(detail)", .cannotCreate)
      }
    }
    #else
    throw .withoutSQLite
    #endif
  }

  #if SQLite
  fileprivate static func isThere(_ path: String) -> Bool {
    guard access(path, F_OK) != 0 else { return true }
    StandardStream.error.report("\(path): \(String(cString: strerror(errno)))")
    return false
  }
  #endif

  fileprivate static func report(_ text: String, _ exit: ExitCode) -> ExitCode {
    StandardStream.error.report(text)
    return exit
  }
}

extension Int {
  /// The number of what is counted, in words.
  fileprivate func of(_ one: String, _ many: String) -> String { "\(self) \(self == 1 ? one : many)" }
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
    var lines = [
      "\(path): schema \(schema), \(pages.of("page", "pages")) of \(pageSize) bytes",
      "\(records.of("record", "records")), \(answers.of("kept answer", "kept answers"))",
      sessions.of("session, whose records read back", "sessions, whose records read back"),
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
    var lines = [
      "postgresql:\(address.description): schema \(schema)",
      records.of("record that is kept", "records that are kept"),
      sessions.of("session, whose records read back", "sessions, whose records read back"),
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

/// The command that copies a store into an empty one.
struct StoreCopying {
  private let source, target: StoreChoice
  private let isTerminal = isatty(STDERR_FILENO) == 1

  init(from source: StoreChoice, to target: StoreChoice) { (self.source, self.target) = (source, target) }

  func run() throws(OptionError) -> ExitCode {
    try requireSupported()
    #if SQLite
    if case .sqlite(let path) = source, !StoreCommands.isThere(path) { return .noInput }
    #endif
    do {
      let copy = try StoreCopy(from: openSource(), to: openTarget()) { stage, done, total in
        show("\(stage == .copying ? "copied" : "compared") \(done) of \(total) sessions")
      }
      show("")
      StandardStream.output.write(
        "\(copy.sessions) sessions, \(copy.records) records and \(copy.answers) kept answers are copied to \(target.words)"
          + (copy.continued > 0 ? ", \(copy.continued) of the sessions by an earlier run" : "") + "\n")
      return .done
    } catch {
      show("")
      return exit(for: error)
    }
  }

  private func requireSupported() throws(OptionError) {
    for choice in [source, target] {
      switch choice {
      case .memory: throw OptionError("copy needs \(OptionName.storeFile) or \(OptionName.storeDatabase)")
      case .sqlite:
        #if !SQLite
        throw .withoutSQLite
        #endif
      case .postgresql(let uri):
        #if PostgreSQL
        _ = try PostgreSQLAddress(option: uri)
        #else
        _ = uri
        throw .withoutPostgreSQL
        #endif
      }
    }
  }

  private func openSource() throws -> any CopySource {
    switch source {
    case .memory: break
    case .sqlite(let path):
      #if SQLite
      return try CopiedFile(reading: path)
      #endif
    case .postgresql(let uri):
      #if PostgreSQL
      return try CopiedDatabase(reading: PostgreSQLAddress(option: uri))
      #endif
    }
    throw StoreError.unreadable
  }

  private func openTarget() throws -> any CopyTarget {
    switch target {
    case .memory: break
    case .sqlite(let path):
      #if SQLite
      return try CopiedFileTarget(path: path)
      #endif
    case .postgresql(let uri):
      #if PostgreSQL
      return try CopiedDatabaseTarget(PostgreSQLAddress(option: uri))
      #endif
    }
    throw StoreError.unreadable
  }

  /// Shows a line on a terminal in place of the one before.
  private func show(_ text: String) { if isTerminal { StandardStream.error.write("\r\u{1B}[K" + text) } }

  private func exit(for error: any Error) -> ExitCode {
    #if SQLite
    if let fault = StorageFault(copying: error) { return StoreCommands.report("\(fault)", fault.exit) }
    #endif
    #if PostgreSQL
    if let fault = PostgreSQLFault(copying: error) { return StoreCommands.report("\(fault)", fault.exit) }
    #endif
    switch error as? StoreCopy.Fault {
    case .notEmpty(let store): return StoreCommands.report("\(store) is not empty, and was left as it is", .data)
    case .otherCopy(let store):
      return StoreCommands.report("\(store) is a copy of another store that is not complete", .data)
    case .unreadable(let session, let revision):
      let place = revision.map { " at revision \($0)" } ?? ""
      return StoreCommands.report("session \(session) does not read back\(place): delete it, or put back a copy", .data)
    case .unreadableAnswers: return StoreCommands.report("a kept answer to a creation does not read back", .data)
    case .differs(let session):
      let place = session.map { "session \($0)" } ?? "the names, or answers to creations,"
      return StoreCommands.report(
        "\(place) is not the same in both: \(source.words) has changed since the copy was begun. Empty \(target.words), and begin again",
        .data)
    case nil: return StoreCommands.report("the copy has failed: \(error)", .system)
    }
  }
}

extension StoreChoice {
  /// As in a message, without a password.
  fileprivate var words: String {
    switch self {
    case .memory: "memory"
    case .sqlite(let path): "sqlite:" + path
    case .postgresql(let uri):
      #if PostgreSQL
      "postgresql:" + ((try? PostgreSQLAddress(option: uri).description) ?? "")
      #else
      "postgresql:" + uri
      #endif
    }
  }
}
