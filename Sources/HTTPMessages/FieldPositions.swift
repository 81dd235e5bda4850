/// The positions of the field lines while a head is read: as many as most heads have without memory of their own.
struct FieldPositions: Sendable {
  private static let nowhere = HTTPFields.Position(name: .empty, value: .empty)

  private var first = InlineArray<12, HTTPFields.Position>(repeating: nowhere)
  private var rest: [HTTPFields.Position] = []
  private(set) var count = 0
  private(set) var nameLengths: UInt64 = 0

  /// Lengths from 64 on share the bits of others.
  @inline(__always)
  static func bit(ofLength length: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: length) }

  @inline(__always)
  mutating func append(_ position: HTTPFields.Position) {
    if count < first.count { first[count] = position } else { rest.append(position) }
    count += 1
    nameLengths |= FieldPositions.bit(ofLength: position.name.count)
  }

  /// Adds the bytes of all of them.
  @inline(__always)
  func append(to bytes: inout [UInt8]) {
    first.span.extracting(first: count).withUnsafeBytes { bytes.append(contentsOf: $0) }
    if !rest.isEmpty { rest.withUnsafeBytes { bytes.append(contentsOf: $0) } }
  }
}
