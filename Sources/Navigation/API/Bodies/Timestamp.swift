import WireText
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A time in milliseconds since 1970-01-01T00:00:00Z; as text RFC 3339 in UTC with milliseconds.
public struct Timestamp: Hashable, Sendable, Comparable, CustomStringConvertible, JSONMember {
  public var milliseconds: Int64

  /// The times with a text: years 0000 to 9999. Any other is written as the nearer bound.
  public static let writable =
    Timestamp(milliseconds: -62_167_219_200_000)...Timestamp(milliseconds: 253_402_300_799_999)

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

  private static let dayLength: Int64 = 86_400_000

  /// `2026-11-20T10:00:00.123Z`.
  public var description: String { String(unsafeUninitializedCapacity: Self.length, initializingUTF8With: put) }

  /// Bytes of a time's text.
  private static let length = 24

  /// Puts the text into a buffer with room for it; returns its length.
  private func put(into text: UnsafeMutableBufferPointer<UInt8>) -> Int {
    let clamped = min(max(self, Self.writable.lowerBound), Self.writable.upperBound).milliseconds
    let days = clamped >= 0 ? clamped / Self.dayLength : (clamped + 1) / Self.dayLength - 1
    let date = CivilDate(daysSince1970: Int(days))
    let time = Int(clamped - days * Self.dayLength)
    // SAFETY: both callers make room for `length` bytes, and each of them is set.
    func put(_ value: Int, digits: Range<Int>, _ end: Unicode.Scalar) {
      var rest = UInt32(value)
      for place in digits.reversed() {
        text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
      text[digits.upperBound] = UInt8(ascii: end)
    }
    put(date.year, digits: 0..<4, "-")
    put(date.month, digits: 5..<7, "-")
    put(date.day, digits: 8..<10, "T")
    put(time / 3_600_000, digits: 11..<13, ":")
    put(time / 60_000 % 60, digits: 14..<16, ":")
    put(time / 1_000 % 60, digits: 17..<19, ".")
    put(time % 1_000, digits: 20..<23, "Z")
    return Self.length
  }

  /// Nil for any other format, and for a day or time that does not exist.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == Self.length else { return nil }
    var values: [Int] = []
    var position = 0
    for (digits, end) in zip([4, 2, 2, 2, 2, 2, 3], "--T::.Z".utf8) {
      var value = 0
      for byte in bytes[position..<position + digits] {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      }
      guard bytes[position + digits] == end else { return nil }
      values.append(value)
      position += digits + 1
    }
    let date = CivilDate(year: values[0], month: values[1], day: values[2])
    guard date.exists, values[3] < 24, values[4] < 60, values[5] < 60 else { return nil }
    let time = ((values[3] * 60 + values[4]) * 60 + values[5]) * 1_000 + values[6]
    milliseconds = Int64(date.daysSince1970) * Self.dayLength + Int64(time)
  }

  public init(json: JSONValue) throws(BodyRefusal) {
    guard let time = Timestamp(try json.string()) else {
      throw json.refused("expected a time like 2026-11-20T10:00:00.123Z")
    }
    self = time
  }

  public func write(to writer: inout JSONWriter) { writer.plain(capacity: Self.length, initializingUTF8With: put) }

  /// The millisecond nearest to a date; the last or first there is, for a date beyond.
  public init(_ date: Date) {
    let nearest = (date.timeIntervalSince1970 * 1_000).rounded()
    self.init(milliseconds: Int64(exactly: nearest) ?? (nearest < 0 ? .min : .max))
  }

  public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
