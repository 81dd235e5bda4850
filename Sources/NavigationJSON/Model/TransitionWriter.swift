import NavigationModel

extension Transition {
  /// The transition as a request would give it: new trees as settable members and state, defaults left out.
  public func write(to writer: inout JSONWriter) {
    var nothing: Void = ()
    writer.beginObject()
    action.open(&writer, &nothing)
    writer.member("animated", animated)
    writer.flag("confirm", confirm)
    writer.endObject()
  }
}

extension JSONWriter: TransitionOpener {
  /// Writes `type` and the members of its own.
  @usableFromInline
  package mutating func open<Body: TransitionBody>(
    _ box: Transition.Box<Body>, _ action: @escaping @Sendable (Transition.Box<Body>) -> Transition.Action,
    _ target: inout Void
  ) {
    key("type")
    plain(Body.type)
    var visitor = TransitionWriter(self, box)
    _ = Body.visit(&visitor)
    self = visitor.finish()
  }
}

/// Writes the members of a transition, but `type`. A member that is absent or as by default is left out.
private struct TransitionWriter<Body: TransitionBody>: TransitionVisitor, ~Copyable {
  private var writer: JSONWriter
  private let box: Transition.Box<Body>
  private var body: Body { @inline(__always) get { box.body } }

  init(_ writer: consuming JSONWriter, _ box: Transition.Box<Body>) {
    self.writer = writer
    self.box = box
  }

  consuming func finish() -> JSONWriter { writer }

  @inline(__always)
  mutating func id(_ name: StaticString, _ value: (Body) -> ControllerID?) -> ControllerID? {
    let id = value(body)
    writer.member(name, id)
    return id
  }

  @inline(__always)
  mutating func requireID(_ name: StaticString, _ value: (Body) -> ControllerID) -> ControllerID {
    let id = value(body)
    writer.member(name, id)
    return id
  }

  @inline(__always)
  mutating func word<Word: MemberWord>(_ name: StaticString, _ value: (Body) -> Word?) -> Word? {
    let word = value(body)
    writer.word(name, word)
    return word
  }

  @inline(__always)
  mutating func requireWord<Word: MemberWord>(_ name: StaticString, _ value: (Body) -> Word) -> Word {
    let word = value(body)
    writer.word(name, word)
    return word
  }

  @inline(__always)
  mutating func word<Word: MemberWord>(
    _ name: StaticString, unless usual: Word, _ value: (Body) -> Word
  ) -> Word {
    let word = value(body)
    writer.word(name, word, unless: usual)
    return word
  }

  @inline(__always)
  mutating func automatic<Word: MemberWord>(_ name: StaticString, _ value: (Body) -> Word?) -> Word? {
    let word = value(body)
    writer.word(name, OrAutomatic(word))
    return word
  }

  @inline(__always)
  mutating func requireText(_ name: StaticString, _ value: (Body) -> String) -> String {
    let text = value(body)
    writer.member(name, text)
    return text
  }

  @inline(__always)
  mutating func nullableText(_ name: StaticString, _ value: (Body) -> String?) -> String? {
    let text = value(body)
    writer.nullable(name, text)
    return text
  }

  @inline(__always)
  mutating func row(_ name: StaticString, _ value: (Body) -> String) -> String { requireText(name, value) }

  @inline(__always)
  mutating func number(_ name: StaticString, _ value: (Body) -> Double) -> Double {
    let number = value(body)
    writer.member(name, number)
    return number
  }

  @inline(__always)
  mutating func contentOffset(_ name: StaticString, _ value: (Body) -> Double) -> Double { number(name, value) }

  @inline(__always)
  mutating func count(_ name: StaticString, _ value: (Body) -> Int) -> Int {
    let count = value(body)
    if count != 1 { writer.member(name, count) }
    return count
  }

  @inline(__always)
  mutating func newcomer(_ value: (Body) -> Transition.Newcomer) -> Transition.Newcomer {
    let newcomer = value(body)
    newcomer.writeMember(to: &writer)
    return newcomer
  }

  @inline(__always)
  mutating func content(_ name: StaticString, _ value: (Body) -> Transition.Newcomer?) -> Transition.Newcomer? {
    let content = value(body)
    switch content {
    case nil: writer.nullable(name, nil as String?)
    case .existing(let id): writer.member(name, id)
    case .new(let controller): writer.tree(name, controller, form: .request)
    }
    return content
  }

  @inline(__always)
  mutating func screen(_ name: StaticString, _ value: (Body) -> Controller) -> Controller {
    let screen = value(body)
    Transition.Newcomer.new(screen).writeMember(to: &writer)
    return screen
  }

  @inline(__always)
  mutating func children(_ name: StaticString, _ value: (Body) -> [Transition.Member]) -> [Transition.Member] {
    list(name, value)
  }

  @inline(__always)
  mutating func tabs(
    _ name: StaticString, _ value: (Body) -> [Transition.TabDescription]
  ) -> [Transition.TabDescription] { list(name, value) }

  @inline(__always)
  mutating func pages(
    _ name: StaticString, _ value: (Body) -> [Transition.PageDescription]
  ) -> [Transition.PageDescription] { list(name, value) }

  private mutating func list<Element: JSONWritable>(_ name: StaticString, _ value: (Body) -> [Element]) -> [Element] {
    let elements = value(body)
    writer.array(name, elements)
    return elements
  }

  @inline(__always)
  mutating func params(_ name: StaticString, _ value: (Body) -> Params) -> Params {
    let params = value(body)
    writer.key(name)
    params.write(to: &writer)
    return params
  }

  @inline(__always)
  mutating func forced(_ name: StaticString, _ value: (Body) -> Transition.ForcedClass) -> Transition.ForcedClass {
    let forced = value(body)
    switch forced {
    case .unchanged: break
    case .lifted: writer.nullable(name, nil as String?)
    case .forced(let sizeClass): writer.word(name, sizeClass)
    }
    return forced
  }

  mutating func update(_ value: (Body) -> ScreenUpdate) -> ScreenUpdate {
    let update = value(body)
    update.writeMembers(to: &writer)
    return update
  }

  mutating func update(_ value: (Body) -> SplitUpdate) -> SplitUpdate {
    let update = value(body)
    update.writeMembers(to: &writer)
    return update
  }

  mutating func update(_ value: (Body) -> TopTabsUpdate) -> TopTabsUpdate {
    let update = value(body)
    update.writeMembers(to: &writer)
    return update
  }
}
