public import FoundationEssentials

extension Timestamp {
  /// The millisecond nearest to a date; the last or first there is, for a date beyond.
  public init(_ date: Date) {
    let nearest = (date.timeIntervalSince1970 * 1_000).rounded()
    self.init(milliseconds: Int64(exactly: nearest) ?? (nearest < 0 ? .min : .max))
  }

  public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
