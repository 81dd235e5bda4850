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
    let (year, month, day) = civil(days: days)
    var line: [UInt8] = []
    line.reserveCapacity(37)
    line.append("Date: ")
    line.append(weekdays[days % 7])
    line.appendTwoDigits(day)
    line.append(months[month - 1])
    line.appendTwoDigits(year / 100)
    line.appendTwoDigits(year % 100)
    line.append(" ")
    line.appendTwoDigits(time / 3600)
    line.append(":")
    line.appendTwoDigits(time / 60 % 60)
    line.append(":")
    line.appendTwoDigits(time % 60)
    line.append(" GMT\r\n")
    return line
  }

  /// Year, month and day of a day since 1970-01-01. Years begin in March here, so a leap day ends its year.
  private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}

extension [UInt8] {
  fileprivate mutating func appendTwoDigits(_ number: Int) {
    append(ASCII.zero &+ UInt8(truncatingIfNeeded: number / 10 % 10))
    append(ASCII.zero &+ UInt8(truncatingIfNeeded: number % 10))
  }
}
