extension Transition {
  /// Shows a detail in the nearest split view around the sender, which alone takes `showDetail` (SH-2, SYS2-5).
  public struct ShowDetail: AppTransition {
    package static let type = "showDetail"

    public var newcomer: Newcomer = .empty
    public var sender: ControllerID?
    public var again: Again = .another

    package mutating func members(_ m: inout some Members) {
      m.newcomer(&newcomer)
      m.optional("from", &sender)
      m.defaulted("again", &again, unless: .another)
    }

    package func naming(in session: Session) -> ControllerID? { try? session.resolveSender(sender).controller.id }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let sender = try session.resolveSender(sender)
      guard let taker = sender.first(where: { $0.kind == .split }), case .split(let split) = taker.node else {
        return try session.presentUntaken(newcomer, from: sender, again: again, &recorder).outcome
      }
      guard split.value.style == .classic else {
        return try session.showDetailInColumns(
          newcomer, in: taker.id, split: split.value, from: sender, again: again, &recorder)
      }
      switch split.value.delegate.onShowDetail {
      case .handled:
        let detail = try session.named(newcomer)
        recorder.call(.showDetail(split: taker.id, controller: detail, answer: true))
        return Outcome()
      case .replaceAbovePlaceholder, .replaceDetails:
        if let outcome = try session.reopenDetail(newcomer, again: again, in: taker.id, split: split.value, &recorder) {
          return outcome
        }
        if let outcome = try session.replaceDetail(newcomer, in: taker.id, split: split.value, &recorder) {
          return outcome
        }
      case .system:
        if let outcome = try session.reopenDetail(newcomer, again: again, in: taker.id, split: split.value, &recorder) {
          return outcome
        }
      }
      return try session.showDetailBySystem(
        newcomer, in: taker.id, split: split.value, from: sender, again: again, &recorder)
    }
  }
}

extension Transition.Action {
  public static func showDetail(
    _ newcomer: Transition.Newcomer, from sender: ControllerID? = nil, again: Transition.Again = .another
  ) -> Self {
    Self(Transition.ShowDetail(newcomer: newcomer, sender: sender, again: again))
  }
}

