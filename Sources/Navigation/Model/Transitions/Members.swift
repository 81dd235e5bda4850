/// An archive of the members of one body, which names them one after another: it reads, writes or lists them.
///
/// The model knows no JSON, so `NavigationJSON` has the archive that reads and writes. It reads into initial values, and
/// throws where a required member is missing: nothing leaves it with what such a member was before. Writing leaves out
/// what is absent or as by default.
package protocol Members: AnyObject {
  func optional(_ name: StaticString, _ value: inout Bool?)
  func optional(_ name: StaticString, _ value: inout ControllerID?)
  func required(_ name: StaticString, _ value: inout ControllerID)

  func optional<Word: MemberWord>(_ name: StaticString, _ value: inout Word?)
  func required<Word: MemberWord>(_ name: StaticString, _ value: inout Word)
  func defaulted<Word: MemberWord>(_ name: StaticString, _ value: inout Word, unless initial: Word)

  /// False where it is absent.
  func flag(_ name: StaticString, _ value: inout Bool)

  func required(_ name: StaticString, _ value: inout String)
  /// A required text; null for none.
  func nullable(_ name: StaticString, _ value: inout String?)
  /// The row of a list: a text, or an integer for the text of its digits.
  func row(_ name: StaticString, _ value: inout String)

  func required(_ name: StaticString, _ value: inout Double)
  /// Points within `Limits.contentOffset`.
  func contentOffset(_ name: StaticString, _ value: inout Double)
  /// An integer from 1 on; 1 where it is absent.
  func count(_ name: StaticString, _ value: inout Int)

  /// Either `url`, or `route` with `params`.
  func destination(_ value: inout Transition.Destination)
  /// Exactly one of `screen`, a new screen, and `controller`, an id or a new tree.
  func newcomer(_ value: inout Transition.Newcomer)
  /// An id or a new tree; null for none.
  func content(_ name: StaticString, _ value: inout Transition.Newcomer?)
  /// A new screen.
  func screen(_ name: StaticString, _ value: inout Controller)

  func required(_ name: StaticString, _ value: inout [Transition.Newcomer])
  func required(_ name: StaticString, _ value: inout [Transition.TabDescription])
  func required(_ name: StaticString, _ value: inout [Transition.PageDescription])

  func required(_ name: StaticString, _ value: inout Params)
  /// A size class; null lifts it.
  func forced(_ name: StaticString, _ value: inout Transition.ForcedClass)

  // The members of an update, all of which are optional.
  func update(_ value: inout ScreenUpdate)
  func update(_ value: inout SplitUpdate)
  func update(_ value: inout TopTabsUpdate)
}

extension Members {
  /// A required word, where nil has a word of its own, `automatic`.
  package func automatic<Word: MemberWord>(_ name: StaticString, _ value: inout Word?) {
    required(name, &value[Automatic.self])
  }
}

/// What a required member is before it is read.
extension ControllerID {
  static var missing: ControllerID { .automatic }
}

extension Controller {
  static var missing: Controller { .screen(route: "") }
}

extension Transition.Newcomer {
  static var missing: Self { .existing(.missing) }
}
