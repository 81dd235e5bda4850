#if PostgreSQL
import CPostgreSQL
import Navigation
import SessionStorage

/// A value in PostgreSQL's binary format.
protocol BinaryValue {
  /// The OID of its type in `pg_type`.
  static var type: UInt32 { get }

  func append(to bytes: inout [UInt8])
}

extension BinaryValue where Self: FixedWidthInteger {
  func append(to bytes: inout [UInt8]) { bytes.append(big: self) }
}

extension Int16: BinaryValue { static var type: UInt32 { 21 } }
extension Int32: BinaryValue { static var type: UInt32 { 23 } }
extension Int64: BinaryValue { static var type: UInt32 { 20 } }

extension String: BinaryValue {
  static var type: UInt32 { 25 }
  func append(to bytes: inout [UInt8]) { bytes += utf8 }
}

extension [UInt8]: BinaryValue {
  static var type: UInt32 { 17 }
  func append(to bytes: inout [UInt8]) { bytes += self }
}

extension SessionID: BinaryValue {
  static var type: UInt32 { 2950 }
  func append(to bytes: inout [UInt8]) { bytes += [UInt8](self) }
}

extension Fingerprint: BinaryValue {
  static var type: UInt32 { [UInt8].type }
  func append(to bytes: inout [UInt8]) { bytes += [UInt8](self) }
}

extension [UInt8] {
  /// Appends a value behind its length; nil is null.
  mutating func append(field value: (some BinaryValue)?) {
    let start = count
    append(big: Int32(-1))
    guard let value else { return }
    value.append(to: &self)
    let length = Int32(count - start - 4)
    for index in 0..<4 { self[start + index] = UInt8(truncatingIfNeeded: length >> (24 - 8 * index)) }
  }

  /// Appends an array with one element per value.
  mutating func append<Values: Collection, Value: BinaryValue>(
    array values: Values, _ element: (Values.Element) -> Value?
  ) {
    append(big: Int32(values.isEmpty ? 0 : 1))
    append(big: Int32(1))
    append(big: Value.type)
    if values.isEmpty { return }
    append(big: Int32(values.count))
    append(big: Int32(1))
    for value in values { append(field: element(value)) }
  }
}

/// The parameters of a statement, concatenated.
struct Parameters {
  /// The first byte belongs to no value: it gives an empty value an address that is not null.
  private(set) var bytes: [UInt8] = [0]
  /// The range of each value; nil for null.
  private(set) var places: [Range<Int>?] = []

  init<each Value: BinaryValue>(_ value: repeat (each Value)?) { for value in repeat each value { add(value) } }

  mutating func add(_ value: (some BinaryValue)?) {
    guard let value else { return places.append(nil) }
    add { value.append(to: &$0) }
  }

  mutating func array<Values: Collection, Value: BinaryValue>(
    _ values: Values, _ element: (Values.Element) -> Value?
  ) {
    add { $0.append(array: values, element) }
  }

  private mutating func add(_ write: (inout [UInt8]) -> Void) {
    let start = bytes.count
    write(&bytes)
    places.append(start..<bytes.count)
  }
}

/// The rows of a result, in binary format.
final class Reply {
  private let handle: OpaquePointer

  /// Takes ownership of the result.
  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { PQclear(handle) }

  var rowCount: Int { Int(PQntuples(handle)) }

  var rows: [Row] { (0..<rowCount).map { Row(reply: self, index: $0) } }

  var first: Row? { rowCount > 0 ? Row(reply: self, index: 0) : nil }

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
    func id(_ column: Int) -> SessionID? { SessionID(stored: bytes(column)) }

    func fingerprint(_ column: Int) -> Fingerprint? { Fingerprint(stored: bytes(column)) }

    func owner(_ column: Int) -> Owner { Owner(stored: int(column)) }

    /// What never changes of a session: from `column` on its owner, client, labels, creation and lifetime. Throws
    /// `unreadable` without an id, and for labels that cannot be.
    func head(of id: SessionID?, at column: Int) throws(StoreError) -> SessionHead {
      guard let id, let labels = elements(column + 2).flatMap(Labels.init) else { throw .unreadable }
      return SessionHead(
        id: id, owner: owner(column), client: isNull(column + 1) ? nil : text(column + 1), labels: labels,
        createdAt: Timestamp(milliseconds: int(column + 3)), timeToLive: Int(int(column + 4)))
    }

    /// The elements of an array of byte strings; nil for any other value.
    private func elements(_ column: Int) -> [[UInt8]]? {
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
}

extension Labels {
  /// Each as `name:value`; a name has no colon.
  var elements: [[UInt8]] { pairs.map { Array("\($0.name):\($0.value)".utf8) } }

  /// Nil for elements that `elements` does not produce.
  fileprivate init?(_ elements: [[UInt8]]) {
    self.init()
    for element in elements {
      guard let colon = element.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let (name, value) = (
        String(decoding: element[..<colon], as: UTF8.self), String(decoding: element[(colon + 1)...], as: UTF8.self)
      )
      guard set(name, to: value) else { return nil }
    }
  }
}
#endif
