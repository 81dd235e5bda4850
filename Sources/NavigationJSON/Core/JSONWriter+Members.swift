extension JSONWriter {
  /// A name and its value, in one line of a codec.
  @inlinable
  @inline(__always)
  public mutating func member(_ name: StaticString, _ value: String) {
    key(name)
    string(value)
  }

  /// A name and its value, in one line of a codec.
  @inlinable
  @inline(__always)
  public mutating func member(_ name: StaticString, _ value: Int) {
    key(name)
    int(value)
  }

  /// A name and its value, in one line of a codec.
  @inlinable
  @inline(__always)
  public mutating func member(_ name: StaticString, _ value: Double) {
    key(name)
    double(value)
  }

  /// A name and its value, in one line of a codec.
  @inlinable
  @inline(__always)
  public mutating func member(_ name: StaticString, _ value: Bool) {
    key(name)
    bool(value)
  }

  /// Nothing when nil.
  @inlinable
  @inline(__always)
  public mutating func member(_ name: StaticString, _ value: String?) {
    if let value { member(name, value) }
  }

  /// Nothing when nil.
  @inlinable
  @inline(__always)
  public mutating func member(_ name: StaticString, _ value: Int?) {
    if let value { member(name, value) }
  }

  /// Nothing when nil.
  @inlinable
  @inline(__always)
  public mutating func member(_ name: StaticString, _ value: Double?) {
    if let value { member(name, value) }
  }

  /// Nothing when nil.
  @inlinable
  @inline(__always)
  public mutating func member(_ name: StaticString, _ value: Bool?) {
    if let value { member(name, value) }
  }

  /// A name and a string of `count` bytes that need no escapes, all of which `fill` writes where they are to stand.
  @inlinable
  @inline(__always)
  package mutating func member(_ name: StaticString, ofBytes count: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    reserve(name.utf8CodeUnitCount &+ count &+ 6)
    let inside = Self.put(0x22, at: Self.putName(name, at: separated()))
    // SAFETY: `count` bytes behind `inside` are reserved.
    fill(UnsafeMutableBufferPointer(start: inside, count: count))
    next = Self.put(0x22, at: inside + count)
    commas = 1
  }
}
