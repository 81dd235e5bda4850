/// The field lines of a request, as ranges of its head's bytes: looking one up allocates nothing.
///
/// Names are given in lower case and match in any case (RFC 9110 §5.1).
public struct HTTPFields: Sendable {
  /// One field line within the head.
  struct Position: Sendable {
    let name: ByteRange
    let value: ByteRange
  }

  /// The whole head, from its first byte to the empty line.
  let bytes: [UInt8]
  let positions: [Position]

  /// The number of field lines.
  public var count: Int { positions.count }

  /// The first value of a field, without whitespace around it; bytes that are not UTF-8 become U+FFFD.
  public subscript(name: StaticString) -> String? {
    bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The first value of a field as it came, without whitespace around it.
  public func bytes(of name: StaticString) -> ArraySlice<UInt8>? {
    for position in positions where isNamed(name, position) {
      return bytes[position.value.range]
    }
    return nil
  }

  /// The value of a field that has one line; nil where it has none or several.
  public func onlyBytes(of name: StaticString) -> ArraySlice<UInt8>? {
    var value: ArraySlice<UInt8>?
    for position in positions where isNamed(name, position) {
      guard value == nil else { return nil }
      value = bytes[position.value.range]
    }
    return value
  }

  /// The values of all lines of a field, in order.
  public func values(of name: StaticString) -> [String] {
    positions.filter { isNamed(name, $0) }.map { String(decoding: bytes[$0.value.range], as: UTF8.self) }
  }

  /// True where the request has a line of this name.
  public func contains(_ name: StaticString) -> Bool {
    bytes(of: name) != nil
  }

  /// All lines in their order, names as they were written.
  public var all: [(name: String, value: String)] {
    positions.map {
      (String(decoding: bytes[$0.name.range], as: UTF8.self), String(decoding: bytes[$0.value.range], as: UTF8.self))
    }
  }

  @inline(__always)
  private func isNamed(_ name: StaticString, _ position: Position) -> Bool {
    bytes.span.equals(name, in: position.name)
  }
}
