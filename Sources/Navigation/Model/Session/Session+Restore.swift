/// The family History: an earlier state replaces the present one (D-108).
extension Session {
  /// Whether tree and window equal those of another state; the id counter, the background and what delegates of stacks
  /// have been told are ignored.
  public func isSame(as other: Session) -> Bool {
    (root.isIdentical(to: other.root) || root == other.root.withLastShown(of: root))
      && environment == other.environment(inBackground: environment.isInBackground) && conditions == other.conditions
  }

  private func environment(inBackground isInBackground: Bool) -> Environment {
    var environment = environment
    environment.isInBackground = isInBackground
    return environment
  }

  /// Whether a user's swipe back is in progress (NV-22).
  public var isSwiping: Bool { root.summary.isInteractiveBack }

  /// Restores an earlier state of this session, except the id counter, which never goes back, the background (D-119), and
  /// what delegates of stacks have been told (D-201).
  ///
  /// The app gets no questions, as nothing is decided again. Its events are changed containers and lists, moves,
  /// appearances and discards. A swipe of the earlier state begins again; one of the present state is cancelled (NV-22,
  /// D-109). Not handled where a screen that blocks its removal would leave, unless that is confirmed (D-110).
  public mutating func restore(_ earlier: Session, isAnimated: Bool = false, isConfirmed: Bool = false) -> Answer {
    if isSame(as: earlier) { return Answer(outcome: Outcome(.noChange), events: []) }
    let blocked = blocked(after: earlier.root, isConfirmed: isConfirmed)
    if !blocked.isEmpty { return Answer(outcome: Outcome(blocked: blocked), events: []) }
    var events = cancelInteractiveBack()
    let before = cacheDisplay()
    var recorder = EventRecorder()
    recorder.keepsSelections = true
    recorder.animated = isAnimated
    let (resting, window) = (earlier.atRest, environment)
    (root, environment) = (
      resting.root.withLastShown(of: root), resting.environment(inBackground: environment.isInBackground)
    )
    (countedIDs, conditions) = (max(countedIDs, earlier.countedIDs), earlier.conditions)
    reportStates(since: before.root, &recorder)
    let presenting = before.root.summary.holdsPresented ? before.root : nil
    reportAdaptations(of: presenting, since: window, queries: false, &recorder)
    reportPresentations(since: presenting, in: window, &recorder)
    conclude(&recorder, since: before, &events)
    // A swipe cannot begin in the background.
    if !environment.isInBackground { resumeSwipe(earlier, &events) }
    assertInvariants()
    return Answer(outcome: Outcome(), events: events)
  }

  /// A new session with this state, and the events of its first appearance (D-111).
  public func forked() -> (session: Session, events: [Event]) {
    var session = atRest
    var events: [Event] = []
    var recorder = EventRecorder()
    session.conclude(&recorder, since: nil, &events)
    session.resumeSwipe(self, &events)
    session.assertInvariants()
    return (session, events)
  }

  /// The state before a swipe began.
  public var atRest: Session {
    var session = withoutDisplay
    if let swiped = interactiveStack { session.setInteractiveBack(false, of: swiped) }
    return session
  }

  /// Begins the swipe of `state` again from rest.
  private mutating func resumeSwipe(_ state: Session, _ events: inout [Event]) {
    guard let swiped = state.interactiveStack else { return }
    let before = cacheDisplay()
    setInteractiveBack(true, of: swiped)
    var recorder = EventRecorder()
    recorder.keepsSelections = true
    recorder.animated = true
    conclude(&recorder, since: before, &events)
  }

  // States that no other event tells: those of a restored tree, and those of the controllers that a batch has replaced by
  // others with their ids (D-6).

  func reportStates(since before: Controller, _ recorder: inout EventRecorder) {
    // The controllers of a new root are others (D-220).
    guard recorder.replacedRoots == 0 else { return }
    root.reportStates(since: nil, in: before, reported: ReportedStates(recorder), &recorder)
  }

  // A session from a snapshot: restored unchanged, not decided again (DM-22, RS-1 to RS-6).

