public import Navigation

/// The targets of `undo` and `redo`: revisions whose states precede and follow the present one.
///
/// The states of neighbours differ. Each revision is higher than those it was appended to. As text, for example
/// `0-41,43 44 42`: undo targets, present, redo targets.
public struct Timeline: Hashable, Sendable, CustomStringConvertible {
  /// The undo targets; `undo` leads to the last one.
  public private(set) var past = RevisionRanges()
  /// The present revision.
  public private(set) var present: Int
  /// The redo targets; `redo` leads to the last one.
  public private(set) var future = RevisionRanges()

  /// - Parameter start: all revisions after it, up to the present, are undo targets.
  package init(after start: Int, present: Int) {
    self.present = present
    for revision in max(start + 1, 0)..<max(start + 1, present, 0) { past.append(revision) }
  }

  /// The revision whose state a move leads to; nil if there is none.
  public func target(of move: HistoryMove) -> Int? {
    switch move {
    case .undo: past.last
    case .redo: future.last
    case .revert(let revision): revision
    }
  }

  /// Advances to the new revision of a `history` move.
  ///
  /// - Parameter leavingState: whether the present state becomes a target.
  mutating func advance(to revision: Int, by move: HistoryMove, leavingState: Bool = true) {
    switch move {
    case .undo:
      past.removeLast()
      if leavingState { future.append(present) }
    case .redo:
      future.removeLast()
      if leavingState { past.append(present) }
    case .revert:
      if leavingState { past.append(present) }
      future = RevisionRanges()
    }
    present = revision
  }

  /// Removes the next target of a move, whose state equals the present one or is excluded.
  public mutating func skip(_ move: HistoryMove) {
    switch move {
    case .undo: past.removeLast()
    case .redo: future.removeLast()
    case .revert: break
    }
  }

  /// Replaces the present revision; the targets remain.
  mutating func pass(to revision: Int) { present = revision }

  /// Advances to the new revision of a change, which clears the redo targets.
  mutating func advance(to revision: Int) {
    past.append(present)
    future = RevisionRanges()
    present = revision
  }

  /// Advances to the next stage of a gesture, or away from a swipe.
  ///
  /// - Parameters:
  ///   - start: the revision before the gesture.
  ///   - hasReturned: whether the state equals that of `start`, so that there is nothing to undo.
  mutating func leave(to revision: Int, since start: Int, hasReturned: Bool) {
    if past.last == start { past.removeLast() }
    if !hasReturned { past.append(start) }
    present = revision
  }

  /// Removes targets that are no longer retained.
  package mutating func forget(through revision: Int) {
    past.removeAll(through: revision)
    future.removeAll(through: revision)
  }

  public var description: String { "\(past) \(present) \(future)" }

  /// Nil for text that `description` does not produce.
  public init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, let past = RevisionRanges(parts[0]), let present = Int(parts[1]),
      let future = RevisionRanges(parts[2]),
      present >= 0, past.last ?? -1 < present, future.last ?? -1 < present, !past.overlaps(future)
    else { return nil }
    (self.past, self.present, self.future) = (past, present, future)
    guard description == text else { return nil }
  }
}

/// A set of revisions as ascending ranges.
///
/// As text `0-41,43`, or `-` if empty.
public struct RevisionRanges: Hashable, Sendable, CustomStringConvertible {
  /// The highest range; apart, so that a copy that only grows needs no array of its own.
  private var run: ClosedRange<Int>?
  /// Those below it, never adjacent.
  private var lower: [ClosedRange<Int>] = []

  private var ranges: [ClosedRange<Int>] { lower + (run.map { [$0] } ?? []) }

  public init() {}

  public var last: Int? { run?.upperBound }
  public var isEmpty: Bool { run == nil }

  /// Adds a revision higher than all others.
  mutating func append(_ revision: Int) {
    guard let run else { return self.run = revision...revision }
    if run.upperBound == revision - 1 { return self.run = run.lowerBound...revision }
    lower.append(run)
    self.run = revision...revision
  }

  mutating func removeLast() {
    guard let run else { return }
    self.run = run.lowerBound < run.upperBound ? run.lowerBound...(run.upperBound - 1) : lower.popLast()
  }

  mutating func removeAll(through revision: Int) {
    guard let lowest = lower.first ?? run, lowest.lowerBound <= revision else { return }
    lower.removeFirst(lower.prefix { $0.upperBound <= revision }.count)
    if let first = lower.first {
      if first.lowerBound <= revision { lower[0] = (revision + 1)...first.upperBound }
    } else if let run, run.lowerBound <= revision {
      self.run = run.upperBound > revision ? (revision + 1)...run.upperBound : nil
    }
  }

  fileprivate func overlaps(_ other: RevisionRanges) -> Bool {
    ranges.contains { run in other.ranges.contains { $0.overlaps(run) } }
  }

  public var description: String { isEmpty ? "-" : ranges.map(Self.text).joined(separator: ",") }

  private static func text(_ run: ClosedRange<Int>) -> String {
    run.count == 1 ? "\(run.lowerBound)" : "\(run.lowerBound)-\(run.upperBound)"
  }

  /// Nil for text that `description` does not produce.
  init?(_ text: Substring) {
    guard text != "-" else { return }
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let bounds = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard bounds.count <= 2, let first = bounds[0], let last = bounds[bounds.count - 1], 0 <= first, first <= last
      else { return nil }
      if let before = self.last, before >= first - 1 { return nil }
      if let run { lower.append(run) }
      run = first...last
    }
    guard description == text else { return nil }
  }
}
