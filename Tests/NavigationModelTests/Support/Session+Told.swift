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

  /// What is presented now and was not was told, and the reverse, each once.
  func untold(since before: Session, told events: [Event]) -> [ControllerID] {
    let (old, new) = (before.presentedIDs, presentedIDs)
    let came = events.compactMap { if case .presented(let id, _, _) = $0 { id } else { nil } }
    let went = events.compactMap { if case .dismissed(let id) = $0 { id } else { nil } }
    let isTold = came.sorted() == new.subtracting(old).sorted() && went.sorted() == old.subtracting(new).sorted()
    return isTold ? [] : came + went + old.symmetricDifference(new)
  }

  /// Every screen that came on display was told to appear, every one that went to disappear, and no other.
  func unbalanced(since before: Session, told events: [Event]) -> [ControllerID] {
    let came = Set(visible.map(\.id)).subtracting(before.visible.map(\.id))
    let went = Set(before.visible.map(\.id)).subtracting(visible.map(\.id))
    var state: [ControllerID: Int] = [:]
    for event in events {
      switch event {
      case .viewDidAppear(let id, _): state[id, default: 0] += 1
      case .viewDidDisappear(let id, _): state[id, default: 0] -= 1
      default: break
      }
    }
    let isSwiping = before != before.withoutSwipe || self != withoutSwipe
    if isSwiping { return [] }
    return (came.union(went).union(state.keys)).filter { id in
      state[id, default: 0] != (came.contains(id) ? 1 : went.contains(id) ? -1 : 0)
    }.sorted()
  }
}
