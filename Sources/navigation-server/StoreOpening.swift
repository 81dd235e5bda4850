import Glibc
import NavigationAPI
import NavigationService
import SessionStorage

#if SQLite
import SQLiteStorage
#endif
#if PostgreSQL
import PostgreSQLStorage
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
    limits.readsNear = reads == .near
    try requireSharedStore()
    switch storeChoice {
    case .memory:
      guard durability == nil else {
        throw OptionError(message: "\(OptionName("durability")) is for \(OptionName.storeFile): memory keeps nothing")
      }
      return OpenStore(store: SessionStore(limits: limits))
    case .sqlite(let path):
      #if SQLite
      // A file that may not grow is an error of the call, as a full disk is.
      signal(SIGXFSZ, SIG_IGN)
      do throws(StorageFault) {
        let file = try SQLiteBackend(
          path: path, durability: durability ?? .full, limits: limits, naming: keys?.names ?? [])
        let store = try SessionStore(file, limits: limits, uptime: uptime) { report in
          commits.count(report)
          log.lost(report)
        }
        for owner in file.namedOwners { log.named(owner) }
        if file.isLogMissing { log.logMissing(path) }
        return OpenStore(store: store, close: { store.close() })
      } catch {
        StandardStream.error.write("navigation-server: \(error)\n")
        error.exit()
      }
      #else
      throw .withoutSQLite
      #endif
    case .postgresql(let uri): return try openDatabase(uri, limits, log, commits, uptime)
    }
  }

  /// Throws where what is said is for a store that several servers share, and this one is none.
  private func requireSharedStore() throws(OptionError) {
    if case .postgresql = storeChoice { return }
    let given = [(storeConnections != nil, "store-connections"), (reads != nil, "reads"), (node != nil, "node")]
    for case (true, let name) in given {
      throw OptionError(message: "\(OptionName(name)) is for \(OptionName.storeDatabase)")
    }
  }

  private func openDatabase(
    _ uri: String, _ limits: StoreLimits, _ log: ServerLog, _ commits: CommitCounters,
    _ uptime: @escaping @Sendable () -> Int64
  ) throws(OptionError) -> OpenStore {
    #if PostgreSQL
    let address = try PostgreSQLAddress(option: uri)
    var configuration = PostgreSQLBackend.Configuration(node: node ?? nodeName, version: NavigationService.version)
    configuration.durability = durability ?? .full
    configuration.connections = storeConnections ?? configuration.connections
    do throws(PostgreSQLFault) {
      let database = try PostgreSQLBackend(address, configuration, limits: limits) { log.told($0) }
      let store = try SessionStore(database, limits: limits, uptime: uptime) { report in
        commits.count(report)
        log.lost(report)
      }
      log.opened(address, configuration, hasStandby: database.hasSynchronousStandby)
      // A store that is gone by then has no other clock than this machine's.
      return OpenStore(
        store: store, clockOffset: { [weak database] in database?.clockOffset ?? 0 }, close: { store.close() })
    } catch {
      StandardStream.error.write("navigation-server: \(error)\n")
      error.exit()
    }
    #else
    throw .withoutPostgreSQL
    #endif
  }

  /// The machine and the place where it listens.
  private var nodeName: String {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) + ":"
      + (unixSocket ?? String(port))
  }
}

/// A store, and what ends it as it should be.
struct OpenStore: Sendable {
  let store: SessionStore
  /// Milliseconds from this machine's clock to the one that the store goes by; nil where that is this machine's.
  var clockOffset: (@Sendable () -> Int64)?
  /// Leaves one file that is whole; waits for the disk. Nil where nothing is kept beyond the process.
  var close: (@Sendable () -> Void)?
}

extension OptionError {
  static let withoutSQLite = OptionError(
    message: "\(OptionName.storeFile) needs a server built with SQLite (--traits SQLite), which this one is not")
  static let withoutPostgreSQL = OptionError(
    message: "\(OptionName.storeDatabase) needs a server built with PostgreSQL, which this one is not: "
      + "swift build -c release --traits SQLite,PostgreSQL --product navigation-server")
}

extension OptionName {
  /// What keeps sessions in a file.
  static let storeFile = OptionName("store", "sqlite:PATH")
  /// What keeps them in a database.
  static let storeDatabase = OptionName("store", "postgresql:URI")
}

extension ServerLog {
  /// Changes that could not be kept. Their clients are told so.
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

#if PostgreSQL
extension PostgreSQLAddress {
  /// Throws what is wrong with `--store`.
  init(option uri: String) throws(OptionError) {
    do throws(Fault) { try self.init(uri) } catch {
      throw OptionError(message: "\(OptionName.storeDatabase) \(error.reason)")
    }
  }
}

extension ServerLog {
  /// A store that servers share; without a standby that changes wait for, the primary's disk has the only copy of the
  /// latest.
  fileprivate func opened(
    _ address: PostgreSQLAddress, _ configuration: PostgreSQLBackend.Configuration, hasStandby: Bool
  ) {
    info("store opened") {
      $0.member("store", address.description)
      $0.member("node", configuration.node)
      $0.member("synchronousStandby", hasStandby)
    }
  }

  fileprivate func told(_ event: PostgreSQLEvent) {
    switch event {
    case .unreachable(let reason): error("store not to be asked") { $0.member("reason", reason) }
    case .reachable: info("store to be asked again")
    case .clockOff(let milliseconds): error("clock is off") { $0.member("milliseconds", Int(milliseconds)) }
    case .lostChange(let session):
      error("the store has lost a change that it had kept") { $0.member("session", session.description) }
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
