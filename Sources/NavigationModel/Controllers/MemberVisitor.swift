/// Looks at the settable members of a value and of an update of it, one after another.
///
/// A type with such members names each of them once, in its `visit`. Each use of the members is a visitor: one reads
/// an update, one writes it, one applies it, one finds the difference from the defaults. A member of an update is an
/// optional of the value's member, nil if unchanged.
package protocol MemberVisitor {
  mutating func text(_ name: StaticString, _ value: inout String, _ update: inout String?)
  mutating func text(_ name: StaticString, _ value: inout String?, _ update: inout String??)
  mutating func flag(_ name: StaticString, _ value: inout Bool, _ update: inout Bool?)
  mutating func word<Word: MemberWord>(
    _ name: StaticString, _ value: inout Word, _ update: inout Word?)
  mutating func word<Word: MemberWord>(
    _ name: StaticString, _ value: inout Word?, _ update: inout Word??)
  /// A word whose absence has a word of its own, `automatic`.
  mutating func automatic<Word: MemberWord>(
    _ name: StaticString, _ value: inout Word?, _ update: inout Word??)
  mutating func number(
    _ name: StaticString, in range: ClosedRange<Double>, _ value: inout Double?, _ update: inout Double??
  )
  mutating func params(_ name: StaticString, _ value: inout Params, _ update: inout Params?)
}

@usableFromInline
package typealias MemberWord = CaseIterable & Hashable & RawRepresentable<String>

/// A visitor that treats members of all types alike.
package protocol UniformVisitor: MemberVisitor {
  mutating func member<Value: Hashable>(_ value: inout Value, _ update: inout Value?)
}

extension UniformVisitor {
  package mutating func text(_ name: StaticString, _ value: inout String, _ update: inout String?) {
    member(&value, &update)
  }
  package mutating func text(_ name: StaticString, _ value: inout String?, _ update: inout String??) {
    member(&value, &update)
  }
  package mutating func flag(_ name: StaticString, _ value: inout Bool, _ update: inout Bool?) {
    member(&value, &update)
  }
  package mutating func word<Word: MemberWord>(_ name: StaticString, _ value: inout Word, _ update: inout Word?) {
    member(&value, &update)
  }
  package mutating func word<Word: MemberWord>(_ name: StaticString, _ value: inout Word?, _ update: inout Word??) {
    member(&value, &update)
  }
  package mutating func automatic<Word: MemberWord>(
    _ name: StaticString, _ value: inout Word?, _ update: inout Word??
  ) {
    member(&value, &update)
  }
  package mutating func number(
    _ name: StaticString, in range: ClosedRange<Double>, _ value: inout Double?, _ update: inout Double??
  ) {
    member(&value, &update)
  }
  package mutating func params(_ name: StaticString, _ value: inout Params, _ update: inout Params?) {
    member(&value, &update)
  }
}

/// Gives the value what the update has.
package struct UpdateApplier: UniformVisitor {
  package init() {}

  package mutating func member<Value: Hashable>(_ value: inout Value, _ update: inout Value?) {
    if let update { value = update }
  }
}

/// Leaves in the update what the value has and another one has not.
///
/// It is visited twice: with that other value, which the update takes over, and with the value.
package struct UpdateDifference: UniformVisitor {
  package init() {}

  package mutating func member<Value: Hashable>(_ value: inout Value, _ update: inout Value?) {
    switch update {
    case nil: update = value
    case value?: update = nil
    case _?: update = value
    }
  }
}
