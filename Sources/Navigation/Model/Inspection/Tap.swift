/// A control in a user's reach, or a gesture: its action and its name.
package enum Tap: Hashable, Sendable {
  case tab(ControllerID, title: String, badge: String?, isSelected: Bool)
  case page(ControllerID, topTabs: ControllerID, title: String, isSelected: Bool)
  /// The stack that goes back; the title is nil where the previous screen has none.
  case back(ControllerID, title: String?)
  /// A screen with its own left bar button.
  case leftBarButton(of: ControllerID, title: String)
  /// A button that an app's routes offer on a screen (D-262, D-401).
  case offer(OfferedTap)
  case displayMode(split: ControllerID, shows: Bool)
  /// The button that turns a tab bar into its sidebar and back.
  case sidebar(tabBar: ControllerID, shows: Bool)
  case cancelSearch(tabBar: ControllerID)
  case secondaryOnly(split: ControllerID, shows: Bool)
  case dimmed(split: ControllerID)
  /// The title is nil for a row drawn as lines; `opens` is what an app's routes open by the row (D-401).
  case row(list: ControllerID, row: String, title: String?, isSelected: Bool, opens: OfferedTap? = nil)
  /// The presenter of a sheet.
  case swipeDown(ControllerID)
  /// The presenter of a sheet, and the detent.
  case dragSheet(ControllerID, to: String)
  /// The presenter of a popover.
  case tapOutside(ControllerID)
  /// The stack that goes back by a swipe alone (D-436).
  case swipeBack(ControllerID)
  /// From an edge of a split view.
  case swipe(HorizontalEdge, split: ControllerID, shows: Bool)

  /// One or more, posted as a batch (D-365).
  package var transitions: [Transition] {
    switch self {
    case .offer(let offer): offer.transitions
    case .row(_, _, _, _, let opens?): opens.transitions
    case .row(let list, let row, _, _, nil): [Transition(.selectRow(list, row: row))]
    case .tab, .page, .back, .leftBarButton, .displayMode, .secondaryOnly, .dimmed, .swipeDown, .dragSheet, .tapOutside,
      .swipeBack, .swipe, .sidebar, .cancelSearch:
      control.map { [Transition($0)] } ?? []
    }
  }

  /// What it does, but for a row and an offer.
  private var control: Transition.Action? {
    switch self {
    case .offer, .row: nil
    case .tab(let tab, _, _, _): .tapTab(tab)
    case .page(let page, let topTabs, _, _): .tapTitle(page: page, topTabs: topTabs)
    case .back(let stack, _): .back(stack: stack, phase: nil)
    case .leftBarButton(let screen, _): .tapLeftBarButton(screen)
    case .displayMode(let split, _): .tapDisplayModeButton(split: split)
    case .sidebar(let tabBar, _): .tapSidebarButton(tabBar: tabBar)
    case .cancelSearch(let tabBar): .cancelSearch(tabBar: tabBar)
    case .secondaryOnly(let split, _): .tapSecondaryOnlyButton(split: split)
    case .dimmed(let split): .tapDimmedSecondary(split: split)
    case .swipeDown(let presenter): .swipeDown(presenter)
    case .dragSheet(let presenter, let detent): .dragSheet(presenter, to: detent)
    case .tapOutside(let presenter): .tapOutside(presenter)
    case .swipeBack(let stack): .back(stack: stack, by: .edge)
    case .swipe(let edge, let split, _): .swipe(edge, split: split)
    }
  }

  /// Whether a user has to know it, since no control says so.
  package var isGesture: Bool {
    switch self {
    case .tab, .page, .back, .leftBarButton, .offer, .displayMode, .secondaryOnly, .dimmed, .row: false
    case .sidebar, .cancelSearch: false
    case .swipeDown, .dragSheet, .tapOutside, .swipeBack, .swipe: true
    }
  }

  /// Whether what an app's routes open by it is refused as things stand.
  package var isDimmed: Bool {
    switch self {
    case .offer(let offer), .row(_, _, _, _, let offer?): offer.isDimmed
    case .tab, .page, .back, .leftBarButton, .displayMode, .secondaryOnly, .dimmed, .row, .swipeDown, .dragSheet,
      .tapOutside, .swipeBack, .swipe, .sidebar, .cancelSearch:
      false
    }
  }

  func isDisplayMode(of id: ControllerID) -> Bool { if case .displayMode(id, _) = self { true } else { false } }

  func isSecondaryOnly(of id: ControllerID) -> Bool { if case .secondaryOnly(id, _) = self { true } else { false } }

  /// Its name: a key, which no badge and no selection changes (D-165).
  package var name: String {
    let (first, text, _, _) = parts
    return "\(first)\(text)"
  }

  /// What a tab's item says beside its title.
  var badge: String? { if case .tab(_, _, let badge, _) = self { badge } else { nil } }

  /// Whether the tab, the page or the row is the selected one.
  var isSelected: Bool {
    switch self {
    case .tab(_, _, _, let isSelected), .page(_, _, _, let isSelected), .row(_, _, _, let isSelected, _): isSelected
    case .back, .leftBarButton, .offer, .displayMode, .secondaryOnly, .dimmed, .swipeDown, .dragSheet, .tapOutside,
      .swipeBack, .swipe, .sidebar, .cancelSearch:
      false
    }
  }

  /// The name of a picture's element in parts, which saves concatenation for every row: the key, then what changes.
  package var parts: (StaticString, String, StaticString, String) {
    switch self {
    case .tab(_, let title, let badge, let isSelected):
      (
        "Tab ", title, badge == nil ? (isSelected ? ", selected" : "") : (isSelected ? ", selected, " : ", "),
        badge ?? ""
      )
    case .page(_, _, let title, let isSelected): ("Page ", title, isSelected ? ", selected" : "", "")
    case .back(_, let title): (title == nil ? "Back" : "Back to ", title ?? "", "", "")
    case .leftBarButton(_, let title): (title.isEmpty ? "Left button" : "", title, "", "")
    case .offer(let offer): ("", offer.title, "", offer.addition)
    case .displayMode(_, let shows): (shows ? "Show sidebar" : "Hide sidebar", "", "", "")
    case .sidebar(_, let shows): (shows ? "Show tab sidebar" : "Show tab bar", "", "", "")
    case .cancelSearch: ("Cancel search", "", "", "")
    case .secondaryOnly(_, let shows): (shows ? "Show sidebars" : "Show secondary only", "", "", "")
    case .dimmed: ("Close sidebar", "", "", "")
    case .row(_, let row, let title, let isSelected, let opens):
      ("Row ", title ?? row, isSelected ? ", selected" : "", opens?.addition ?? "")
    case .swipeDown, .tapOutside: ("Dismiss", "", "", "")
    case .swipeBack: ("Swipe back", "", "", "")
    case .dragSheet(_, let detent): ("Sheet to ", detent, "", "")
    case .swipe(_, _, let shows): (shows ? "Swipe to show sidebar" : "Swipe to hide sidebar", "", "", "")
    }
  }
}

