public import NavigationModel

/// Where `undo` and `redo` lead: revisions of the history whose states stand before and after the present one.
///
/// Neighbours differ in what they show, and each revision is higher than those it was put behind. As text `0-41,43 44
/// 42`: what can be undone to, the present, what can be redone to.
public struct Timeline: Hashable, Sendable, CustomStringConvertible {
  /// The last one is where `undo` leads.
  public private(set) var past = RevisionRanges()
  /// The revision whose state the session has now, its own.
  public private(set) var present: Int
  /// The last one is where `redo` leads.
  public private(set) var future = RevisionRanges()

  /// - Parameter start: all revisions after this one, up to the present, can be undone to.
  package init(after start: Int, present: Int) {
    self.present = present
    for revision in max(start + 1, 0)..<max(start + 1, present, 0) { past.append(revision) }
  }

  /// The revision whose state a way through the history leads to; nil where it leads nowhere.
  public func target(of move: Transition.HistoryMove) -> Int? {
    switch move {
    case .undo: past.last
    case .redo: future.last
    case .revert(let revision): revision
    }
  }

  /// Goes on to a new revision that came about so.
  ///
  /// - Parameter leavingState: whether the present state is one to come back to.
  mutating func advance(to revision: Int, by move: Transition.HistoryMove, leavingState: Bool = true) {
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

  /// Takes out where a step leads, since its state is the present one or none to come back to.
  public mutating func skip(_ move: Transition.HistoryMove) {
    switch move {
    case .undo: past.removeLast()
    case .redo: future.removeLast()
    case .revert: break
    }
  }

  /// The present revision gives its place to a new one; the way back and forth stays.
  mutating func pass(to revision: Int) { present = revision }

  /// The same where the present state is none to come back to: what it came from stands before the new revision.
  ///
  /// - Parameter hasReturned: the new state is that one again, so that there is nothing to undo.
  mutating func leave(to revision: Int, hasReturned: Bool) {
    if hasReturned { past.removeLast() }
    present = revision
  }

  /// Goes on to a new revision by a change: what was undone before cannot be redone any more.
  mutating func advance(to revision: Int) {
    past.append(present)
    future = RevisionRanges()
    present = revision
  }

  /// The present stage of a gesture is followed by another one.
  ///
  /// - Parameters:
  ///   - start: the revision before the gesture.
  ///   - hasReturned: the state is that of `start` again, so that there is nothing to undo.
  mutating func goOn(to revision: Int, since start: Int, hasReturned: Bool) {
    if past.last == start { past.removeLast() }
    if !hasReturned { past.append(start) }
    present = revision
  }

  /// Lets go of what is not kept any more.
  package mutating func forget(through revision: Int) {
    past.removeAll(through: revision)
    future.removeAll(through: revision)
  }

  public var description: String { "\(past) \(present) \(future)" }

  /// Nil where the text is not one that `description` writes.
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
