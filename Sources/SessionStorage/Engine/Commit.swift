/// Changes that a store keeps together: all of them, or none.
public typealias Commit = Promise<CommitOutcome>

/// What a commit comes to.
public enum CommitOutcome: Hashable, Sendable {
  case kept
  /// None of its changes has happened.
  case failed(StoreError)
  /// Another engine was first. None of its changes has happened: they are to be decided anew.
  case superseded
}

/// What a store has decided. It is told once all that it rests on is kept.
public struct Decided<Answer: Sendable>: Sendable {
  public let result: Result<Answer, StoreError>
  /// What it rests on; nil where all of that is kept, as far as the store keeps anything.
  public let commit: Commit?

  @inlinable public init(_ result: Result<Answer, StoreError>, commit: Commit?) {
    self.result = result
    self.commit = commit
  }

  /// Calls `action` with what was decided, once it is kept, and never where it is not.
  @inlinable
  public func whenKept(_ action: @escaping @Sendable (Answer) -> Void) {
    guard case .success(let answer) = result else { return }
    guard let commit else { return action(answer) }
    commit.whenKnown { outcome in
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

/// How long a store took for something, each time: counted by upper bounds.
public struct StoreDurations: Hashable, Sendable {
  /// In nanoseconds, and as a label has them in seconds.
  public static let bounds: [(nanoseconds: Int64, seconds: String)] = [
    (100_000, "0.0001"), (250_000, "0.00025"), (500_000, "0.0005"), (1_000_000, "0.001"), (2_500_000, "0.0025"),
    (5_000_000, "0.005"),
    (10_000_000, "0.01"), (25_000_000, "0.025"), (50_000_000, "0.05"), (100_000_000, "0.1"), (1_000_000_000, "1"),
  ]

  /// Times within each bound and not within the one before; the last is without a bound.
  public private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
  public private(set) var nanoseconds: Int64 = 0

  public init() {}

  /// The place in `counts` of a duration.
  public static func place(of nanoseconds: Int64) -> Int {
    bounds.firstIndex { nanoseconds <= $0.nanoseconds } ?? bounds.count
  }

  public mutating func add(_ nanoseconds: Int64) {
    counts[Self.place(of: nanoseconds)] += 1
    self.nanoseconds += nanoseconds
  }
}
