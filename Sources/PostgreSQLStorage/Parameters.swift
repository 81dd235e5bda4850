#if PostgreSQL
import CPostgreSQL
import Navigation
import SessionStorage

/// The parameters of a statement, concatenated in PostgreSQL's binary format.
struct Parameters {
  /// A type by its OID in `pg_type`.
  enum Element: UInt32 {
    case bytea = 17
    case int8 = 20
    case text = 25
    case uuid = 2950
  }

  /// The first byte belongs to no value: it gives an empty value an address that is not null.
  private(set) var bytes: [UInt8] = [0]
  /// The range of each value; nil for null.
  private(set) var places: [Range<Int>?] = []

  mutating func add(_ value: Int64) { add { $0.append(big: value) } }

  mutating func add(_ text: String) { add { $0 += text.utf8 } }

  mutating func add(_ id: SessionID) { add { $0.append(id) } }

  mutating func add(_ value: [UInt8]?) {
    guard let value else { return places.append(nil) }
    add { $0 += value }
  }

  private mutating func add(_ write: (inout [UInt8]) -> Void) {
    let start = bytes.count
    write(&bytes)
    places.append(start..<bytes.count)
  }

  /// Adds an array with one element per value.
  ///
  /// - Parameter write: appends the element; false for null.
  mutating func array<Values: Collection>(
    of element: Element, _ values: Values, _ write: (Values.Element, inout [UInt8]) -> Bool
  ) {
    add { $0.append(array: element, values, write) }
  }

  mutating func array<Values: Collection>(_ values: Values, _ number: (Values.Element) -> Int64) {
    array(of: .int8, values) { value, bytes in
      bytes.append(big: number(value))
      return true
    }
  }

  mutating func array<Values: Collection>(_ values: Values, _ id: (Values.Element) -> SessionID) {
    array(of: .uuid, values) { value, bytes in
      bytes.append(id(value))
      return true
    }
  }

  mutating func bytes<Values: Collection>(_ values: Values, _ bytes: (Values.Element) -> [UInt8]?) {
    array(of: .bytea, values) { value, written in
      guard let bytes = bytes(value) else { return false }
      written += bytes
      return true
    }
  }

  mutating func texts<Values: Collection>(_ values: Values, _ text: (Values.Element) -> String?) {
    array(of: .text, values) { value, written in
      guard let text = text(value) else { return false }
      written += text.utf8
      return true
    }
  }
}

extension [UInt8] {
  mutating func append(_ id: SessionID) {
    append(big: id.high)
    append(big: id.low)
  }

  mutating func append<Values: Collection>(
    array element: Parameters.Element, _ values: Values, _ write: (Values.Element, inout [UInt8]) -> Bool
  ) {
    append(big: Int32(values.isEmpty ? 0 : 1))
    append(big: Int32(1))
    append(big: element.rawValue)
    if values.isEmpty { return }
    append(big: Int32(values.count))
    append(big: Int32(1))
    for value in values {
      let length = count
      append(big: Int32(-1))
      guard write(value, &self) else { continue }
      replace(big: Int32(count - length - 4), at: length)
    }
  }

  fileprivate mutating func replace(big number: Int32, at offset: Int) {
    for index in 0..<4 { self[offset + index] = UInt8(truncatingIfNeeded: number >> (24 - 8 * index)) }
  }
}

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
