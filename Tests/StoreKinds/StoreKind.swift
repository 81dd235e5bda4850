import Foundation
import SeededRandom
public import SessionStorage

#if SQLite
import SQLiteStorage
#endif
#if PostgreSQL
import PostgreSQLStorage
#endif

/// The kinds of store for tests: all, or three in a short run.
public enum StoreKind: CaseIterable, Sendable {
  case memory
  /// On a shared table; one session is resident, so nearly every access reads the table.
  case shared
  case sharedHibernating
  #if SQLite
  case sqlite
  /// One session is resident, so nearly every access reads the file.
  case sqliteHibernating
  #endif
  #if PostgreSQL
  case postgresql
  /// One session is resident, so nearly every access queries the database.
  case postgresqlHibernating
  #endif

  /// Those whose server is installed; in a short run memory, a shared table, and what is read at nearly every access.
  public static let allCases: [StoreKind] = {
    guard !TestLength.isShort else { return short }
    var kinds: [StoreKind] = [.memory, .shared, .sharedHibernating]
    #if SQLite
    kinds += [.sqlite, .sqliteHibernating]
    #endif
    #if PostgreSQL
    if PostgreSQLCluster.isAvailable { kinds += [.postgresql, .postgresqlHibernating] }
    #endif
    return kinds
  }()

  #if SQLite
  private static let short = [StoreKind.memory, .shared, .sqliteHibernating]
  #else
  private static let short = [StoreKind.memory, .shared, .sharedHibernating]
  #endif

  /// Whether access to another session evicts a session.
  public var rests: Bool { residentSessions == 1 }

  private var residentSessions: Int? {
    switch self {
    case .memory: nil
    case .sharedHibernating: 1
    case .shared: nil
    #if SQLite
    case .sqlite: nil
    case .sqliteHibernating: 1
    #endif
    #if PostgreSQL
    case .postgresql: nil
    case .postgresqlHibernating: 1
    #endif
    }
  }

  public func make(sessions: Int = 1_000_000, sessionBytes: Int = 8 << 20, history: History.Limits = .init()) throws
    -> SessionStore
  {
    let limits = StoreLimits(
      sessions: sessions, residentSessions: residentSessions, sessionBytes: sessionBytes, history: history)
    switch self {
    case .memory: return SessionStore(limits: limits)
    // Its clock is ahead of the tests': no other engine writes.
    case .shared, .sharedHibernating: return try SharedTable(startingAt: 1 << 62, limits: limits).store(limits: limits)
    #if SQLite
    case .sqlite, .sqliteHibernating:
      let file = try SQLiteBackend(path: Self.newPath(), durability: .normal, limits: limits)
      return try SessionStore(file, limits: limits, uptime: { 0 }, report: { _ in })
    #endif
    #if PostgreSQL
    case .postgresql, .postgresqlHibernating:
      let database = try PostgreSQLCluster.shared.get().backend(
        PostgreSQLCluster.newSchema(), limits: limits, durability: .normal)
      // The clock is ahead of the tests': no other engine writes.
      return try SessionStore(database, limits: limits, uptime: { 1 << 62 }, report: { _ in })
    #endif
    }
  }

  #if SQLite
  private static func newPath() -> String { folder + "/\(UInt64.random(in: .min ... .max)).db" }

  /// The folder of this process's store files, deleted at exit.
  private static let folder: String = {
    var template = Array((FileManager.default.temporaryDirectory.path + "/nav-stores-XXXXXX").utf8CString)
    mkdtemp(&template)
    atexit { try? FileManager.default.removeItem(atPath: StoreKind.folder) }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }()
  #endif
}

/// The kinds of backend that two engines share.
public enum SharedKind: CaseIterable, Sendable {
  case table
  /// A table without notifications of the other engine's changes.
  case deafTable
  #if PostgreSQL
  case postgresql
  #endif

  /// Without PostgreSQL in a short run, or if its server is not installed.
  public static let allCases: [SharedKind] = {
    #if PostgreSQL
    if PostgreSQLCluster.isAvailable { return [.table, .deafTable, .postgresql] }
    #endif
    return [.table, .deafTable]
  }()

  /// The kinds with notifications of changes.
  public static let recorder = allCases.filter { $0 != .deafTable }
}
