import Navigation
import Testing

@testable import SessionStorage

/// The retained encodings of a session for later readers.
@Suite struct RepresentationTests {
  private static let small: [UInt8] = Array("{}".utf8)

  /// The revisions that readers had encoded, with the bytes of each, and the bytes retained of revision 1.
  @Test(
    arguments: [
      ("never read", [], nil), ("read once", [(1, 2)], nil), ("read twice", [(1, 2), (1, 2)], 2),
      ("of an older revision", [(0, 2), (0, 2)], nil),
      ("once of each", [(0, 2), (1, 2)], nil), ("the older one again", [(1, 2), (1, 2), (0, 2)], nil),
      (
        "at the limit", [(1, Representations.byteLimit), (1, Representations.byteLimit)],
        Representations.byteLimit
      ),
      ("over the limit", [(1, Representations.byteLimit + 1), (1, Representations.byteLimit + 1)], nil),
    ] as [(String, [(revision: Int, bytes: Int)], Int?)])
  func anEncodingReadTwiceIsRetained(name: String, reads: [(revision: Int, bytes: Int)], kept: Int?) {
    for representation in [Representation.session, .snapshot] {
      var representations = Representations()
      for read in reads {
        representations.cache([UInt8](repeating: 0, count: read.bytes), of: representation, at: read.revision)
      }
      #expect(representations.bytes(of: representation, at: 1)?.count == kept, "\(name)")
      #expect(
        representations.byteCount == kept
          ?? (reads.contains { $0 == (0, 2) } && reads.count == 2 && reads[0] == reads[1] ? 2 : 0))
      representations.removeAll()
      #expect(representations.bytes(of: representation, at: 1) == nil && representations.byteCount == 0)
    }
  }

  /// A change evicts older encodings, and their memory is counted.
  @Test func aChangeEvictsIt() throws {
    let store = SessionStore()
    _ = try store.make(try Sample.session(0), answer: nil)
    func written() throws -> Int? { try store.written(.session, of: Sample.id(0))?.revision }
    let before = store.residency.bytes
    for _ in 0..<2 {
      #expect(try written() == nil)
      store.cache([UInt8](repeating: 0, count: 5_000), of: .session, try store.session(Sample.id(0), at: Sample.start))
    }
    #expect(try written() == 0)
    #expect(try store.written(.snapshot, of: Sample.id(0)) == nil)
    #expect(store.residency.bytes == before + 5_000 && store.ledger.bytes == store.residency.bytes)
    _ = try store.touch(0, at: 0)
    #expect(try written() == nil)
    #expect(abs(store.residency.bytes - before) < 4_000)
  }

  /// An encoding of an outdated state is not retained.
  @Test func aLateEncodingIsNotRetained() throws {
    let store = SessionStore()
    _ = try store.make(try Sample.session(0), answer: nil)
    let read = try store.session(Sample.id(0), at: Sample.start)
    _ = try store.touch(0, at: 0)
    for _ in 0..<2 { store.cache(Self.small, of: .session, read) }
    #expect(try store.written(.session, of: Sample.id(0)) == nil)
  }
}
