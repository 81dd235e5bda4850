import WireText

/// One second as a `Date` field line, made once and sent with every response of that second (RFC 9110 §6.6.1).
public struct HTTPDate: Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public let second: Int
  /// `Date: Sun, 06 Nov 1994 08:49:37 GMT` with its line end.
  let line: [UInt8]

  /// The date of a second since 1970-01-01T00:00:00Z, clamped to 0 and to the end of the year 9999.
  public init(second: Int) {
    self.second = second
    line = HTTPDate.line(second: min(max(second, 0), 253_402_300_799))
  }

  /// The date as IMF-fixdate, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
  public var text: String { String(decoding: line.dropFirst(6).dropLast(2), as: UTF8.self) }

  private static let weekdays: [StaticString] = ["Thu, ", "Fri, ", "Sat, ", "Sun, ", "Mon, ", "Tue, ", "Wed, "]
  private static let months: [StaticString] = [
    " Jan ", " Feb ", " Mar ", " Apr ", " May ", " Jun ", " Jul ", " Aug ", " Sep ", " Oct ", " Nov ", " Dec ",
  ]

  private static func line(second: Int) -> [UInt8] {
    let days = second / 86_400
    let time = second % 86_400
    let date = CivilDate(daysSince1970: days)
    var line: [UInt8] = []
    line.reserveCapacity(37)
    line.append("Date: ")
    line.append(weekdays[days % 7])
    line.appendTwoDigits(date.day)
    line.append(months[date.month - 1])
    line.appendTwoDigits(date.year / 100)
    line.appendTwoDigits(date.year % 100)
    line.append(" ")
    line.appendTwoDigits(time / 3600)
    line.append(":")
    line.appendTwoDigits(time / 60 % 60)
    line.append(":")
    line.appendTwoDigits(time % 60)
    line.append(" GMT\r\n")
    return line
  }
}

extension [UInt8] {
  fileprivate mutating func appendTwoDigits(_ number: Int) {
    append(ASCII.zero &+ UInt8(truncatingIfNeeded: number / 10 % 10))
    append(ASCII.zero &+ UInt8(truncatingIfNeeded: number % 10))
  }
}
