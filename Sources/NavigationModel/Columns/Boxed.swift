/// A value behind a reference: what holds it is small and quickly copied. It changes like any other value.
struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  init(_ value: Value) { box = Box(value) }

  var value: Value {
    // Lent, so that a member is read in place.
    @inline(__always) _read { yield box.value }
    set { box = Box(newValue) }
  }

  static func == (left: Boxed, right: Boxed) -> Bool { left.box === right.box || left.box.value == right.box.value }

  func hash(into hasher: inout Hasher) { box.value.hash(into: &hasher) }
}
