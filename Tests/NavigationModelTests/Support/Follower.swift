@testable import Navigation

/// A client that reads events only: its belief about a session is compared with the session.
///
/// Of an arriving container it knows the state in its tree; a split view is expanded and shows its secondary alone
/// until an event reports otherwise (M0, D-7).
struct Follower {
  private struct Standing: Hashable {
    var presenter: ControllerID
    var style: PresentationStyle
    var adapted: PresentationStyle
    /// Of a sheet, as the answer has it at first.
    var detent: String?
  }

  private var stages: [ControllerID: Shown.Stage] = [:]
  private var collapsed: [ControllerID: Bool] = [:]
  private var modes: [ControllerID: DisplayMode] = [:]
  private var tabs: [ControllerID: ControllerID] = [:]
  private var pages: [ControllerID: ControllerID] = [:]
  private var bars: [ControllerID: BarPlace] = [:]
  private var selections: [ControllerID: String?] = [:]
  private var presented: [ControllerID: Standing] = [:]
  /// The child of each stack's last `didShow`.
  private var shown: [ControllerID: ControllerID] = [:]
  /// The children of each `willShow` that no `didShow` has followed: of swipes that are not finished (NV-28).
  private var announced: [ControllerID: ControllerID] = [:]
  /// Each `didShow` without its `willShow`, and `willShow` without its `didShow`.
  private var unpaired: [String] = []

  /// A client that has read a session as it is.
  init(of session: Session) {
    for controller in session.everyPresent { learn(controller) }
    for leaf in session.display.leaves { stages[leaf.id] = leaf.stage }
    bars = Self.bars(in: session)
    presented = Self.presented(in: session)
  }

  /// A client that created the session: it has the answer and the events of the first appearance.
  init(appearing session: Session, reported events: [Event]) {
    for controller in session.everyPresent { learn(controller) }
    (presented, bars) = (Self.presented(in: session), Self.bars(in: session))
    follow(events)
  }

  /// - Parameter returns: an earlier state is restored, with everything in it as it was.
  mutating func follow(_ events: [Event], from before: Session, to after: Session, returns: Bool = false) {
    let known = Dictionary(before.everyPresent.map { ($0.id, $0.kind) }, uniquingKeysWith: { first, _ in first })
    for controller in after.everyPresent where known[controller.id] != controller.kind {
      forget(controller.id)
      if returns { learn(controller) } else { arrive(controller) }
    }
    if !before.isSwiping { announced = [:] }
    follow(events, in: after)
    if !before.isSwiping, !after.isSwiping { unpaired += announced.map { "\($0.key).willShow \($0.value) alone" } }
    // A tab bar that is no longer plain is read; which one is, no event says.
    let told = Self.bars(in: after)
    bars = told.merging(bars) { _, believed in believed }.filter { told[$0.key] != nil }
    // The places of controllers are read from the changes: a batch may add a controller and remove it again.
    let present = Set(after.everyPresent.map(\.id))
    for id in believed.union(known.keys) where !present.contains(id) { forget(id) }
  }

  /// The ids in its belief, without those on display and presented, which events report.
  private var believed: Set<ControllerID> {
    Set(collapsed.keys).union(modes.keys).union(tabs.keys).union(pages.keys).union(selections.keys)
  }

  /// Before the first change that is told.
  private static func firstDetent(of sheet: ControllerID, in events: [Event]) -> String? {
    for case .detentChanged(sheet, let detent, _) in events { return detent }
    return nil
  }

