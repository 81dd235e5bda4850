import Foundation
import SessionStorage

#if SQLite
import SQLiteStorage
#endif

/// Every kind of store that sessions are taken through their history with.
enum StoreKind: CaseIterable, Sendable {
  case memory
  /// Keeps one session unpacked, so that another one's turn packs the session under test.
  case memoryPacking
  #if SQLite
  case sqlite
  /// Keeps one session in memory, so that another one's turn has the session under test read from the file.
  case sqliteHibernating
  #endif

  func make(history: History.Limits = .init()) throws -> any SessionStore {
    switch self {
    case .memory: return MemoryStore(limits: .init(sessions: 1_000, residentSessions: 100, history: history))
    case .memoryPacking: return MemoryStore(limits: .init(sessions: 1_000, residentSessions: 1, history: history))
    #if SQLite
    case .sqlite: return try Self.file(.init(sessions: 1_000, residentSessions: 100, history: history))
    case .sqliteHibernating: return try Self.file(.init(sessions: 1_000, residentSessions: 1, history: history))
    #endif
    }
  }

  #if SQLite
  private static func file(_ limits: StoreLimits) throws -> any SessionStore {
    try SQLiteStore(path: folder + "/\(UInt64.random(in: .min ... .max)).db", durability: .normal, limits: limits, report: { _, _ in })
  }

  /// Where the stores of this process have their files; gone with it.
  private static let folder: String = {
    var template = Array((FileManager.default.temporaryDirectory.path + "/nav-histories-XXXXXX").utf8CString)
    mkdtemp(&template)
    atexit { try? FileManager.default.removeItem(atPath: StoreKind.folder) }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }()
  #endif
}
