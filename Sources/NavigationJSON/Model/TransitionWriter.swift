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

  init(_ writer: consuming JSONWriter, _ box: Transition.Box<Body>) {
    self.writer = writer
    self.box = box
  }

  consuming func finish() -> JSONWriter { writer }

  /// Writes a value of the transition, and returns it.
  private mutating func put<Value>(_ value: (Body) -> Value, _ write: (inout JSONWriter, Value) -> Void) -> Value {
    let value = value(box.body)
    write(&writer, value)
    return value
  }

  mutating func id(_ name: StaticString, _ value: (Body) -> ControllerID?) -> ControllerID? {
    put(value) { $0.member(name, $1) }
  }

  mutating func requireID(_ name: StaticString, _ value: (Body) -> ControllerID) -> ControllerID {
    put(value) { $0.member(name, $1) }
  }

  mutating func word<Word: MemberWord>(_ name: StaticString, _ value: (Body) -> Word?) -> Word? {
    put(value) { $0.word(name, $1) }
  }

  mutating func requireWord<Word: MemberWord>(_ name: StaticString, _ value: (Body) -> Word) -> Word {
    put(value) { $0.word(name, $1) }
  }

  mutating func word<Word: MemberWord>(
    _ name: StaticString, unless usual: Word, _ value: (Body) -> Word
  ) -> Word {
    put(value) { $0.word(name, $1, unless: usual) }
  }

  mutating func automatic<Word: MemberWord>(_ name: StaticString, _ value: (Body) -> Word?) -> Word? {
    put(value) { $0.word(name, OrAutomatic($1)) }
  }

  mutating func flag(_ name: StaticString, _ value: (Body) -> Bool) -> Bool { put(value) { $0.flag(name, $1) } }

  mutating func requireText(_ name: StaticString, _ value: (Body) -> String) -> String {
    put(value) { $0.member(name, $1) }
  }

  mutating func nullableText(_ name: StaticString, _ value: (Body) -> String?) -> String? {
    put(value) { $0.nullable(name, $1) }
  }

  mutating func row(_ name: StaticString, _ value: (Body) -> String) -> String { requireText(name, value) }

  mutating func number(_ name: StaticString, _ value: (Body) -> Double) -> Double { put(value) { $0.member(name, $1) } }

  mutating func contentOffset(_ name: StaticString, _ value: (Body) -> Double) -> Double { number(name, value) }

  mutating func count(_ name: StaticString, _ value: (Body) -> Int) -> Int {
    put(value) { if $1 != 1 { $0.member(name, $1) } }
  }

  mutating func newcomer(_ value: (Body) -> Transition.Newcomer) -> Transition.Newcomer {
    put(value) { $1.writeMember(to: &$0) }
  }

  mutating func content(_ name: StaticString, _ value: (Body) -> Transition.Newcomer?) -> Transition.Newcomer? {
    put(value) { writer, content in
      switch content {
      case nil: writer.nullable(name, nil as String?)
      case .existing(let id): writer.member(name, id)
      case .new(let controller): writer.tree(name, controller, form: .request)
      }
    }
  }

  mutating func screen(_ name: StaticString, _ value: (Body) -> Controller) -> Controller {
    put(value) { Transition.Newcomer.new($1).writeMember(to: &$0) }
  }

  mutating func children(_ name: StaticString, _ value: (Body) -> [Transition.Member]) -> [Transition.Member] {
    list(name, value)
  }

  mutating func tabs(
    _ name: StaticString, _ value: (Body) -> [Transition.TabDescription]
  ) -> [Transition.TabDescription] { list(name, value) }

  mutating func pages(
    _ name: StaticString, _ value: (Body) -> [Transition.PageDescription]
  ) -> [Transition.PageDescription] { list(name, value) }

  private mutating func list<Element: JSONWritable>(_ name: StaticString, _ value: (Body) -> [Element]) -> [Element] {
    put(value) { $0.array(name, $1) }
  }

  mutating func params(_ name: StaticString, _ value: (Body) -> Params) -> Params {
    put(value) { writer, params in
      writer.key(name)
      params.write(to: &writer)
    }
  }

  mutating func forced(_ name: StaticString, _ value: (Body) -> Transition.ForcedClass) -> Transition.ForcedClass {
    put(value) { writer, forced in
      switch forced {
      case .unchanged: break
      case .lifted: writer.nullable(name, nil as String?)
      case .forced(let sizeClass): writer.word(name, sizeClass)
      }
    }
  }

  mutating func update(_ value: (Body) -> ScreenUpdate) -> ScreenUpdate { put(value) { $1.writeMembers(to: &$0) } }

  mutating func update(_ value: (Body) -> SplitUpdate) -> SplitUpdate { put(value) { $1.writeMembers(to: &$0) } }

  mutating func update(_ value: (Body) -> TopTabsUpdate) -> TopTabsUpdate { put(value) { $1.writeMembers(to: &$0) } }
}
