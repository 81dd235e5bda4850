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
    if let fault = StorageFault(copying: error) { return Self.report("\(fault)", fault.exit) }
    #endif
    #if PostgreSQL
    if let fault = PostgreSQLFault(copying: error) { return Self.report("\(fault)", fault.exit) }
    #endif
    switch error as? StoreCopy.Fault {
    case .notEmpty(let store): return Self.report("\(store) is not empty, and was left as it is", .data)
    case .otherCopy(let store): return Self.report("\(store) is a copy of another store that is not complete", .data)
    case .unreadable(let session, let revision):
      let place = revision.map { " at revision \($0)" } ?? ""
      return Self.report("session \(session) does not read back\(place): delete it, or put back a copy", .data)
    case .unreadableAnswers: return Self.report("a kept answer to a creation does not read back", .data)
    case .differs(let session):
      let place = session.map { "session \($0)" } ?? "the names, or answers to creations,"
      return Self.report(
        "\(place) is not the same in both: \(source.words) has changed since the copy was begun. Empty \(target.words), and begin again",
        .data)
    case nil: return Self.report("the copy has failed: \(error)", .system)
    }
  }

  private static func report(_ text: String, _ exit: ExitCode) -> ExitCode {
    StandardStream.error.report(text)
    return exit
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