  /// - Parameter after: the session, where a controller may have another one's id.
  private mutating func follow(_ events: [Event], in after: Session? = nil) {
    for event in events {
      switch event {
      case .viewWillAppear(let id, _): stages[id] = .appearing
      case .viewDidAppear(let id, _): stages[id] = .appeared
      case .viewWillDisappear(let id, _): stages[id] = .disappearing
      case .viewDidDisappear(let id, _): stages[id] = nil
      case .collapsed(let split): collapsed[split] = true
      case .expanded(let split): collapsed[split] = false
      case .displayModeChanged(let split, _, let mode): modes[split] = mode
      case .tabSelected(let tabBar, _, let tab, _): tabs[tabBar] = tab
      case .pageChanged(let topTabs, _, let page): pages[topTabs] = page
      case .barChanged(let tabBar, _, let bar): bars[tabBar] = bar
      case .selectionChanged(let list, _, let row, _): selections[list] = .some(row)
      case .presented(let child, let presenter, let style, let adapted):
        presented[child] = Standing(
          presenter: presenter, style: style, adapted: adapted ?? style,
          detent: Self.firstDetent(of: child, in: events) ?? after.flatMap { Self.presented(in: $0)[child]?.detent })
      case .adaptationChanged(let child, let from, let to):
        if presented[child]?.adapted == from { presented[child]?.adapted = to }
        let detent = after.flatMap { Self.presented(in: $0)[child]?.detent }
        // What was no sheet, or is none, has no other detent than before.
        if presented[child]?.detent == nil || detent == nil { presented[child]?.detent = detent }
      case .detentChanged(let child, let from, let to):
        if presented[child]?.detent ?? from != from { unpaired.append("\(child) was not \(from)") }
        presented[child]?.detent = to
      case .dismissed(let child): presented[child] = nil
      case .delegateCall(.willShowChild(let stack, let child, _)): announced[stack] = child
      case .delegateCall(.didShowChild(let stack, let child, _)):
        if announced.removeValue(forKey: stack) != child { unpaired.append("\(stack).didShow \(child) alone") }
        shown[stack] = child
      case .discarded(let id):
        forget(id)
        if let another = after?.root.findInSession(id) { arrive(another) }
      case .delegateCall, .parentChanged, .placeholderWillAppear, .showDetailTargetDidChange, .leftBarButtonTapped,
        .scrollToTop:
        break
      }
    }
  }

  private mutating func arrive(_ controller: Controller) {
    learn(controller)
    guard controller.kind == .split else { return }
    collapsed[controller.id] = false
    modes[controller.id] = .secondaryOnly
  }

  private mutating func learn(_ controller: Controller) {
    let id = controller.id
    switch controller.content {
    case .screen(let screen): selections[id] = .some(screen.selection)
    case .stack(let stack): shown[id] = stack.delegate?.lastShown
    case .tabBar(let tabBar): tabs[id] = tabBar.selected.child.id
    case .topTabs(let topTabs): pages[id] = topTabs.currentPage
    case .split(let split): (collapsed[id], modes[id]) = (split.isCollapsed, split.displayMode)
    }
  }

  private mutating func forget(_ id: ControllerID) {
    (collapsed[id], modes[id], tabs[id], pages[id], selections[id]) = (nil, nil, nil, nil, nil)
    (shown[id], announced[id], bars[id]) = (nil, nil, nil)
  }

  private static func bars(in session: Session) -> [ControllerID: BarPlace] {
    let places = BarChanges.places(in: session.root, session.environment)
    return Dictionary(places.map { ($0.id, $0.bar) }, uniquingKeysWith: { first, _ in first })
  }

  private static func presented(in session: Session) -> [ControllerID: Standing] {
    var presented: [ControllerID: Standing] = [:]
    for presenter in session.everyPresent {
      if let over = presenter.presented {
        presented[over.child.id] = Standing(
          presenter: presenter.id, style: over.style, adapted: session.environment.adapted(over.form),
          detent: over.form.known(in: session.environment))
      }
    }
    return presented
  }

  /// Where it is wrong; empty where it is right about everything.
  func mistakes(about session: Session) -> [String] {
    let truth = Follower(of: session)
    return Self.mistakes("on display", stages, truth.stages) + Self.mistakes("collapsed", collapsed, truth.collapsed)
      + Self.mistakes("mode", modes, truth.modes) + Self.mistakes("tab", tabs, truth.tabs)
      + Self.mistakes("page", pages, truth.pages) + Self.mistakes("bar", bars, truth.bars)
      + Self.mistakes("selection", selections, truth.selections)
      + Self.mistakes("presented", presented, truth.presented) + unpaired
      + Self.mistakes("child shown", shown.filter { session.shownTops[$0.key] != nil }, session.shownTops)
  }

  private static func mistakes<Value: Equatable>(
    _ what: String, _ believed: [ControllerID: Value], _ truth: [ControllerID: Value]
  ) -> [String] {
    if believed == truth { return [] }
    return Set(believed.keys).union(truth.keys).sorted().filter { believed[$0] != truth[$0] }.map { id in
      "\(what) of \(id): believed \(believed[id].map { "\($0)" } ?? "nothing"), is \(truth[id].map { "\($0)" } ?? "nothing")"
    }
  }
}

extension Presentation {
  /// The detent of a sheet, without members of one too.
  fileprivate func known(in environment: Environment) -> String? {
    (sheet == nil ? Presentation(style, adaptation, Sheet([.large])) : self).detent(in: environment)?.id
  }
}
