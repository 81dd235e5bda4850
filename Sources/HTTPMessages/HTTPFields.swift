/// The field lines of a request, as ranges of its head's bytes: a lookup allocates nothing.
///
/// Names are given in lower case and match in any case (RFC 9110 §5.1).
public struct HTTPFields: Sendable {
  /// One field line within the head.
  struct Position: Sendable, BitwiseCopyable {
    let name: ByteRange
    let value: ByteRange
  }

  /// The whole head up to its empty line, followed by the positions: one allocation holds both.
  let bytes: [UInt8]
  /// The head's length in bytes, and the number of its field lines.
  private let (headBytes, lineCount): (UInt32, UInt32)
  /// The lengths of the names, as bits: most fields looked up are absent.
  private let nameLengths: UInt64

  /// The fields of the complete head that `parser` has read at the start of `bytes`.
  init(_ bytes: Span<UInt8>, readBy parser: borrowing HeadParser) {
    headBytes = UInt32(truncatingIfNeeded: parser.position)
    lineCount = UInt32(truncatingIfNeeded: parser.fields.count)
    nameLengths = parser.fields.nameLengths
    var both: [UInt8] = []
    both.reserveCapacity(parser.position + parser.fields.count * MemoryLayout<Position>.stride)
    both.append(0..<parser.position, of: bytes)
    parser.fields.append(to: &both)
    self.bytes = both
  }

  private var headCount: Int { Int(headBytes) }
  public var count: Int { Int(lineCount) }

  /// A line by its number, from 0 to below `count`.
  private func position(_ index: Int) -> Position {
    precondition(index >= 0 && index < count)
    return bytes.withUnsafeBytes { bytes in
      // SAFETY: `init` has put `count` positions after the head; any bytes make a position.
      bytes.loadUnaligned(fromByteOffset: headCount + index * MemoryLayout<Position>.stride, as: Position.self)
    }
  }

  /// The first line of a name from `start` on, or nil.
  private func index(of name: StaticString, from start: Int = 0) -> Int? {
    let length = name.utf8CodeUnitCount
    guard nameLengths & FieldPositions.bit(ofLength: length) != 0 else { return nil }
    var index = start
    while index < count {
      let place = position(index).name
      if place.count == length, bytes.span.equals(name, in: place) { return index }
      index += 1
    }
    return nil
  }

  private func value(_ index: Int) -> ArraySlice<UInt8> { bytes[position(index).value.range] }

  /// The first value of a field, without surrounding whitespace; bytes that are not UTF-8 become U+FFFD.
  public subscript(name: StaticString) -> String? {
    bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The first value of a field as received, without surrounding whitespace.
  public func bytes(of name: StaticString) -> ArraySlice<UInt8>? {
    guard let index = index(of: name) else { return nil }
    return value(index)
  }

  /// The value of a field with exactly one line, else nil.
  public func onlyBytes(of name: StaticString) -> ArraySlice<UInt8>? {
    guard let index = index(of: name), self.index(of: name, from: index + 1) == nil else { return nil }
    return value(index)
  }

  /// The values of all lines of a field, in order.
  public func values(of name: StaticString) -> [String] {
    var values: [String] = []
    var next = index(of: name)
    while let index = next {
      values.append(String(decoding: value(index), as: UTF8.self))
      next = self.index(of: name, from: index + 1)
    }
    return values
  }

  /// True where the request has a line of this name.
  public func contains(_ name: StaticString) -> Bool { index(of: name) != nil }

  /// All lines in order, names as received.
  public var all: [(name: String, value: String)] {
    (0..<count).map {
      (String(decoding: bytes[position($0).name.range], as: UTF8.self), String(decoding: value($0), as: UTF8.self))
    }
  }
}

/// The positions of the field lines while a head is read. Up to 12 lines, enough for most heads, need no heap memory.
struct FieldPositions: Sendable {
  private static let nowhere = HTTPFields.Position(name: .empty, value: .empty)

  private var first = InlineArray<12, HTTPFields.Position>(repeating: nowhere)
  private var rest: [HTTPFields.Position] = []
  private(set) var count = 0
  private(set) var nameLengths: UInt64 = 0

  /// The bit of a name's length; lengths from 64 on share bits.
  static func bit(ofLength length: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: length) }

  mutating func append(_ position: HTTPFields.Position) {
    if count < first.count { first[count] = position } else { rest.append(position) }
    count += 1
    nameLengths |= FieldPositions.bit(ofLength: position.name.count)
  }

  func append(to bytes: inout [UInt8]) {
    // SAFETY: both buffers are copied within their closures.
    first.span.extracting(first: count).withUnsafeBytes { bytes.append(contentsOf: $0) }
    if !rest.isEmpty { rest.withUnsafeBytes { bytes.append(contentsOf: $0) } }
  }
}
