import Synchronization

/// A value that is not known yet, and whom to tell when it is.
public final class Promise<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    /// Those that wait; none once it is known.
    var actions: [@Sendable (Value) -> Void] = []
  }

  private let state = Mutex(State())

  public init() {}

  /// Nil until it is known.
  public var value: Value? { state.withLock { $0.value } }

  /// Calls `action` once it is known, on the thread that finds out; at once where it is.
  public func whenKnown(_ action: @escaping @Sendable (Value) -> Void) {
    let value = state.withLock { state in
      if state.value == nil { state.actions.append(action) }
      return state.value
    }
    if let value { action(value) }
  }

  /// Tells all that wait. The first value stands.
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
