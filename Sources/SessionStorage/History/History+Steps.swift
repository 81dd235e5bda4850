public import Navigation

/// A step of a reader through a history.
public struct HistoryStep: Sendable {
  public let entry: HistoryEntry
  /// The state that the reader has; nil if it is no longer retained.
  public let before: Session?
  /// The revision of `before`.
  public let revisionBefore: Int?
}

/// The reason that a reader cannot continue from its revision.
public enum HistoryGap: Error, Hashable, Sendable {
  /// The next revision is no longer retained; everything after `start` is.
  case gone(start: Int)
  /// The revision was a stage of a gesture that began after revision `since`, and `by` has replaced it.
  case replaced(by: Int, since: Int)
  /// The session has not reached the revision.
  case ahead
  /// The records cannot be read, now or at all.
  case failed(StoreError)
}

extension History {
  /// The steps after a revision, oldest first; without a revision, from the oldest retained record.
  ///
  /// Replays records, so it is to be called on a copy, outside of any lock. Throws `gone` and `ahead`.
  public func steps(after given: Int?, limit: Int) throws(HistoryGap) -> [HistoryStep] {
    let revision = given ?? start
    guard revision >= start else { throw .gone(start: start) }
    guard revision <= self.revision || given == nil else { throw .ahead }
    var found = try log.entries(after: revision, limit: limit, with: routes)
    let missing = limit + 1 - found.count
    if missing > 0 {
      // The entry before the first step provides its state.
      let first = entries.index(after: revision)
      found += entries[(found.isEmpty ? max(first - 1, 0) : 0)..<min(first + missing, entries.count)]
    }
    return Self.steps(found, after: revision, limit: limit)
  }

  /// The steps of `found`, oldest first, which begins with the entry of `revision` if that is retained.
  package static func steps(_ found: [HistoryEntry], after revision: Int, limit: Int) -> [HistoryStep] {
    var before = found.first.flatMap { $0.revision == revision ? ($0.revision, $0.session) : nil }
    var steps: [HistoryStep] = []
    for entry in found where entry.revision > revision && steps.count < limit {
      if let origin = entry.origin, steps.isEmpty, before == nil, origin.revision == revision {
        before = (revision, origin.session)
      }
      steps.append(HistoryStep(entry: entry, before: before?.1, revisionBefore: before?.0))
      before = (entry.revision, entry.session)
    }
    return steps
  }
}

extension [HistoryEntry] {
  /// The index of the first later entry.
  func index(after revision: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].revision <= revision { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
