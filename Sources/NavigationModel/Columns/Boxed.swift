/// A value behind a reference: what holds it is small and quickly copied. It changes like any other value.
struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  // SAFETY: a box changes only where one value alone has it, as an array does.
  private final class Box: @unchecked Sendable {
    @exclusivity(unchecked) var value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  init(_ value: Value) { box = Box(value) }

  var value: Value {
    // Lent, so that a member is read in place.
    @inline(__always) _read { yield box.value }
    @inline(__always) _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
      yield &box.value
    }
  }

  /// Whether both are behind the same reference; two that are not may still be equal.
  func isIdentical(to other: Boxed) -> Bool { box === other.box }

  static func == (left: Boxed, right: Boxed) -> Bool { left.box === right.box || left.box.value == right.box.value }

  func hash(into hasher: inout Hasher) { box.value.hash(into: &hasher) }
}
