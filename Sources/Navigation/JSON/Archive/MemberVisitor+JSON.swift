/// An archive of what stands in a certain place.
struct PlacedArchive<Whole: Members>: Archive, ~Copyable {
  var whole: Whole
  var form = WrittenForm.request
  var marksPlaceholder = true

  mutating func member(
    _ read: (inout JSONObjectReader) throws(BodyRefusal) -> Void, else write: (inout JSONWriter) -> Void
  ) {
    whole.member(read, else: write)
  }

  mutating func member(
    _ name: StaticString, ifGiven read: (JSONValue) throws(BodyRefusal) -> Void,
    else write: (inout JSONWriter) -> Void
  ) {
    whole.member(name, ifGiven: read, else: write)
  }
}

extension Archive where Self: ~Copyable {
  /// The members of a placeholder, whose place says what it is.
  mutating func ofPlaceholder(_ members: (inout PlacedArchive<Self>) -> Void) {
    var placed = PlacedArchive(whole: self, marksPlaceholder: false)
    members(&placed)
    self = placed.whole
  }

  /// - Parameter form: how the trees among the members are written.
  mutating func with(_ form: WrittenForm, _ members: (inout PlacedArchive<Self>) -> Void) {
    var placed = PlacedArchive(whole: self, form: form)
    members(&placed)
    self = placed.whole
  }
}

/// The members of a value, without those that are as by default.
extension Archive where Self: ~Copyable {
  package mutating func text(_ name: StaticString, _ value: inout String, _ update: inout String?) {
    required(name, &value)
  }

  package mutating func text(_ name: StaticString, _ value: inout String?, _ update: inout String??) {
    optional(name, &value)
  }

  package mutating func flag(_ name: StaticString, unless initial: Bool, _ value: inout Bool, _ update: inout Bool?) {
    flag(name, &value, unless: initial)
  }

  package mutating func word<Word: MemberWord>(
    _ name: StaticString, unless initial: Word, _ value: inout Word, _ update: inout Word?
  ) {
    defaulted(name, &value, unless: initial)
  }

  package mutating func word<Word: MemberWord>(_ name: StaticString, _ value: inout Word?, _ update: inout Word??) {
    optional(name, &value)
  }

  package mutating func word<Word: MemberWord, None: NoneWord>(
    _ name: StaticString, or none: None.Type, _ value: inout Word?, _ update: inout Word??
  ) {
    var word = value.map { OrNone<Word, None>($0) }
    optional(name, &word)
    value = word?.word
  }

  package mutating func number(
    _ name: StaticString, in range: ClosedRange<Double>, _ value: inout Double?, _ update: inout Double??
  ) {
    member(
      name, ifPresent: { (json) throws(BodyRefusal) in value = try json.readNumberOrNull(in: range) },
      else: { $0.member(name, value) })
  }

  package mutating func size(_ name: StaticString, _ value: inout Size?, _ update: inout Size??) {
    member(
      name, ifPresent: { (json) throws(BodyRefusal) in value = try json.contentSize() },
      else: {
        guard let value else { return }
        $0.key(name)
        $0.contentSize(value)
      })
  }

  package mutating func params(_ name: StaticString, _ value: inout Params, _ update: inout Params?) {
    member(
      name, ifPresent: { (json) throws(BodyRefusal) in value = try Params(json: json) },
      else: { if !value.isEmpty { $0.member(name, value) } })
  }

  package mutating func state(_ name: StaticString, _ value: inout Bool) { if marksPlaceholder { flag(name, &value) } }
  package mutating func state(_ name: StaticString, _ value: inout String?) { optional(name, &value) }

  package mutating func id(_ name: StaticString, _ value: inout ControllerID?, _ update: inout ControllerID??) {
    optional(name, &value)
  }

  /// Trees are written alone: an update reads them.
  package mutating func tree(_ name: StaticString, _ value: inout Controller?, _ update: inout Controller??) {
    let form = form
    member({ (_) throws(BodyRefusal) in }, else: { $0.tree(name, value, form: form) })
  }

  package mutating func placeholder(_ name: StaticString, _ value: inout Controller?, _ update: inout Controller??) {
    member({ (_) throws(BodyRefusal) in }, else: { $0.placeholder(name, value) })
  }
}

/// New values for the settable members of a controller, each of which may be absent.
package protocol MemberUpdate: Hashable, Sendable {
  mutating func members(_ m: inout some Members)
}

