import Navigation
import SessionStorage

/// The work done on a shard at a stretch. More is done by a worker. The size estimate costs nothing.
enum ShardBudget {
  /// Bytes read, drawn, or compared for a patch: of a body as received, of a session by `jsonBytesAtMost`.
  static let workedBytes = 64 << 10
  /// Bytes of a session, likewise, written as JSON, which is much faster.
  static let writtenBytes = 1 << 20
  /// Bytes of a session times transitions of a batch.
  static let batchedBytes = 16 << 20
  /// The steps that links of a request come to at most.
  static let linkSteps = 64
}

extension Session {
  /// Whether a worker draws or compares it.
  var isHeavyToWorkOn: Bool { jsonBytesAtMost > ShardBudget.workedBytes }

  /// Whether a worker writes it.
  var isHeavyToWrite: Bool { jsonBytesAtMost > ShardBudget.writtenBytes }

  /// Whether a worker writes a record of it, with these optional parts.
  func isHeavy(_ include: Set<TransitionQuery.Inclusion>) -> Bool {
    include.contains(.changes) && isHeavyToWorkOn || include.contains(.session) && isHeavyToWrite
  }

  /// Whether a worker writes earlier records of it.
  func isHeavyToRecord(_ include: Set<TransitionQuery.Inclusion>) -> Bool { isHeavy(include) || isHeavyToWorkOn }
}
