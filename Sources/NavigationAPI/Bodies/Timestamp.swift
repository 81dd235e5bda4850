public import FoundationEssentials
import NavigationJSON
import WireText

/// A time in milliseconds since 1970-01-01T00:00:00Z; as text RFC 3339 in UTC with milliseconds.
public struct Timestamp: Hashable, Sendable, Comparable, CustomStringConvertible {
  public var milliseconds: Int64

  /// The times with a text: years 0000 to 9999. Any other is written as the nearer bound.
  public static let writable =
    Timestamp(milliseconds: -62_167_219_200_000)...Timestamp(milliseconds: 253_402_300_799_999)

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

  private static let dayLength: Int64 = 86_400_000

  /// `2026-11-20T10:00:00.123Z`.
  public var description: String {
    String(unsafeUninitializedCapacity: Self.length) { buffer in
      write(to: buffer)
      return Self.length
    }
  }

  /// Writes the text into the first `length` bytes of `text`.
  fileprivate func write(to text: UnsafeMutableBufferPointer<UInt8>) {
    let clamped = min(max(self, Self.writable.lowerBound), Self.writable.upperBound).milliseconds
    let days = clamped >= 0 ? clamped / Self.dayLength : (clamped + 1) / Self.dayLength - 1
    let date = CivilDate(daysSince1970: Int(days))
    let time = UInt32(truncatingIfNeeded: clamped - days * Self.dayLength)
    let year = UInt32(truncatingIfNeeded: date.year)
    Self.put(year / 100, at: 0, in: text)
    Self.put(year % 100, at: 2, in: text)
    text[4] = UInt8(ascii: "-")
    Self.put(UInt32(truncatingIfNeeded: date.month), at: 5, in: text)
    text[7] = UInt8(ascii: "-")
    Self.put(UInt32(truncatingIfNeeded: date.day), at: 8, in: text)
    text[10] = UInt8(ascii: "T")
    Self.put(time / 3_600_000, at: 11, in: text)
    text[13] = UInt8(ascii: ":")
    Self.put(time / 60_000 % 60, at: 14, in: text)
    text[16] = UInt8(ascii: ":")
    Self.put(time / 1_000 % 60, at: 17, in: text)
    text[19] = UInt8(ascii: ".")
    Self.put(time % 1_000 / 10, at: 20, in: text)
    text[22] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: time % 10)
    text[23] = UInt8(ascii: "Z")
  }

  /// Writes two digits.
  private static func put(_ value: UInt32, at position: Int, in text: UnsafeMutableBufferPointer<UInt8>) {
    text[position] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value / 10)
    text[position &+ 1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value % 10)
  }

  fileprivate static let length = 24

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
}

extension JSONValue {
  func readTimestamp() throws(BodyRefusal) -> Timestamp {
    if let time = Timestamp(try string()) { return time }
    throw refused("expected a time like 2026-11-20T10:00:00.123Z")
  }
}

extension JSONWriter {
  mutating func member(_ name: StaticString, _ time: Timestamp) {
    member(name, ofBytes: Timestamp.length) { time.write(to: $0) }
  }
}

extension Timestamp {
  /// The millisecond nearest to a date; the last or first there is, for a date beyond.
  public init(_ date: Date) {
    let nearest = (date.timeIntervalSince1970 * 1_000).rounded()
    self.init(milliseconds: Int64(exactly: nearest) ?? (nearest < 0 ? .min : .max))
  }

  public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
