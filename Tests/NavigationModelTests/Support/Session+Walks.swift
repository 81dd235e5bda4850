import SeededRandom
import Testing

@testable import Navigation

extension Session {
  /// Every id in the session, kept ones included.
  var allIDs: Set<ControllerID> {
    var ids: Set<ControllerID> = []
    root.forEachController { ids.insert($0.id) }
    return ids
  }

  /// Every controller, kept ones and answers that wait included.
  var everyController: [Controller] {
    var entries: [Controller] = []
    root.forEachController { entries.append($0) }
    return entries
  }

  /// Every controller but the answers that wait: those that are in the session.
  var everyPresent: [Controller] { root.everyPresent }

  /// The session after a swipe is cancelled.
  var withoutSwipe: Session {
    var session = self
    _ = session.cancelInteractiveBack()
    return session
  }

  /// Something to do, more often than not something that can be done.
  func randomTransition(_ random: inout Seeded) -> Transition {
    var draw = RandomDraw(self, random)
    defer { random = draw.random }
    let action = draw.action(Transition.Action.random(in: draw.kinds, &draw.random))
    // Mostly confirmed, so that a screen that blocks its removal does not hold up the whole walk.
    return Transition(
      action, animated: [nil, nil, true, false].randomElement(using: &draw.random) ?? nil,
      confirm: draw.chance(3, of: 4))
  }

  /// A batch of transitions that cancel each other out.
  func cancellingBatch(_ random: inout Seeded) -> [Transition] {
    var draw = RandomDraw(self, random)
    defer { random = draw.random }
    return draw.cancelling()
  }

  /// A batch after which a controller of the session is another one with its id.
  func replacingBatch(_ random: inout Seeded) -> [Transition] {
    var draw = RandomDraw(self, random)
    defer { random = draw.random }
    return draw.replacing()
  }

  /// The lists that have a selected row beside a placeholder which has appeared since `before` (SYS0-13).
  func selectedBesidePlaceholder(since before: Session) -> [ControllerID] {
    let (shown, then) = (display, before.display)
    return shown.leaves.filter { $0.controller.isPlaceholder && $0.stage == .appeared }.flatMap {
      leaf -> [ControllerID] in
      guard then.stage(of: leaf.controller).map({ $0 == .appearing }) ?? true,
        let split = leaf.innermost(.split)?.id,
        before.root.find(split)?.split?.isCollapsed == false
      else { return [] }
      return root.find(split)?.split?.selectedLists ?? []
    }
  }

  /// Some top tabs are between two pages, or on a page other than the current one.
  var isScrolling: Bool {
    var isScrolling = false
    root.forEachController { if $0.topTabs?.isAtRest == false { isScrolling = true } }
    return isScrolling
  }
}

extension Controller {
  /// The kinds in a tree.
  static func kinds(in tree: Controller) -> Set<Kind> {
    var kinds: Set<Kind> = []
    tree.forEachController { kinds.insert($0.kind) }
    return kinds
  }

  fileprivate var everyPresent: [Controller] {
    var entries = [self]
    forEachPresent { held, _ in entries += held.everyPresent }
    return entries
  }
}

extension Transition {
  /// Whether it gives the window another root.
  var replacesRoot: Bool { action.body is SetRoot }

  /// The list whose row sets the next column (D-154).
  var choosing: ControllerID? {
    guard let tap = action.body(as: TapRow.self), tap.opening == .column else { return nil }
    return tap.list
  }
}

/// The kinds that random walks draw.
extension Transition.Action {
  /// How often it is drawn: what moves screens and windows more than the rest.
  private var weight: Int {
    switch type {
    case "showDetail": 6
    case "push", "back", "show", "tapTab", "scroll", "present", "dismiss", "resize", "enterForeground": 4
    case "setMultitasking", "rotate", "setDevice", "fold", "setDisplayMode", "showColumn", "setSplit", "setTopTabs",
      "selectRow":
      3
    case "setRoot": 1
    default: 2
    }
  }

