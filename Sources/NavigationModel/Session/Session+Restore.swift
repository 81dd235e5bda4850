/// The family History: an earlier state replaces the present one (D-108).
extension Session {
  /// Whether tree and window equal those of another state; the id counter and the background are ignored.
  public func isSame(as other: Session) -> Bool {
    (root.isIdentical(to: other.root) || root == other.root)
      && environment == other.environment(inBackground: environment.isInBackground)
  }

  private func environment(inBackground isInBackground: Bool) -> Environment {
    var environment = environment
    environment.isInBackground = isInBackground
    return environment
  }

  /// Whether a user's swipe back is in progress (NV-22).
  public var isSwiping: Bool { root.summary.isInteractiveBack }

  /// Restores an earlier state of this session, except the id counter, which never goes back, and the background
  /// (D-119).
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
    let resting = earlier.atRest
    (root, environment) = (resting.root, resting.environment(inBackground: environment.isInBackground))
    countedIDs = max(countedIDs, earlier.countedIDs)
    root.reportStates(since: before.root, &recorder)
    reportPresentations(since: before.root.summary.holdsPresented ? before.root : nil, &recorder)
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
    guard state.interactiveStack != nil else { return }
    let before = cacheDisplay()
    root = state.root
    var recorder = EventRecorder()
    recorder.keepsSelections = true
    recorder.animated = true
    conclude(&recorder, since: before, &events)
  }
}

extension Controller {
  /// Adds the events of controllers with a changed state, in tree order; new ones and those of another kind have no
  /// earlier state.
  fileprivate func reportStates(since before: Controller, _ recorder: inout EventRecorder) {
    guard !isIdentical(to: before) else { return }
    if let then = before.findInSession(id), !isIdentical(to: then) { reportState(since: then, &recorder) }
    forEachPresent { held, _ in held.reportStates(since: before, &recorder) }
  }

  private func reportState(since then: Controller, _ recorder: inout EventRecorder) {
    switch (then.node, node) {
    case (.screen(let old), .screen(let new)):
      guard old.value.selection != new.value.selection else { return }
      recorder.add(
        .selectionChanged(id, from: old.value.selection, to: new.value.selection, .programmatic), to: .changes)
    case (.tabBar(let old), .tabBar(let new)):
      let (from, to) = (old.value.selectedChild.id, new.value.selectedChild.id)
      if from != to { recorder.add(.tabSelected(tabBar: id, from: from, to: to), to: .changes) }
    case (.topTabs(let old), .topTabs(let new)):
      let (from, to) = (old.value.currentPage, new.value.currentPage)
      if from != to { recorder.add(.pageChanged(topTabs: id, from: from, to: to), to: .changes) }
    case (.split(let old), .split(let new)): recorder.report(id, from: old.value, to: new.value)
    case (.screen, _), (.stack, _), (.tabBar, _), (.topTabs, _), (.split, _): break
    }
  }
}

extension EventRecorder {
  fileprivate mutating func report(_ split: ControllerID, from old: Split, to new: Split) {
    if old.displayMode != new.displayMode {
      add(.displayModeChanged(split: split, from: old.displayMode, to: new.displayMode), to: .changes)
    }
    guard old.isCollapsed != new.isCollapsed else { return }
    add(new.isCollapsed ? .collapsed(split: split) : .expanded(split: split), to: .changes)
    add(.showDetailTargetDidChange(split: split), to: .targets)
  }
}
