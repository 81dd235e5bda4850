import Synchronization

/// Why a task waits no longer, without the value that it waited for.
public enum WaitEnd: Error, Hashable, Sendable {
  /// Its time is over; of a wait for news, also: the server is about to stop.
  case overdue
  /// Its client is gone; of a wait for news or long work, also: the client has closed its sending side, so it is
  /// presumed gone.
  case left
}

/// How long the task of one request waits: until its client leaves or its time is over.
///
/// A task has one wait at a time. The owner of the connection ends it, from any thread.
public final class Patience: Sendable {
  /// What a task waits for.
  public enum Purpose: Sendable {
    /// Work that ends soon, or that has an effect: a read, a turn, a worker, a commit, a body.
    case work
    /// Work that may take long, and without an effect beyond this client's answer: a search, a picture, a page.
    case longWork
    /// A change that may never come, for so many milliseconds; nil for as long as the client is there.
    case news(milliseconds: Int?)
  }

  /// What has become of the client or the server.
  public enum Ending: Sendable {
    case left, halfClosed, draining
  }

  /// Goes on with a task: without an end where the value has come.
  private typealias Continuation = UnsafeContinuation<WaitEnd?, Never>

  private struct State {
    var hasLeft = false
    var isHalfClosed = false
    var isDraining: Bool
    /// The present wait; nil while the task runs.
    var wait: (purpose: Purpose, continuation: Continuation)?

    /// Why such a wait ends, or must not begin; nil where it may go on.
    mutating func end(of purpose: Purpose) -> WaitEnd? {
      switch purpose {
      case .work: break
      case .longWork, .news: hasLeft = hasLeft || isHalfClosed
      }
      if hasLeft { return .left }
      if case .news = purpose, isDraining { return .overdue }
      return nil
    }
  }

  private let state: Mutex<State>
  /// Called when a wait for news or long work begins.
  private let whenWaiting: @Sendable () -> Void

  /// - Parameter whenWaiting: called when the task begins to wait for news or long work: the owner of the connection
  ///   watches for the client's end meanwhile, and news have a time of their own.
  public init(isDraining: Bool = false, whenWaiting: @escaping @Sendable () -> Void = {}) {
    state = Mutex(State(isDraining: isDraining))
    self.whenWaiting = whenWaiting
  }

  /// What the task waits for now; nil while it runs.
  public var purpose: Purpose? { state.withLock { $0.wait?.purpose } }

  /// Whether the client is gone, or a wait has ended since it is presumed gone: an answer is not read.
  public var hasLeft: Bool { state.withLock { $0.hasLeft } }

  public func wait<Value>(_ purpose: Purpose = .work, for promise: Promise<Value>) async throws(WaitEnd) -> Value {
    while true {
      if let value = promise.value { return value }
      // SAFETY: the thread that takes the wait out of the state resumes it, and only one can take it.
      let end = await withUnsafeContinuation { continuation in
        guard begin(purpose, continuation) else { return }
        // Where this wait has ended meanwhile, the next one goes on, and begins again.
        promise.whenKnown { [self] _ in resume() }
      }
      if let end { throw end }
    }
  }

  /// Begins a wait; false where none may begin, and the task goes on at once.
  private func begin(_ purpose: Purpose, _ continuation: Continuation) -> Bool {
    let end = state.withLock { state -> WaitEnd? in
      let end = state.end(of: purpose)
      if end == nil { state.wait = (purpose, continuation) }
      return end
    }
    switch (end, purpose) {
    case (let end?, _): continuation.resume(returning: end)
    case (nil, .longWork), (nil, .news): whenWaiting()
    case (nil, .work): break
    }
    return end == nil
  }

  /// The value of a wait has come.
  private func resume() { state.withLock { $0.wait.take() }?.continuation.resume(returning: nil) }

  /// Ends the present wait, and those that must not begin any more.
  public func end(_ ending: Ending) {
    let ended = state.withLock { state -> (continuation: Continuation, end: WaitEnd)? in
      switch ending {
      case .left: state.hasLeft = true
      case .halfClosed: state.isHalfClosed = true
      case .draining: state.isDraining = true
      }
      guard let wait = state.wait, let end = state.end(of: wait.purpose) else { return nil }
      state.wait = nil
      return (wait.continuation, end)
    }
    if let ended { ended.continuation.resume(returning: ended.end) }
  }

  /// The time of the present wait is over. The next one has its own.
  public func expire() { state.withLock { $0.wait.take() }?.continuation.resume(returning: .overdue) }
}
