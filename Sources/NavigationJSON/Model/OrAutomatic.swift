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
