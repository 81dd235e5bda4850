import Synchronization

/// Changes that a store keeps together: all of them, or none.
public final class Commit: Sendable {
  public enum Outcome: Hashable, Sendable {
    case kept
    /// None of them has happened.
    case failed(StoreError)
    /// Another engine was first. None of them has happened: they are to be decided anew.
    case superseded
  }

  private struct State {
    var outcome: Outcome?
    /// Whoever waits; nobody once it is known.
    var actions: [@Sendable (Outcome) -> Void] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Nil while nobody knows.
  public var outcome: Outcome? { state.withLock { $0.outcome } }

  /// Calls `action` once it is known, on the store's thread; at once where it is.
  public func whenDecided(_ action: @escaping @Sendable (Outcome) -> Void) {
    let outcome = state.withLock { state in
      if state.outcome == nil { state.actions.append(action) }
      return state.outcome
    }
    if let outcome { action(outcome) }
  }

  /// Tells all who wait; the first outcome stands.
  package func decide(_ outcome: Outcome) {
    let actions = state.withLock { state -> [@Sendable (Outcome) -> Void] in
      guard state.outcome == nil else { return [] }
      state.outcome = outcome
      defer { state.actions = [] }
      return state.actions
    }
    for action in actions { action(outcome) }
  }
}

/// What a store has decided. Nobody is to be told before all that it rests on is kept.
public struct Decided<Answer: Sendable>: Sendable {
  public let result: Result<Answer, StoreError>
  /// What it rests on; nil where all of that is kept, as far as the store keeps anything.
  public let commit: Commit?

  public init(_ result: Result<Answer, StoreError>, commit: Commit?) {
    self.result = result
    self.commit = commit
  }

  /// Calls `action` with what was decided, once it is kept, and never where it is not.
  public func whenKept(_ action: @escaping @Sendable (Answer) -> Void) {
    guard case .success(let answer) = result else { return }
    guard let commit else { return action(answer) }
    commit.whenDecided { outcome in
      if outcome == .kept { action(answer) }
    }
  }
}

/// What a store tells of changes that it wrote together.
public struct CommitReport: Hashable, Sendable {
  /// Why they could not be written.
  public var failure: StoreError?
  /// Changes in it; of a failure all that were taken back with it.
  public var changes: Int
  /// Those of them that another engine was first with.
  public var superseded: Int
  /// From the first write to the end of the last one.
  public var nanoseconds: Int64

  public init(failure: StoreError? = nil, changes: Int, superseded: Int = 0, nanoseconds: Int64) {
    self.failure = failure
    self.changes = changes
    self.superseded = superseded
    self.nanoseconds = nanoseconds
  }
}
