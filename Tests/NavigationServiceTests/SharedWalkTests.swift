import Glibc
import HTTPMessages
import Navigation
import SeededRandom
import SessionStorage
import StoreKinds
import Synchronization
import Testing

@testable import NavigationService

/// Many clients of two engines, on a backend that randomly supersedes changes and fails. No acknowledged change is
/// lost, each key is executed once, no read goes back, and each subscriber receives each revision once.
@Suite struct SharedWalkTests {
  private typealias Service = ServiceUnderTest

  /// The common knowledge of a session's clients.
  private final class Known: Sendable {
    let path: String
    /// The highest answered revision.
    let revision = Atomic<Int>(0)
    let pushed = Mutex<Set<String>>([])

    init(path: String) { self.path = path }
  }

  private static let clients = 4
  private static let steps = 30

  @Test(arguments: TestLength.isShort ? [1, 2] : [1, 2, 3, 4] as [UInt64], SharedKind.recorder)
  func nothingIsLostOrDuplicated(seed: UInt64, on kind: SharedKind) async throws {
    let both = try TwoEngines(kind, limits: StoreLimits(sessions: 1_000, residentSessions: seed % 2 == 0 ? 1 : nil))
    let sessions = try (0..<3).map { _ in Known(path: try both.a.created()) }
    let streams = try sessions.flatMap { known in
      try [both.a, both.b].map { (known, $0, try Subscriber($0, known.path + "/events?after=0")) }
    }
    both.table?.act(on: Whims(seed: seed, superseding: 4, readFailing: 60, writeFailing: 30))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for client in 0..<Self.clients {
        group.addTask { try Self.walk(client, both, sessions, seed) }
      }
      try await group.waitForAll()
    }
    both.table?.act(on: nil)
    for known in sessions {
      let (pushed, session) = (known.pushed.withLock { $0 }, try both.b.get(known.path).session())
      #expect(session.revision == pushed.count && known.revision.load(ordering: .relaxed) == pushed.count)
      if let table = both.table { #expect(table.revisions(of: session.id) == Array(0...pushed.count)) }
      let snapshot = try both.a.get(known.path + "/snapshot").text
      for id in pushed { #expect(snapshot.split(separator: "\"id\":\"\(id)\"").count == 2, "\(id)") }
    }
    for (known, service, subscriber) in streams { try Self.expectAll(known, service, subscriber) }
  }

  private static func walk(_ client: Int, _ both: TwoEngines, _ sessions: [Known], _ seed: UInt64) throws {
    var random = Seeded(seed &* 31 &+ UInt64(client))
    for step in 0..<steps {
      let known = sessions[Int.random(in: sessions.indices, using: &random)]
      switch Int.random(in: 0..<4, using: &random) {
      case 0: try read(known, Bool.random(using: &random) ? both.a : both.b)
      default: try push("c\(client)-\(step)", known, both, &random)
      }
    }
  }

  private static func read(_ known: Known, _ service: Service) throws {
    let before = known.revision.load(ordering: .sequentiallyConsistent)
    let answer = try service.get(known.path)
    guard answer.status == .ok else {
      #expect(answer.code == "store-unavailable")
      return
    }
    #expect(try answer.session().revision >= before, "a read goes back")
  }

  /// Sends a change to either engine, and repeats it with its key while the store is unavailable.
  private static func push(_ id: String, _ known: Known, _ both: TwoEngines, _ random: inout Seeded) throws {
    while true {
      let service = Bool.random(using: &random) ? both.a : both.b
      let answer = try service.post(known.path + "/transitions", Service.push(id), [("Idempotency-Key", id)])
      if answer.code == "store-unavailable" { continue }
      let revision = try answer.record().revision
      #expect(known.pushed.withLock { $0.insert(id).inserted })
      var highest = known.revision.load(ordering: .sequentiallyConsistent)
      while highest < revision {
        (_, highest) = known.revision.compareExchange(
          expected: highest, desired: revision, ordering: .sequentiallyConsistent)
      }
      // A repetition has the same answer.
      if Bool.random(using: &random) {
        let again = try both.a.post(known.path + "/transitions", Service.push(id), [("Idempotency-Key", id)])
        #expect(again.code == "store-unavailable" || again.text == answer.text)
      }
      return
    }
  }

  /// Reads all revisions; a stream ended by a fault of the store is continued after the last event.
  private static func expectAll(_ known: Known, _ service: Service, _ subscriber: Subscriber) throws {
    let all = known.pushed.withLock { $0.count }
    var (subscriber, revisions) = (subscriber, [Int]())
    for _ in 0..<20_000 where revisions.last ?? 0 < all {
      for event in try subscriber.events() {
        if let revision = Int(event.id) { revisions.append(revision) }
        if event.name == "lost" {
          subscriber = try Subscriber(service, known.path + "/events", [("Last-Event-ID", "\(revisions.last ?? 0)")])
        }
      }
      usleep(1_000)
    }
    #expect(revisions == Array(1..<all + 1))
  }
}
