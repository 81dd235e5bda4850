/// A copy-on-write value behind a reference: its owner is small and cheap to copy.
struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  // SAFETY: a box is mutated only while uniquely referenced, like an array's buffer.
  private final class Box: @unchecked Sendable {
    @exclusivity(unchecked) var value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  init(_ value: Value) { box = Box(value) }

  var value: Value {
    // Yielded, so that a member is read in place.
    _read { yield box.value }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
      yield &box.value
    }
  }

  static func == (left: Boxed, right: Boxed) -> Bool { left.box === right.box || left.box.value == right.box.value }

  func hash(into hasher: inout Hasher) { box.value.hash(into: &hasher) }
}
