/// Visits the members of a transition, one after another: a reader returns the value that it reads, a writer writes the
/// value of its transition and returns it.
///
/// A member is optional unless the method says *require*, or the value of the member cannot be absent.
@usableFromInline
package protocol TransitionVisitor<Body>: ~Copyable {
  associatedtype Body
  associatedtype Failure: Error

  mutating func id(_ name: StaticString, _ value: (Body) -> ControllerID?) throws(Failure) -> ControllerID?
  mutating func requireID(_ name: StaticString, _ value: (Body) -> ControllerID) throws(Failure) -> ControllerID

  mutating func word<Word: MemberWord>(_ name: StaticString, _ value: (Body) -> Word?) throws(Failure) -> Word?
  mutating func requireWord<Word: MemberWord>(_ name: StaticString, _ value: (Body) -> Word) throws(Failure) -> Word
  /// A word that is `usual` where it is absent.
  mutating func word<Word: MemberWord>(
    _ name: StaticString, unless usual: Word, _ value: (Body) -> Word
  ) throws(Failure) -> Word
  /// A required word, where nil has a word of its own, `automatic`.
  mutating func automatic<Word: MemberWord>(_ name: StaticString, _ value: (Body) -> Word?) throws(Failure) -> Word?

  /// A flag that is false where it is absent.
  mutating func flag(_ name: StaticString, _ value: (Body) -> Bool) throws(Failure) -> Bool

  mutating func requireText(_ name: StaticString, _ value: (Body) -> String) throws(Failure) -> String
  /// A required text; null for none.
  mutating func nullableText(_ name: StaticString, _ value: (Body) -> String?) throws(Failure) -> String?
  /// The row of a list: a text, or an integer for the text of its digits.
  mutating func row(_ name: StaticString, _ value: (Body) -> String) throws(Failure) -> String

  mutating func number(_ name: StaticString, _ value: (Body) -> Double) throws(Failure) -> Double
  /// Points within `Limits.contentOffset`.
  mutating func contentOffset(_ name: StaticString, _ value: (Body) -> Double) throws(Failure) -> Double
  /// An integer from 1 on; 1 where it is absent.
  mutating func count(_ name: StaticString, _ value: (Body) -> Int) throws(Failure) -> Int

  /// Exactly one of `screen`, a new screen, and `controller`, an id or a new tree.
  mutating func newcomer(_ value: (Body) -> Transition.Newcomer) throws(Failure) -> Transition.Newcomer
  /// An id or a new tree; null for none.
  mutating func content(_ name: StaticString, _ value: (Body) -> Transition.Newcomer?) throws(Failure) -> Transition
    .Newcomer?
  /// A new screen.
  mutating func screen(_ name: StaticString, _ value: (Body) -> Controller) throws(Failure) -> Controller

  mutating func children(
    _ name: StaticString, _ value: (Body) -> [Transition.Member]
  ) throws(Failure) -> [Transition.Member]
  mutating func tabs(
    _ name: StaticString, _ value: (Body) -> [Transition.TabDescription]
  ) throws(Failure) -> [Transition.TabDescription]
  mutating func pages(
    _ name: StaticString, _ value: (Body) -> [Transition.PageDescription]
  ) throws(Failure) -> [Transition.PageDescription]

  mutating func params(_ name: StaticString, _ value: (Body) -> Params) throws(Failure) -> Params
  /// A size class; null lifts it.
  mutating func forced(
    _ name: StaticString, _ value: (Body) -> Transition.ForcedClass
  ) throws(Failure) -> Transition.ForcedClass

  // The members of an update, all of which are optional.
  mutating func update(_ value: (Body) -> ScreenUpdate) throws(Failure) -> ScreenUpdate
  mutating func update(_ value: (Body) -> SplitUpdate) throws(Failure) -> SplitUpdate
  mutating func update(_ value: (Body) -> TopTabsUpdate) throws(Failure) -> TopTabsUpdate
}
