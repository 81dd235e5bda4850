/// An `open` on its way: each step is worked out from the state after the one before (D-167).
struct LinkOpening {
  /// Why it does not go on.
  enum Stop: Error {
    case rejected(Rejection)
    case blocked(Outcome)
    case taken
  }

  private let target: LinkTarget
  private(set) var session: Session
  private(set) var recorder: EventRecorder
  private(set) var steps: [Transition] = []
  /// The screen of the target.
  private(set) var reached: ControllerID?

  /// More steps than bring a screen from any place; a state that they do not change ends them.
  private static let attempts = 2 * Limits.depth

  init(of target: LinkTarget, in session: Session, _ recorder: EventRecorder) {
    (self.target, self.session, self.recorder) = (target, session, recorder)
  }

  mutating func run() throws(Stop) {
    if let shown = shownTarget {
      reached = shown
      try uncoverOnDisplay(shown)
      try update(shown)
      return try name(shown)
    }
    let anchor = try reachAnchor()
    var (depth, last) = (0, anchor)
    for index in target.chain.indices.dropFirst().reversed() {
      guard let place = standing(anchor), let standing = standings(of: index).first(where: { $0.isBeside(place) })
      else { continue }
      guard try bring(standing.id, from: anchor, through: 1...index) else { continue }
      (depth, last) = (index, standing.id)
      break
    }
    if depth == 0 { _ = try bring(anchor, from: anchor, through: 1...1) }
    for index in target.chain.indices.dropFirst(depth + 1) { last = try open(index, from: last) }
    try show(last)
    try reveal(last)
    if depth == target.chain.count - 1 { try update(last) }
    // It is kept where nothing brings it back, such as the secondary beside a collapsed screen without a stack.
    if steps.isEmpty { throw .rejected(.noTarget(.route(target.chain[depth].route.name))) }
    try name(last)
    reached = last
  }

  /// Performs one; nothing has happened where it is not handled.
  private mutating func perform(_ action: Transition.Action) throws(Stop) -> Bool {
    // What belongs to every transition is the same of each step.
    let step = Transition(action, animated: recorder.animation, confirm: recorder.isConfirmed)
    let (before, recorded) = (session, recorder)
    let outcome: Outcome
    do throws(Rejection) { outcome = try session.performMember(step, &recorder) } catch {
      (session, recorder) = (before, recorded)
      throw .rejected(.step(action.type, refused: error))
    }
    guard outcome.blocked.isEmpty else { throw .blocked(outcome) }
    guard outcome.handled else {
      (session, recorder) = (before, recorded)
      return false
    }
    steps.append(step)
    return true
  }
}

/// What stands where.
extension LinkOpening {
  /// The screens that show a part of the chain, those on display first.
  private func standings(of index: Int) -> [Standing] {
    let part = target.chain[index]
    let all = Standing.all(in: session.root) { target.routes.shows($0, part) }
    guard all.count > 1 else { return all }
    let shown = Set(session.display.visibleLeaves.map(\.id))
    return all.filter { shown.contains($0.id) } + all.filter { !shown.contains($0.id) }
  }

  private func standing(_ id: ControllerID) -> Standing? { Standing(id, in: session.root) }

  /// The target where it is on display, whatever stands behind it: one in front, else the topmost one.
  private var shownTarget: ControllerID? {
    let (display, goal) = (session.display, LinkGoal(target))
    let inFront = display.restingLeaves.first(where: goal.isShown(by:))
    return (inFront ?? display.visibleLeaves.last(where: goal.isShown(by:)))?.id
  }
}

/// What stands is brought.
extension LinkOpening {
  /// The screen of the topmost route, with its tree uncovered and its tabs and pages selected.
  private mutating func reachAnchor() throws(Stop) -> ControllerID {
    if let anchor = standings(of: 0).first {
      try reveal(anchor.id)
      return anchor.id
    }
    let part = target.chain[0]
    guard case .present(let style)? = part.route.opening, let presenter = session.display.last else {
      throw .rejected(.noTarget(.route(part.route.name)))
    }
    return try present(0, style, from: presenter.id)
  }

  /// Uncovers the tree of a screen, and selects its tabs and pages, outermost first.
  private mutating func reveal(_ id: ControllerID) throws(Stop) {
    for _ in 0..<Self.attempts {
      guard let standing = standing(id), let action = uncover(standing) ?? select(standing) else { return }
      guard try perform(action) else { return }
    }
  }

