extension Session {
  /// Opens a window with a tree: assigns missing ids, checks the tree, and makes its first appearance (SC-3, SC-4, M0).
  ///
  /// Throws the reason for which the tree is invalid.
  public static func open(_ root: Controller, in environment: Environment) throws(Rejection) -> (
    session: Session, events: [Event]
  ) {
    var session = Session(restored: root, environment: environment, countedIDs: 0)
    var recorder = EventRecorder()
    try session.admitRoot(&recorder)
    session.turnToSupportedOrientation(&recorder)
    session.settle(&recorder)
    var events: [Event] = []
    session.conclude(&recorder, since: nil, &events)
    session.assertInvariants()
    return (session, events)
  }

  /// Performs one transition, or throws and changes nothing. Transitions of the history use `restore`.
  ///
  /// An unhandled transition changes nothing; its only events are the questions to the app (D-3).
  public mutating func apply(_ transition: Transition) throws(Rejection) -> Answer {
    let start = withoutDisplay
    do throws(Rejection) {
      var events = letGo(before: transition.action)
      let before = look()
      var recorder = EventRecorder()
      let outcome = try performUnlessBlocked(transition, &recorder)
      guard outcome.handled else {
        self = start
        return Answer(outcome: outcome, events: recorder.questions)
      }
      conclude(&recorder, since: before, &events)
      assertInvariants()
      return Answer(outcome: outcome, events: events)
    } catch {
      let rejection = withoutMadeIDs(error, since: start)
      self = start
      throw rejection
    }
  }

  /// Performs all transitions or none; appearance is compared once, before the first and after the last (D-4). A
  /// blocked member ends the batch without a change (D-5).
  public mutating func apply(batch: [Transition]) throws(BatchRejection) -> BatchAnswer {
    var draft = self
    var answer = BatchAnswer(outcomes: [], events: [])
    let before = draft.look()
    var recorder = EventRecorder()
    var (index, runEnd) = (0, 0)
    while index < batch.count {
      if index >= runEnd {
        let run = batch[index...].pushRun
        if run.count > 1, draft.push(run, &recorder) {
          answer.outcomes += repeatElement(Outcome(), count: run.count)
          index = run.endIndex
          continue
        }
        // One by one, to find the refused member.
        runEnd = run.endIndex
      }
      do throws(Rejection) {
        answer.outcomes.append(try draft.performMember(batch[index], &recorder))
      } catch {
        throw BatchRejection(index: index, rejection: draft.withoutMadeIDs(error, since: self))
      }
      if answer.outcomes.last?.blocked.isEmpty == false { return answer }
      index += 1
    }
    draft.conclude(&recorder, since: before, &answer.events)
    draft.assertInvariants()
    self = consume draft
    return answer
  }

  /// One transition of a batch. It cancels a swipe as a single one does; the final comparison adds the events (D-14).
  private mutating func performMember(_ transition: Transition, _ recorder: inout EventRecorder) throws(Rejection)
    -> Outcome
  {
    let (start, told) = (self, recorder)
    if !transition.action.continuesBack, let swiped = interactiveStack { setInteractiveBack(false, of: swiped) }
    let outcome = try performUnlessBlocked(transition, &recorder)
    if !outcome.handled {
      self = start
      let asked = recorder.questions
      recorder = told
      recorder.questions = asked
    }
    return outcome
  }

  /// Cancels a swipe that the action does not continue.
  private mutating func letGo(before action: Transition.Action) -> [Event] {
    action.continuesBack ? [] : cancelInteractiveBack()
  }

  /// Performs one transition; not handled where screens that block their removal would leave, and the caller then
  /// discards the change.
  private mutating func performUnlessBlocked(_ transition: Transition, _ recorder: inout EventRecorder)
    throws(Rejection)
    -> Outcome
  {
    guard !transition.confirm, root.summary.blocksRemoval else { return try perform(transition, &recorder) }
    let (before, told) = (root, recorder)
    let outcome = try perform(transition, &recorder)
    let blocked = TreeChange(from: before, to: root).blocked
    if blocked.isEmpty { return outcome }
    recorder = told
    return Outcome(handled: false, blocked: blocked)
  }

