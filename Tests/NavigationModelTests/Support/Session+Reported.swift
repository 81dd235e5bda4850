@testable import Navigation

/// Differences between the `discarded` events of a change and the states before and after.
extension Session {
  /// Controllers that left the session without an event, or were reported twice, or are still in the session.
  ///
  /// - Parameter isNewRoot: whether the window has another root: all of the old one has left, whatever the ids.
  func lost(since before: Session, reported events: [Event], isNewRoot: Bool = false) -> [ControllerID] {
    let reported = events.compactMap { if case .discarded(let id) = $0 { id } else { nil } }
    let gone = isNewRoot ? before.heldIDs : before.heldIDs.subtracting(heldIDs)
    let doubled = reported.filter { id in reported.count { $0 == id } > 1 }
    // A stack whose screens alone arrived was never there (D-410).
    let stays = Set(reported).subtracting(gone).filter { heldIDs.contains($0) || before.heldIDs.contains($0) }
    return gone.subtracting(reported).sorted() + doubled + stays.sorted()
  }

  /// The ids in the session: without pending answers, with absent placeholders, whose ids stay theirs (D-22, D-42).
  private var heldIDs: Set<ControllerID> {
    Set(everyPresent.flatMap { [$0.id] + $0.absentPlaceholders.map(\.id) })
  }
}
