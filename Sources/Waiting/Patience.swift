import Synchronization

/// Why a task waits no longer, without the value that it waited for.
public enum WaitEnd: Error, Hashable, Sendable {
  /// Its time is over; of a wait for news, also: the server is about to stop.
  case overdue
  /// Its client is gone; of a wait for news, also: the client has closed its sending side, so it is presumed gone.
  case left
}

/// How long the task of one request waits: until its client leaves or its time is over.
///
/// A task has one wait at a time. The owner of the connection ends it, from any thread.
public final class Patience: Sendable {
  /// What a task waits for.
  public enum Purpose: Sendable {
    /// Work that ends soon: a read, a turn, a worker, a commit, a body.
    case work
    /// A change that may never come, for so many milliseconds; nil for as long as the client is there.
    case news(milliseconds: Int?)
  }

  /// What has become of the client or the server.
  public enum Ending: Sendable {
    case left, halfClosed, draining
  }

  private struct State {
    var hasLeft = false
    /// How a wait for news ends, once none may begin.
    var newsEnd: WaitEnd?
    /// The present wait.
    var purpose: Purpose?
    var end: (@Sendable (WaitEnd) -> Void)?
  }

  private let state: Mutex<State>
  /// Called when a wait for news begins.
  private let whenWaiting: @Sendable () -> Void

  /// - Parameter whenWaiting: called when the task begins to wait for news, which has a time of its own.
  public init(isDraining: Bool = false, whenWaiting: @escaping @Sendable () -> Void = {}) {
    var state = State()
    if isDraining { state.newsEnd = .overdue }
    self.state = Mutex(state)
    self.whenWaiting = whenWaiting
  }

  /// What the task waits for now; nil while it runs.
  public var purpose: Purpose? { state.withLock { $0.purpose } }

  public var hasLeft: Bool { state.withLock { $0.hasLeft } }

  /// Waits for a value.
  public func wait<Value>(_ purpose: Purpose = .work, for promise: Promise<Value>) async throws(WaitEnd) -> Value {
    if let value = promise.value { return value }
    // Nil where the value came first. It has one type for all values, else that would be looked up at run time.
    let outcome = Promise<WaitEnd?>()
    try begin(purpose) { outcome.fulfil($0) }
    promise.whenKnown { _ in outcome.fulfil(nil) }
    let end = await outcome.result
    state.withLock { ($0.purpose, $0.end) = (nil, nil) }
    if let end { throw end }
    return await promise.result
  }

  private func begin(_ purpose: Purpose, _ end: @escaping @Sendable (WaitEnd) -> Void) throws(WaitEnd) {
    try state.withLock { (state) throws(WaitEnd) in
      if state.hasLeft { throw .left }
      if case .news = purpose, let newsEnd = state.newsEnd { throw newsEnd }
      (state.purpose, state.end) = (purpose, end)
    }
    if case .news = purpose { whenWaiting() }
  }

  /// Ends the present wait, and those that must not begin any more.
  public func end(_ ending: Ending) {
    let end = state.withLock { state -> (@Sendable () -> Void)? in
      switch ending {
      case .left: (state.hasLeft, state.newsEnd) = (true, .left)
      case .halfClosed: state.newsEnd = .left
      case .draining: state.newsEnd = state.newsEnd ?? .overdue
      }
      guard let end = state.end, let newsEnd = state.newsEnd else { return nil }
      switch (ending, state.purpose) {
      case (.left, _): return { end(.left) }
      case (.halfClosed, .news), (.draining, .news): return { end(newsEnd) }
      case (.halfClosed, _), (.draining, _): return nil
      }
    }
    end?()
  }

  /// The time of the present wait is over. The next one has its own.
  public func expire() { state.withLock { $0.end }?(.overdue) }
}
