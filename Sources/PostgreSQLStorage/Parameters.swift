#if PostgreSQL
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
}

extension Parameters {
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
#endif
