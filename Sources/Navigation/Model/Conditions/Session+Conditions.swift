/// Where conditions stop a change, and where a link waits for them.
extension Session {
  /// Throws where a screen of a new window requires what does not hold, or stands where it could not leave, and where the
  /// parked link has no screen (D-292).
  func checkWhole(_ routes: ScreenRoutes?) throws(Rejection) {
    guard let conditions, let routes else { return }
    let protected = ProtectedScreens(in: root, routes, holding: conditions.holding)
    if let fixed = protected.fixed { throw .cannotContain(container: fixed.container, child: fixed.child) }
    if let unmet = protected.unmet.first { throw .conditionUnmet(unmet.id, needs: routes.names(of: unmet.requires)) }
    if let parked = conditions.parked, root.findInSession(parked.at) == nil { throw .noSuchController(parked.at) }
  }

  /// The outcome of a transition that brought a screen whose conditions do not hold; the caller discards the change.
  ///
  /// Throws for such a screen of a new root, and for one where it could not leave (D-292).
  func unmet(since before: Controller?, isNewRoot: Bool, _ routes: ScreenRoutes?) throws(Rejection) -> Outcome? {
    assert(routes != nil, "a session with conditions has a table")
    guard let conditions, let routes, let before, !root.isIdentical(to: before) else { return nil }
    let protected = ProtectedScreens(in: root, routes, holding: conditions.holding)
    if let fixed = protected.fixed { throw .cannotContain(container: fixed.container, child: fixed.child) }
    guard !protected.unmet.isEmpty else { return nil }
    // Within a batch there may be some that leave at its end.
    let earlier = ProtectedScreens(in: before, routes, holding: conditions.holding).unmet.map(\.id)
    let new = protected.unmet.filter { isNewRoot || !earlier.contains($0.id) }
    guard let first = new.first else { return nil }
    let needs = routes.names(of: new.reduce(into: []) { $0.formUnion($1.requires) })
    if isNewRoot { throw .conditionUnmet(first.id, needs: needs) }
    return Outcome(needs: needs)
  }

  /// Opens the `otherwise` of the first condition that a link needs, and parks the link at its screen (D-291).
  mutating func park(
    _ destination: Transition.Destination, needing names: [String], _ routes: ScreenRoutes,
    _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    guard let name = names.first, let route = routes.otherwise(of: name) else { return Outcome(needs: names) }
    let (opened, screen) = try open(LinkTarget(.route(route, Params()), in: routes, for: self), &recorder)
    guard opened.blocked.isEmpty, let screen else { return opened }
    let link = ParkedLink(open: destination, at: screen, waitsFor: name)
    let isNew = conditions?.parked != link
    conditions?.parked = link
    return Outcome(parkedFor: names, steps: opened.steps, isHandled: opened.handled || isNew)
  }

  // What follows from conditions that change: once, at the end of a transition or a batch (D-293, D-294).

  /// The outcome of a transition with what its conditions did; not handled where a screen blocks that.
  mutating func settled(
    _ outcome: Outcome, of transition: Transition, since before: AppConditions?, inBatch: Bool = false,
    _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    // A batch may also bring a screen, or park a link, between two changes that cancel each other out.
    guard let before, inBatch || before.holding != conditions?.holding else {
      forgetLostLink()
      return outcome
    }
    let settling = Transition(
      Transition.Action(ConditionSettling(before: before.holding)), animated: transition.animated,
      confirm: transition.confirm)
    let settled = try performUnlessBlocked(settling, &recorder)
    guard settled.blocked.isEmpty else { return settled }
    var outcome = outcome
    outcome.add(settled)
    return outcome
  }

  /// The same at the end of a batch, of the last member that set conditions; a refusal is the last outcome (D-5).
  mutating func settle(
    _ outcomes: inout [Outcome], of batch: [Transition], since before: AppConditions?, _ recorder: inout EventRecorder
  ) throws(BatchRejection) {
    let last = batch.indices.last { index in
      outcomes[index].handled && batch[index].action.body is Transition.SetConditions
    }
    guard let last else { return forgetLostLink() }
    let outcome: Outcome
    do throws(Rejection) {
      outcome = try settled(outcomes[last], of: batch[last], since: before, inBatch: true, &recorder)
    } catch { throw BatchRejection(index: last, rejection: error) }
    outcomes[last] = outcome
    if !outcome.handled { outcomes.removeSubrange((last + 1)...) }
  }

