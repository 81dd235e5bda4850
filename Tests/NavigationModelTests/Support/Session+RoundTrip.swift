import SeededRandom
import Testing

@testable import Navigation

extension Session {
  /// Whether nothing in it does as UIKit's own collapse and expansion do, which may change the tree (M11), and no presented
  /// tree may go with a column that is hidden on the way (D-423).
  var keepsPlace: Bool { !actsAsSystem && !presentsSplit && !endsPresentations }

  /// Collapse and expand, or expand and collapse, end where they began; a list that reappears may forget its row. The
  /// display mode is laid out anew, and which column of a column style is on top is proposed anew (M7).
  ///
  /// - Parameter steps: what changes the window, and changes it back.
  func requireRoundTrip(by steps: [Transition], _ story: () -> String) throws {
    var trip = self
    for step in steps { _ = try trip.apply(step) }
    try requirePlace(of: trip, story)
  }

  /// The same of a trip that was made.
  func requirePlace(of trip: Session, _ story: () -> String) throws {
    let session = self
    let horizontal = environment.horizontal
    if session.keepsDetailsApart {
      try #require(trip.allIDs == session.allIDs, "a round trip lost something after \(story())")
      return
    }
    try #require(trip.parkedMarks == session.parkedMarks, "another place where parked details begin after \(story())")
    let isMarked = session.root.split?.isCollapsed ?? true
    var (expected, got) = (session.withoutSwipe.sketchOfColumns, trip.sketchOfColumns)
    if !isMarked { (expected, got) = (expected.withoutMarks, got.withoutMarks) }
    if session.isScrolling {
      // Another width settles the scroll, after which a list may appear again (SYS4-20).
      return try #require(got.settled == expected.settled, "a round trip lost something after \(story())")
    }
    let wasHidden =
      session.root.split.map { !$0.isCollapsed && !$0.displayMode.visibleColumns($0.style).contains(.primary) } ?? false
    let startsCollapsed = session.root.split?.isCollapsed ?? (horizontal == .compact)
    let alwaysClears = session.everyPresent.contains { $0.screen?.clearsSelectionOnAppear == .always }
    let mayClear =
      alwaysClears || wasHidden || startsCollapsed || session.root.split.map { $0.style != .classic } ?? false
    if mayClear || expected.contains(" ^") {
      // A list that reappears collapsed on one of the two ways clears its selection (LS-3), and so does one presented
      // over a column that appears and disappears, which has no enclosing split view (PR-9), and one below a sheet that
      // covers it in one of the windows alone (PR-3).
      try #require(got.withoutSelections == expected.withoutSelections, "a round trip lost something after \(story())")
    } else {
      try #require(got == expected, "a round trip lost something after \(story())")
    }
  }

