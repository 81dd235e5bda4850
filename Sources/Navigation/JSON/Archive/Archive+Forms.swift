extension JSONWriter: Archive {
  package mutating func member(
    _ read: (inout JSONObjectReader) throws(BodyRefusal) -> Void, else write: (inout JSONWriter) -> Void
  ) {
    write(&self)
  }

  package mutating func member(
    _ name: StaticString, ifGiven read: (JSONValue) throws(BodyRefusal) -> Void,
    else write: (inout JSONWriter) -> Void
  ) {
    write(&self)
  }
}

extension JSONObjectReader: Archive {
  package mutating func member(
    _ read: (inout JSONObjectReader) throws(BodyRefusal) -> Void, else write: (inout JSONWriter) -> Void
  ) {
    guard !isAtFault else { return }
    do throws(BodyRefusal) { try read(&self) } catch { keep(error) }
  }

  package mutating func member(
    _ name: StaticString, ifGiven read: (JSONValue) throws(BodyRefusal) -> Void,
    else write: (inout JSONWriter) -> Void
  ) {
    guard !isAtFault, let json = given(name) else { return }
    do throws(BodyRefusal) { try read(json) } catch { keep(error) }
  }
}

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