  /// The restored session, equal in behavior to the original, and the events of its appearance.
  ///
  /// In another environment, the tree is restored and then resized, and the events are those of that resize (D-112).
  /// Throws the reason for which the tree is invalid.
  ///
  /// - Parameter routes: the app's table, of which the conditions are.
  public static func restore(
    _ root: Controller, in environment: Environment, countedIDs: Int, conditions: AppConditions? = nil,
    routes: ScreenRoutes? = nil
  ) throws(Rejection) -> (session: Session, events: [Event]) {
    let start = Session(restored: root, environment: environment, countedIDs: countedIDs, conditions: conditions)
    var session = start
    var arrivals = EventRecorder(routes: routes)
    do throws(Rejection) {
      try session.admitRoot(isRestored: true, &arrivals)
      try session.root.checkLayout()
      try session.checkSwipe()
      try session.checkWhole(routes)
    } catch { throw session.withoutMadeIDs(error, since: start) }
    _ = session.followDetails()
    var unheard = EventRecorder()
    if session.root.summary.namesTabs { session.showLevels(&unheard) }
    if session.isLaidOut, session.supportedOrientation == environment.orientation { return session.forked() }
    return session.resizedIntoPlace()
  }

  private consuming func resizedIntoPlace() -> (session: Session, events: [Event]) {
    var events = cancelInteractiveBack()
    let before = cacheDisplay()
    var recorder = EventRecorder()
    turnToSupportedOrientation(&recorder)
    layOut(&recorder)
    if root.summary.namesTabs { showLevels(&recorder) }
    conclude(&recorder, since: before, &events)
    assertInvariants()
    return (self, events)
  }

  /// Throws for an impossible swipe: a second one, in the background, where it is off, or on a screen that blocks
  /// its removal (D-113).
  private func checkSwipe() throws(Rejection) {
    guard let swiped = interactiveStack else { return }
    if environment.isInBackground { throw .inBackground }
    if let second = atRest.interactiveStack { throw .notOnDisplay(second) }
    if atRest.root.find(swiped)?.stack?.leadsBack(by: .edge, environment.system.rules) == false {
      throw .notOnDisplay(swiped)
    }
    if !atRest.blockedByPopping(swiped).isEmpty { throw .notOnDisplay(swiped) }
  }
}

/// The last state of each list and container that the recorded events tell: few, so they are searched.
private struct ReportedStates {
  private enum State {
    case selection(String?)
    case selected(ControllerID, tab: ControllerID? = nil)
    case mode(DisplayMode)
    case isCollapsed(Bool)
  }

  private var states: [(id: ControllerID, state: State)] = []
  private let sought: [SoughtID]

  init(_ recorder: borrowing EventRecorder) {
    var events = recorder.questions
    recorder.report(.changes, &events)
    for event in events {
      switch event {
      case .selectionChanged(let list, _, let row, _): states.append((list, .selection(row)))
      case .tabSelected(let container, _, let child, let tabs):
        states.append((container, .selected(child, tab: tabs?.to)))
      case .pageChanged(let container, _, let child): states.append((container, .selected(child)))
      case .displayModeChanged(let split, _, let mode): states.append((split, .mode(mode)))
      case .collapsed(let split): states.append((split, .isCollapsed(true)))
      case .expanded(let split): states.append((split, .isCollapsed(false)))
      case .delegateCall, .parentChanged, .viewWillAppear, .viewDidAppear, .viewWillDisappear, .viewDidDisappear,
        .placeholderWillAppear, .showDetailTargetDidChange, .leftBarButtonTapped, .scrollToTop, .presented,
        .adaptationChanged, .detentChanged, .dismissed, .discarded, .barChanged:
        break
      }
    }
    sought = states.map { SoughtID($0.id) }
  }

  func selection(of list: ControllerID) -> String?? {
    last(of: list) { if case .selection(let row) = $0 { .some(row) } else { nil } }
  }

  func selected(of container: ControllerID) -> ControllerID? {
    last(of: container) { if case .selected(let child, _) = $0 { child } else { nil } }
  }

  func selectedTab(of tabBar: ControllerID) -> ControllerID? {
    last(of: tabBar) { if case .selected(_, let tab) = $0 { tab } else { nil } }
  }

  func mode(of split: ControllerID) -> DisplayMode? {
    last(of: split) { if case .mode(let mode) = $0 { mode } else { nil } }
  }

  func isCollapsed(_ split: ControllerID) -> Bool? {
    last(of: split) { if case .isCollapsed(let isCollapsed) = $0 { isCollapsed } else { nil } }
  }

