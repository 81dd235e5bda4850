/// The controls in a user's reach: bars before their content, leading to trailing, the lower layer first.
///
/// Rows are left out: which of them are drawn depends on the room, which a picture alone knows.
extension Display {
  package var taps: [Tap] {
    var taps: [Tap] = []
    if environment.isInBackground { return taps }
    for tree in trees where !tree.isGone {
      if let dismissal = tree.dismissal { taps.append(dismissal) }
      if let grabber = tree.grabber { taps.append(grabber) }
      add(tree, to: &taps)
    }
    return taps
  }

  /// The gestures in a user's reach: those from the edges of split views, what drags or dismisses a presented tree, then
  /// the swipe back where no button does the same (D-436).
  package var gestures: [Tap] {
    if environment.isInBackground { return [] }
    let presented = trees.filter { !$0.isGone }
    let back = backTarget() == nil ? backTarget(by: .edge) : nil
    return entries.indices.flatMap { Shown(self, $0).swipes } + presented.flatMap(\.drags)
      + presented.compactMap(\.dismissal) + (back.map { [.swipeBack($0)] } ?? [])
  }

  private func add(_ shown: Shown, to taps: inout [Tap]) {
    if shown.isBare || shown.isAppearing || !shown.isInView { return }
    let children = shown.children
    switch shown.controller.node {
    case .screen: taps += shown.itemsOfColumn.compactMap(\.tap)
    case .stack: if let top = children.first { taps += shown.barItems(over: top)?.compactMap(\.tap) ?? [] }
    case .tabBar(let tabBar):
      if let shows = shown.sidebarButton { taps.append(.sidebar(tabBar: shown.id, shows: shows)) }
      if shown.bar == .sidebar {
        taps += shown.sidebarRows.compactMap(\.tap)
      } else if shown.canReachControls {
        taps += shown.tabs?.inBar.map(tabBar.value.tap(on:)) ?? []
      }
      if tabBar.value.form.isSearching, shown.canReachControls { taps.append(.cancelSearch(tabBar: shown.id)) }
    case .topTabs(let topTabs):
      taps += shown.itemsOfColumn.compactMap(\.tap)
      taps += topTabs.value.pages.indices.compactMap(shown.tap(onPage:))
    case .split(let split): return add(columnsOf: split.value, shown, children, to: &taps)
    }
    for child in children { add(child, to: &taps) }
  }

  private func add(columnsOf split: Split, _ shown: Shown, _ children: [Shown], to taps: inout [Tap]) {
    if split.isCollapsed { return children.forEach { add($0, to: &taps) } }
    for column in split.columnsInOrder {
      if let content = children.first(where: { $0.column == column }) {
        add(content, to: &taps)
      } else {
        taps += shown.items(of: column).compactMap(\.tap)
      }
      if column == .secondary, let tap = shown.tapOnDimmed { taps.append(tap) }
    }
  }
}

extension Shown {
  /// The tabs in the bar or the sidebar of a tab bar, and those that More hides; nil without a bar.
  package var tabs: (inBar: ArraySlice<Int>, behindMore: ArraySlice<Int>)? {
    guard case .tabBar(let tabBar) = controller.node, bar != BarPlace.none else { return nil }
    let items = tabBar.value.items(in: traits)
    return items.inBar.isEmpty && items.behindMore.isEmpty ? nil : items
  }

  /// The rows of its sidebar, each with its tap; nil out of reach, and for a header that selects nothing (TG-2).
  package var sidebarRows: [(section: TabBar.Section, tap: Tap?)] {
    guard case .tabBar(let tabBar) = controller.node else { return [] }
    let canReach = canReachControls
    return tabBar.value.sections(in: traits).map { row in
      let tap = Tap.tab(row.id, title: row.title, badge: row.badge, isSelected: row.isSelected)
      return (row, canReach && row.isDestination ? tap : nil)
    }
  }

  /// What a tap on the button of its sidebar does, shows it or hides it; nil where it has no button in reach (TG-4).
  package var sidebarButton: Bool? {
    guard case .tabBar(let tabBar) = controller.node, tabBar.value.reportsBar, let bar, bar != BarPlace.none,
      tabBar.value.isSidebarAvailable(in: traits), canReachControls
    else { return nil }
    return bar != .sidebar
  }

