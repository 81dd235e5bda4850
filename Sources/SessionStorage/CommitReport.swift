/// What a store tells of one commit.
public struct CommitReport: Hashable, Sendable {
  public var outcome: Commit.Outcome
  /// Changes in it; of a failure all that were taken back with it.
  public var changes: Int
  /// From the first write to the end of the last one.
  public var nanoseconds: Int64

  public init(outcome: Commit.Outcome, changes: Int, nanoseconds: Int64) {
    self.outcome = outcome
    self.changes = changes
    self.nanoseconds = nanoseconds
  }
}
