import Commands
import FoundationEssentials
import Glibc
import Navigation
import NavigationService
import SessionStorage

#if SQLite
import SQLiteStorage
#endif
#if PostgreSQL
import PostgreSQLStorage
#endif

extension ServerOptions {
  /// The log's hint for a store that ends with the process.
  static var keepingHint: String {
    #if SQLite
    "\(OptionName.storeFile)"
    #else
    "\(OptionName.storeFile), in a server built with SQLite (--traits SQLite)"
    #endif
  }

  /// Sets the limits that depend on the machine and on the kind of store.
  mutating func completeStore() {
    memoryBytes = memoryBytes ?? MachineMemory.forSessions
    historyBytes = historyBytes ?? (storeChoice == .memory ? History.Limits.bytesInMemory : store.history.bytes)
  }

  /// Opens the store that `--store` names; ends the process where it is unavailable or others could write to it.
  ///
  /// Throws where this build lacks that store, or options contradict each other.
  ///
  /// - Parameter commits: counts the store's commits.
  func openStore(_ log: ServerLog, commits: CommitCounters) throws(OptionError) -> OpenStore {
    var limits = store
    if let memoryBytes { limits.memoryBytes = memoryBytes }
    if let historyBytes { limits.history.bytes = historyBytes }
    limits.readsNear = reads == .near
    try requireSharedStore()
    switch storeChoice {
    case .memory:
      guard durability == nil else {
        throw OptionError("\(OptionName("durability")) is for \(OptionName.storeFile): memory is not durable")
      }
      return OpenStore(store: SessionStore(limits: limits))
    case .sqlite(let path):
      #if SQLite
      // With the signal ignored, the file size limit is an error of the call, like a full disk.
      signal(SIGXFSZ, SIG_IGN)
      do throws(StorageFault) {
        let file = try SQLiteBackend(path: path, durability: durability ?? .full, limits: limits)
        let store = try SessionStore(file, limits: limits, uptime: ServerProcess.uptime) { report in
          commits.count(report)
          log.lost(report)
        }
        if file.isLogMissing { log.logMissing(path) }
        if let damage = file.logDamage { log.logDamaged(damage) }
        return OpenStore(store: store, close: { store.close() })
      } catch {
        StandardStream.error.report("\(error)")
        error.exit()
      }
      #else
      throw .withoutSQLite
      #endif
    case .postgresql(let uri): return try openDatabase(uri, limits: limits, log: log, commits: commits)
    }
  }

  /// Throws for options of a shared store where this one is not shared.
  private func requireSharedStore() throws(OptionError) {
    if case .postgresql = storeChoice { return }
    let given = [(storeConnections != nil, "store-connections"), (reads != nil, "reads"), (node != nil, "node")]
    for case (true, let name) in given {
      throw OptionError("\(OptionName(name)) is for \(OptionName.storeDatabase)")
    }
  }

  private func openDatabase(
    _ uri: String, limits: StoreLimits, log: ServerLog, commits: CommitCounters
  ) throws(OptionError) -> OpenStore {
    #if PostgreSQL
    let address = try PostgreSQLAddress(option: uri)
    var configuration = PostgreSQLBackend.Configuration(node: node ?? nodeName, version: Release.version)
    configuration.durability = durability ?? .full
    configuration.connections = storeConnections ?? configuration.connections
    do throws(PostgreSQLFault) {
      let database = try PostgreSQLBackend(address, configuration, limits: limits) { log.report($0) }
      let store = try SessionStore(database, limits: limits, uptime: ServerProcess.uptime) { report in
        commits.count(report)
        log.lost(report)
      }
      log.opened(address, configuration, hasStandby: database.hasSynchronousStandby)
      // After the store is released, this machine's clock applies.
      let now = { @Sendable [weak database] in
        Timestamp(milliseconds: Timestamp.now().milliseconds + (database?.clockOffset ?? 0))
      }
      return OpenStore(store: store, now: now, close: { store.close() })
    } catch {
      StandardStream.error.report("\(error)")
      error.exit()
    }
    #else
    throw .withoutPostgreSQL
    #endif
  }

  /// The machine's name and the address.
  private var nodeName: String { "\(ProcessInfo.processInfo.hostName):\(unixSocket ?? String(port))" }
}

/// An open store, with its clock and its closing action.
struct OpenStore: Sendable {
  let store: SessionStore
  /// The store's clock; this machine's where it has none.
  var now: @Sendable () -> Timestamp = Timestamp.now
  /// Closes the store, leaving one complete file; waits for the disk. Nil for the memory store.
  var close: (@Sendable () -> Void)?
}

extension OptionError {
  static let withoutSQLite = OptionError(
    "\(OptionName.storeFile) needs a server built with SQLite (--traits SQLite), which this one is not")
  static let withoutPostgreSQL = OptionError(
    "\(OptionName.storeDatabase) needs a server built with PostgreSQL, which this one is not: "
      + "swift build -c release --traits SQLite,PostgreSQL --product navigation-server")
}

extension OptionName {
  /// The option for a store in a file.
  static let storeFile = OptionName("store", "sqlite:PATH")
  /// The option for a store in a database.
  static let storeDatabase = OptionName("store", "postgresql:URI")
}

extension ServerLog {
  /// Logs changes that were not committed. Their clients got an error.
  fileprivate func lost(_ report: CommitReport) {
    guard let reason = report.failure else { return }
    error("changes not committed") {
      $0.member("changes", report.changes)
      $0.member("reason", reason.text)
    }
  }
}

#if SQLite
extension ServerLog {
  /// Logs that the WAL named by the file's header is missing.
  fileprivate func logMissing(_ path: String) {
    error("the latest changes are missing") {
      $0.member("missing", path + "-wal")
      $0.member("reason", "the file was copied without it, or while a server was running")
    }
  }

  /// Logs the commits that stand in the WAL behind damaged bytes.
  fileprivate func logDamaged(_ damage: StoreLog.Damage) {
    error("the log of the store is damaged") {
      $0.member("commits", damage.commits)
      $0.member("reason", "bytes have changed on the disk, or the power has failed with --durability normal")
      $0.member(damage.isCopied ? "kept" : "alreadyKept", damage.copy)
    }
  }
}
#endif

#if PostgreSQL
extension PostgreSQLAddress {
  /// Throws for an invalid `--store`.
  init(option uri: String) throws(OptionError) {
    do throws(Fault) { try self.init(uri) } catch {
      throw OptionError("\(OptionName.storeDatabase) \(error.reason)")
    }
  }
}

extension ServerLog {
  /// Logs a shared store. Without a standby that changes wait for, only the primary's disk has the latest changes.
  fileprivate func opened(
    _ address: PostgreSQLAddress, _ configuration: PostgreSQLBackend.Configuration, hasStandby: Bool
  ) {
    info("store opened") {
      $0.member("store", address.description)
      $0.member("node", configuration.node)
      $0.member("synchronousStandby", hasStandby)
    }
  }

  fileprivate func report(_ event: PostgreSQLEvent) {
    switch event {
    case .unreachable(let reason): error("store unreachable") { $0.member("reason", reason) }
    case .reachable: info("store reachable")
    case .clockOff(let milliseconds): error("clock is off") { $0.member("milliseconds", Int(milliseconds)) }
    case .lostChange(let session):
      error("the store has lost a committed change") { $0.member("session", session.description) }
    case .blocked(let others):
      error("changes wait for others") { $0.member("connections", others.joined(separator: ", ")) }
    case .refused(let session, let reason):
      error("change refused by the store") {
        $0.member("session", session.description)
        $0.member("reason", reason)
      }
    }
  }
}
#endif