  /// A parked link goes with its screen (D-291).
  fileprivate mutating func forgetLostLink() {
    if let parked = conditions?.parked, root.findInSession(parked.at) == nil { conditions?.parked = nil }
  }

  /// Takes out all screens that require what does not hold, and opens the `otherwise` of the first such condition if a
  /// visible screen went (D-294).
  ///
  /// - Parameter ended: what these screens lack.
  fileprivate mutating func withdraw(
    _ ended: ConditionSet, of routes: ScreenRoutes, _ outcome: inout Outcome, _ recorder: inout EventRecorder
  ) throws(Rejection) {
    guard !ended.isEmpty else { return }
    let shown = display.visibleLeaves
    guard try perform(ScreensLeaving(requiring: ended), &recorder) else { return }
    let went = shown.contains { root.findInSession($0.id) == nil }
    guard went, let route = routes.otherwise(ofFirst: ended) else { return }
    do throws(Rejection) {
      let (opened, _) = try open(LinkTarget(.route(route, Params()), in: routes, for: self), &recorder)
      outcome.add(opened)
      if !opened.blocked.isEmpty { outcome = opened }
    } catch { outcome.drop(error) }
  }

  /// What was opened for want of conditions that hold now leaves: the screen that a link was parked at, but for a root
  /// that is needed, and each presented tree with such a root (D-293).
  fileprivate mutating func leaveOtherwise(
    of begun: ConditionSet, at parked: ControllerID?, _ routes: ScreenRoutes, _ recorder: inout EventRecorder
  ) throws(Rejection) {
    let names = routes.names(of: begun).compactMap(routes.otherwise(of:))
    guard parked != nil || root.summary.holdsPresented else { return }
    _ = try perform(ScreensLeaving(parked: parked, presented: names), &recorder)
  }

  /// Opens a link that has waited, or parks it anew (D-293).
  fileprivate mutating func release(
    _ destination: Transition.Destination, _ outcome: inout Outcome, _ recorder: inout EventRecorder
  ) {
    do throws(Rejection) {
      let action = Transition.Open(destination: destination)
      let (start, recorded) = (self, recorder)
      let opened = try action.apply(to: &self, &recorder)
      if !opened.handled { (self, recorder) = (start, recorded) }
      if !opened.blocked.isEmpty { outcome = opened } else { outcome.add(opened) }
    } catch { outcome.drop(error) }
  }

  private mutating func perform(_ leaving: ScreensLeaving, _ recorder: inout EventRecorder) throws(Rejection) -> Bool {
    let wasConfirmed = recorder.isConfirmed
    defer { recorder.isConfirmed = wasConfirmed }
    // The whole is looked at for screens that block their removal.
    let step = Transition(Transition.Action(leaving), animated: recorder.animation, confirm: true)
    return try performMember(step, &recorder).handled
  }
}

/// What follows from conditions that have changed (D-293, D-294).
private struct ConditionSettling: AppTransition {
  static let type = "conditions"

  /// What held before.
  var before: ConditionSet = []

  func members(_ m: inout some Members) {}

  var isMadeOfSteps: Bool { true }

  func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
    guard let routes = recorder.routes, let now = session.conditions?.holding else { return Outcome() }
    var outcome = Outcome()
    let unmet = ProtectedScreens(in: session.root, routes, holding: now).unmet
    try session.withdraw(unmet.reduce(into: []) { $0.formUnion($1.requires) }, of: routes, &outcome, &recorder)
    guard outcome.blocked.isEmpty else { return outcome }
    let begun = now.subtracting(before)
    if let parked = session.conditions?.parked {
      if let condition = routes.condition(called: parked.waitsFor), !now.isDisjoint(with: condition) {
        session.conditions?.parked = nil
        try session.leaveOtherwise(of: begun.union(condition), at: parked.at, routes, &recorder)
        session.release(parked.open, &outcome, &recorder)
        return outcome
      }
      session.forgetLostLink()
    }
    try session.leaveOtherwise(of: begun, at: nil, routes, &recorder)
    return outcome
  }
}

