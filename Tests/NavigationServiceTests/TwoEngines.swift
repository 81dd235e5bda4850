import Dispatch
import Glibc
import HTTPMessages
import SessionStorage
import StoreKinds

@testable import NavigationService

#if PostgreSQL
import PostgreSQLStorage
#endif

/// What two engines share.
enum SharedKind: CaseIterable {
  case table
  /// Neither is told of what the other has changed.
  case deafTable
  #if PostgreSQL
  case postgresql
  #endif

  /// Without one whose server is not installed.
  static let allCases: [SharedKind] = {
    #if PostgreSQL
    if PostgreSQLCluster.isInstalled { return [.table, .deafTable, .postgresql] }
    #endif
    return [.table, .deafTable]
  }()

  /// Those that tell of changes.
  static let recorder = allCases.filter { $0 != .deafTable }
}

/// Two services, each with an engine of its own, on one backend.
struct TwoEngines {
  /// Nil where they share something else.
  let table: SharedTable?
  let a: ServiceUnderTest
  let b: ServiceUnderTest

  struct NoTable: Error {}

  init(_ kind: SharedKind = .table, limits: StoreLimits = StoreLimits()) throws {
    switch kind {
    case .table, .deafTable:
      let table = SharedTable(tellsNews: kind == .table, limits: limits)
      self.table = table
      a = ServiceUnderTest(store: try table.store(limits: limits), uptime: { table.uptime() })
      b = ServiceUnderTest(store: try table.store(limits: limits), uptime: { table.uptime() })
    #if PostgreSQL
    case .postgresql:
      let (cluster, schema) = (try PostgreSQLCluster.shared.get(), PostgreSQLCluster.newSchema())
      table = nil
      let uptime: @Sendable () -> Int64 = { Int64(DispatchTime.now().uptimeNanoseconds) }
      let stores = try ["a", "b"].map { node in
        try SessionStore(
          cluster.backend(schema, node: node, limits: limits), limits: limits, uptime: uptime, report: { _ in })
      }
      a = ServiceUnderTest(store: stores[0], uptime: uptime)
      b = ServiceUnderTest(store: stores[1], uptime: uptime)
    #endif
    }
    // No two sessions and requests of them have the same id.
    b.world.chance.store(1 << 32, ordering: .relaxed)
  }

  func requireTable() throws -> SharedTable {
    guard let table else { throw NoTable() }
    return table
  }

  /// Makes a session at the first, and has the second read it.
  func created(_ members: String = "") throws -> String {
    let path = try a.created(members)
    _ = try b.get(path)
    return path
  }

  func wait(seconds: Int) {
    a.wait(seconds: seconds)
    b.wait(seconds: seconds)
  }
}

extension Subscriber {
  /// What is new once it is woken again, which is a little after others have changed something. It is looked at once
  /// without.
  func awaitedNews() throws -> [String] {
    for _ in 0..<20_000 {
      let wakes = wakeCount
      if wakes > seenWakes.load(ordering: .relaxed) {
        seenWakes.store(wakes, ordering: .relaxed)
        let news = try news()
        if !news.isEmpty { return news }
      }
      usleep(1_000)
    }
    return ["none in 20 s"]
  }
}
