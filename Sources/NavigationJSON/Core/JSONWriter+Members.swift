extension JSONWriter {
  /// A name and its value, in one line of a codec.
  public mutating func member(_ name: StaticString, _ value: String) {
    name.withUTF8Buffer { name in
      let isWritten: Void? = value.utf8.withContiguousStorageIfAvailable { member(name, $0) }
      if isWritten != nil { return }
      plain(name, isName: true)
      string(value)
    }
  }

  /// A name and its value, in one line of a codec.
  public mutating func member(_ name: StaticString, _ value: Int) {
    key(name)
    int(value)
  }

  /// A name and its value, in one line of a codec.
  public mutating func member(_ name: StaticString, _ value: Double) {
    key(name)
    double(value)
  }

  /// A name and its value, in one line of a codec.
  public mutating func member(_ name: StaticString, _ value: Bool) {
    name.withUTF8Buffer { name in
      reserve(name.count &+ 9)
      next = Self.put(value, at: Self.putName(name, at: separated()))
      commas = 1
    }
  }

  /// Nothing when nil.
  public mutating func member(_ name: StaticString, _ value: String?) {
    if let value { member(name, value) }
  }

  /// Nothing when nil.
  public mutating func member(_ name: StaticString, _ value: Int?) {
    if let value { member(name, value) }
  }

  /// Nothing when nil.
  public mutating func member(_ name: StaticString, _ value: Double?) {
    if let value { member(name, value) }
  }

  /// Nothing when nil.
  public mutating func member(_ name: StaticString, _ value: Bool?) {
    if let value { member(name, value) }
  }

  /// A name and a string of `count` bytes that need no escapes, all of which `fill` writes where they are to stand.
  package mutating func member(_ name: StaticString, ofBytes count: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    name.withUTF8Buffer { name in
      reserve(name.count &+ count &+ 6)
      let inside = Self.put(0x22, at: Self.putName(name, at: separated()))
      // SAFETY: `count` bytes behind `inside` are reserved.
      fill(UnsafeMutableBufferPointer(start: inside, count: count))
      next = Self.put(0x22, at: inside + count)
      commas = 1
    }
  }
}
