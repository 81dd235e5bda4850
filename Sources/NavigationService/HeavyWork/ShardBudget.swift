import Navigation
import NavigationPicture

/// The work done on a shard at a stretch. More is done by a worker.
///
/// Work is estimated in bytes that are read, drawn, or compared for a patch: of a body as received, of a session by
/// `jsonBytesAtMost`, which costs nothing. All other work counts as so many of them.
enum ShardBudget {
  static let bytes = 64 << 10
  /// Bytes written as JSON that count as one.
  static let writtenBytes = 16
  /// Transitions of a batch that count as the bytes of their session.
  static let batchedTransitions = 256
  /// What a step that a link comes to counts as, and an offer that is tried.
  static let linkStepBytes = 1 << 10

  static func holds(_ work: Int) -> Bool { work <= bytes }
}

extension Session {
  /// The work of writing it.
  var workToWrite: Int { jsonBytesAtMost / ShardBudget.writtenBytes }

  /// The work of drawing it with the offers of its screens.
  func workToDraw(_ routes: ScreenRoutes?) -> Int {
    let offers = routes.map { offersToTry(of: $0, limit: SessionPicture.triedOffers) } ?? 0
    return max(
      jsonBytesAtMost, jsonBytesAtMost / ShardBudget.batchedTransitions * offers, offers * ShardBudget.linkStepBytes)
  }

  /// The work of these optional parts of a record.
  func workToWrite(_ include: Set<TransitionQuery.Inclusion>) -> Int {
    include.contains(.changes) ? jsonBytesAtMost : include.contains(.session) ? workToWrite : 0
  }
}