  /// Dismisses what is presented over the whole window, and settles the pages.
  private mutating func uncoverOnDisplay(_ id: ControllerID) throws(Stop) {
    for _ in 0..<Self.attempts {
      guard !session.display.restingLeaves.contains(where: { $0.id == id }), let standing = standing(id),
        let action = uncover(standing, by: \.coversWindow) ?? select(standing), try perform(action)
      else { return }
    }
  }

  /// Dismisses what is presented on display and does not contain it, by the lowest presenter.
  private func uncover(_ standing: Standing, by isMeant: (Controller) -> Bool = { _ in true }) -> Transition.Action? {
    guard session.root.summary.holdsPresented else { return nil }
    return session.display.presenters.first { presenter in
      isMeant(presenter) && !standing.holds.contains { $0.holding == .presented && $0.holder.id == presenter.id }
    }.map { .dismiss($0.id) }
  }

  private func select(_ standing: Standing) -> Transition.Action? {
    for hold in standing.holds where hold.holding == .child {
      switch hold.holder.node {
      case .tabBar(let bar) where bar.value.selected.child.id != hold.held.id: return .selectTab(hold.held.id)
      case .topTabs(let topTabs) where !topTabs.value.isSettled(on: topTabs.value.index(of: hold.held.id) ?? 0):
        return .setTopTabs(topTabs: hold.holder.id, TopTabsUpdate { $0.currentPage = hold.held.id })
      case .tabBar, .topTabs, .screen, .stack, .split: break
      }
    }
    return nil
  }

  /// Brings a screen on top of its stacks, and what hides it back; false where the session cannot show it again.
  ///
  /// - Parameter parts: those of the chain after the anchor, up to that of the screen.
  private mutating func bring(_ id: ControllerID, from anchor: ControllerID, through parts: ClosedRange<Int>)
    throws(Stop)
    -> Bool
  {
    let start = self
    for _ in 0..<Self.attempts {
      guard let standing = standing(id) else { break }
      let brought = select(standing) ?? reopen(standing, over: anchor, parts: parts) ?? pop(to: standing)
      guard let action = brought ?? uncover(standing) else { return true }
      do throws(Stop) { if try perform(action) { continue } } catch {
        if case .blocked = error { throw error }
      }
      break
    }
    self = start
    return false
  }

  /// Shows what a collapsed split view preserves, or a tab saves (D-67 to D-70).
  private func reopen(_ standing: Standing, over anchor: ControllerID, parts: ClosedRange<Int>) -> Transition.Action? {
    guard let hold = standing.holds.first(where: { $0.holding == .preserved }) else { return nil }
    if let split = hold.holder.split, split.style != .classic,
      let column = split.style.columns.first(where: { split.collapse?.preserved[$0]?.id == hold.held.id })
    {
      return .showColumn(column, split: hold.holder.id)
    }
    let isDetail = parts.contains { target.chain.indices.contains($0) && target.chain[$0].route.opening == .detail }
    if isDetail { return .showDetail(.existing(standing.id), from: anchor) }
    return .push(.existing(standing.id), stack: session.innermost(.stack, around: anchor))
  }

  /// Pops to the member of the outermost stack that it is below the top of.
  private func pop(to standing: Standing) -> Transition.Action? {
    let covered = standing.holds.first { hold in
      hold.holding == .child && hold.holder.stack.map { $0.top.id != hold.held.id } == true
    }
    return covered.map { .popTo($0.held.id) }
  }
}

/// What is missing is opened.
extension LinkOpening {
  /// Opens a part of the chain from the screen of the one before; returns its screen.
  private mutating func open(_ index: Int, from sender: ControllerID) throws(Stop) -> ControllerID {
    switch target.chain[index].route.opening {
    case .push:
      guard let stack = session.innermost(.stack, around: sender) else {
        throw .rejected(.noTarget(.container(.stack)))
      }
      return try bringNew(index) { .push(.new($0), stack: stack) }
    case .detail:
      guard let split = session.innermost(.split, around: sender) else {
        throw .rejected(.noTarget(.container(.split)))
      }
      let start = self
      let detail = try bringNew(index) { .showDetail(.new($0), from: sender) }
      guard session.root.find(split)?.split?.holdsBare(detail) == true else { return detail }
      // A bare detail has no bar, and a push from it lands on the list's stack: an app wraps it (SH-9).
      self = start
      return try bringNew(index) { .showDetail(.new(.stack(root: $0)), from: sender) }
    case .column: return try openColumn(index, from: sender)
    case .present(let style): return try present(index, style, from: sender)
    case nil: throw .rejected(.noTarget(.route(target.chain[index].route.name)))
    }
  }

