/// The members of transitions.
extension JSONArchive: Members {
  package func row(_ name: StaticString, _ value: inout String) {
    member({ (reader) throws(BodyRefusal) in value = try reader.requireRow(name) }, else: { $0.member(name, value) })
  }

  package func contentOffset(_ name: StaticString, _ value: inout Double) {
    member(
      { (reader) throws(BodyRefusal) in value = try reader.require(name).readContentOffset() },
      else: { $0.member(name, value) })
  }

  package func count(_ name: StaticString, _ value: inout Int) {
    member(
      name, ifPresent: { (json) throws(BodyRefusal) in value = try json.int(atLeast: 1) },
      else: { if value != 1 { $0.member(name, value) } })
  }

  package func newcomer(_ value: inout Transition.Newcomer) {
    member(
      { (reader) throws(BodyRefusal) in value = try Transition.Newcomer(members: &reader) },
      else: { value.writeMember(to: &$0) })
  }

  package func destination(_ value: inout Transition.Destination) {
    member(
      { (reader) throws(BodyRefusal) in value = try Transition.Destination(members: &reader) },
      else: { value.writeMembers(to: &$0) })
  }

  package func content(_ name: StaticString, _ value: inout Transition.Newcomer?) { nullable(name, &value) }

  package func screen(_ name: StaticString, _ value: inout Controller) {
    member(
      { (reader) throws(BodyRefusal) in value = try Controller(screen: try reader.require(name)) },
      else: { Transition.Newcomer.new(value).writeMember(to: &$0) })
  }

  package func forced(_ name: StaticString, _ value: inout Transition.ForcedClass) {
    var forced: SizeClass?? =
      switch value {
      case .unchanged: nil
      case .lifted: .some(nil)
      case .forced(let sizeClass): sizeClass
      }
    settable(name, &forced)
    value = forced.map { $0.map { .forced($0) } ?? .lifted } ?? .unchanged
  }

  /// A word, or null.
  fileprivate func settable<Word: MemberWord>(_ name: StaticString, _ value: inout Word??) {
    member(
      name,
      ifPresent: { (json) throws(BodyRefusal) in value = .some(json.isNull ? nil : try json.word(Word.self)) },
      else: { if let value { $0.nullable(name, value?.rawValue) } })
  }

  package func update(_ value: inout ScreenUpdate) { value.members(self) }
  package func update(_ value: inout SplitUpdate) { value.members(self) }
  package func update(_ value: inout TopTabsUpdate) { value.members(self) }
}

/// The members of a value, without those that are as by default.
extension JSONArchive: MemberVisitor {
  package func text(_ name: StaticString, _ value: inout String, _ update: inout String?) { required(name, &value) }
  package func text(_ name: StaticString, _ value: inout String?, _ update: inout String??) { optional(name, &value) }

  package func flag(_ name: StaticString, unless initial: Bool, _ value: inout Bool, _ update: inout Bool?) {
    flag(name, &value, unless: initial)
  }

  package func word<Word: MemberWord>(
    _ name: StaticString, unless initial: Word, _ value: inout Word, _ update: inout Word?
  ) {
    defaulted(name, &value, unless: initial)
  }

  package func word<Word: MemberWord>(_ name: StaticString, _ value: inout Word?, _ update: inout Word??) {
    optional(name, &value)
  }

  package func word<Word: MemberWord, None: NoneWord>(
    _ name: StaticString, or none: None.Type, _ value: inout Word?, _ update: inout Word??
  ) {
    var word = value.map { OrNone<Word, None>($0) }
    optional(name, &word)
    value = word?.word
  }

  package func number(
    _ name: StaticString, in range: ClosedRange<Double>, _ value: inout Double?, _ update: inout Double??
  ) {
    member(
      name, ifPresent: { (json) throws(BodyRefusal) in value = try json.readNumberOrNull(in: range) },
      else: { $0.member(name, value) })
  }

  package func params(_ name: StaticString, _ value: inout Params, _ update: inout Params?) {
    member(
      name, ifPresent: { (json) throws(BodyRefusal) in value = try Params(json: json) },
      else: { if !value.isEmpty { $0.member(name, value) } })
  }

