/// A member's name as two numbers, so that a search compares few bytes.
///
/// The key of a literal is a compile-time constant.
@usableFromInline
struct JSONNameKey: Sendable {
  /// Bytes of the name.
  @usableFromInline let length: Int
  /// Derived from the bytes; unique for names of one length up to eight bytes.
  @usableFromInline let word: UInt64

  /// Maximum length in bytes at which equal keys mean equal names.
  static let exactLength = 8

  @inlinable
  @inline(__always)
  init(_ name: StaticString) { self.init(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)) }

  @inlinable
  @inline(__always)
  init(_ name: UnsafeBufferPointer<UInt8>) {
    length = name.count
    guard let base = UnsafeRawPointer(name.baseAddress), length > 0 else {
      word = 0
      return
    }
    // SAFETY: every load is within the `length` bytes from `base` on.
    if length >= 8 {
      let first = UInt64(littleEndian: base.loadUnaligned(as: UInt64.self))
      let last = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self))
      word = (first &- last) &* Self.factor &+ last
      return
    }
    var (word, offset): (UInt64, Int) = (0, 0)
    if length & 4 != 0 {
      word = UInt64(UInt32(littleEndian: base.loadUnaligned(as: UInt32.self)))
      offset = 4
    }
    if length & 2 != 0 {
      let two = UInt16(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
      word |= UInt64(two) &<< UInt64(truncatingIfNeeded: 8 &* offset)
      offset &+= 2
    }
    if length & 1 != 0 {
      word |= UInt64(base.load(fromByteOffset: offset, as: UInt8.self)) &<< UInt64(truncatingIfNeeded: 8 &* offset)
    }
    self.word = word
  }

  /// The key of the bytes before the next quotation mark; nil for more than seven bytes, or if one needs a closer
  /// check.
  @inline(__always)
  init?(beginning bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
    guard start &+ 8 <= bytes.count, let base = UnsafeRawPointer(bytes.baseAddress) else { return nil }
    // SAFETY: the eight bytes from `start` lie within `bytes`.
    let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: start, as: UInt64.self))
    let bits = UInt64(truncatingIfNeeded: JSONEscapes.marks(word).trailingZeroBitCount & ~7)
    guard bits < 64, word &>> bits & 0xFF == 0x22 else { return nil }
    self.init(length: Int(bits) / 8, word: word & ((1 &<< bits) &- 1))
  }

  @inlinable
  @inline(__always)
  init(length: Int, word: UInt64) {
    self.length = length
    self.word = word
  }

  /// A single bit; names with different bits differ.
  @inlinable
  @inline(__always)
  var trace: UInt64 { 1 &<< (mixed &>> 58) }

  /// A hash for a table of at most 2³² slots.
  @inline(__always)
  var hash: Int { Int(truncatingIfNeeded: mixed &>> 32) }

  @inlinable
  @inline(__always)
  var mixed: UInt64 { (word ^ UInt64(truncatingIfNeeded: length)) &* Self.factor }

  /// Odd and near 2⁶⁴ divided by the golden ratio, so that the high bits depend on all bits.
  @usableFromInline static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
}
