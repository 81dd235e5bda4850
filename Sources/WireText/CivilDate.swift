/// A day of the proleptic Gregorian calendar. The arithmetic starts years on 1 March, so that a leap day ends a year.
package struct CivilDate: Hashable {
  package var year: Int
  package var month: Int
  package var day: Int

  private static let daysInEra = 146_097
  /// Days from 0000-03-01 to 1970-01-01.
  private static let epoch = 719_468

  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  package init(daysSince1970 days: Int) {
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

  package var daysSince1970: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * Self.daysInEra + dayOfEra - Self.epoch
  }

  /// Whether the day exists in the calendar.
  package var exists: Bool {
    (1...12).contains(month) && day >= 1 && CivilDate(daysSince1970: daysSince1970) == self
  }
}
