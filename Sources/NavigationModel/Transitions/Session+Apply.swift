extension Session {
  /// Opens a window with a tree: assigns missing ids, checks the tree, and makes its first appearance (SC-3, SC-4, M0).
  ///
  /// Throws the reason for which the tree is invalid.
  public static func open(_ root: Controller, in environment: Environment) throws(Rejection) -> (
    session: Session, events: [Event]
  ) {
    var session = Session(restored: root, environment: environment, countedIDs: 0)
    var telling = Telling()
    try session.admitRoot(&telling)
    session.turnToSupportedOrientation(&telling)
    session.settle(&telling)
    var events: [Event] = []
    session.conclude(&telling, since: nil, &events)
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
      var telling = Telling()
      let outcome = try performUnlessBlocked(transition, &telling)
      guard outcome.handled else {
        self = start
        return Answer(outcome: outcome, events: telling.questions)
      }
      conclude(&telling, since: before, &events)
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
    var telling = Telling()
    var (index, runEnd) = (0, 0)
    while index < batch.count {
      if index >= runEnd {
        let run = batch[index...].pushRun
        if run.count > 1, draft.push(run, &telling) {
          answer.outcomes += repeatElement(Outcome(), count: run.count)
          index = run.endIndex
          continue
        }
        // One by one, to find the refused member.
        runEnd = run.endIndex
      }
      do throws(Rejection) {
        answer.outcomes.append(try draft.performMember(batch[index], &telling))
      } catch {
        throw BatchRejection(index: index, rejection: draft.withoutMadeIDs(error, since: self))
      }
      if answer.outcomes.last?.blocked.isEmpty == false { return answer }
      index += 1
    }
    draft.conclude(&telling, since: before, &answer.events)
    draft.assertInvariants()
    self = consume draft
    return answer
  }

  /// One transition of a batch. It cancels a swipe as a single one does; the final comparison adds the events (D-14).
  private mutating func performMember(_ transition: Transition, _ telling: inout Telling) throws(Rejection) -> Outcome {
    let (start, told) = (self, telling)
    if !transition.action.continuesBack, let swiped = interactiveStack { setInteractiveBack(false, of: swiped) }
    let outcome = try performUnlessBlocked(transition, &telling)
    if !outcome.handled {
      self = start
      let asked = telling.questions
      telling = told
      telling.questions = asked
    }
    return outcome
  }

  /// Cancels a swipe that the action does not continue.
  private mutating func letGo(before action: Transition.Action) -> [Event] {
    action.continuesBack ? [] : cancelInteractiveBack()
  }

  /// Performs one transition; not handled where screens that block their removal would leave, and the caller then
  /// discards the change.
  private mutating func performUnlessBlocked(_ transition: Transition, _ telling: inout Telling) throws(Rejection)
    -> Outcome
  {
    guard !transition.confirm, root.summary.blocksRemoval else { return try perform(transition, &telling) }
    let (before, told) = (root, telling)
    let outcome = try perform(transition, &telling)
    let blocked = TreeChange(from: before, to: root).blocked
    if blocked.isEmpty { return outcome }
    telling = told
    return Outcome(handled: false, blocked: blocked)
  }

  private mutating func perform(_ transition: Transition, _ telling: inout Telling) throws(Rejection) -> Outcome {
    if environment.isInBackground, transition.action.isOfUser { throw .inBackground }
    let wasAnimated = telling.animated
    let presenting = root.summary.holdsPresented ? root : nil
    telling.animated = false
    let outcome = try perform(transition.action, isConfirmed: transition.confirm, &telling)
    guard outcome.handled else { return outcome }
    turnToSupportedOrientation(&telling)
    settle(&telling)
    tellPresentations(since: presenting, &telling)
    try root.summary.checkLimits()
    telling.animated = wasAnimated || (transition.animated ?? telling.animated)
    return outcome
  }

  private mutating func perform(
    _ action: Transition.Action, isConfirmed: Bool, _ telling: inout Telling
  ) throws(Rejection) -> Outcome {
    switch action {
    case .push(let newcomer, let stack): try push(newcomer, on: stack, &telling)
    case .pop(let stack, let count): try pop(count, from: stack, &telling)
    case .popTo(let controller): try popTo(controller, &telling)
    case .popToRoot(let stack): try popToRoot(stack, &telling)
    case .setStack(let stack, let children): try setStack(stack, to: children, &telling)
    case .replaceTop(let screen, let stack): try replaceTop(of: stack, with: screen, &telling)
    case .remove(let controller): try remove(controller, &telling)
    case .back(let stack, let phase): try back(stack, phase, &telling)
    case .tapLeftBarButton(let screen): try tapLeftBarButton(of: screen, &telling)
    case .show(let newcomer, let sender): try show(newcomer, from: sender, &telling)
    case .showDetail(let newcomer, let sender): try showDetail(newcomer, from: sender, &telling)
    case .setDisplayMode(let mode, let split): try setDisplayMode(mode, of: split, &telling)
    case .tapDisplayModeButton(let split): try tapDisplayModeButton(of: split, &telling)
    case .tapSecondaryOnlyButton(let split): try tapSecondaryOnlyButton(of: split, &telling)
    case .tapDimmedSecondary(let split): try tapDimmedSecondary(of: split, &telling)
    case .swipe(let edge, let split): try swipe(edge, in: split, &telling)
    case .showColumn(let column, let split): try showColumn(column, in: split, &telling)
    case .hideColumn(let column, let split): try hideColumn(column, in: split, &telling)
    case .setColumn(let column, let newcomer, let split): try setColumn(column, newcomer, in: split, &telling)
    case .setSplit(let update, let split): try setSplit(split, update, &telling)
    case .tapTab(let tab): try tapTab(tab, &telling)
    case .selectTab(let tab): try selectTab(tab, &telling)
    case .setTabs(let tabBar, let tabs): try setTabs(of: tabBar, to: tabs, &telling)
    case .setBadge(let tab, let badge): try setBadge(badge, of: tab)
    case .tapTitle(let page, let topTabs): try tapTitle(of: page, in: topTabs, &telling)
    case .scroll(let topTabs, let contentOffset, let phase): try scroll(topTabs, to: contentOffset, phase, &telling)
    case .setPages(let topTabs, let pages): try setPages(of: topTabs, to: pages, &telling)
    case .setTopTabs(let topTabs, let update): try setTopTabs(topTabs, update, &telling)
    case .selectRow(let list, let row): try select(row, in: list, cause: .user, &telling)
    case .deselectRow(let list): try select(nil, in: list, cause: .programmatic, &telling)
    case .tapRow(let row, let list, let newcomer, let opening):
      try tap(row, in: list, opening: newcomer, as: opening, &telling)
    case .present(let newcomer, let style, let sender): try present(newcomer, style: style, from: sender, &telling)
    case .dismiss(let controller): try dismiss(controller, &telling)
    case .swipeDown(let controller): try dismissByUser(controller, .swipeDown, isConfirmed: isConfirmed, &telling)
    case .tapOutside(let controller): try dismissByUser(controller, .tapOutside, isConfirmed: isConfirmed, &telling)
    case .resize(let size, _):
      try changeEnvironment { (environment) throws(Rejection) in try environment.resize(to: size) }
    case .rotate(let orientation): rotate(to: orientation, &telling)
    case .setMultitasking(let state):
      try changeEnvironment { (environment) throws(Rejection) in try environment.set(state) }
    case .setDevice(let name): try setDevice(named: name)
    case .fold(let pose): try changeEnvironment { (environment) throws(Rejection) in try environment.set(pose) }
    case .setTraits(let horizontal, let vertical):
      changeEnvironment { $0.force(horizontal: horizontal, vertical: vertical) }
    case .enterBackground: enterBackground(&telling)
    case .enterForeground: enterForeground()
    case .updateScreen(let controller, let update): try self.update(controller, update)
    case .removeItem(let route, let params): removeItem(route: route, params: params, &telling)
    case .history: throw .notInBatch
    }
  }
}
