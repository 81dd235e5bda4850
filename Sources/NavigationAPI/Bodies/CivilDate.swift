/// A day of the proleptic Gregorian calendar. The arithmetic starts years on 1 March, so that a leap day ends a year.
struct CivilDate: Hashable {
  var year: Int64
  var month: Int64
  var day: Int64

  private static let daysInEra: Int64 = 146_097
  /// Days from 0000-03-01 to 1970-01-01.
  private static let epoch: Int64 = 719_468

  init(year: Int64, month: Int64, day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }

  init(daysSince1970 days: Int64) {
    let shifted = days + Self.epoch
    let era = (shifted >= 0 ? shifted : shifted - Self.daysInEra + 1) / Self.daysInEra
    let dayOfEra = shifted - era * Self.daysInEra
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  var daysSince1970: Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * Self.daysInEra + dayOfEra - Self.epoch
  }

  /// Whether the day exists in the calendar.
  var exists: Bool {
    (1...12).contains(month) && day >= 1 && CivilDate(daysSince1970: daysSince1970) == self
  }
}