/// A button of a navigation bar, or of the strip that replaces it in a column without one; its tap is nil out of reach.
package enum BarItem: Hashable, Sendable {
  /// The title is nil where the previous screen has none.
  case back(title: String?, Tap?)
  case displayMode(Tap?)
  case secondaryOnly(Tap?)
  /// A screen's own left button, or one that closes it by the app's routes.
  case left(String, Tap?)

  package var tap: Tap? {
    switch self {
    case .back(_, let tap), .displayMode(let tap), .secondaryOnly(let tap), .left(_, let tap): tap
    }
  }
}

/// What is drawn in a controller's bars.
extension Shown {
  /// Whether a user can operate its bars.
  package var canReachControls: Bool { !display.environment.isInBackground && !isAppearing && display.canReach(id) }

  /// Whether a user can operate it, a screen.
  package var canReachScreen: Bool {
    !display.environment.isInBackground && !isAppearing && display.canReach(leaf: id)
  }

  /// Whether it is right under a bar of its stack.
  package var hasBar: Bool {
    if case .stack(let stack)? = container?.controller.node { !stack.value.isNavigationBarHidden } else { false }
  }

  /// The items of a stack's bar over a page of it; nil without a bar. A nested stack has its own bar.
  package func barItems(over page: Shown) -> [BarItem]? {
    guard case .stack(let box) = controller.node, page.controller.kind != .stack, !box.value.isNavigationBarHidden
    else { return nil }
    var stack = box.value
    if page.isAppearing, !isAppearing { _ = stack.truncate(to: stack.count - 1) }
    var items = itemsOfColumn
    let outer = outer
    let back = BackButton(of: stack, outer: outer?.below, allowsReturnToPlaceholder: !forbidsPlaceholder)
    if back.isVisible {
      let tap = Tap.back(
        stack.above.isEmpty ? outer?.stack ?? id : id, title: back.title == BackButton.plainTitle ? nil : back.title)
      items.append(.back(title: back.title, !page.isAppearing && canReachControls ? tap : nil))
    }
    if let left = page.controller.screen?.leftBarButton {
      items.append(.left(left, page.canReachScreen ? .leftBarButton(of: page.id, title: left) : nil))
    }
    return items
  }

  /// The items that split views around it put into the first bar of its column.
  package var itemsOfColumn: [BarItem] {
    guard let container else { return [] }
    switch container.controller.node {
    case .screen, .topTabs: return []
    case .tabBar: return container.itemsOfColumn
    case .stack(let stack):
      return controller.kind == .stack || stack.value.isNavigationBarHidden ? container.itemsOfColumn : []
    case .split(let split):
      guard let column, !split.value.isCollapsed else { return container.itemsOfColumn }
      return container.items(of: column)
    }
  }

  /// The items in a column of an expanded split view: the display mode button in the secondary of a classic split view,
  /// and in the sidebar of a column style (DM-10 to DM-12).
  package func items(of column: Column) -> [BarItem] {
    guard case .split(let box) = controller.node else { return [] }
    let split = box.value
    let (columns, isDimmed) = (split.visibleColumns, split.displayMode.dimsSecondary)
    var items = column == columns.first ? itemsOfColumn : []
    let buttonColumn = split.style == .classic && !isDimmed ? columns.last : columns.first
    if column == buttonColumn, let target = split.displayModeButtonTarget(in: split.room(in: display.environment)) {
      let shows = target.visibleColumns(split.style).count > columns.count
      items.append(.displayMode(canReachControls ? .displayMode(split: id, shows: shows) : nil))
    }
    if column == .secondary, split.style == .tripleColumn, split.preferences.showsSecondaryOnlyButton {
      let tap = Tap.secondaryOnly(split: id, shows: split.displayMode == .secondaryOnly)
      items.append(.secondaryOnly(!isDimmed && canReachControls ? tap : nil))
    }
    return items
  }

  /// Of a nested stack: the stack around it, and the controller below it there, for its back button (NV-17).
  private var outer: (stack: ControllerID, below: Controller)? {
    guard let container, case .stack(let stack) = container.controller.node else { return nil }
    return stack.value.below(id).map { (container.id, $0) } ?? container.outer
  }

  /// Whether the app of its split view allows no return to the placeholder (SYS0-3).
  private var forbidsPlaceholder: Bool {
    guard let container, case .split(let split) = container.controller.node else { return false }
    return !split.value.delegate.allowsReturnToPlaceholder
  }

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
