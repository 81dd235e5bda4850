import Dispatch
import Glibc
import HTTPMessages
import SessionStorage
import StoreKinds

@testable import NavigationService

/// Two services, each with an engine of its own, on one table.
struct TwoEngines {
  let table: SharedTable
  let a: ServiceUnderTest
  let b: ServiceUnderTest

  /// - Parameter tellsNews: whether each is told at once of what the other has changed, and not only where it asks.
  init(tellsNews: Bool = true, limits: StoreLimits = StoreLimits()) throws {
    let table = SharedTable(tellsNews: tellsNews, limits: limits)
    self.table = table
    a = ServiceUnderTest(store: try table.store(limits: limits), uptime: { table.uptime() })
    b = ServiceUnderTest(store: try table.store(limits: limits), uptime: { table.uptime() })
    // No two sessions and requests of them have the same id.
    b.world.chance.store(1 << 32, ordering: .relaxed)
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
  /// What is new once it is woken again, which is a little after others have changed something. It is looked at once without.
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
