/// A value behind a reference: what holds it is small and quickly copied. It changes like any other value.
@propertyWrapper
public struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  public init(wrappedValue: Value) { box = Box(wrappedValue) }

  public var wrappedValue: Value {
    // Inlined, so that a member is read in place.
    @inline(__always) get { box.value }
    set { box = Box(newValue) }
  }

  public static func == (left: Boxed, right: Boxed) -> Bool { left.box === right.box || left.box.value == right.box.value }

  public func hash(into hasher: inout Hasher) { box.value.hash(into: &hasher) }
}
