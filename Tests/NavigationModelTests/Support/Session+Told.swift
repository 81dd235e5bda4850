import NavigationModel

/// What the events of a change leave out or make up, found by comparing the states before and after.
extension Session {
  /// What went without a word, was told twice, or was told and did not go.
  func lost(since before: Session, told events: [Event]) -> [ControllerID] {
    let told = events.compactMap { if case .discarded(let id) = $0 { id } else { nil } }
    let gone = before.allIDs.subtracting(allIDs)
    let doubled = told.filter { id in told.count { $0 == id } > 1 }
    return gone.subtracting(told).sorted() + doubled + Set(told).subtracting(gone).sorted()
  }
}
