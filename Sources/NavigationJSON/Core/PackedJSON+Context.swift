/// Packed JSON after a context of other packed JSON: repeated bytes of either become references back.
///
/// The bytes begin with the length of the packed JSON. Then follow turns of literals and a copy: four bits for the
/// number of literals, four for the length of the copy, the literals, and the distance back to the copy's source.
/// Numbers that need more bits follow them.
extension PackedJSON {
  /// Bytes at the end of a context that references can reach.
  private static let contextLimit = 32_768
  /// The shortest copy, in bytes.
  private static let copyBytes = 3
  /// The longest copy, in bytes, which bounds the memory for tampered bytes to this multiple of their size.
  private static let copyLimit = copyBytes + 14 + 255

  /// Packs the bytes; unpacking needs the same context.
  public static func pack(_ bytes: [UInt8], after context: ArraySlice<UInt8>) -> [UInt8] {
    let context = context.suffix(contextLimit)
    let packed = pack(bytes)
    return references(in: context + packed, from: context.count)
  }

  /// The unpacked bytes; throws `malformed` unless `packed` comes from `pack` with this context.
  public static func unpack(_ packed: ArraySlice<UInt8>, after context: ArraySlice<UInt8>) throws(JSONError) -> [UInt8]
  {
    let context = context.suffix(contextLimit)
    let packed = packed.span
    var index = 0
    let count = try number(in: packed, at: &index)
    guard count <= packed.count * copyLimit else { throw refusal(at: 0) }
    let text = try [UInt8](capacity: context.count + count) { (text: inout OutputSpan<UInt8>) throws(JSONError) in
      for byte in context { text.append(byte) }
      try expand(packed, &index, to: &text)
    }
    guard index == packed.count else { throw refusal(at: index) }
    return try unpack(text.span, from: context.count)
  }

  /// Encodes the bytes after `start`, with references to any earlier bytes.
  private static func references(in text: ArraySlice<UInt8>, from start: Int) -> [UInt8] {
    let text = text.span
    var packed: [UInt8] = []
    packed.reserveCapacity(16 + text.count - start)
    append(number: text.count - start, to: &packed)
    var places = Places(for: text)
    for position in 0..<start { _ = places.replace(by: position, in: text) }
    var (position, said, distance) = (start, start, 0)
    while position < text.count {
      let candidate = places.replace(by: position, in: text)
      let again = distance > 0 ? length(in: text, at: position, back: distance) : 0
      let found = candidate.map { length(in: text, at: position, back: position - $0) } ?? 0
      // Repeating the last distance takes no room; another one takes up to three bytes.
      if again >= copyBytes, again + 1 >= found {
        append(text, said..<position, copied: again, back: 0, to: &packed)
        for passed in position + 1..<position + again { _ = places.replace(by: passed, in: text) }
        position += again
        said = position
      } else if let candidate, found > copyBytes + (position - candidate >> 14 > 0 ? 1 : 0) {
        distance = position - candidate
        append(text, said..<position, copied: found, back: distance, to: &packed)
        for passed in position + 1..<position + found { _ = places.replace(by: passed, in: text) }
        position += found
        said = position
      } else {
        position += 1
      }
    }
    if said < position { append(text, said..<position, copied: 0, back: 0, to: &packed) }
    return packed
  }

  /// The number of bytes equal to those `distance` bytes back.
  private static func length(in text: Span<UInt8>, at position: Int, back distance: Int) -> Int {
    let most = min(copyLimit, text.count - position)
    var length = 0
    while length < most, text[position + length] == text[position + length - distance] { length += 1 }
    return length
  }

  /// Appends one turn.
  private static func append(
    _ text: Span<UInt8>, _ literals: Range<Int>, copied length: Int, back distance: Int, to packed: inout [UInt8]
  ) {
    let copy = length == 0 ? 0 : min(length - copyBytes + 1, 15)
    packed.append(UInt8(truncatingIfNeeded: min(literals.count, 15) << 4 | copy))
    if literals.count >= 15 { append(number: literals.count - 15, to: &packed) }
    for index in literals { packed.append(text[index]) }
    guard length > 0 else { return }
    if copy == 15 { packed.append(UInt8(truncatingIfNeeded: length - copyBytes - 14)) }
    append(number: distance, to: &packed)
  }

  /// Decodes turns until the text is full.
  private static func expand(_ packed: Span<UInt8>, _ index: inout Int, to text: inout OutputSpan<UInt8>)
    throws(JSONError)
  {
    var distance = 0
    while text.freeCapacity > 0 {
      let turn = try byte(in: packed, at: &index)
      var literals = Int(turn >> 4)
      if literals == 15 { literals += try number(in: packed, at: &index) }
      guard literals <= min(packed.count - index, text.freeCapacity) else { throw refusal(at: index) }
      for _ in 0..<literals {
        text.append(packed[index])
        index += 1
      }
      guard turn & 15 > 0 else { continue }
      var length = Int(turn & 15) + copyBytes - 1
      if turn & 15 == 15 { length += try Int(byte(in: packed, at: &index)) }
      let back = try number(in: packed, at: &index)
      if back > 0 { distance = back }
      guard distance > 0, distance <= text.count, length <= text.freeCapacity else { throw refusal(at: index) }
      for _ in 0..<length {
        let byte = text.span[text.count - distance]
        text.append(byte)
      }
    }
  }

  private static func byte(in packed: Span<UInt8>, at index: inout Int) throws(JSONError) -> UInt8 {
    guard index < packed.count else { throw refusal(at: index) }
    defer { index += 1 }
    return packed[index]
  }

  /// Appends seven bits per byte, the lowest first; the highest bit means that more follow.
  private static func append(number: Int, to packed: inout [UInt8]) {
    var rest = number
    while rest > 127 {
      packed.append(UInt8(truncatingIfNeeded: rest & 127 | 128))
      rest >>= 7
    }
    packed.append(UInt8(truncatingIfNeeded: rest))
  }

  private static func number(in packed: Span<UInt8>, at index: inout Int) throws(JSONError) -> Int {
    var number = 0
    for shift in stride(from: 0, through: 28, by: 7) {
      let byte = try byte(in: packed, at: &index)
      number |= Int(byte & 127) << shift
      if byte < 128 { return number }
    }
    throw refusal(at: index)
  }

  /// The last position of each four bytes.
  private struct Places {
    private var places: [Int32]
    private let shift: Int

    init(for text: Span<UInt8>) {
      let bits = min(max(Int.bitWidth - text.count.leadingZeroBitCount, 6), 15)
      places = [Int32](repeating: -1, count: 1 << bits)
      shift = 32 - bits
    }

    /// Returns the last position of the four bytes at `position`, or of others with the same hash, and replaces it.
    mutating func replace(by position: Int, in text: Span<UInt8>) -> Int? {
      guard position + 4 <= text.count else { return nil }
      let word = UInt32(littleEndian: text.bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt32.self))
      let slot = Int((word &* 0x9E37_79B1) >> UInt32(truncatingIfNeeded: shift))
      defer { places[slot] = Int32(truncatingIfNeeded: position) }
      return places[slot] < 0 ? nil : Int(places[slot])
    }
  }
}
