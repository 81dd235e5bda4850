import Dispatch
import Glibc
import HTTPMessages
import SessionStorage
import StoreKinds

@testable import NavigationService

#if PostgreSQL
import PostgreSQLStorage
#endif

/// Two services on one backend, each with its own engine.
struct TwoEngines {
  /// Nil for a shared backend of another kind.
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
    // Sessions and requests of both have distinct ids.
    b.world.chance.store(1 << 32, ordering: .relaxed)
  }

  func requireTable() throws -> SharedTable {
    guard let table else { throw NoTable() }
    return table
  }

  /// Creates a session at the first service, and reads it at the second.
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
  /// The next events, which come shortly after a change.
  func awaitedNews() throws -> [String] {
    for _ in 0..<20_000 {
      let news = try news()
      if !news.isEmpty { return news }
      usleep(1_000)
    }
    return ["none in 20 s"]
  }
}
