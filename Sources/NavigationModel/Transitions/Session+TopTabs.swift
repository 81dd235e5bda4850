/// The family Top tabs: pages changed by scrolls or title taps (SYS4).
extension Session {
  /// A user's tap on a title settles on the page at once (SYS4-9).
  ///
  /// Throws `notOnDisplay` where the control is covered or hidden, `notInStack` for a page of another container.
  mutating func tapTitle(of page: ControllerID, in given: ControllerID?, _ recorder: inout EventRecorder)
    throws(Rejection)
    -> Outcome
  {
    if let given { _ = try resolve(given, .topTabs) }
    let (topTabs, index) = try topTabs(holding: page)
    guard topTabs.id == given ?? topTabs.id else { throw .notInStack(page) }
    guard display.canReach(topTabs.id), !topTabs.value.isTabControlHidden else { throw .notOnDisplay(topTabs.id) }
    updateTopTabs(topTabs.id, &recorder) { $0.settle(on: index) }
    recorder.animated = true
    return Outcome()
  }

  /// A user's scroll. Its end settles on the most visible page (SYS4-17, SYS4-19 as decided).
  ///
  /// Not handled outwards at an edge without bounce (SYS4-23, SYS4-24); a scroll from elsewhere stops there (D-123).
  /// Throws `notOnDisplay`.
  mutating func scroll(
    _ given: ControllerID?, to contentOffset: Double, _ phase: Transition.ScrollPhase, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    let id = try resolve(given, .topTabs)
    guard display.canReach(id) else { throw .notOnDisplay(id) }
    guard let topTabs = root.find(id)?.topTabs, topTabs.beginsScroll(to: contentOffset) else {
      return Outcome(handled: false)
    }
    updateTopTabs(id, &recorder) { topTabs in
      topTabs.scroll(to: contentOffset)
      switch phase {
      case .dragging, .decelerating: break
      case .ended: topTabs.settle(on: topTabs.mostVisibleIndex)
      }
    }
    recorder.animated = true
    return Outcome()
  }

  /// Replaces the pages. Omitted ones are discarded (SYS4-1); the current page is the same child, else at the same
  /// index, clamped.
  ///
  /// Throws `emptyContainer` without pages.
  mutating func setPages(
    of given: ControllerID?, to descriptions: [Transition.PageDescription], _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    let id = try resolve(given, .topTabs)
    let old = root.find(id)?.topTabs?.pages.map(\.child) ?? []
    let children = try resolve(descriptions.map(\.child), from: old, in: id, .container, &recorder)
    let pages = zip(descriptions, children).map { Page(title: $0.title, child: $1) }
    var isReplaced = false
    updateTopTabs(id, &recorder) { isReplaced = $0.replacePages(with: pages) }
    guard isReplaced else { throw .emptyContainer(id) }
    return Outcome()
  }

  /// Changes the settings programmatically, on display or not. A new current page settles; without bounce an overscroll
  /// ends.
  ///
  /// Throws `noSuchController` or `notInStack` where `currentPage` is not in the container.
  mutating func setTopTabs(_ given: ControllerID?, _ update: TopTabsUpdate, _ recorder: inout EventRecorder)
    throws(Rejection)
    -> Outcome
  {
    let id = try resolve(given, .topTabs)
    var index: Int?
    if let page = update.currentPage {
      index = root.find(id)?.topTabs?.index(of: page)
      if index == nil { throw root.locateInSession(page) == nil ? .noSuchController(page) : .notInStack(page) }
    }
    updateTopTabs(id, &recorder) { $0.take(update) }
    recorder.animated = index != nil
    return Outcome()
  }

  /// A swipe over the innermost pages on display, if they take it: to the next page in that direction, or only a bounce
  /// (SYS4-22 to SYS4-24).
  mutating func swipePages(_ edge: HorizontalEdge, inside split: ControllerID?, _ recorder: inout EventRecorder)
    -> Outcome?
  {
    let display = display
    defer { withExtendedLifetime(display) {} }
    guard let last = display.last,
      split.map({ id in display.containers(around: last).contains { $0.id == id } }) ?? true,
      let id = display.innermost(.topTabs), let topTabs = root.find(id)?.topTabs, topTabs.takesPan(over: edge)
    else { return nil }
    updateTopTabs(id, &recorder) { $0.settle(on: $0.currentIndex + (edge == .leading ? -1 : 1)) }
    recorder.animated = true
    return Outcome(takenBy: id)
  }

  private func topTabs(holding page: ControllerID) throws(Rejection) -> (KeptContent<TopTabs>, index: Int) {
    guard let location = root.locateInSession(page) else { throw .noSuchController(page) }
    guard case .topTabs(let topTabs)? = location.parent?.node, let index = topTabs.value.index(of: page) else {
      throw .wrongKind(page, expected: .topTabs)
    }
    return (topTabs, index)
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

extension TopTabs {
  /// Applies the given values; ignores a page of another container.
  mutating func take(_ update: TopTabsUpdate) {
    if let isHidden = update.isTabControlHidden { isTabControlHidden = isHidden }
    if let bounces = update.bounces { self.bounces = bounces }
    if let edges = update.allowedBounceEdges { allowedBounceEdges = edges }
    if let appearance = update.pageAppearance { pageAppearance = appearance }
    if let index = update.currentPage.flatMap(index(of:)) { settle(on: index) }
  }

  /// Whether this container handles a pan to this offset. Parsers already reject non-finite offsets.
  fileprivate func beginsScroll(to contentOffset: Double) -> Bool {
    guard contentOffset.isFinite else { return false }
    return edge(beyond: contentOffset).map(takesPan(over:)) ?? true
  }
}
