extension JSONValue {
  /// Maximum bytes of a number read as a double; 17 digits distinguish all doubles.
  static let doubleTextLimit = 1024

  /// A 64-bit integer, which may be written as `2.0` or `20e-1` (JSON Schema 2020-12, 4.2.3).
  public func int() throws(BodyRefusal) -> Int {
    guard node.kind == .number else { throw mismatch("an integer") }
    let number = text.bytes[node.range]
    guard let digits = node.flag ? number : Self.wholeDigits(number) else {
      throw refused("expected an integer, found a number with a fraction")
    }
    guard let value = Self.integer(digits) else { throw refused("the integer does not fit in 64 bits") }
    return value
  }

  /// An integer within `range`; the detail of a refusal has the range.
  public func int(in range: ClosedRange<Int>) throws(BodyRefusal) -> Int {
    let value = try int()
    guard range.contains(value) else {
      throw refused("expected an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// An integer of at least `minimum`.
  package func int(atLeast minimum: Int) throws(BodyRefusal) -> Int {
    let value = try int()
    guard value >= minimum else { throw refused("expected an integer of at least \(minimum)") }
    return value
  }

  /// The nearest double; refuses a number outside the range of doubles.
  public func double() throws(BodyRefusal) -> Double {
    guard node.kind == .number else { throw mismatch("a number") }
    if let quick = Self.exactDouble(text.bytes[node.range]) { return quick }
    guard length <= Self.doubleTextLimit else {
      throw refused("the number is longer than \(Self.doubleTextLimit) bytes")
    }
    guard let value = Double(numberText), value.isFinite else { throw refused("the number is out of range") }
    return value
  }

  /// The number as written; empty for other kinds.
  var numberText: String {
    node.kind == .number ? String(decoding: text.bytes[node.range], as: UTF8.self) : ""
  }

  /// An integer that was written with a fraction or an exponent as digits alone; nil if it is none.
  private static func wholeDigits(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let parts = text.split(maxSplits: 1) { $0 == 0x65 || $0 == 0x45 }
    var digits = parts[0].filter { $0 != 0x2E }
    guard digits.contains(where: { (0x31...0x39).contains($0) }) else { return [0x30] }
    var power = 0
    if parts.count == 2 {
      power = Int(Int32(String(decoding: parts[1], as: UTF8.self)) ?? (parts[1].first == 0x2D ? .min : .max))
    }
    if let point = parts[0].firstIndex(of: 0x2E) { power -= parts[0].endIndex - point - 1 }
    while power < 0, digits.last == 0x30 {
      digits.removeLast()
      power += 1
    }
    // More than 20 digits do not fit in 64 bits.
    return power < 0 ? nil : digits[...] + repeatElement(0x30, count: min(power, 20))
  }

  /// The value of validated digits after an optional minus; nil beyond 64 bits.
  private static func integer(_ text: ArraySlice<UInt8>) -> Int? {
    let isNegative = text.first == 0x2D
    var value = 0
    for byte in text.dropFirst(isNegative ? 1 : 0) {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let digit = Int(byte &- 0x30)
      let (sum, carry) =
        isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if overflow || carry { return nil }
      value = sum
    }
    return value
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
  ]

  /// A number of at most 15 digits without exponent: its digits and the power of ten are exact doubles, so their
  /// quotient is the nearest double.
  private static func exactDouble(_ text: ArraySlice<UInt8>) -> Double? {
    guard text.count <= 17 else { return nil }
    let isNegative = text.first == 0x2D
    var digits = 0
    var count = 0
    var point: Int?
    for byte in text.dropFirst(isNegative ? 1 : 0) {
      if byte == 0x2E {
        point = count
      } else {
        guard byte &- 0x30 < 10, count < 15 else { return nil }
        digits = digits &* 10 &+ Int(byte &- 0x30)
        count += 1
      }
    }
    let magnitude = point.map { Double(digits) / powersOfTen[count - $0] } ?? Double(digits)
    return isNegative ? -magnitude : magnitude
  }
}