  private func last<Value>(of id: ControllerID, _ read: (State) -> Value?) -> Value? {
    for reported in states.reversed() where reported.id == id { if let value = read(reported.state) { return value } }
    return nil
  }

  /// Whether a controller of this tree may be among them: a batch may have changed it and brought back what was there.
  func mayBe(in tree: Controller) -> Bool { sought.contains { tree.summary.ids.mayHold($0) } }
}

extension Controller {
  /// Adds the events of controllers with a changed state, in tree order; new ones and those of another kind have no
  /// earlier state.
  ///
  /// - Parameter then: this controller before; nil where it was in another container, or was not there.
  fileprivate func reportStates(
    since then: Controller?, in before: Controller, reported: ReportedStates, _ recorder: inout EventRecorder
  ) {
    let then = then ?? before.findInSession(id)
    if let then {
      if isIdentical(to: then), !reported.mayBe(in: self) { return }
      reportState(since: then, reported, &recorder)
    }
    var places = then.map(SlotFinder.init)
    forEachPresent { held, _ in
      let place = places?.slot(of: held.id)
      held.reportStates(since: place.flatMap { then?.held(at: $0) }, in: before, reported: reported, &recorder)
    }
  }

  private func reportState(since then: Controller, _ reported: ReportedStates, _ recorder: inout EventRecorder) {
    switch (then.node, node) {
    case (.screen(let old), .screen(let new)):
      let from = reported.selection(of: id) ?? old.value.selection
      guard from != new.value.selection else { return }
      recorder.add(.selectionChanged(id, from: from, to: new.value.selection, .programmatic), to: .changes)
    case (.tabBar(let old), .tabBar(let new)):
      let (from, to) = (reported.selected(of: id) ?? old.value.selectedChild.id, new.value.selectedChild.id)
      let tabs = Event.TabChange(from: reported.selectedTab(of: id) ?? old.value.selectedTab, to: new.value.selectedTab)
      let named = new.value.namesTabs ? tabs : nil
      if from != to || named.map({ $0.from != $0.to }) == true {
        recorder.add(.tabSelected(tabBar: id, from: from, to: to, tabs: named), to: .changes)
      }
    case (.topTabs(let old), .topTabs(let new)):
      let (from, to) = (reported.selected(of: id) ?? old.value.currentPage, new.value.currentPage)
      if from != to { recorder.add(.pageChanged(topTabs: id, from: from, to: to), to: .changes) }
    case (.split(let old), .split(let new)):
      recorder.report(
        id, from: reported.mode(of: id) ?? old.value.displayMode, to: new.value.displayMode,
        wasCollapsed: reported.isCollapsed(id) ?? old.value.isCollapsed, isCollapsed: new.value.isCollapsed)
    case (.screen, _), (.stack, _), (.tabBar, _), (.topTabs, _), (.split, _): break
    }
  }

  /// Throws for an impossible layout of a split view.
  fileprivate func checkLayout() throws(Rejection) {
    guard summary.holdsSplit else { return }
    if case .split(let split) = node { try split.value.checkLayout(id) }
    for slot in slots { try held(at: slot)?.checkLayout() }
  }
}

extension EventRecorder {
  fileprivate mutating func report(
    _ split: ControllerID, from old: DisplayMode, to new: DisplayMode, wasCollapsed: Bool, isCollapsed: Bool
  ) {
    if old != new { add(.displayModeChanged(split: split, from: old, to: new), to: .changes) }
    guard wasCollapsed != isCollapsed else { return }
    add(isCollapsed ? .collapsed(split: split) : .expanded(split: split), to: .changes)
    add(.showDetailTargetDidChange(split: split), to: .targets)
  }
}

extension Split {
  fileprivate func checkLayout(_ id: ControllerID) throws(Rejection) {
    if displayMode.limited(to: style) != displayMode { throw .wrongStyle(id) }
    // A collapsed one has its secondary on the primary's stack, or preserves it.
    if style == .classic, isCollapsed, let secondary { throw .cannotContain(container: id, child: secondary.id) }
    // A column style wraps other kinds in stacks (CO-3).
    for column in Column.allCases where style != .classic {
      if let content = columns[column] ?? collapse?.preserved[column], content.wrapper(in: column) != nil {
        throw .wrongKind(content.id, expected: .stack)
      }
    }
  }
}
