import NavigationAPI
import NavigationModel
import SessionStorage

/// How much is done on a shard at a stretch. What is known to be more is done by a worker; what it is known by costs
/// nothing to ask.
enum ShardBudget {
  /// Bytes that are read, drawn, or compared for a patch: of a body as it came, of a session as `jsonBytesAtMost` says.
  static let workedBytes = 64 << 10
  /// Bytes of a session, likewise, that are written as JSON, which is much faster.
  static let writtenBytes = 1 << 20
  /// Bytes of a session times the transitions of a batch.
  static let batchedBytes = 16 << 20
}

extension Session {
  /// Whether it is drawn or compared by a worker.
  var isHeavyToWorkOn: Bool { jsonBytesAtMost > ShardBudget.workedBytes }

  /// Whether it is written by a worker.
  var isHeavyToWrite: Bool { jsonBytesAtMost > ShardBudget.writtenBytes }

  /// Whether a record of it is written by a worker, with what it has on demand.
  func isHeavy(_ include: Set<TransitionQuery.Inclusion>) -> Bool {
    include.contains(.changes) && isHeavyToWorkOn || include.contains(.session) && isHeavyToWrite
  }
}

extension StoredSession {
  /// Whether its records after a revision are put together by a worker: they are many or large, or have to be worked
  /// out.
  func isHeavy(after revision: Int?, _ include: Set<TransitionQuery.Inclusion>) -> Bool {
    guard let first = history.entries.first?.revision, revision ?? history.start >= first - 1 else { return true }
    return session.isHeavy(include) || session.isHeavyToWorkOn
  }
}
