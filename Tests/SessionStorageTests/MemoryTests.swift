import CLinux
import Navigation
import Testing

@testable import SessionStorage

/// What the sessions of a store in memory take.
@Suite(.serialized) struct MemoryTests {
  /// Bytes that the allocator has given out, also to tests that run at the same time.
  private static var allocated: Int { Int(mallinfo2().uordblks) }

  /// The bytes said are within 1.5 times of those of the allocator.
  @Test(arguments: [(1_000, 0), (500, 3), (40, 60), (20, 256)]) func aSessionIsCountedAsItIs(
    sessions: Int, revisions: Int
  ) throws {
    var ratios: [Double] = []
    while ratios.count < 5, !ratios.contains(where: { (1 / 1.5...1.5).contains($0) }) {
      let (store, before) = (SessionStore(), Self.allocated)
      for number in 0..<sessions {
        _ = try store.make(try Sample.opened(number), answer: nil)
        for revision in 1..<(revisions + 1) {
          try store.apply(Self.step(revision), to: number, at: revision)
        }
      }
      ratios.append(Double(store.residency.bytes) / Double(Self.allocated - before))
      // The ledger lags by less than 1 KiB of a session, and of its records.
      #expect(abs(store.ledger.bytes - store.residency.bytes) < 2_048 * sessions)
    }
    #expect(ratios.contains { (1 / 1.5...1.5).contains($0) }, "\(ratios)")
  }

  private static func step(_ revision: Int) -> String {
    revision.isMultiple(of: 2)
      ? #"{"type":"pop","stack":"chats"}"#
      : #"{"type":"push","stack":"chats","screen":{"id":"s\#(revision)","route":"chat","title":"Chat","params":{"id":7}}}"#
  }
}