  /// Sets the next column, and clears those behind it (D-154).
  private mutating func openColumn(_ index: Int, from sender: ControllerID) throws(Stop) -> ControllerID {
    guard let (split, column) = session.nextColumn(after: sender) else {
      throw .rejected(.noTarget(.nextColumn(sender)))
    }
    guard column != .secondary else {
      return try bringNew(index) { .showDetail(.new(.stack(root: $0)), from: sender) }
    }
    let screen = try bringNew(index) { .setColumn(column, .new($0), split: split) }
    _ = try perform(.setColumn(.secondary, nil, split: split))
    if session.root.find(split)?.split?.isCollapsed == true { _ = try perform(.showColumn(column, split: split)) }
    return screen
  }

  /// A screen that the table pushes others on is brought in a stack.
  private mutating func present(_ index: Int, _ style: PresentationStyle, from presenter: ControllerID) throws(Stop)
    -> ControllerID
  {
    let name = target.chain[index].route.name
    let isPushedOn = target.routes.routes.contains { $0.parent == name && $0.opening == .push }
    return try bringNew(index) {
      .present(.new(isPushedOn ? .stack(root: $0) : $0), style: style, from: presenter)
    }
  }

  /// Performs what brings a new screen; returns its id, or throws `taken` where the session has no such one then.
  private mutating func bringNew(_ index: Int, by action: (Controller) -> Transition.Action) throws(Stop)
    -> ControllerID
  {
    let part = target.chain[index]
    let sample = target.routes.sample(of: part)
    var screen = part.route.screen(for: sample)
    if let id = part.route.id(for: sample), session.root.find(id) == nil {
      screen.id = id
      _ = try perform(action(screen))
      if standing(id) == nil { throw .taken }
      return id
    }
    let before = Set(standings(of: index).map(\.id))
    screen.id = .automatic
    _ = try perform(action(screen))
    guard let new = standings(of: index).first(where: { !before.contains($0.id) }) else { throw .taken }
    return new.id
  }

  /// Shows the column of the target, if an expanded split view hides it.
  private mutating func show(_ id: ControllerID) throws(Stop) {
    guard let standing = standing(id) else { return }
    for hold in standing.holds where hold.holding == .child {
      guard let split = session.root.find(hold.holder.id)?.split, !split.isCollapsed,
        let column = Column.allCases.first(where: { split.columns[$0]?.id == hold.held.id }),
        !split.visibleColumns.contains(column)
      else { continue }
      if split.style == .classic {
        let mode = split.displayModeButtonTarget(in: split.room(in: session.environment))
        _ = try perform(.setDisplayMode(mode ?? .oneOverSecondary, split: hold.holder.id))
      } else {
        _ = try perform(.showColumn(column, split: hold.holder.id))
      }
    }
  }

  /// Names it where a split view around it remembers another column, which a step such as `selectTab` does not (D-261).
  private mutating func name(_ id: ControllerID) throws(Stop) {
    guard session.root.summary.remembersTop,
      let hold = standing(id)?.holds.last(where: { $0.holding == .child && $0.holder.kind == .stack })
    else { return }
    _ = try perform(.popTo(hold.held.id))
  }

  /// Gives the target the params of the link, in place of those with the same names.
  private mutating func update(_ id: ControllerID) throws(Stop) {
    guard let screen = session.root.findInSession(id)?.screen, let part = target.chain.last else { return }
    guard let params = target.routes.params(of: screen, with: part) else { return }
    var update = ScreenUpdate { $0.params = params }
    if !part.route.namesOfParams.isEmpty {
      let texts = part.route.update(for: target.routes.sample(of: part, params))
      if let title = texts.title, title != screen.title { update.title = title }
      if let title = texts.backButtonTitle, title != screen.backButtonTitle { update.backButtonTitle = title }
    }
    _ = try perform(.updateScreen(id, update))
  }
}

extension Session {
  fileprivate func innermost(_ kind: Controller.Kind, around id: ControllerID) -> ControllerID? {
    root.locateInSession(id)?.containers.first { $0.kind == kind }?.id
  }
}
