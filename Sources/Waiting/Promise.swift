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

/// Wakes one task that sleeps, again and again, from any thread.
///
/// A wake-up before the sleep is kept: that sleep ends at once. It is not generic, since generics of another module are
/// not specialised: a sleep by a promise would take 6,700 instructions more.
public final class Wakeup: Sendable {
  private struct State {
    /// A wake-up that has come before the sleep.
    var isDue = false
    var sleeper: UnsafeContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  public init() {}

  /// Waits for the next `wake`; one task at a time. It resumes on its executor.
  public func sleep() async {
    // SAFETY: `wake` takes the continuation out of the state, or else it is resumed here.
    await withUnsafeContinuation { continuation in
      let isDue = state.withLock { state in
        defer { state.isDue = false }
        if !state.isDue { state.sleeper = continuation }
        return state.isDue
      }
      if isDue { continuation.resume() }
    }
  }

  /// Ends the present sleep, or else the next one.
  public func wake() {
    let sleeper = state.withLock { state in
      state.isDue = state.sleeper == nil
      return state.sleeper.take()
    }
    sleeper?.resume()
  }
}
