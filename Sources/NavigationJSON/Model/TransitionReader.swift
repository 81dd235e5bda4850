import NavigationModel

/// Reads the members of a transition, but `type`.
struct TransitionReader<Body>: TransitionVisitor, ~Copyable {
  private var reader: JSONObjectReader

  init(_ reader: consuming JSONObjectReader) { self.reader = reader }

  /// The reader, for the members of every transition.
  consuming func finish() -> JSONObjectReader { reader }

  mutating func id(
    _ name: StaticString, _ value: (Body) -> ControllerID?
  ) throws(BodyRefusal) -> ControllerID? {
    try reader.id(name)
  }

  mutating func requireID(
    _ name: StaticString, _ value: (Body) -> ControllerID
  ) throws(BodyRefusal) -> ControllerID {
    try reader.requireID(name)
  }

  mutating func word<Word: MemberWord>(
    _ name: StaticString, _ value: (Body) -> Word?
  ) throws(BodyRefusal) -> Word? {
    try reader.word(name, Word.self)
  }

  mutating func requireWord<Word: MemberWord>(
    _ name: StaticString, _ value: (Body) -> Word
  ) throws(BodyRefusal) -> Word {
    try reader.requireWord(name, Word.self)
  }

  mutating func word<Word: MemberWord>(
    _ name: StaticString, unless usual: Word, _ value: (Body) -> Word
  ) throws(BodyRefusal) -> Word {
    try reader.word(name, Word.self) ?? usual
  }

  mutating func automatic<Word: MemberWord>(
    _ name: StaticString, _ value: (Body) -> Word?
  ) throws(BodyRefusal) -> Word? {
    try reader.requireWord(name, OrAutomatic<Word>.self).word
  }

  mutating func flag(_ name: StaticString, _ value: (Body) -> Bool) throws(BodyRefusal) -> Bool {
    try reader.bool(name) ?? false
  }

  mutating func requireText(
    _ name: StaticString, _ value: (Body) -> String
  ) throws(BodyRefusal) -> String {
    try reader.requireString(name)
  }

  mutating func nullableText(_ name: StaticString, _ value: (Body) -> String?) throws(BodyRefusal) -> String? {
    try reader.requireNullableString(name)
  }

  mutating func row(_ name: StaticString, _ value: (Body) -> String) throws(BodyRefusal) -> String {
    try reader.requireRow(name)
  }

  mutating func number(_ name: StaticString, _ value: (Body) -> Double) throws(BodyRefusal) -> Double {
    try reader.require(name).double()
  }

  mutating func contentOffset(_ name: StaticString, _ value: (Body) -> Double) throws(BodyRefusal) -> Double {
    try reader.require(name).readContentOffset()
  }

  mutating func count(_ name: StaticString, _ value: (Body) -> Int) throws(BodyRefusal) -> Int {
    try reader.optional(name)?.int(atLeast: 1) ?? 1
  }

  mutating func newcomer(_ value: (Body) -> Transition.Newcomer) throws(BodyRefusal) -> Transition.Newcomer {
    try Transition.Newcomer(members: &reader)
  }

  mutating func content(
    _ name: StaticString, _ value: (Body) -> Transition.Newcomer?
  ) throws(BodyRefusal) -> Transition.Newcomer? {
    let value = try reader.require(name)
    return value.isNull ? nil : try Transition.Newcomer(controller: value)
  }

  mutating func screen(_ name: StaticString, _ value: (Body) -> Controller) throws(BodyRefusal) -> Controller {
    try Controller(screen: try reader.require(name))
  }

  mutating func children(
    _ name: StaticString, _ value: (Body) -> [Transition.Member]
  ) throws(BodyRefusal) -> [Transition.Member] {
    try reader.require(name).array(Transition.Member.init(json:))
  }

  mutating func tabs(
    _ name: StaticString, _ value: (Body) -> [Transition.TabDescription]
  ) throws(BodyRefusal) -> [Transition.TabDescription] {
    try reader.require(name).array(Transition.TabDescription.init(json:))
  }

  mutating func pages(
    _ name: StaticString, _ value: (Body) -> [Transition.PageDescription]
  ) throws(BodyRefusal) -> [Transition.PageDescription] {
    try reader.require(name).array(Transition.PageDescription.init(json:))
  }

  mutating func params(_ name: StaticString, _ value: (Body) -> Params) throws(BodyRefusal) -> Params {
    try Params(json: try reader.require(name))
  }

  mutating func forced(
    _ name: StaticString, _ value: (Body) -> Transition.ForcedClass
  ) throws(BodyRefusal) -> Transition.ForcedClass {
    guard let json = reader.optional(name) else { return .unchanged }
    return json.isNull ? .lifted : .forced(try json.word(SizeClass.self))
  }

  mutating func update(_ value: (Body) -> ScreenUpdate) throws(BodyRefusal) -> ScreenUpdate {
    try ScreenUpdate(members: &reader)
  }

  mutating func update(_ value: (Body) -> SplitUpdate) throws(BodyRefusal) -> SplitUpdate {
    try SplitUpdate(members: &reader)
  }

  mutating func update(_ value: (Body) -> TopTabsUpdate) throws(BodyRefusal) -> TopTabsUpdate {
    try TopTabsUpdate(members: &reader)
  }
}
