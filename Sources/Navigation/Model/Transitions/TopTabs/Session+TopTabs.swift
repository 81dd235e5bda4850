/// Pages that a swipe changes, and the events of a new page (SYS4).
extension Session {
  /// A swipe over the innermost pages on display, if they take it: to the next page in that direction, or only a bounce
  /// (SYS4-22 to SYS4-24).
  mutating func swipePages(_ edge: HorizontalEdge, inside split: ControllerID?, _ recorder: inout EventRecorder)
    -> Outcome?
  {
    let display = display
    guard let last = display.lastReachable,
      split.map({ id in last.holders.contains { $0.id == id } }) ?? true,
      let id = display.innermostReachable(.topTabs), let topTabs = root.find(id)?.topTabs, topTabs.takesPan(over: edge)
    else { return nil }
    updateTopTabs(id, &recorder) { $0.settle(on: $0.currentIndex + (edge == .leading ? -1 : 1)) }
    recorder.animated = true
    return Outcome(takenBy: id)
  }

  /// Changes the container, and adds an event for a new current page.
  mutating func updateTopTabs(_ id: ControllerID, _ recorder: inout EventRecorder, _ change: (inout TopTabs) -> Void) {
    let event = root.update(id) { controller -> Event? in
      guard case .topTabs(var topTabs) = controller.content else { return nil }
      let old = topTabs.currentPage
      change(&topTabs)
      controller.content = .topTabs(topTabs)
      return old == topTabs.currentPage ? nil : .pageChanged(topTabs: id, from: old, to: topTabs.currentPage)
    }
    if let event = event ?? nil { recorder.add(event, to: .changes) }
  }
}
