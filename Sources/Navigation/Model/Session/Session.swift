/// One app window: its environment and its tree of controllers.
///
/// A value: a transition makes a new one and its events; nothing else changes it.
public struct Session: Hashable, Sendable {
  public internal(set) var environment: Environment { didSet { seen = nil } }
  public internal(set) var root: Controller
  /// The number of ids assigned by the session's counter; none is assigned twice.
  public internal(set) var countedIDs: Int
  /// What holds of its table's conditions; nil without any.
  public internal(set) var conditions: AppConditions?

  /// The cached display; not part of the session's value.
  private var seen: Display?

  /// A stored session, with a tree that a session once had: nothing is checked or decided.
  public init(
    restored root: Controller, environment: Environment, countedIDs: Int, conditions: AppConditions? = nil
  ) {
    self.root = root
    self.environment = environment
    self.countedIDs = countedIDs
    self.conditions = conditions
  }

  /// A copy without the cached display, for an owner of many sessions.
  public var withoutDisplay: Session {
    Session(restored: root, environment: environment, countedIDs: countedIDs, conditions: conditions)
  }

  /// The current display.
  package var display: Display {
    if let seen, seen.root.isIdentical(to: root) { return seen }
    return Display(of: root, in: environment)
  }

  /// Returns the current display and caches it.
  @discardableResult
  package mutating func cacheDisplay() -> Display {
    let display = display
    seen = display
    return display
  }

  public static func == (left: Session, right: Session) -> Bool {
    left.root == right.root && left.environment == right.environment && left.countedIDs == right.countedIDs
      && left.conditions == right.conditions
  }

  public func hash(into hasher: inout Hasher) {
    root.hash(into: &hasher)
    environment.hash(into: &hasher)
    countedIDs.hash(into: &hasher)
    conditions.hash(into: &hasher)
  }

  /// The outcome and the ordered events of an accepted transition.
  public struct Answer: Hashable, Sendable {
    public var outcome: Outcome
    public var events: [Event]
    /// Whether the session has changed, or its events are to be recorded: exactly if it is handled (D-134).
    public var isRevision: Bool { outcome.handled }
  }

  /// The result of an accepted batch: an outcome for each member, and the events of the whole. A blocked member's
  /// outcome is the last one, and nothing has changed.
  public struct BatchAnswer: Hashable, Sendable {
    public var outcomes: [Outcome]
    public var events: [Event]
    /// Whether the session has changed, or a handled member has events (D-134).
    public var isRevision: Bool
  }

  /// The refused member of a batch and the reason.
  public struct BatchRejection: Error, Hashable, Sendable {
    public var index: Int
    public var rejection: Rejection
  }

  /// Opens a window with a tree: assigns missing ids, checks the tree, and makes its first appearance (SC-3, SC-4, M0).
  ///
  /// Throws the reason for which the tree is invalid.
  ///
  /// - Parameter routes: the app's table, of which the conditions are.
  public static func open(
    _ root: Controller, in environment: Environment, conditions: AppConditions? = nil, routes: ScreenRoutes? = nil
  ) throws(Rejection) -> (session: Session, events: [Event]) {
    var session = Session(restored: root, environment: environment, countedIDs: 0, conditions: conditions)
    var recorder = EventRecorder(routes: routes)
    try session.admitRoot(&recorder)
    try session.checkWhole(routes)
    session.turnToSupportedOrientation(&recorder)
    session.layOut(&recorder)
    if session.root.summary.namesTabs { session.showLevels(&recorder) }
    _ = try session.endPresentations(after: Outcome(), animated: nil, confirm: true, &recorder)
    session.fillDetails(since: nil, &recorder)
    var events: [Event] = []
    session.conclude(&recorder, since: nil, &events)
    session.assertInvariants()
    return (session, events)
  }

