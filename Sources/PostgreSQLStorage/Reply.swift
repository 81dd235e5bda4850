#if PostgreSQL
import CPostgreSQL
import Navigation
import SessionStorage

/// The rows of a result, in binary format.
final class Reply {
  private let handle: OpaquePointer

  /// Takes ownership of the result.
  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { PQclear(handle) }

  var rowCount: Int { Int(PQntuples(handle)) }

  /// A row; columns are accessed by number.
  struct Row {
    fileprivate let reply: Reply
    let index: Int

    private func field(_ column: Int) -> UnsafeRawBufferPointer {
      // SAFETY: the value is part of the result, which `reply` retains.
      UnsafeRawBufferPointer(
        start: PQgetvalue(reply.handle, Int32(index), Int32(column)),
        count: Int(PQgetlength(reply.handle, Int32(index), Int32(column))))
    }

    func isNull(_ column: Int) -> Bool { PQgetisnull(reply.handle, Int32(index), Int32(column)) == 1 }

    /// An integer of 2, 4 or 8 bytes; 0 for null.
    func int(_ column: Int) -> Int64 {
      let field = field(column)
      guard let first = field.first else { return 0 }
      return field.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
    }

    func bytes(_ column: Int) -> [UInt8] { Array(field(column)) }

    func text(_ column: Int) -> String { String(decoding: field(column), as: UTF8.self) }

    func bool(_ column: Int) -> Bool { field(column).first == 1 }

    /// Nil unless it has the 16 bytes of an id.
    func id(_ column: Int) -> SessionID? { words(column).map { SessionID(high: $0.high, low: $0.low) } }

    func fingerprint(_ column: Int) -> Fingerprint? { words(column).map { Fingerprint(high: $0.high, low: $0.low) } }

    private func words(_ column: Int) -> (high: UInt64, low: UInt64)? {
      let field = field(column)
      guard field.count == 16 else { return nil }
      // SAFETY: both loads lie within the sixteen bytes.
      return (
        UInt64(bigEndian: field.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: field.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }

    /// The elements of an array of byte strings; nil for any other value.
    func elements(_ column: Int) -> [[UInt8]]? {
      let field = field(column)
      func number(_ offset: Int) -> Int? {
        guard offset + 4 <= field.count else { return nil }
        // SAFETY: the four bytes lie within the field.
        return Int(Int32(bigEndian: field.loadUnaligned(fromByteOffset: offset, as: Int32.self)))
      }
      if number(0) == 0 { return [] }
      guard number(0) == 1, let count = number(12) else { return nil }
      var (elements, offset): ([[UInt8]], Int) = ([], 20)
      for _ in 0..<count {
        guard let length = number(offset), length >= 0, offset + 4 + length <= field.count else { return nil }
        elements.append(Array(field[(offset + 4)..<(offset + 4 + length)]))
        offset += 4 + length
      }
      return elements
    }
  }

  var rows: [Row] { (0..<rowCount).map { Row(reply: self, index: $0) } }

  var first: Row? { rowCount > 0 ? Row(reply: self, index: 0) : nil }
}
#endif