  package func state(_ name: StaticString, _ value: inout Bool) { if saysPlaceholder { flag(name, &value) } }
  package func state(_ name: StaticString, _ value: inout String?) { optional(name, &value) }
}

/// Trees are written alone: an update reads them.
extension JSONArchive {
  package func tree(_ name: StaticString, _ value: inout Controller?, _ update: inout Controller??) {
    member({ (_) throws(BodyRefusal) in }, else: { $0.tree(name, value, form: form) })
  }

  package func placeholder(_ name: StaticString, _ value: inout Controller?, _ update: inout Controller??) {
    member({ (_) throws(BodyRefusal) in }, else: { $0.placeholder(name, value) })
  }
}

/// The members of an update: those that are there, and nothing else; null takes an optional one away.
struct JSONUpdate: MemberVisitor {
  let archive: JSONArchive
  /// Whether null is the default of a member that has one.
  var takesNull = false

  func text(_ name: StaticString, _ value: inout String, _ update: inout String?) { archive.optional(name, &update) }
  func text(_ name: StaticString, _ value: inout String?, _ update: inout String??) { archive.settable(name, &update) }

  func flag(_ name: StaticString, unless initial: Bool, _ value: inout Bool, _ update: inout Bool?) {
    member(name, &update, { (json) throws(BodyRefusal) in takesNull && json.isNull ? initial : try json.bool() }) {
      $1.bool($0)
    }
  }

  func word<Word: MemberWord>(_ name: StaticString, unless initial: Word, _ value: inout Word, _ update: inout Word?) {
    word(name, &update, unless: initial)
  }

  func word<Word: MemberWord>(_ name: StaticString, _ value: inout Word?, _ update: inout Word??) {
    archive.settable(name, &update)
  }

  func word<Word: MemberWord, None: NoneWord>(
    _ name: StaticString, or none: None.Type, _ value: inout Word?, _ update: inout Word??
  ) {
    var word = update.map { OrNone<Word, None>($0) }
    self.word(name, &word, unless: OrNone(nil))
    update = word.map(\.word)
  }

  private func word<Word: MemberWord>(_ name: StaticString, _ update: inout Word?, unless initial: Word) {
    member(
      name, &update, { (json) throws(BodyRefusal) in takesNull && json.isNull ? initial : try json.word(Word.self) }
    ) { $1.plain($0.rawValue) }
  }

  func number(_ name: StaticString, in range: ClosedRange<Double>, _ value: inout Double?, _ update: inout Double??) {
    member(name, &update, { (json) throws(BodyRefusal) in try json.readNumberOrNull(in: range) }) { number, writer in
      if let number { writer.double(number) } else { writer.null() }
    }
  }

  func tree(_ name: StaticString, _ value: inout Controller?, _ update: inout Controller??) {
    member(name, &update, { (json) throws(BodyRefusal) in json.isNull ? nil : try Controller(json: json) }) {
      if let tree = $0 { tree.write(to: &$1, form: .request) } else { $1.null() }
    }
  }

  func placeholder(_ name: StaticString, _ value: inout Controller?, _ update: inout Controller??) {
    member(name, &update, { (json) throws(BodyRefusal) in json.isNull ? nil : try Controller(placeholder: json) }) {
      if let tree = $0 { tree.writePlaceholder(to: &$1) } else { $1.null() }
    }
  }

  private func member<Value>(
    _ name: StaticString, _ update: inout Value?, _ read: (JSONValue) throws(BodyRefusal) -> Value,
    write: (Value, inout JSONWriter) -> Void
  ) {
    archive.member(
      name, ifPresent: { (json) throws(BodyRefusal) in update = try read(json) },
      else: {
        guard let update else { return }
        $0.key(name)
        write(update, &$0)
      })
  }

  func params(_ name: StaticString, _ value: inout Params, _ update: inout Params?) { archive.optional(name, &update) }
  func state(_ name: StaticString, _ value: inout Bool) {}
  func state(_ name: StaticString, _ value: inout String?) {}
}

extension JSONValue {
  fileprivate func readNumberOrNull(in range: ClosedRange<Double>) throws(BodyRefusal) -> Double? {
    if isNull { return nil }
    let number = try double()
    if range.contains(number) { return number }
    throw refused("expected a number from \(range.lowerBound) to \(range.upperBound)")
  }
}
