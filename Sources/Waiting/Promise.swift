import Synchronization

/// A value that becomes known once, by any thread. All waits of tasks are waits for one.
public final class Promise<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    /// Pending callbacks; empty once the value is known.
    var actions: [@Sendable (Value) -> Void] = []
  }

  private let state = Mutex(State())

  public init() {}

  /// Nil until known.
  public var value: Value? { state.withLock { $0.value } }

  /// Whether a callback is pending.
  public var isAwaited: Bool { state.withLock { !$0.actions.isEmpty } }

  /// The value, once it is known. The task resumes on its executor.
  public var result: Value {
    get async {
      while true {
        if let value { return value }
        let wakeup = Wakeup()
        whenKnown { _ in wakeup.wake() }
        await wakeup.sleep()
      }
    }
  }

  /// Calls `action` once the value is known, on the thread that fulfils it; immediately if it is known already.
  public func whenKnown(_ action: @escaping @Sendable (Value) -> Void) {
    let value = state.withLock { state in
      if state.value == nil { state.actions.append(action) }
      return state.value
    }
    if let value { action(value) }
  }

  /// Sets the value and calls all callbacks. Later values are ignored.
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
