/// A word of UIKit's, or the word for none.
package struct OrNone<Word: MemberWord, None: NoneWord>: CaseIterable, Hashable, RawRepresentable {
  /// Nil is the word for none.
  package var word: Word?

  package init(_ word: Word?) { self.word = word }

  package init?(rawValue: String) {
    word = Word(rawValue: rawValue)
    if word == nil, rawValue != None.text { return nil }
  }

  package var rawValue: String { word?.rawValue ?? None.text }
  package static var allCases: [OrNone] { [OrNone(nil)] + Word.allCases.map { OrNone($0) } }
  package static func == (left: OrNone, right: OrNone) -> Bool { left.word == right.word }
}

/// A type that provides the word for none.
package protocol NoneWord: Hashable { static var text: String { get } }
package enum Automatic: NoneWord { package static var text: String { "automatic" } }
package enum Proposed: NoneWord { package static var text: String { "proposed" } }

package typealias OrAutomatic<Word: MemberWord> = OrNone<Word, Automatic>

extension Optional where Wrapped: MemberWord {
  /// The value as one of its words.
  package subscript<None: NoneWord>(_ none: None.Type) -> OrNone<Wrapped, None> {
    get { OrNone(self) }
    set { self = newValue.word }
  }
}
