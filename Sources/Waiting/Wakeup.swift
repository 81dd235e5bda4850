import Synchronization

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
