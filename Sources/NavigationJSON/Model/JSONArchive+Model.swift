import NavigationModel

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
      { (reader) throws(BodyRefusal) in value = try reader.optional(name)?.int(atLeast: 1) ?? 1 },
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
      { (reader) throws(BodyRefusal) in
        if let json = reader.optional(name) { value = .some(json.isNull ? nil : try json.word(Word.self)) }
      },
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

  package func flag(_ name: StaticString, unless usual: Bool, _ value: inout Bool, _ update: inout Bool?) {
    flag(name, &value, unless: usual)
  }

  package func word<Word: MemberWord>(
    _ name: StaticString, unless usual: Word, _ value: inout Word, _ update: inout Word?
  ) {
    defaulted(name, &value, unless: usual)
  }

  package func word<Word: MemberWord>(_ name: StaticString, _ value: inout Word?, _ update: inout Word??) {
    optional(name, &value)
  }

  package func automatic<Word: MemberWord>(_ name: StaticString, _ value: inout Word?, _ update: inout Word??) {
    var word = value.map { OrAutomatic($0) }
    optional(name, &word)
    value = word?.word
  }

  package func number(
    _ name: StaticString, in range: ClosedRange<Double>, _ value: inout Double?, _ update: inout Double??
  ) {
    member(
      { (reader) throws(BodyRefusal) in value = try reader.optional(name)?.readNumberOrNull(in: range) },
      else: { $0.member(name, value) })
  }

  package func params(_ name: StaticString, _ value: inout Params, _ update: inout Params?) {
    member(
      { (reader) throws(BodyRefusal) in if let json = reader.optional(name) { value = try Params(json: json) } },
      else: { if !value.isEmpty { $0.member(name, value) } })
  }

  package func state(_ name: StaticString, _ value: inout Bool) { if saysPlaceholder { flag(name, &value) } }
  package func state(_ name: StaticString, _ value: inout String?) { optional(name, &value) }
}

/// The members of an update: those that are there, and nothing else; null takes an optional one away.
struct JSONUpdate: MemberVisitor {
  let archive: JSONArchive

  func text(_ name: StaticString, _ value: inout String, _ update: inout String?) { archive.optional(name, &update) }
  func text(_ name: StaticString, _ value: inout String?, _ update: inout String??) { archive.settable(name, &update) }

  func flag(_ name: StaticString, unless usual: Bool, _ value: inout Bool, _ update: inout Bool?) {
    archive.optional(name, &update)
  }

  func word<Word: MemberWord>(_ name: StaticString, unless usual: Word, _ value: inout Word, _ update: inout Word?) {
    archive.optional(name, &update)
  }

  func word<Word: MemberWord>(_ name: StaticString, _ value: inout Word?, _ update: inout Word??) {
    archive.settable(name, &update)
  }

  func automatic<Word: MemberWord>(_ name: StaticString, _ value: inout Word?, _ update: inout Word??) {
    var word = update.map { OrAutomatic($0) }
    archive.optional(name, &word)
    update = word.map(\.word)
  }

  func number(_ name: StaticString, in range: ClosedRange<Double>, _ value: inout Double?, _ update: inout Double??) {
    archive.member(
      { (reader) throws(BodyRefusal) in
        if let json = reader.optional(name) { update = .some(try json.readNumberOrNull(in: range)) }
      },
      else: { if let update { $0.nullable(name, update) } })
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
