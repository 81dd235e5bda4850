import Foundation
public import SessionStorage

#if SQLite
import SQLiteStorage
#endif
#if PostgreSQL
import PostgreSQLStorage
#endif

/// All kinds of store for tests.
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

  /// All kinds whose server is installed.
  public static let allCases: [StoreKind] = {
    var kinds: [StoreKind] = [.memory, .shared, .sharedHibernating]
    #if SQLite
    kinds += [.sqlite, .sqliteHibernating]
    #endif
    #if PostgreSQL
    if PostgreSQLCluster.isInstalled { kinds += [.postgresql, .postgresqlHibernating] }
    #endif
    return kinds
  }()

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
