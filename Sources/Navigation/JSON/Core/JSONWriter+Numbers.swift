extension JSONWriter {
  /// Writes decimal digits, after a minus for a negative number.
  public mutating func int(_ value: Int) {
    reserve(21)
    next = Self.digits(UInt64(value.magnitude), at: sign(value < 0))
    commas = 1
  }

  /// Writes the shortest text that reads back as `value`: whole numbers without a fraction, -0 as 0, null if not
  /// finite.
  public mutating func double(_ value: Double) {
    guard value.isFinite else { return null() }
    if value.magnitude < 0x1p53 {
      let whole = Int(value)
      if Double(whole) == value { return int(whole) }
    }
    if thousandths(value) { return }
    var text = value.description
    text.withUTF8 { utf8 in
      let isWhole = utf8.count > 2 && utf8[utf8.count - 1] == 0x30 && utf8[utf8.count - 2] == 0x2E
      token(UnsafeBufferPointer(rebasing: utf8[..<(isWhole ? utf8.count - 2 : utf8.count)]))
    }
  }

  /// Writes a whole number of thousandths, as nearly all of this service's numbers are; returns false for any other.
  ///
  /// Two different decimals of at most 15 digits are never the same double, so the one that reads back as `value` is
  /// the shortest.
  private mutating func thousandths(_ value: Double) -> Bool {
    let scaled = value.magnitude * 1000 + 0.5
    guard scaled < 1e15 else { return false }
    let thousandths = UInt64(scaled)
    guard Double(thousandths) / 1000 == value.magnitude else { return false }
    reserve(21)
    var target = Self.put(0x2E, at: Self.digits(thousandths / 1000, at: sign(value < 0)))
    var rest = thousandths % 1000
    while rest > 0 {
      target = Self.put(0x30 &+ UInt8(truncatingIfNeeded: rest / 100), at: target)
      rest = rest % 100 * 10
    }
    next = target
    commas = 1
    return true
  }

  /// Writes the pending comma and, for a negative number, the minus; returns the position after them.
  private func sign(_ isNegative: Bool) -> UnsafeMutablePointer<UInt8> {
    let target = separated()
    return isNegative ? Self.put(0x2D, at: target) : target
  }

  /// Writes the decimal digits, last one first, within the 20 reserved bytes; returns the position after them.
  private static func digits(_ value: UInt64, at target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    var length = 1
    var power: UInt64 = 10
    while length < 20, value >= power {
      length &+= 1
      power = length < 20 ? power &* 10 : .max
    }
    var rest = value
    var index = length
    // SAFETY: `length` is at most 20, and `index` is below it.
    while index > 0 {
      index &-= 1
      target[index] = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    return target + length
  }
}