/// The members of an update: those that are there, and nothing else; null is what a member is by default (D-510).
struct UpdateArchive<Whole: Members>: MemberVisitor, ~Copyable {
  var whole: Whole

  /// Required in a tree, so it has no default.
  mutating func text(_ name: StaticString, _ value: inout String, _ update: inout String?) {
    member(name, &update, { (json) throws(BodyRefusal) in try json.string() }) { $1.string($0) }
  }

  mutating func text(_ name: StaticString, _ value: inout String?, _ update: inout String??) {
    whole.settable(name, &update)
  }

  mutating func flag(_ name: StaticString, unless initial: Bool, _ value: inout Bool, _ update: inout Bool?) {
    whole.settable(name, &update, or: initial)
  }

  mutating func word<Word: MemberWord>(
    _ name: StaticString, unless initial: Word, _ value: inout Word, _ update: inout Word?
  ) {
    whole.settable(name, &update, or: initial)
  }

  mutating func word<Word: MemberWord>(_ name: StaticString, _ value: inout Word?, _ update: inout Word??) {
    whole.settable(name, &update)
  }

  mutating func word<Word: MemberWord, None: NoneWord>(
    _ name: StaticString, or none: None.Type, _ value: inout Word?, _ update: inout Word??
  ) {
    var word = update.map { OrNone<Word, None>($0) }
    whole.settable(name, &word, or: OrNone(nil))
    update = word.map(\.word)
  }

  mutating func number(
    _ name: StaticString, in range: ClosedRange<Double>, _ value: inout Double?, _ update: inout Double??
  ) {
    member(name, &update, { (json) throws(BodyRefusal) in try json.readNumberOrNull(in: range) }) { number, writer in
      if let number { writer.double(number) } else { writer.null() }
    }
  }

  mutating func size(_ name: StaticString, _ value: inout Size?, _ update: inout Size??) {
    member(name, &update, { (json) throws(BodyRefusal) in json.isNull ? nil : try json.contentSize() }) {
      if let size = $0 { $1.contentSize(size) } else { $1.null() }
    }
  }

  mutating func id(_ name: StaticString, _ value: inout ControllerID?, _ update: inout ControllerID??) {
    member(name, &update, { (json) throws(BodyRefusal) in json.isNull ? nil : try json.id() }) {
      if let id = $0 { $1.plain(id.description) } else { $1.null() }
    }
  }

  mutating func tree(_ name: StaticString, _ value: inout Controller?, _ update: inout Controller??) {
    member(name, &update, { (json) throws(BodyRefusal) in json.isNull ? nil : try Controller(json: json) }) {
      if let tree = $0 { tree.write(to: &$1, form: .request) } else { $1.null() }
    }
  }

  mutating func placeholder(_ name: StaticString, _ value: inout Controller?, _ update: inout Controller??) {
    // By its member, so that two of one split view differ.
    let id = ControllerID(name.description) ?? "placeholder"
    member(
      name, &update,
      { (json) throws(BodyRefusal) in json.isNull ? nil : try Controller(placeholder: json, orCalled: id) }
    ) {
      if let tree = $0 { tree.writePlaceholder(to: &$1) } else { $1.null() }
    }
  }

  private mutating func member<Value>(
    _ name: StaticString, _ update: inout Value?, _ read: (JSONValue) throws(BodyRefusal) -> Value,
    write: (Value, inout JSONWriter) -> Void
  ) {
    whole.member(
      name, ifGiven: { (json) throws(BodyRefusal) in update = try read(json) },
      else: {
        guard let update else { return }
        $0.key(name)
        write(update, &$0)
      })
  }

  mutating func params(_ name: StaticString, _ value: inout Params, _ update: inout Params?) {
    member(name, &update, { (json) throws(BodyRefusal) in json.isNull ? Params() : try Params(json: json) }) {
      $0.write(to: &$1)
    }
  }

  mutating func state(_ name: StaticString, _ value: inout Bool) {}
  mutating func state(_ name: StaticString, _ value: inout String?) {}
}

extension Archive where Self: ~Copyable {
  mutating func ofUpdate(_ visit: (inout UpdateArchive<Self>) -> Void) {
    var update = UpdateArchive(whole: self)
    visit(&update)
    self = update.whole
  }
}

extension JSONValue {
  func readNumberOrNull(in range: ClosedRange<Double>) throws(BodyRefusal) -> Double? {
    if isNull { return nil }
    let number = try double()
    if range.contains(number) { return number }
    throw refused("expected a number from \(range.lowerBound) to \(range.upperBound)")
  }
}