extension Session {
  /// Puts a detail above the placeholder, in place of the others while expanded, or as `replaceDetails` does (D-144);
  /// nil where no stack takes it.
  fileprivate mutating func replaceDetail(
    _ newcomer: Transition.Newcomer, in id: ControllerID, split: Split, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome? {
    if case .stack(let detail)? = split.detailStack?.node {
      let (target, isCollapsed, replaces) = (
        detail.id, split.isCollapsed, split.delegate.onShowDetail == .replaceDetails
      )
      let details = try admitDetails(newcomer, of: id, isAbovePlaceholder: split.takesScreensAlone, &recorder)
      switch (isCollapsed, details.column) {
      case (true, _) where replaces || details.column != nil: replaceCollapsedDetails(of: id, with: details)
      case (true, _): _ = root.update(target) { $0.updateStack { $0.push(all: details.screens) } }
      case (false, let column?): updateSplit(id) { $0.secondary = column }
      case (false, nil):
        _ = root.update(target) {
          $0.updateStack { stack in
            if replaces { return stack.replaceDetails(with: details.screens) }
            _ = stack.truncate(to: 1)
            stack.push(all: details.screens)
          }
        }
      }
      selectDetails(of: split, &recorder)
      // A detail that replaces another one is not animated, so that the placeholder does not appear between them
      // (SYS0-10, SYS0-11).
      let (stack, keepsRoot) = (detail.value, !replaces || detail.value.root.isPlaceholder)
      recorder.animated = isCollapsed ? !replaces || !stack.hasDetails : stack.above.isEmpty && keepsRoot
      return Outcome()
    }
    guard !split.isCollapsed, split.secondary == nil, let placeholder = split.delegate.placeholder else { return nil }
    // A column restored empty gets its stack with the first detail (SYS0-4, D-49).
    let details = try admitDetails(newcomer, of: id, isAbovePlaceholder: true, &recorder)
    let stackID = nextID()
    let stack = Controller(id: stackID, content: .stack(Stack(root: unheld(placeholder), above: details.screens)))
    updateSplit(id) { $0.secondary = stack }
    recorder.animated = true
    return Outcome()
  }

  /// Collapsed, selects the tab that `collapsesOnto` names, and returns whether another one was (D-414).
  @discardableResult
  private mutating func selectDetails(of split: Split, _ recorder: inout EventRecorder) -> Bool {
    guard split.isCollapsed, let target = split.collapseTarget, case .tabBar(let tabBar)? = split.primary?.node,
      let index = tabBar.value.index(of: target), index != tabBar.value.selectedIndex
    else { return false }
    handOver(tabBar, in: EmptyCollection<Controller>(), &recorder) { $0.select(index) }
    return true
  }

  /// Reopens a detail of the session in place; the app is asked as for any other.
  fileprivate mutating func reopenDetail(
    _ newcomer: Transition.Newcomer, again: Transition.Again, in id: ControllerID, split: Split,
    _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome? {
    let answer = split.delegate.onShowDetail != .system
    var recorded = recorder
    if let same = same(as: newcomer, again, in: split.detailPlace, hidden: split.hiddenDetails) {
      recorded.call(.showDetail(split: id, controller: same.id, answer: answer))
      if var outcome = try returnTo(same, as: newcomer, on: split.detailStack?.id, &recorded) {
        if selectDetails(of: split, &recorded), !outcome.handled { outcome = outcome.asHandled }
        recorder = recorded.settled(by: outcome, else: recorder)
        return outcome
      }
    }
    if split.detailPlace?.kind == .stack, let moving = split.movesAlone(sameAs: newcomer, again) {
      let outcome = try Transition.ShowDetail(newcomer: .existing(moving), sender: id).apply(to: &self, &recorder)
      return returned(to: moving, as: newcomer, outcome, &recorder)
    }
    // UIKit itself replaces the secondary of an expanded one whole (SH-7).
    let target = answer || split.isCollapsed ? split.detailPlace?.id : nil
    if let new = try replaceSibling(on: target, by: newcomer, again, &recorder) {
      recorder.call(.showDetail(split: id, controller: new, answer: answer))
      return Outcome()
    }
    guard case .existing = newcomer else { return nil }
    recorded = recorder
    recorded.call(.showDetail(split: id, controller: newcomer.id, answer: answer))
    if split.detailTarget?.top.id == newcomer.id, selectDetails(of: split, &recorded) {
      recorder = recorded
      return Outcome()
    }
    guard let outcome = try reopen(newcomer, on: split.detailStack?.id, &recorded) else { return nil }
    selectDetails(of: split, &recorded)
    recorder = recorded
    return outcome
  }

  /// Replaces the secondary's content, and shows it on top while collapsed, without a delegate call (SH-10 to SH-12,
  /// M10). A compact tree on top takes the detail if it is a stack; else the detail is presented (SH-12).
  ///
  /// - Parameter replaces: a plain controller is never pushed on the secondary's (CO-6).
  mutating func showDetailInColumns(
    _ newcomer: Transition.Newcomer, in id: ControllerID, split: Split, from sender: Location,
    again: Transition.Again, replaces: Bool = false, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    if split.isCollapsed, split.collapsedColumn == .compact {
      guard let compact = split.columns.compact, compact.kind == .stack else {
        return try presentUntaken(newcomer, from: sender, again: again, &recorder).outcome
      }
      return try Transition.Push(newcomer: newcomer, stack: compact.id, again: again).apply(to: &self, &recorder)
    }
    if let outcome = try returnToColumn(.secondary, as: newcomer, again: again, of: id, split: split, &recorder) {
      if outcome.handled { updateSplit(id) { $0.isDetailChosen = true } }
      return outcome
    }
    // On top of another column it is not yet a detail, and becomes one.
    let top = split.currentContent(of: split.isCollapsed ? split.topColumn : .secondary)
    let isOfColumn = split.isCollapsed && split.topColumn != .secondary && top?.stack?.top.id == newcomer.id
    if let outcome = try reopen(newcomer, on: isOfColumn ? nil : top?.id, &recorder) {
      updateSplit(id) { if $0.currentContent(of: .secondary)?.find(newcomer.id) != nil { $0.isDetailChosen = true } }
      return outcome
    }
    // A row sets its column whole (D-154).
    if !replaces, !split.isCollapsed || split.topColumn == .secondary,
      try replaceSibling(on: split.currentContent(of: .secondary)?.id, by: newcomer, again, &recorder) != nil
    {
      updateSplit(id) { $0.isDetailChosen = true }
      return Outcome()
    }
    let content = try contents(newcomer, for: .secondary, of: id, replaces: replaces, &recorder)
    return try changeSplit(id, &recorder) { (_, split, _, change, recorder) in
      split.isDetailChosen = true
      if split.isCollapsed {
        split.showCollapsedDetail(content, &change, &recorder)
      } else {
        split.columns.secondary = content
        recorder.replacesColumn = true
      }
      recorder.animated = split.isCollapsed
      return Outcome()
    }
  }

  /// Collapsed: `show` on the primary, a plain push for a stack, and a page sheet for any other kind (SH-6, SYS0-8,
  /// SYS2-7, M11). Expanded: replaces the secondary (SH-7, SH-8, SYS2-6, D-51).
  fileprivate mutating func showDetailBySystem(
    _ newcomer: Transition.Newcomer, in id: ControllerID, split: Split, from sender: Location,
    again: Transition.Again, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    guard split.isCollapsed else {
      let controller = try admit(newcomer, into: id, as: .detailColumn, &recorder)
      recorder.call(.showDetail(split: id, controller: controller.id, answer: false))
      updateSplit(id) { $0.secondary = controller }
      return Outcome()
    }
    guard let primary = split.primary, primary.kind == .stack else {
      let (presented, outcome) = try presentUntaken(newcomer, from: sender, again: again, &recorder)
      recorder.call(.showDetail(split: id, controller: presented, answer: false))
      return outcome
    }
    let controller = try admit(newcomer, into: primary.id, as: .primaryStackMember, &recorder)
    recorder.call(.showDetail(split: id, controller: controller.id, answer: false))
    let rules = environment.system.rules
    recorder.call(.willHide(split: id, split.topColumn))
    if rules.reportsDidShowAndDidHide { recorder.notify(.didHide(split: id, split.topColumn)) }
    _ = root.update(primary.id) { $0.updateStack { $0.push(controller) } }
    recorder.animated = true
    return Outcome()
  }

  /// The id of a controller that the app's delegate handles: it does not enter the session, and one of the session stays
  /// in place. A new one without an id gets one.
  mutating func named(_ newcomer: Transition.Newcomer) throws(Rejection) -> ControllerID {
    switch newcomer {
    case .new(let controller): return controller.id.isAutomatic ? nextID() : controller.id
    case .existing(let id):
      if root.findInSession(id) == nil { throw .noSuchController(id) }
      return id
    }
  }

  // `replaceDetails`: a shown detail takes the place of the open ones, expanded and collapsed alike (D-144).

  /// Replaces the details of a collapsed split view, so that an expansion results in the tree of a `showDetail` after it.
  fileprivate mutating func replaceCollapsedDetails(of id: ControllerID, with details: Details) {
    guard let split = root.find(id)?.split else { return }
    var fresh: Controller?
    if split.hasEmptyColumn, details.column == nil, let placeholder = split.delegate.placeholder {
      let stackID = nextID()
      fresh = Controller(id: stackID, content: .stack(Stack(root: unheld(placeholder))))
    }
    updateSplit(id) { $0.replaceCollapsedDetails(with: details, fresh: fresh) }
  }

  /// What a `showDetail` brings: a new stack that becomes the column, or screens for a detail stack.
  fileprivate struct Details {
    var column: Controller?
    var screens: [Controller] = []
  }

  /// Admits a detail, and asks the app. A new stack becomes the column, with its id; above a placeholder its screens
  /// alone enter, and nothing stays of the stack but its `discarded` (NV-9, D-410).
  fileprivate mutating func admitDetails(
    _ newcomer: Transition.Newcomer, of split: ControllerID, isAbovePlaceholder: Bool, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Details {
    var details = Details()
    if case .new(let given) = newcomer, given.kind == .stack {
      let whole = try admit(given, into: split, as: .container, &recorder)
      if isAbovePlaceholder {
        details.screens = whole.stack?.children ?? []
        recorder.dissolve(whole)
      } else {
        details.column = whole
      }
      recorder.call(.showDetail(split: split, controller: whole.id, answer: true))
    } else {
      let target = root.find(split)?.split?.detailStack?.id ?? split
      details.screens = [try admit(newcomer, into: target, as: .stackMember, &recorder)]
      recorder.call(.showDetail(split: split, controller: details.screens[0].id, answer: true))
    }
    return details
  }
}

extension Split {
  /// The stack that receives details: the secondary while expanded, else the one details were moved onto (SYS0-9,
  /// SYS0-10).
  var detailStack: Controller? {
    guard isCollapsed else { return secondary }
    switch primary?.node {
    case .stack: return primary
    case .tabBar(let tabBar): return collapseTarget.flatMap { tabBar.value.child($0) } ?? tabBar.value.selectedChild
    case .screen, .topTabs, .split, nil: return nil
    }
  }

  /// Where a classic split view shows a detail, as far as that is no sheet (SYS0-8).
  fileprivate var detailPlace: Controller? {
    let isSheet = isCollapsed && delegate.onShowDetail == .system && primary?.kind != .stack
    return isSheet ? nil : detailStack
  }

  /// What a classic split view would show again as a detail: its preserved secondary (D-68), and the selected tab's
  /// saved details (D-70).
  fileprivate var hiddenDetails: [Controller] {
    [shownAgain].compactMap(\.self) + (primary?.detailTabBar?.selected.savedDetails ?? [])
  }

  /// Whether details stand above a placeholder, so that a new stack's screens alone enter.
  fileprivate var takesScreensAlone: Bool {
    guard isCollapsed else { return secondary?.stack?.root.isPlaceholder == true }
    if (collapse?.preserved.secondary ?? nestedSecondary)?.stack?.root.isPlaceholder == true { return true }
    return delegate.onShowDetail == .replaceDetails && hasEmptyColumn && delegate.placeholder != nil
  }

  /// Whether a collapsed split view has no secondary, and no details that an expansion would move there.
  fileprivate var hasEmptyColumn: Bool {
    collapse?.preserved.secondary == nil && nestedSecondary == nil && detailTarget?.hasDetails == false
  }

  /// - Parameter fresh: the stack of a column that was empty.
  fileprivate mutating func replaceCollapsedDetails(with details: Session.Details, fresh: Controller?) {
    if delegate.onTabSwitch == .saveAndRestore { forgetSavedDetails() }
    let open = updateDetailTarget { $0.truncate(to: $0.detailIndex) } ?? []
    let preserved = fresh ?? collapse?.preserved.secondary
    collapse?.preserved.secondary = nil
    var pushed = details.column.map { [$0] } ?? details.screens
    if var own = preserved ?? open.first(where: { $0.kind == .stack }) ?? takeFromOtherTab(), own.kind == .stack {
      if preserved != nil, own.stack?.root.isPlaceholder == true {
        _ = own.updateStack { $0.truncate(to: 1) }
        collapse?.preserved.secondary = own
      } else if details.column == nil {
        // The column's own stack, which the collapse nested or would have nested (D-142).
        _ = own.updateStack { $0.replaceDetails(with: details.screens) }
        pushed = [own]
      }
    }
    _ = updateDetailTarget { $0.push(all: pushed) }
  }
}

extension Stack {
  /// Replaces all above the placeholder, or all.
  mutating func replaceDetails(with details: [Controller]) {
    var screens = details[...]
    if root.isPlaceholder { _ = truncate(to: 1) } else if let first = screens.popFirst() { self = emptied(onto: first) }
    push(all: screens)
  }

  mutating func push(all controllers: some Sequence<Controller>) { for controller in controllers { push(controller) } }
}
