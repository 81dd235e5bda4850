public import NavigationModel

/// One step of a reader through a history.
public struct HistoryStep: Sendable {
  public let entry: HistoryEntry
  /// The state that the reader has; nil where that is not kept any more.
  public let before: Session?
  /// The revision of that state; nil like it.
  public let revisionBefore: Int?
}

/// Why a reader cannot go on from where it is.
public enum HistoryGap: Error, Hashable, Sendable {
  /// What came next is not kept any more; all after revision `start` is.
  case gone(start: Int)
  /// The session has not come so far.
  case ahead
  /// What was kept cannot be read now, or not at all.
  case failed(StoreError)
}

extension History {
  /// What came after a revision, oldest first; from the oldest that is kept where none is given.
  ///
  /// To be asked of a copy, outside of any lock: what was packed is unpacked here. Throws `gone` and `ahead`.
  public func steps(after given: Int?, limit: Int) throws(HistoryGap) -> [HistoryStep] {
    let revision = given ?? start
    guard revision >= start else { throw .gone(start: start) }
    guard revision <= self.revision || given == nil else { throw .ahead }
    var found = try packed.entries(after: revision, limit: limit)
    if found.count <= limit { found += try log.entries(after: revision, limit: limit - found.count) }
    let missing = limit + 1 - found.count
    if missing > 0 {
      // The one before the first is wanted for its state.
      let first = entries.index(after: revision)
      found += entries[(found.isEmpty ? max(first - 1, 0) : 0)..<min(first + missing, entries.count)]
    }
    return Self.steps(found, after: revision, limit: limit)
  }

  /// The steps from entries, oldest first, which begin at `revision` where the entry of that is kept.
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
  /// The index of the first entry that is later.
  func index(after revision: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].revision <= revision { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
