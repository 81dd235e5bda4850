#if PostgreSQL
import Glibc
import Navigation
import SessionStorage
import StoreKinds
import Testing

@testable import PostgreSQLStorage

/// Changes while the connection to the database is cut or stalled: each is stored once, or the client learns that it
/// may be.
@Suite(.enabled(if: PostgreSQLCluster.isAvailable), .serialized) struct DoubtTests {
  /// Cuts after every byte of the response, and after some of the request.
  @Test func aCommitWithACutConnectionIsStoredOnce() throws {
    let proxy = try PostgreSQLProxy(to: PostgreSQLCluster.shared.get().folder)
    let engine = try Engine(uri: proxy.uri)
    let id = try engine.made(1)
    _ = try engine.push("first", onto: id)
    var revision = 1
    for part in 0..<2 {
      for count in stride(from: 0, to: 4_096, by: part == 0 ? 1 : 97) {
        proxy.cut(part == 0 ? .answer(count) : .question(count))
        revision += 1
        #expect(try engine.push("s\(revision)", onto: id, key: "k\(revision)") == revision, "cut behind \(count)")
        #expect(try engine.session(id).revision == revision)
        // The exchange has no more bytes.
        if proxy.isCutPending { break }
      }
    }
    let versions = try engine.query(
      "SELECT count(DISTINCT revision) FROM records WHERE session = (SELECT id FROM sessions)")
    #expect(versions == [Int64(revision) + 1])
    #expect(proxy.counts.cuts > 50 && proxy.counts.cancels == 0)
    let figures = try #require(engine.store.sharing)
    #expect(figures.doubtsCommitted > 10 && figures.doubtsLeft == 0)
    proxy.cut(nil)
  }

  @Test func withoutAnAnswerTheOutcomeIsUnknownAndReadsFail() throws {
    let proxy = try PostgreSQLProxy(to: PostgreSQLCluster.shared.get().folder)
    let engine = try Engine(uri: proxy.uri)
    let id = try engine.made(1)
    proxy.stall(.all)
    #expect { try engine.push("a", onto: id) } throws: { error in
      if case .doubtful? = error as? StoreError { true } else { false }
    }
    #expect { try engine.session(id) } throws: { error in
      if case .unavailable? = error as? StoreError { true } else { false }
    }
    #expect(engine.store.readiness != .ready)
    // The reads are refused before the heartbeat times out.
    wait(60_000) { engine.events.all.withLock { $0.contains { if case .unreachable = $0 { true } else { false } } } }
    proxy.stall(nil)
    wait(60_000) { engine.store.readiness == .ready }
    #expect(engine.store.readiness == .ready)
    // The change was written once the connection resumed, or never.
    let revision = try engine.session(id).revision
    #expect(try engine.push("b", onto: id) == revision + 1 && proxy.counts.cancels == 0)
    let events = engine.events.all.withLock { $0 }
    #expect(events.contains(.reachable))
  }
}
#endif
