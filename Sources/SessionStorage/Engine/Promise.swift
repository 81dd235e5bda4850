public import Synchronization

/// A value that is not known yet, and what is called once it is.
///
/// Inlinable, since other modules would look its types up at each call.
public final class Promise<Value: Sendable>: Sendable {
  @usableFromInline struct State {
    @usableFromInline var value: Value?
    /// Those that wait; none once it is known.
    @usableFromInline var actions: [@Sendable (Value) -> Void] = []

    @inlinable init() {}
  }

  @usableFromInline let state: Mutex<State>

  @inlinable public init() { state = Mutex(State()) }

  /// Nil until it is known.
  @inlinable public var value: Value? { state.withLock { $0.value } }

  /// Calls `action` once it is known, on the thread that finds out; at once where it is.
  @inlinable
  public func whenKnown(_ action: @escaping @Sendable (Value) -> Void) {
    let value = state.withLock { state in
      if state.value == nil { state.actions.append(action) }
      return state.value
    }
    if let value { action(value) }
  }

  /// Tells all that wait. The first value stands.
  @inlinable
  public func fulfil(_ value: Value) {
    let actions = state.withLock { state -> [@Sendable (Value) -> Void] in
      guard state.value == nil else { return [] }
      state.value = value
      defer { state.actions = [] }
      return state.actions
    }
    for action in actions { action(value) }
  }
}
