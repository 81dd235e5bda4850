public import Synchronization

/// A value that becomes known later, and the callbacks for it.
///
/// Inlinable, since otherwise other modules would look up its type metadata at each call.
public final class Promise<Value: Sendable>: Sendable {
  @usableFromInline struct State {
    @usableFromInline var value: Value?
    /// Pending callbacks; empty once the value is known.
    @usableFromInline var actions: [@Sendable (Value) -> Void] = []

    @inlinable init() {}
  }

  @usableFromInline let state: Mutex<State>

  @inlinable public init() { state = Mutex(State()) }

  /// Nil until known.
  @inlinable public var value: Value? { state.withLock { $0.value } }

  /// Calls `action` once the value is known, on the thread that fulfils it; immediately if it is known already.
  @inlinable
  public func whenKnown(_ action: @escaping @Sendable (Value) -> Void) {
    let value = state.withLock { state in
      if state.value == nil { state.actions.append(action) }
      return state.value
    }
    if let value { action(value) }
  }

  /// Sets the value and calls all callbacks. Later values are ignored.
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
