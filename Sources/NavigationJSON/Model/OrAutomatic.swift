import NavigationModel

/// A word of UIKit's, or `automatic`.
struct OrAutomatic<Word: RawRepresentable & CaseIterable>: RawRepresentable, CaseIterable
where Word.RawValue == String {
  /// Nil is `automatic`.
  var word: Word?

  init(_ word: Word?) { self.word = word }

  init?(rawValue: String) {
    if rawValue == Self.automatic {
      word = nil
    } else if let word = Word(rawValue: rawValue) {
      self.word = word
    } else {
      return nil
    }
  }

  var rawValue: String { word?.rawValue ?? Self.automatic }

  static var allCases: [OrAutomatic] { [OrAutomatic(nil)] + Word.allCases.map { OrAutomatic($0) } }

  private static var automatic: String { "automatic" }
}

extension BodyReader {
  /// A word or `automatic`; nil where the member is absent.
  mutating func automatic<T: RawRepresentable & CaseIterable>(_ name: StaticString, _ type: T.Type) throws(BodyRefusal)
    -> T??
  where T.RawValue == String {
    guard let value = try word(name, OrAutomatic<T>.self) else { return nil }
    return .some(value.word)
  }

  /// A number in `range`, or null for automatic; nil where the member is absent.
  mutating func automatic(_ name: StaticString, in range: ClosedRange<Double>) throws(BodyRefusal) -> Double?? {
    guard let value = optional(name) else { return nil }
    if value.isNull { return .some(nil) }
    let number = try value.readDouble()
    guard range.contains(number) else {
      throw value.refused("expected a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return .some(number)
  }
}