  /// Performs one transition, or throws and changes nothing.
  ///
  /// A transition that changes nothing and has no events is not handled (D-134). An unhandled one changes nothing, not
  /// even the id counter; its only events are the questions to the app (D-3).
  ///
  /// - Parameter routes: the app's table, for `open` and the conditions.
  public mutating func apply(_ transition: Transition, routes: ScreenRoutes? = nil) throws(Rejection) -> Answer {
    let start = withoutDisplay
    do throws(Rejection) {
      // What does not continue a swipe cancels it.
      var events = transition.action.body.continuesBack ? [] : cancelInteractiveBack()
      let before = cacheDisplay()
      var recorder = EventRecorder(routes: routes)
      var outcome = try performUnlessBlocked(transition, &recorder)
      if outcome.handled, conditions != nil {
        outcome = try settled(outcome, of: transition, since: start.conditions, &recorder)
      }
      if outcome.handled, root.summary.holdsPresented {
        outcome = try endPresentations(
          after: outcome, animated: transition.animated,
          confirm: transition.confirm || transition.action.actor == .system, &recorder)
      }
      guard outcome.handled else {
        self = start
        return Answer(outcome: outcome, events: recorder.questions)
      }
      fillDetails(since: before.root, &recorder)
      // A level that left its stack is as it was before, also where the same transition had changed it (D-441).
      if root.summary.namesTabs { reportStates(since: before.root, &recorder) }
      conclude(&recorder, since: before, &events)
      guard !events.isEmpty || differs(from: start) else {
        self = start
        return Answer(outcome: Outcome(.noChange), events: [])
      }
      assertInvariants(routes)
      return Answer(outcome: outcome, events: events)
    } catch {
      let rejection = withoutMadeIDs(error, since: start)
      self = start
      throw rejection
    }
  }

  /// Performs all transitions or none; appearance is compared once, before the first and after the last (D-4). A
  /// blocked member ends the batch without a change (D-5). Members that cancel each other out, without an event, change
  /// nothing, not even the id counter: their ids may be assigned again (D-134).
  public mutating func apply(batch: [Transition], routes: ScreenRoutes? = nil) throws(BatchRejection) -> BatchAnswer {
    var draft = self
    var answer = BatchAnswer(outcomes: [], events: [], isRevision: false)
    let before = draft.cacheDisplay()
    var recorder = EventRecorder(routes: routes)
    for (index, transition) in batch.enumerated() {
      do throws(Rejection) {
        answer.outcomes.append(try draft.performMember(transition, &recorder))
      } catch {
        throw BatchRejection(index: index, rejection: draft.withoutMadeIDs(error, since: self))
      }
      if answer.outcomes.last?.endsBatch == true { return answer }
    }
    if conditions != nil {
      try draft.settle(&answer.outcomes, of: batch, since: conditions, &recorder)
      if answer.outcomes.last?.blocked.isEmpty == false { return answer }
    }
    try draft.endPresentations(after: &answer.outcomes, of: batch, &recorder)
    if answer.outcomes.last?.blocked.isEmpty == false { return answer }
    if answer.outcomes.contains(where: \.handled) { draft.fillDetails(since: before.root, &recorder) }
    draft.reportStates(since: before.root, &recorder)
    draft.conclude(&recorder, since: before, &answer.events)
    draft.assertInvariants(routes)
    guard answer.outcomes.contains(where: \.handled), !answer.events.isEmpty || draft.differs(from: self) else {
      return answer
    }
    answer.isRevision = true
    self = consume draft
    return answer
  }

  /// One transition of a batch. It cancels a swipe as a single one does; the final comparison adds the events (D-14).
  mutating func performMember(_ transition: Transition, _ recorder: inout EventRecorder) throws(Rejection)
    -> Outcome
  {
    let (start, recorded) = (self, recorder)
    if !transition.action.body.continuesBack, let swiped = interactiveStack { setInteractiveBack(false, of: swiped) }
    var outcome = try performUnlessBlocked(transition, &recorder)
    if outcome.handled, recorder.count == recorded.count, !differs(from: start) { outcome = Outcome(.noChange) }
    if !outcome.handled {
      self = start
      let asked = recorder.questions
      recorder = recorded
      recorder.questions = asked
    }
    return outcome
  }

  /// Whether tree or window differ; the id counter does not count.
  public func differs(from other: borrowing Session) -> Bool {
    root != other.root || environment != other.environment || conditions != other.conditions
  }

