import Glibc
import NavigationAPI
import NavigationService
import SessionStorage

#if SQLite
import SQLiteStorage
#endif

extension ServerOptions {
  /// What the log says about a store that ends with the process.
  static var keepingHint: String {
    #if SQLite
    "\(OptionName.storeFile)"
    #else
    "\(OptionName.storeFile), in a server built with SQLite (--traits SQLite)"
    #endif
  }

  /// Opens the store that `--store` names, and ends the process where the file is not to be had, or not to be trusted.
  ///
  /// Throws where this build has no such store, or options contradict each other.
  ///
  /// - Parameters:
  ///   - keys: whose names the owners of an older file get.
  ///   - commits: counts what the store commits.
  func openStore(
    _ log: ServerLog, keys: APIKeys?, commits: CommitCounters, uptime: @escaping @Sendable () -> Int64
  ) throws(OptionError) -> OpenStore {
    var limits = store
    if let memoryBytes { limits.memoryBytes = memoryBytes }
    switch storeChoice {
    case .memory:
      guard durability == nil else {
        throw OptionError(message: "\(OptionName("durability")) is for \(OptionName.storeFile): memory keeps nothing")
      }
      return OpenStore(store: SessionStore(limits: limits), close: nil)
    case .sqlite(let path):
      #if SQLite
      // A file that may not grow is an error of the call, as a full disk is.
      signal(SIGXFSZ, SIG_IGN)
      do throws(StorageFault) {
        let file = try SQLiteBackend(path: path, durability: durability ?? .full, limits: limits, naming: keys?.names ?? [])
        let store = try SessionStore(file, limits: limits, uptime: uptime) { report in
          commits.count(report)
          log.lost(report)
        }
        for owner in file.namedOwners { log.named(owner) }
        if file.isLogMissing { log.logMissing(path) }
        return OpenStore(store: store) { store.close() }
      } catch {
        StandardStream.error.write("navigation-server: \(error)\n")
        error.exit()
      }
      #else
      throw .withoutSQLite
      #endif
    }
  }
}

/// A store, and what ends it as it should be.
struct OpenStore: Sendable {
  let store: SessionStore
  /// Leaves one file that is whole; waits for the disk. Nil where nothing is kept beyond the process.
  let close: (@Sendable () -> Void)?
}

extension OptionError {
  static let withoutSQLite = OptionError(
    message: "\(OptionName.storeFile) needs a server built with SQLite (--traits SQLite), which this one is not")
}

extension OptionName {
  /// What keeps sessions in a file.
  static let storeFile = OptionName("store", "sqlite:PATH")
}

extension ServerLog {
  /// Changes that could not be kept. Whoever asked for them is told so.
  fileprivate func lost(_ report: CommitReport) {
    guard let reason = report.failure else { return }
    error("not kept") {
      $0.member("changes", report.changes)
      $0.member("reason", reason.text)
    }
  }
}

#if SQLite
extension ServerLog {
  /// The file says that it has a log of SQLite's, and there is none.
  fileprivate func logMissing(_ path: String) {
    error("the latest changes are missing") {
      $0.member("missing", path + "-wal")
      $0.member("reason", "the file was copied without it, or while a server was running")
    }
  }

  /// An owner of an older file, which knew it by the line of its key.
  fileprivate func named(_ owner: NamedOwner) {
    info(owner.name == nil ? "owner without a name" : "owner named") {
      $0.member("number", owner.number)
      if let name = owner.name { $0.member("name", name) }
      $0.member("sessions", owner.sessions)
    }
  }
}
#endif
