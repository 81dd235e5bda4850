/// A word of UIKit's, or the word for none.
@usableFromInline
package struct OrNone<Word: MemberWord, None: NoneWord>: CaseIterable, Hashable, RawRepresentable {
  /// Nil is the word for none.
  @usableFromInline package var word: Word?

  @inlinable
  package init(_ word: Word?) { self.word = word }

  @inlinable
  package init?(rawValue: String) {
    word = Word(rawValue: rawValue)
    if word == nil, rawValue != None.text { return nil }
  }

  @inlinable package var rawValue: String { word?.rawValue ?? None.text }
  @inlinable package static var allCases: [OrNone] { [OrNone(nil)] + Word.allCases.map { OrNone($0) } }
  @inlinable package static func == (left: OrNone, right: OrNone) -> Bool { left.word == right.word }
}

/// A type that provides the word for none.
@usableFromInline
package protocol NoneWord: Hashable { static var text: String { get } }
@usableFromInline
package enum Automatic: NoneWord { @inlinable package static var text: String { "automatic" } }
@usableFromInline
package enum Proposed: NoneWord { @inlinable package static var text: String { "proposed" } }

package typealias OrAutomatic<Word: MemberWord> = OrNone<Word, Automatic>

extension Optional where Wrapped: MemberWord {
  /// The value as one of its words.
  @inlinable
  package subscript<None: NoneWord>(_ none: None.Type) -> OrNone<Wrapped, None> {
    get { OrNone(self) }
    set { self = newValue.word }
  }
}