  /// Performs one transition; not handled where screens that block their removal would leave, and the caller then
  /// discards the change. The system is never blocked (D-136).
  mutating func performUnlessBlocked(_ transition: Transition, _ recorder: inout EventRecorder)
    throws(Rejection)
    -> Outcome
  {
    guard !transition.confirm, mayBlock, transition.action.actor != .system else {
      return try perform(transition, &recorder)
    }
    let (before, recorded) = (self, recorder)
    let outcome = try perform(transition, &recorder)
    let popped = transition.action.actor == .user ? outcome.returned : []
    let isSameRoot = recorder.replacedRoots == recorded.replacedRoots
    let blocked = before.blocked(after: isSameRoot ? root : nil, popping: popped, isConfirmed: false)
    if blocked.isEmpty { return outcome }
    recorder = recorded
    return Outcome(blocked: blocked)
  }

  private mutating func perform(_ transition: Transition, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome
  {
    if environment.isInBackground, transition.action.actor == .user { throw .inBackground }
    let wasAnimated = recorder.animated
    let before = conditions == nil ? nil : root
    var presenting = root.summary.holdsPresented ? root : nil
    let window = environment
    let groups = root.summary.namesTabs ? root : nil
    let columns = root.summary.holdsSplit && transition.action.actor != .system ? root : nil
    (recorder.animated, recorder.found) = (false, nil)
    let replacedRoots = recorder.replacedRoots
    (recorder.animation, recorder.isConfirmed) = (transition.animated, transition.confirm)
    let outcome =
      root.summary.remembersTop
      ? try performForgettingTops(transition.action, &recorder)
      : try transition.action.body.apply(to: &self, &recorder)
    guard outcome.handled, !transition.action.body.isMadeOfSteps else { return outcome }
    let isSameRoot = recorder.replacedRoots == replacedRoots
    if !isSameRoot { presenting = nil }
    if let groups, isSameRoot { try settleGroups(since: groups, &recorder) }
    if let columns, isSameRoot { emptyPoppedColumns(since: columns, &recorder) }
    if supportedOrientation != environment.orientation {
      // A presentation that turns the window comes before what the turn does.
      reportPresentations(since: presenting, in: window, &recorder)
      presenting = root.summary.holdsPresented ? root : nil
      turnToSupportedOrientation(&recorder)
    }
    reportAdaptations(of: presenting, since: window, &recorder)
    layOut(&recorder)
    // In the background what is presented keeps the window as it is (D-243), until a layout takes it away.
    if presenting != nil, !root.summary.holdsPresented, supportedOrientation != environment.orientation {
      turnToSupportedOrientation(&recorder)
      layOut(&recorder)
    }
    if root.summary.namesTabs { showLevels(&recorder) }
    reportPresentations(since: presenting, in: window, &recorder)
    try root.summary.checkLimits()
    recorder.animated = wasAnimated || (transition.animated ?? recorder.animated)
    if conditions != nil, let unmet = try unmet(since: before, isNewRoot: !isSameRoot, recorder.routes) { return unmet }
    return outcome
  }

  /// Whether anything in the session may block a change; else the change need not be looked at.
  var mayBlock: Bool { root.summary.blocksRemoval }

  /// The verdict on a change of the tree: the controllers that block their removal and would leave. Empty where the
  /// change is made; else the caller discards it and is not handled (D-5, D-110).
  ///
  /// - Parameters:
  ///   - changed: nil where the window gets another root.
  ///   - popped: what a user popped, which its split view may preserve (D-140).
  func blocked(after changed: Controller?, popping popped: [ControllerID] = [], isConfirmed: Bool) -> [Outcome.Blocked]
  {
    guard !isConfirmed, mayBlock else { return [] }
    return TreeChange(from: root, to: changed).blocked(popping: popped)
  }

  /// What a transition drags in this state; nil for most.
  public func drag(by transition: Transition) -> Drag? {
    let body = transition.action.body
    return body.dragged(in: self).map {
      Drag(target: $0, begins: body.resizePhase == .began, ends: body.resizePhase == .ended)
    }
  }
}

/// The target of a drag: consecutive transitions of one target are a single undo step.
public enum Dragged: Hashable, Sendable {
  /// The pages of top tabs, by scrolls.
  case pages(of: ControllerID)
  /// The edge of the window, by resizes with a phase.
  case windowEdge
}

/// A transition as a stage of a drag.
public struct Drag: Hashable, Sendable {
  public let target: Dragged
  /// Whether this is the first stage, which continues no earlier one. Scrolls do not mark it.
  public let begins: Bool
  /// Whether this is the last stage, which no later one continues. Scrolls do not mark it.
  public let ends: Bool
}