  /// What has to be in a session for it to do anything.
  private var needed: Controller.Kind? {
    switch type {
    case "setDisplayMode", "tapDisplayModeButton", "tapSecondaryOnlyButton", "tapDimmedSecondary", "swipe",
      "showColumn", "hideColumn", "setColumn", "setSplit":
      .split
    case "tapTab", "selectTab", "setTabs", "setBadge", "tapSidebarButton", "setSidebar", "setTabBar", "cancelSearch":
      .tabBar
    case "tapTitle", "scroll", "setPages", "setTopTabs": .topTabs
    default: nil
    }
  }

  /// Each as often as it is drawn where these kinds are in the session.
  private static let drawn: [Set<Controller.Kind>: [Transition.Action]] = {
    var drawn: [Set<Controller.Kind>: [Transition.Action]] = [:]
    for split in [true, false] {
      for tabBar in [true, false] {
        for topTabs in [true, false] {
          let kinds = Set(
            [split ? .split : nil, tabBar ? .tabBar : nil, topTabs ? .topTabs : nil].compactMap(\.self)
              as [Controller.Kind])
          drawn[kinds] = Transition.Action.kinds.filter { $0.canBeDrawn(in: kinds) }.flatMap {
            Array(repeating: $0, count: $0.weight)
          }
        }
      }
    }
    return drawn
  }()

  func canBeDrawn(in kinds: Set<Controller.Kind>) -> Bool { weight > 0 && (needed.map(kinds.contains) ?? true) }

  /// - Parameter kinds: those in the session.
  static func random(in kinds: Set<Controller.Kind>, _ random: inout some RandomNumberGenerator) -> Transition.Action {
    drawn[kinds.intersection([.split, .tabBar, .topTabs])]?.randomElement(using: &random) ?? .enterForeground
  }
}

extension Session {
  /// All states within `depth` transitions of this one.
  ///
  /// - Parameter step: the state after a transition, nil where it is refused; throws the fault of the step.
  func reachable(
    by letters: [Transition], depth: Int, step: (Session, Transition) throws -> Session?
  ) rethrows -> Set<Session> {
    var (seen, frontier): (Set<Session>, [Session]) = ([self], [self])
    for _ in 0..<depth {
      var next: [Session] = []
      for session in frontier {
        for letter in letters {
          if let later = try step(session, letter), seen.insert(later).inserted { next.append(later) }
        }
      }
      frontier = next
    }
    return seen
  }
}

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

extension Session {
  /// `return` twice is the same as once (D-152): what was opened is on top. Unless the second goes elsewhere, as from a
  /// sender that the first took off the page.
  func requireNothingAgain(
    _ transition: Transition, _ newcomer: Transition.Newcomer, since before: Session, _ story: () -> String
  ) throws {
    // A controller of the session is reopened where it is (D-65), which may be elsewhere.
    guard case .new(let controller) = newcomer, controller.lowest?.screen != nil else { return }
    if place(of: transition.action) != before.place(of: transition.action) { return }
    var twice = self
    guard let answer = try? twice.apply(transition) else { return }
    try #require(
      !answer.outcome.handled, "a second return is handled: \(transition) gives \(twice.sketch) after \(story())")
    try #require(twice == self, "a second return changes something after \(story())")
  }

  /// The page from which the newcomer is opened; nil where a presentation decides.
  private func place(of action: Transition.Action) -> ControllerID? {
    let place: ControllerID? =
      switch action.body {
      case let push as Transition.Push: try? resolve(push.stack, .stack)
      case let show as Transition.Show: try? resolveSender(show.sender).controller.id
      case let detail as Transition.ShowDetail: try? resolveSender(detail.sender).controller.id
      default: nil
      }
    return place.flatMap { page(of: $0)?.id }
  }
}

extension Transition.Action {
  /// The newcomer of a transition with `again: return`.
  var returning: Transition.Newcomer? {
    switch body {
    case let push as Transition.Push: push.again == .return ? push.newcomer : nil
    case let show as Transition.Show: show.again == .return ? show.newcomer : nil
    case let detail as Transition.ShowDetail: detail.again == .return ? detail.newcomer : nil
    case let tap as Transition.TapRow: tap.again == .return ? tap.newcomer : nil
    case let present as Transition.Present: present.again == .return ? present.newcomer : nil
    default: nil
    }
  }
}

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