  /// With `replaceDetails`, a collapse, a `showDetail` and an expansion give the tree of that `showDetail` (D-144). Not
  /// where UIKit decides: without `moveAboveRoot`, for a tab without a stack, and with `flattenOnCollapse`.
  func requireDetailsReplaced(_ story: () -> String) throws {
    guard let split = root.split, !split.isCollapsed, split.delegate.onShowDetail == .replaceDetails,
      split.delegate.onSeparate == .moveAboveRoot, !split.delegate.flattenOnCollapse, !split.delegate.hasWaiting,
      split.primary?.detailTarget != nil
    else { return }
    for tree in [.screen("replacing"), Controller.stack("replaces", .screen("replacing"))] {
      let detail = Transition(.showDetail(.new(tree), from: root.id), confirm: true)
      let horizontal = environment.horizontal
      var (shown, trip) = (self, self)
      _ = try shown.apply(detail)
      for step in [.forced(.compact), detail, .forced(horizontal)] { _ = try trip.apply(step) }
      let (expected, got) = (shown.withoutSwipe.sketchOfColumns, trip.sketchOfColumns)
      try #require(
        got.withoutMarks.withoutSelections == expected.withoutMarks.withoutSelections,
        "another tree than that of showDetail after \(story())")
    }
  }

  /// The selection of another tab in the group that is selected, and back, is as nothing (D-445), and a back takes the top
  /// alone (D-448).
  func requireTabsReturn(_ random: inout Seeded, _ story: () -> String) throws {
    guard root.summary.namesTabs, !environment.isInBackground else { return }
    for id in root.barsWithTabNames {
      guard let bar = root.find(id)?.tabBar, let node = bar.selected.node?.value, node.isManaged else { continue }
      let others = bar.sections.map(\.id).filter { node.path(to: $0) != nil && $0 != bar.selectedTab }
      guard let other = others.randomElement(using: &random) else { continue }
      var trip = withoutSwipe
      _ = try trip.apply(Transition(.selectTab(other)))
      guard trip.root.find(id)?.tabBar?.selectedTab != bar.selectedTab else { continue }
      _ = try trip.apply(Transition(.selectTab(bar.selectedTab)))
      let now = trip.root.find(id)?.tabBar?.selected
      let (before, after) = (bar.selected.child.stack?.children.map(\.id), now?.child.stack?.children.map(\.id))
      try #require(before == after, "\(other) and back: \(trip.sketch) after \(story())")
      var back = withoutSwipe
      guard try back.apply(.pop(1, from: bar.selected.child.id)).outcome.handled else { continue }
      let popped = back.root.find(id)?.tabBar?.selected.child.stack?.children.map(\.id)
      try #require(popped == before?.dropLast(), "a back went forward: \(back.sketch) after \(story())")
    }
  }

  /// Where the details begin that are parked on the tabs that are not selected, of an expanded split view whose details
  /// follow their tab.
  fileprivate var parkedMarks: [ControllerID: Int] {
    guard let split = root.split, split.style == .classic, !split.isCollapsed, split.delegate.onTabSwitch == .followTab,
      let tabBar = split.primary?.tabBar
    else { return [:] }
    let parked = tabBar.tabs.filter { $0.child.id != tabBar.selected.child.id && $0.child.stack?.hasDetails == true }
    return Dictionary(uniqueKeysWithValues: parked.map { ($0.child.id, $0.child.stack?.detailIndex ?? 1) })
  }

  private var endsPresentations: Bool { everyPresent.contains { $0.presented?.sender != nil } }

  /// A presented split view has UIKit's defaults, which may change its content (M11).
  fileprivate var presentsSplit: Bool {
    everyPresent.contains { $0.presented?.child.kind == .split }
  }

  /// Collapsed, with details that an expansion moves elsewhere: those saved beside the selected tab move to the column,
  /// from which the next collapse moves them onto the stack (D-36). Likewise those saved beside another tab whose own stack takes them at the next collapse (D-38), and those preserved because the tab selected at the time has no stack (SYS0-17).
  fileprivate var keepsDetailsApart: Bool {
    guard let split = root.split, let collapse = split.collapse else { return false }
    if split.delegate.onCollapse == .moveAbovePlaceholder, collapse.preserved.secondary?.stack?.above.isEmpty == false {
      return true
    }
    guard split.delegate.onTabSwitch == .saveAndRestore,
      let primary = split.primary, let tabBar = primary.tabBar ?? primary.stack?.root.tabBar
    else { return false }
    if split.primary?.kind == .tabBar, tabBar.tabs.contains(where: { !$0.savedDetails.isEmpty }) { return true }
    return !tabBar.selected.savedDetails.isEmpty
  }
}

extension String {
  fileprivate var withoutSelections: String { replacing(#/\(r\d\)/#, with: "") }
  /// Without the marks at which details begin: the next collapse sets them again, except the parked ones
  /// (`parkedMarks`).
  fileprivate var withoutMarks: String {
    replacing(#/ >>(?= \|| \{| \^|\]|\)|\}| \/|>|$)/#, with: "").replacing(" >> ", with: " > ")
  }
  fileprivate var settled: String { withoutSelections.replacing(#/ @-?[0-9.e-]+/#, with: "") }
}