  private mutating func perform(_ transition: Transition, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome
  {
    if environment.isInBackground, transition.action.isOfUser { throw .inBackground }
    let wasAnimated = recorder.animated
    let presenting = root.summary.holdsPresented ? root : nil
    recorder.animated = false
    let outcome = try perform(transition.action, isConfirmed: transition.confirm, &recorder)
    guard outcome.handled else { return outcome }
    turnToSupportedOrientation(&recorder)
    settle(&recorder)
    tellPresentations(since: presenting, &recorder)
    try root.summary.checkLimits()
    recorder.animated = wasAnimated || (transition.animated ?? recorder.animated)
    return outcome
  }

  private mutating func perform(
    _ action: Transition.Action, isConfirmed: Bool, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    switch action {
    case .push(let newcomer, let stack): try push(newcomer, on: stack, &recorder)
    case .pop(let stack, let count): try pop(count, from: stack, &recorder)
    case .popTo(let controller): try popTo(controller, &recorder)
    case .popToRoot(let stack): try popToRoot(stack, &recorder)
    case .setStack(let stack, let children): try setStack(stack, to: children, &recorder)
    case .replaceTop(let screen, let stack): try replaceTop(of: stack, with: screen, &recorder)
    case .remove(let controller): try remove(controller, &recorder)
    case .back(let stack, let phase): try back(stack, phase, &recorder)
    case .tapLeftBarButton(let screen): try tapLeftBarButton(of: screen, &recorder)
    case .show(let newcomer, let sender): try show(newcomer, from: sender, &recorder)
    case .showDetail(let newcomer, let sender): try showDetail(newcomer, from: sender, &recorder)
    case .setDisplayMode(let mode, let split): try setDisplayMode(mode, of: split, &recorder)
    case .tapDisplayModeButton(let split): try tapDisplayModeButton(of: split, &recorder)
    case .tapSecondaryOnlyButton(let split): try tapSecondaryOnlyButton(of: split, &recorder)
    case .tapDimmedSecondary(let split): try tapDimmedSecondary(of: split, &recorder)
    case .swipe(let edge, let split): try swipe(edge, in: split, &recorder)
    case .showColumn(let column, let split): try showColumn(column, in: split, &recorder)
    case .hideColumn(let column, let split): try hideColumn(column, in: split, &recorder)
    case .setColumn(let column, let newcomer, let split): try setColumn(column, newcomer, in: split, &recorder)
    case .setSplit(let update, let split): try setSplit(split, update, &recorder)
    case .tapTab(let tab): try tapTab(tab, &recorder)
    case .selectTab(let tab): try selectTab(tab, &recorder)
    case .setTabs(let tabBar, let tabs): try setTabs(of: tabBar, to: tabs, &recorder)
    case .setBadge(let tab, let badge): try setBadge(badge, of: tab)
    case .tapTitle(let page, let topTabs): try tapTitle(of: page, in: topTabs, &recorder)
    case .scroll(let topTabs, let contentOffset, let phase): try scroll(topTabs, to: contentOffset, phase, &recorder)
    case .setPages(let topTabs, let pages): try setPages(of: topTabs, to: pages, &recorder)
    case .setTopTabs(let topTabs, let update): try setTopTabs(topTabs, update, &recorder)
    case .selectRow(let list, let row): try select(row, in: list, cause: .user, &recorder)
    case .deselectRow(let list): try select(nil, in: list, cause: .programmatic, &recorder)
    case .tapRow(let row, let list, let newcomer, let opening):
      try tap(row, in: list, opening: newcomer, as: opening, &recorder)
    case .present(let newcomer, let style, let sender): try present(newcomer, style: style, from: sender, &recorder)
    case .dismiss(let controller): try dismiss(controller, &recorder)
    case .swipeDown(let controller): try dismissByUser(controller, .swipeDown, isConfirmed: isConfirmed, &recorder)
    case .tapOutside(let controller): try dismissByUser(controller, .tapOutside, isConfirmed: isConfirmed, &recorder)
    case .resize(let size, _):
      try changeEnvironment { (environment) throws(Rejection) in try environment.resize(to: size) }
    case .rotate(let orientation): rotate(to: orientation, &recorder)
    case .setMultitasking(let state):
      try changeEnvironment { (environment) throws(Rejection) in try environment.set(state) }
    case .setDevice(let name): try setDevice(named: name)
    case .fold(let pose): try changeEnvironment { (environment) throws(Rejection) in try environment.set(pose) }
    case .setTraits(let horizontal, let vertical):
      changeEnvironment { $0.force(horizontal: horizontal, vertical: vertical) }
    case .enterBackground: enterBackground(&recorder)
    case .enterForeground: enterForeground()
    case .updateScreen(let controller, let update): try self.update(controller, update)
    case .removeItem(let route, let params): removeItem(route: route, params: params, &recorder)
    case .history: throw .notInBatch
    }
  }
}
