import CLinux
import Glibc
import Navigation
import Testing

@testable import SessionStorage

/// What the sessions of a store in memory take.
@Suite(.serialized) struct MemoryTests {
  /// Bytes that the allocator has given out, also to tests that run at the same time.
  private static var allocated: Int { Int(mallinfo2().uordblks) }

  /// The bytes said are within 1.5 times of those that the allocator gets back with the store: that takes a moment, in
  /// which other tests allocate little.
  @Test(arguments: [(1_000, 0), (500, 3), (40, 60), (20, 256)]) func aSessionIsCountedAsItIs(
    sessions: Int, revisions: Int
  ) throws {
    var ratios: [Double] = []
    while ratios.count < 5, !ratios.contains(where: { (1 / 1.5...1.5).contains($0) }) {
      var store: SessionStore? = try Self.store(of: sessions, revisions: revisions)
      let (said, ledger) = (store?.residency.bytes ?? 0, store?.ledger.bytes ?? 0)
      // Tasks that have just ended may hold it for a moment, and would free it on their threads.
      while !isKnownUniquelyReferenced(&store) { usleep(1_000) }
      let before = Self.allocated
      store = nil
      ratios.append(Double(said) / Double(before - Self.allocated))
      // The ledger lags by less than 1 KiB of a session, and of its records.
      #expect(abs(ledger - said) < 2_048 * sessions)
    }
    #expect(ratios.contains { (1 / 1.5...1.5).contains($0) }, "\(ratios)")
  }

  private static func store(of sessions: Int, revisions: Int) throws -> SessionStore {
    let store = SessionStore()
    for number in 0..<sessions {
      _ = try store.make(try Sample.opened(number), answer: nil)
      for revision in 1..<(revisions + 1) { try store.apply(step(revision), to: number, at: revision) }
    }
    return store
  }

  private static func step(_ revision: Int) -> String {
    revision.isMultiple(of: 2)
      ? #"{"type":"pop","stack":"chats"}"#
      : #"{"type":"push","stack":"chats","screen":{"id":"s\#(revision)","route":"chat","title":"Chat","params":{"id":7}}}"#
  }
}
