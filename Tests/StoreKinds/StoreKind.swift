import Foundation
public import SessionStorage

#if SQLite
import SQLiteStorage
#endif
#if PostgreSQL
import PostgreSQLStorage
#endif

/// Every kind of store that tests run against.
public enum StoreKind: CaseIterable, Sendable {
  case memory
  /// Keeps one session unpacked, so that nearly every access unpacks one and packs another.
  case memoryPacking
  /// On what others could change; which keeps one session in memory, so that nearly every access asks.
  case shared
  case sharedHibernating
  #if SQLite
  case sqlite
  /// Keeps one session in memory, so that nearly every access reads the file.
  case sqliteHibernating
  #endif
  #if PostgreSQL
  case postgresql
  /// Keeps one session in memory, so that nearly every access asks the database.
  case postgresqlHibernating
  #endif

  /// Without those whose server is not installed.
  public static let allCases: [StoreKind] = {
    var kinds: [StoreKind] = [.memory, .memoryPacking, .shared, .sharedHibernating]
    #if SQLite
    kinds += [.sqlite, .sqliteHibernating]
    #endif
    #if PostgreSQL
    if PostgreSQLCluster.isInstalled { kinds += [.postgresql, .postgresqlHibernating] }
    #endif
    return kinds
  }()

  /// Whether others push a session out of use.
  public var rests: Bool { residentSessions == 1 }

  private var residentSessions: Int? {
    switch self {
    case .memory: nil
    case .memoryPacking, .sharedHibernating: 1
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
    case .memory, .memoryPacking: return SessionStore(limits: limits)
    // Its clock is ahead of the tests': nothing else changes what it has.
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
      // As above.
      return try SessionStore(database, limits: limits, uptime: { 1 << 62 }, report: { _ in })
    #endif
    }
  }

  #if SQLite
  private static func newPath() -> String { folder + "/\(UInt64.random(in: .min ... .max)).db" }

  /// Where the stores of this process have their files; gone with it.
  private static let folder: String = {
    var template = Array((FileManager.default.temporaryDirectory.path + "/nav-stores-XXXXXX").utf8CString)
    mkdtemp(&template)
    atexit { try? FileManager.default.removeItem(atPath: StoreKind.folder) }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }()
  #endif
}