  /// The tap on the title of a page; nil out of reach, and where the page is settled.
  package func tap(onPage index: Int) -> Tap? {
    guard case .topTabs(let topTabs) = controller.node, !topTabs.value.isTabControlHidden,
      !topTabs.value.isSettled(on: index), canReachControls
    else { return nil }
    let page = topTabs.value.pages[index]
    return .page(
      page.child.id, topTabs: id, title: page.title, isSelected: index == topTabs.value.mostVisibleIndex)
  }

  /// The gesture that dismisses it, a presented root in front; nil without one (D-83).
  package var dismissal: Tap? {
    guard let presenter, !display.environment.isInBackground, display.isInFront(id) else { return nil }
    switch adaptedStyle {
    case .pageSheet, .formSheet: return .swipeDown(presenter.id)
    case .popover: return .tapOutside(presenter.id)
    case nil, .automatic, .fullScreen, .overFullScreen, .currentContext, .overCurrentContext: return nil
    }
  }

  /// The drags of a sheet in front to its other detents, from the lowest to the highest (D-503).
  fileprivate var drags: [Tap] {
    guard let presenter, let sheet = presenter.controller.presentation.sheet, adaptedStyle?.isSheet == true,
      !display.environment.isInBackground, display.isInFront(id)
    else { return [] }
    let height = display.environment.vertical
    return sheet.activeDetents(at: height).filter { $0 != sheet.detent(at: height) }.map {
      .dragSheet(presenter.id, to: $0.id)
    }
  }

  /// The tap on its grabber: to the next higher detent, from the highest to the lowest; nil where there is no other.
  package var grabber: Tap? {
    let (drags, height) = (drags, display.environment.vertical)
    guard !drags.isEmpty, let sheet = presenter?.controller.presentation.sheet else { return nil }
    // The drags leave out the present one, in whose place the next one is.
    let current = sheet.activeDetents(at: height).firstIndex(of: sheet.detent(at: height)) ?? 0
    return drags[current % drags.count]
  }

  /// What a presented root points at or is centred over, which need not be on display (D-508).
  package var source: ControllerID? { presenter?.controller.presentation.sheet?.source }

  /// Where a presented root stands as a sheet (PR-14).
  package var detent: Detent? { presenter?.controller.presentation.detent(in: display.environment) }

  /// Whether a presented root is a sheet that leaves what lies beneath undimmed (PR-15).
  package var isUndimmedSheet: Bool {
    presenter?.controller.presentation.isDimmed(in: display.environment) == false
  }

  /// The swipes from the edges of a split view that change its mode, as far as no pages take them (DM-14, D-260).
  fileprivate var swipes: [Tap] {
    guard case .split(let box) = controller.node, !box.value.isCollapsed,
      box.value.preferencesInForce.presentsWithGesture, display.canReach(id)
    else { return [] }
    let split = box.value
    let (room, primaryEdge) = (split.room(in: display.environment), split.preferences.primaryEdge)
    return [primaryEdge, primaryEdge.opposite].filter { edge in
      split.swipeTarget(in: room, reveals: edge == primaryEdge) != nil
        && display.pagesTaking(edge, inside: id) == nil
    }.map { .swipe($0, split: id, shows: $0 == primaryEdge) }
  }

  /// The tap on the dimmed secondary of a split view (DM-13).
  package var tapOnDimmed: Tap? {
    guard case .split(let split) = controller.node, split.value.displayMode.dimsSecondary, canReachControls else {
      return nil
    }
    return .dimmed(split: id)
  }
}

extension TabBar {
  /// The tap on a tab.
  package func tap(on index: Int) -> Tap {
    let tab = tabs[index]
    return .tab(tab.id, title: tab.shownTitle, badge: tab.badge, isSelected: index == selectedIndex)
  }
}

extension Tab {
  /// The title that a tab's item shows.
  package var shownTitle: String { title ?? id.description }
}

extension Controller {
  /// Whether a pushed screen asks for it (NV-14).
  package var hidesBottomBar: Bool {
    guard case .stack(let stack) = node else { return false }
    return stack.value.hidesBottomBar
  }
}