/// Screens leave with those above them, wherever the tree keeps them.
private struct ScreensLeaving: AppTransition {
  static let type = "leave"

  /// Those that require one of these.
  var requiring: ConditionSet = []
  /// One that stays as the root of a container.
  var parked: ControllerID?
  /// The routes of roots with which a presented tree leaves.
  var presented: [String] = []

  func members(_ m: inout some Members) {}

  func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
    let routes = recorder.routes
    let removal = ScreenRemoval(
      from: session, roots: requiring.isEmpty ? .stay : .stayWhereNeeded, visitsAnswers: !requiring.isEmpty,
      leaves: { controller in
        guard let screen = controller.screen, !screen.isPlaceholder else { return false }
        return controller.id == parked || routes?.requirements(of: screen.route).isDisjoint(with: requiring) == false
      }, dismisses: { presented.contains($0.screen?.route ?? "") })
    return session.remove(by: removal, &recorder) ? Outcome() : Outcome(.noChange)
  }
}

/// The screens of a tree that require conditions, wherever it keeps them (D-290, D-292).
struct ProtectedScreens {
  /// Those that require what does not hold, pending answers included.
  private(set) var unmet: [(id: ControllerID, requires: ConditionSet)] = []
  /// The first that could not leave, with what holds it.
  private(set) var fixed: (container: ControllerID, child: ControllerID)?

  private let routes: ScreenRoutes
  private let holding: ConditionSet

  init(in root: Controller, _ routes: ScreenRoutes, holding: ConditionSet) {
    (self.routes, self.holding) = (routes, holding)
    visit(root, in: root.id, isFixed: true)
  }

  /// - Parameters:
  ///   - isFixed: whether its holder cannot do without it.
  ///   - levels: of the stack of a managed group, whose tabs cannot do without them (D-441).
  private mutating func visit(_ controller: Controller, in container: ControllerID, isFixed: Bool, levels: Int = 1) {
    switch controller.node {
    case .screen(let screen): add(screen.value, controller.id, in: container, isFixed: isFixed)
    case .stack(let stack):
      visit(stack.value.root, in: controller.id, isFixed: isFixed)
      for (index, child) in stack.value.above.enumerated() {
        visit(child, in: controller.id, isFixed: isFixed && index + 1 < levels)
      }
    case .tabBar, .topTabs, .split:
      controller.forEachHeld { held, holding in
        guard holding != .presented else { return }
        let levels = controller.tabBar?.levels(ofChild: held.id) ?? 1
        visit(held, in: controller.id, isFixed: controller.needs(held, holding), levels: levels)
      }
    }
    if let presented = controller.presentedChild { visit(presented, in: controller.id, isFixed: false) }
  }

  private mutating func add(_ screen: Screen, _ id: ControllerID, in container: ControllerID, isFixed: Bool) {
    let required = routes.requirements(of: screen.route)
    guard !required.isEmpty else { return }
    // A placeholder stands wherever its column is empty.
    if isFixed || screen.isPlaceholder, fixed == nil { fixed = (container, id) }
    let missing = required.subtracting(holding)
    if !missing.isEmpty { unmet.append((id, missing)) }
  }
}

extension Controller {
  /// Whether this container cannot do without what it holds: a tab, a page, a primary and a compact tree, of a split
  /// view's answers those for a primary.
  fileprivate func needs(_ held: Controller, _ holding: Holding) -> Bool {
    switch node {
    case .screen, .stack: false
    case .tabBar(let bar): holding == .child || bar.value.isTabsOwn(held.id)
    case .topTabs: true
    case .split(let split):
      switch holding {
      case .child: [split.value.columns.primary?.id, split.value.columns.compact?.id].contains(held.id)
      case .preserved: split.value.collapse?.preserved.primary?.id == held.id
      case .pending: split.value.delegate.secondaryForSeparating?.id != held.id
      case .presented: false
      }
    }
  }
}
