/// The bytes of tokens. The caller calls `reserve` once for a whole token.
extension JSONWriter {
  /// Makes room for `more` bytes at `next`.
  mutating func reserve(_ more: Int) {
    if end - next < more { grow(more) }
  }

  mutating func grow(_ more: Int) {
    let count = count
    let size = max((end - start) * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    // SAFETY: `larger` has room for more than the `count` initialised bytes from `start` on.
    larger.initialize(from: start, count: count)
    start.deallocate()
    start = larger
    next = larger + count
    end = larger + size
  }

  /// Writes the pending comma; returns the position after it.
  func separated() -> UnsafeMutablePointer<UInt8> { Self.separated(from: next, commas) }

  static func separated(from next: UnsafeMutablePointer<UInt8>, _ commas: Int) -> UnsafeMutablePointer<UInt8> {
    // SAFETY: every caller has reserved a byte for the comma, which is overwritten if none is pending.
    next.pointee = 0x2C
    return next + commas
  }

  /// Writes a string that needs no escapes.
  mutating func plain(_ text: UnsafeBufferPointer<UInt8>) {
    reserve(text.count &+ 3)
    next = Self.put(0x22, at: Self.put(text, at: Self.put(0x22, at: separated())))
    commas = 1
  }

  /// Writes a string with its escapes.
  mutating func quoted(_ text: UnsafeBufferPointer<UInt8>) {
    if JSONEscapes.firstMarked(in: text, from: 0) == text.count { plain(text) } else { escaped(text) }
  }

  /// Writes a number or a literal unchanged.
  mutating func token(_ text: UnsafeBufferPointer<UInt8>) {
    reserve(text.count &+ 1)
    next = Self.put(text, at: separated())
    commas = 1
  }

  mutating func colon() {
    reserve(1)
    next = Self.put(0x3A, at: next)
    commas = 0
  }

  /// Writes a string that may need escapes.
  private mutating func escaped(_ text: UnsafeBufferPointer<UInt8>) {
    guard JSONEscapes.firstEscaped(in: text, from: 0) != nil else { return plain(text) }
    // An escape has at most six bytes per byte.
    reserve(text.count &* 6 &+ 3)
    var target = Self.put(0x22, at: separated())
    var start = 0
    while let (place, length) = JSONEscapes.firstEscaped(in: text, from: start) {
      target = Self.put(UnsafeBufferPointer(rebasing: text[start..<place]), at: target)
      target = Self.putEscape(of: UnsafeBufferPointer(rebasing: text[place..<place + length]), at: target)
      start = place + length
    }
    target = Self.put(UnsafeBufferPointer(rebasing: text[start...]), at: target)
    next = Self.put(0x22, at: target)
    commas = 1
  }
}

// SAFETY: each function writes at `target` within the room reserved by its callers, and returns the position after it.
extension JSONWriter {
  static func put(_ byte: UInt8, at target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    target.pointee = byte
    return target + 1
  }

  /// Writes `true` or `false`: at most five bytes.
  static func put(_ value: Bool, at target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    let raw = UnsafeMutableRawPointer(target)
    if value {
      raw.storeBytes(of: UInt32(0x6575_7274).littleEndian, as: UInt32.self)
      return target + 4
    }
    raw.storeBytes(of: UInt32(0x736C_6166).littleEndian, as: UInt32.self)
    return put(0x65, at: target + 4)
  }

  static func put(_ text: UnsafeBufferPointer<UInt8>, at target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<
    UInt8
  > {
    guard let source = text.baseAddress else { return target }
    target.initialize(from: source, count: text.count)
    return target + text.count
  }

  /// Writes a name, its quotation marks and the colon: three bytes more than the name. For a literal: a few stores.
  static func putName(_ name: StaticString, at target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    let inside = put(0x22, at: target)
    UnsafeMutableRawPointer(inside).copyMemory(from: name.utf8Start, byteCount: name.utf8CodeUnitCount)
    let behind = inside + name.utf8CodeUnitCount
    UnsafeMutableRawPointer(behind).storeBytes(of: UInt16(0x3A22).littleEndian, as: UInt16.self)
    return behind + 2
  }

  /// Writes the escape of one character, the UTF-8 of which is `bytes`: at most six bytes.
  private static func putEscape(
    of bytes: UnsafeBufferPointer<UInt8>, at target: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var behind = put(0x5C, at: target)
    if let letter = JSONEscapes.letter(for: bytes[0]) { return put(letter, at: behind) }
    // The first byte of several has their number in its high bits (RFC 3629 §3).
    let first = UInt32(bytes[0]) & (bytes.count == 1 ? 0x7F : 0x7F >> UInt32(bytes.count))
    let scalar = bytes.dropFirst().reduce(first) { $0 << 6 | UInt32($1 & 0x3F) }
    behind = put(0x75, at: behind)
    for shift: UInt32 in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: scalar >> shift & 0x0F)
      behind = put(digit < 10 ? 0x30 &+ digit : 0x57 &+ digit, at: behind)
    }
    return behind
  }
}
