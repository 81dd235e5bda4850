import NavigationModel

/// Reads the members that are there into the update; null takes an optional one away.
struct UpdateReader: MemberVisitor, ~Copyable {
  var reader: JSONObjectReader

  /// Reads on where `reader` is.
  init(_ reader: JSONObjectReader) { self.reader = reader }

  mutating func text(_ name: StaticString, _ value: inout String, _ update: inout String?) throws(BodyRefusal) {
    update = try reader.string(name)
  }

  mutating func text(_ name: StaticString, _ value: inout String?, _ update: inout String??) throws(BodyRefusal) {
    if let json = reader.optional(name) { update = .some(json.isNull ? nil : try json.string()) }
  }

  mutating func flag(_ name: StaticString, _ value: inout Bool, _ update: inout Bool?) throws(BodyRefusal) {
    update = try reader.bool(name)
  }

  mutating func word<Word: MemberWord>(
    _ name: StaticString, _ value: inout Word, _ update: inout Word?
  ) throws(BodyRefusal) {
    update = try reader.word(name, Word.self)
  }

  mutating func word<Word: MemberWord>(
    _ name: StaticString, _ value: inout Word?, _ update: inout Word??
  ) throws(BodyRefusal) {
    if let json = reader.optional(name) { update = .some(json.isNull ? nil : try json.word(Word.self)) }
  }

  mutating func automatic<Word: MemberWord>(
    _ name: StaticString, _ value: inout Word?, _ update: inout Word??
  ) throws(BodyRefusal) {
    if let word = try reader.word(name, OrAutomatic<Word>.self) { update = .some(word.word) }
  }

  mutating func number(
    _ name: StaticString, in range: ClosedRange<Double>, _ value: inout Double?, _ update: inout Double??
  ) throws(BodyRefusal) {
    if let json = reader.optional(name) { update = .some(try json.readNumberOrNull(in: range)) }
  }

  mutating func params(_ name: StaticString, _ value: inout Params, _ update: inout Params?) throws(BodyRefusal) {
    if let json = reader.optional(name) { update = try Params(json: json) }
  }
}

extension JSONValue {
  fileprivate func readNumberOrNull(in range: ClosedRange<Double>) throws(BodyRefusal) -> Double? {
    if isNull { return nil }
    let number = try double()
    if range.contains(number) { return number }
    throw refused("expected a number from \(range.lowerBound) to \(range.upperBound)")
  }
}

/// Writes what an update changes, and nothing else.
extension JSONWriter: MemberVisitor {
  @usableFromInline
  package mutating func text(_ name: StaticString, _ value: inout String, _ update: inout String?) {
    member(name, update)
  }

  @usableFromInline
  package mutating func text(_ name: StaticString, _ value: inout String?, _ update: inout String??) {
    if let update { nullable(name, update) }
  }

  @usableFromInline
  package mutating func flag(_ name: StaticString, _ value: inout Bool, _ update: inout Bool?) { member(name, update) }

  @usableFromInline
  package mutating func word<Word: MemberWord>(_ name: StaticString, _ value: inout Word, _ update: inout Word?) {
    word(name, update)
  }

  @usableFromInline
  package mutating func word<Word: MemberWord>(_ name: StaticString, _ value: inout Word?, _ update: inout Word??) {
    if let update { nullable(name, update?.rawValue) }
  }

  @usableFromInline
  package mutating func automatic<Word: MemberWord>(
    _ name: StaticString, _ value: inout Word?, _ update: inout Word??
  ) {
    guard let update else { return }
    key(name)
    plain(update?.rawValue ?? "automatic")
  }

  @usableFromInline
  package mutating func number(
    _ name: StaticString, in range: ClosedRange<Double>, _ value: inout Double?, _ update: inout Double??
  ) {
    guard let update else { return }
    key(name)
    if let number = update { double(number) } else { null() }
  }

  @usableFromInline
  package mutating func params(_ name: StaticString, _ value: inout Params, _ update: inout Params?) {
    guard let update else { return }
    key(name)
    update.write(to: &self)
  }
}
