/// Pages that a swipe changes, and the events of a new page (SYS4).
extension Session {
  /// A swipe over the innermost pages on display, if they take it: to the next page in that direction, or only a bounce
  /// (SYS4-22 to SYS4-24).
  mutating func swipePages(_ edge: HorizontalEdge, inside split: ControllerID?, _ recorder: inout EventRecorder)
    -> Outcome?
  {
    guard let id = display.pagesTaking(edge, inside: split) else { return nil }
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

extension Display {
  /// The pages that take a swipe over the window, or over a split view; nil where they leave it to others (SYS4-22).
  func pagesTaking(_ edge: HorizontalEdge, inside split: ControllerID?) -> ControllerID? {
    guard let last = split.map({ lastReachable(in: $0) }) ?? lastReachable, let pages = last.innermost(.topTabs),
      pages.topTabs?.takesPan(over: edge) == true
    else { return nil }
    return pages.id
  }
}
