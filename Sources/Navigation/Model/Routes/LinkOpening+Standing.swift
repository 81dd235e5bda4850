/// What is in the session is brought.
extension LinkOpening {
  /// The screen of the topmost route, with its tree uncovered and its tabs and pages selected.
  mutating func reachAnchor() throws(Stop) -> ControllerID {
    if let anchor = locations(of: 0).first {
      var (depth, last) = (0, anchor.id)
      while let over = presented(over: last, after: depth) {
        (depth, last) = over
        kept = last
      }
      try reveal(anchor.id)
      return anchor.id
    }
    let part = target.chain[0]
    guard case .present(let style, let replaces, let end)? = part.route.opening?[session.environment.horizontal],
      let presenter = session.display.last
    else { throw .rejected(.noTarget(.route(part.route.name))) }
    return try present(0, style, from: replaces ? nil : presenter.id, end)
  }

  /// Brings the deepest of some parts that stands beside the screen of the one before them, else that.
  mutating func bringDeepest(of parts: Range<Int>, over anchor: ControllerID) throws(Stop) -> (Int, ControllerID) {
    for index in parts.reversed() {
      guard let place = location(of: anchor), let location = locations(of: index).first(where: { $0.isBeside(place) })
      else { continue }
      if try bring(location.id, from: anchor, through: parts.lowerBound...index) { return (index, location.id) }
    }
    _ = try bring(anchor, from: anchor, through: parts.lowerBound...parts.lowerBound)
    return (parts.lowerBound - 1, anchor)
  }

  /// Uncovers the tree of a screen, and selects its tabs and pages, outermost first.
  mutating func reveal(_ id: ControllerID) throws(Stop) {
    for _ in 0..<Self.attempts {
      guard let location = location(of: id), let action = uncover(location) ?? select(location) else { return }
      guard try perform(action) else { return }
    }
  }

  /// Dismisses what is presented over the whole window, and settles the pages.
  mutating func uncoverOnDisplay(_ id: ControllerID) throws(Stop) {
    for _ in 0..<Self.attempts {
      guard !session.display.restingLeaves.contains(where: { $0.id == id }), let location = location(of: id),
        let action = uncover(location, by: \.coversWindow) ?? select(location), try perform(action)
      else { return }
    }
  }

  /// Dismisses what is presented on display and does not contain it, by the lowest presenter.
  private func uncover(_ location: ScreenLocation, by matches: (Controller) -> Bool = { _ in true }) -> Transition
    .Action?
  {
    guard session.root.summary.holdsPresented else { return nil }
    let location = kept.flatMap { self.location(of: $0) } ?? location
    return session.display.presenters.first { presenter in
      matches(presenter) && !location.holds.contains { $0.holding == .presented && $0.holder.id == presenter.id }
    }.map { .dismiss($0.id) }
  }

  private func select(_ location: ScreenLocation) -> Transition.Action? {
    for hold in location.holds where hold.holding != .presented {
      switch hold.holder.node {
      case .tabBar(let bar) where hold.holding == .preserved:
        if let keeper = bar.value.keeper(of: hold.held.id) { return .selectTab(keeper) }
      case .tabBar(let bar) where bar.value.selected.child.id != hold.held.id:
        return .selectTab(bar.value.tabs.first { $0.child.id == hold.held.id }?.selectedID ?? hold.held.id)
      case .topTabs(let topTabs) where !topTabs.value.isSettled(on: topTabs.value.index(of: hold.held.id) ?? 0):
        return .setTopTabs(topTabs: hold.holder.id, TopTabsUpdate { $0.currentPage = hold.held.id })
      case .tabBar, .topTabs, .screen, .stack, .split: break
      }
    }
    return nil
  }

  /// Brings a screen on top of its stacks, and what hides it back; false where the session cannot show it again.
  ///
  /// - Parameter parts: those of the chain after the anchor, up to that of the screen.
  mutating func bring(_ id: ControllerID, from anchor: ControllerID, through parts: ClosedRange<Int>)
    throws(Stop)
    -> Bool
  {
    let start = self
    for _ in 0..<Self.attempts {
      guard let location = location(of: id) else { break }
      let brought = select(location) ?? reopen(location, over: anchor, parts: parts) ?? pop(to: location)
      guard let action = brought ?? uncover(location) else { return true }
      do throws(Stop) { if try perform(action) { continue } } catch {
        if case .blocked = error { throw error }
      }
      break
    }
    self = start
    return false
  }

  /// Shows what a collapsed split view preserves, or a tab saves (D-67 to D-70).
  private func reopen(_ location: ScreenLocation, over anchor: ControllerID, parts: ClosedRange<Int>) -> Transition
    .Action?
  {
    guard let hold = location.holds.first(where: { $0.holding == .preserved }) else { return nil }
    if let split = hold.holder.split, split.style != .classic,
      let column = split.style.columns.first(where: { split.collapse?.preserved[$0]?.id == hold.held.id })
    {
      return .showColumn(column, split: hold.holder.id)
    }
    let isDetail = parts.contains {
      target.chain.indices.contains($0) && opening(of: $0, from: anchor) == .detail
    }
    if isDetail { return .showDetail(.existing(location.id), from: anchor) }
    return .push(.existing(location.id), stack: session.innermost(.stack, around: anchor))
  }

  /// Pops to the member of the outermost stack that it is below the top of.
  private func pop(to location: ScreenLocation) -> Transition.Action? {
    let covered = location.holds.first { hold in
      hold.holding == .child && hold.holder.stack.map { $0.top.id != hold.held.id } == true
    }
    return covered.map { .popTo($0.held.id) }
  }
}
