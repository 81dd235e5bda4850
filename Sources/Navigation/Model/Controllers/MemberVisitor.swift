/// Looks at the members of a value and of an update of it, one after another.
///
/// A type with settable members names each of them once, in its `visit`. Each use of the members is a visitor: one reads
/// or writes the value, one an update, and one applies an update. A member of an update is an optional of the value's
/// member, nil if unchanged.
package protocol MemberVisitor: ~Copyable {
  mutating func text(_ name: StaticString, _ value: inout String, _ update: inout String?)
  mutating func text(_ name: StaticString, _ value: inout String?, _ update: inout String??)
  /// - Parameter initial: the default.
  mutating func flag(_ name: StaticString, unless initial: Bool, _ value: inout Bool, _ update: inout Bool?)
  /// - Parameter initial: the default.
  mutating func word<Word: MemberWord>(
    _ name: StaticString, unless initial: Word, _ value: inout Word, _ update: inout Word?)
  mutating func word<Word: MemberWord>(
    _ name: StaticString, _ value: inout Word?, _ update: inout Word??)
  /// A word whose absence has a word of its own.
  mutating func word<Word: MemberWord, None: NoneWord>(
    _ name: StaticString, or none: None.Type, _ value: inout Word?, _ update: inout Word??)
  mutating func number(
    _ name: StaticString, in range: ClosedRange<Double>, _ value: inout Double?, _ update: inout Double??
  )
  /// In whole points.
  mutating func size(_ name: StaticString, _ value: inout Size?, _ update: inout Size??)
  mutating func params(_ name: StaticString, _ value: inout Params, _ update: inout Params?)
  mutating func id(_ name: StaticString, _ value: inout ControllerID?, _ update: inout ControllerID??)
  mutating func tree(_ name: StaticString, _ value: inout Controller?, _ update: inout Controller??)
  /// The screen at the root of a detail stack.
  mutating func placeholder(_ name: StaticString, _ value: inout Controller?, _ update: inout Controller??)
  /// State, which no update has.
  mutating func state(_ name: StaticString, _ value: inout Bool)
  mutating func state(_ name: StaticString, _ value: inout String?)
}

extension MemberVisitor where Self: ~Copyable {
  package mutating func flag(_ name: StaticString, _ value: inout Bool, _ update: inout Bool?) {
    flag(name, unless: false, &value, &update)
  }
}

package typealias MemberWord = CaseIterable & Hashable & RawRepresentable<String>

/// Gives the value what the update has.
package struct UpdateApplier: MemberVisitor {
  package init() {}

  private func member<Value>(_ value: inout Value, _ update: Value?) {
    if let update { value = update }
  }

  package func text(_ name: StaticString, _ value: inout String, _ update: inout String?) { member(&value, update) }
  package func text(_ name: StaticString, _ value: inout String?, _ update: inout String??) { member(&value, update) }
  package func flag(_ name: StaticString, unless initial: Bool, _ value: inout Bool, _ update: inout Bool?) {
    member(&value, update)
  }
  package func word<Word: MemberWord>(
    _ name: StaticString, unless initial: Word, _ value: inout Word, _ update: inout Word?
  ) {
    member(&value, update)
  }
  package func word<Word: MemberWord>(_ name: StaticString, _ value: inout Word?, _ update: inout Word??) {
    member(&value, update)
  }
  package func word<Word: MemberWord, None: NoneWord>(
    _ name: StaticString, or none: None.Type, _ value: inout Word?, _ update: inout Word??
  ) {
    member(&value, update)
  }
  package func number(
    _ name: StaticString, in range: ClosedRange<Double>, _ value: inout Double?, _ update: inout Double??
  ) {
    member(&value, update)
  }
  package func size(_ name: StaticString, _ value: inout Size?, _ update: inout Size??) { member(&value, update) }
  package func params(_ name: StaticString, _ value: inout Params, _ update: inout Params?) { member(&value, update) }
  package func id(_ name: StaticString, _ value: inout ControllerID?, _ update: inout ControllerID??) {
    member(&value, update)
  }
  package func tree(_ name: StaticString, _ value: inout Controller?, _ update: inout Controller??) {
    member(&value, update)
  }
  package func placeholder(_ name: StaticString, _ value: inout Controller?, _ update: inout Controller??) {
    member(&value, update)
  }
  package func state(_ name: StaticString, _ value: inout Bool) {}
  package func state(_ name: StaticString, _ value: inout String?) {}
}

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
