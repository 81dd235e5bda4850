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

  /// Appends the bytes of all positions.
  func append(to bytes: inout [UInt8]) {
    // SAFETY: both buffers are copied within their closures.
    first.span.extracting(first: count).withUnsafeBytes { bytes.append(contentsOf: $0) }
    if !rest.isEmpty { rest.withUnsafeBytes { bytes.append(contentsOf: $0) } }
  }
}
