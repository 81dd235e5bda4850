import NavigationModel

/// Reads the members that are there into the value, where they are required or have their defaults already; or, for an
/// update, into that.
extension BodyReader: MemberVisitor {
  @inlinable
  @inline(__always)
  package mutating func text(
    _ name: StaticString, _ value: inout String, _ update: inout String?
  ) throws(BodyRefusal) {
    if isUpdate { update = try string(name) } else { value = try requireString(name) }
  }

  @inlinable
  @inline(__always)
  package mutating func text(
    _ name: StaticString, _ value: inout String?, _ update: inout String??
  ) throws(BodyRefusal) {
    if !isUpdate {
      value = try string(name)
    } else if let json = optional(name) {
      update = .some(json.isNull ? nil : try json.readString())
    }
  }

  @inlinable
  @inline(__always)
  package mutating func flag(_ name: StaticString, _ value: inout Bool, _ update: inout Bool?) throws(BodyRefusal) {
    guard let flag = try bool(name) else { return }
    if isUpdate { update = flag } else { value = flag }
  }

  @inlinable
  @inline(__always)
  package mutating func word<Word: MemberWord>(
    _ name: StaticString, _ value: inout Word, _ update: inout Word?
  ) throws(BodyRefusal) {
    guard let word = try word(name, Word.self) else { return }
    if isUpdate { update = word } else { value = word }
  }

  @inlinable
  @inline(__always)
  package mutating func word<Word: MemberWord>(
    _ name: StaticString, _ value: inout Word?, _ update: inout Word??
  ) throws(BodyRefusal) {
    if !isUpdate {
      value = try word(name, Word.self)
    } else if let json = optional(name) {
      update = .some(json.isNull ? nil : try json.readWord(Word.self))
    }
  }

  @usableFromInline
  package mutating func automatic<Word: MemberWord>(
    _ name: StaticString, _ value: inout Word?, _ update: inout Word??
  ) throws(BodyRefusal) {
    guard let word = try word(name, OrAutomatic<Word>.self) else { return }
    if isUpdate { update = .some(word.word) } else { value = word.word }
  }

  @usableFromInline
  package mutating func number(
    _ name: StaticString, in range: ClosedRange<Double>, _ value: inout Double?, _ update: inout Double??
  ) throws(BodyRefusal) {
    guard let json = optional(name) else { return }
    let number = json.isNull ? nil : try json.readDouble()
    if let number, !range.contains(number) {
      throw json.refused("expected a number from \(range.lowerBound) to \(range.upperBound)")
    }
    if isUpdate { update = .some(number) } else { value = number }
  }

  @inlinable
  @inline(__always)
  package mutating func params(
    _ name: StaticString, _ value: inout Params, _ update: inout Params?
  ) throws(BodyRefusal) {
    guard let json = optional(name) else { return }
    let params = try Params(json: json)
    if isUpdate { update = params } else { value = params }
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
    if let update { word(name, OrAutomatic(update)) }
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
