/// An `open` on its way: each step is worked out from the state after the one before (D-167).
struct LinkOpening {
  /// Why it does not go on.
  enum Stop: Error {
    case rejected(Rejection)
    case blocked(Outcome)
    case taken
  }

  let target: LinkTarget
  private(set) var session: Session
  private(set) var recorder: EventRecorder
  private(set) var steps: [Transition] = []
  /// The screen of the target; nil before it is brought, and where the delegate took it (D-71).
  private(set) var reached: ControllerID?
  /// The last of the chain's presented screens that stand one over the other: what presents it is not dismissed.
  var kept: ControllerID?

  /// More steps than bring a screen from any place; a state that they do not change ends them.
  static let attempts = 2 * Limits.depth

  init(of target: LinkTarget, in session: Session, _ recorder: EventRecorder) {
    (self.target, self.session, self.recorder) = (target, session, recorder)
  }

  mutating func run() throws(Stop) {
    if let shown = shownTarget {
      reached = shown
      try uncoverOnDisplay(shown)
      try update(shown)
      // A dismissal may have turned the window, into one that hides it.
      guard session.display.visibleLeaves.contains(where: { $0.id == shown }) else {
        throw .rejected(.noTarget(.route(target.chain[target.chain.count - 1].route.name)))
      }
      return try name(shown)
    }
    if let here = try openHere() {
      reached = here
      return try name(here)
    }
    var (depth, last) = (0, try reachAnchor())
    while let over = presented(over: last, after: depth) {
      (depth, last) = try bringDeepest(of: depth + 1..<over.index, over: last)
      for index in depth + 1..<over.index { last = try open(index, from: last) }
      depth = over.index - 1
      // It may have gone with what presented it, or have made way.
      guard let location = location(of: over.id), target.isInPlace(location, as: over.index, in: session.root) else {
        break
      }
      (depth, last) = over
    }
    (depth, last) = try bringDeepest(of: depth + 1..<target.endOfTree(after: depth), over: last)
    try mark(last, depth)
    for index in target.chain.indices.dropFirst(depth + 1) { last = try open(index, from: last) }
    kept = nil
    try show(last)
    try reveal(last)
    if depth == target.chain.count - 1 { try update(last) }
    reached = last
    // It is kept where nothing brings it back, such as the secondary beside a collapsed screen without a stack.
    guard !steps.isEmpty, session.display.visibleLeaves.contains(where: { $0.id == last }) else {
      throw .rejected(.noTarget(.route(target.chain[depth].route.name)))
    }
    try name(last)
  }

  /// Performs one; nothing has happened where it is not handled.
  mutating func perform(_ action: Transition.Action) throws(Stop) -> Bool {
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

  // Where the screens of the chain are.

  /// The screens that show a part of the chain, those on display first.
  func locations(of index: Int) -> [ScreenLocation] {
    let all = target.locations(of: index, in: session.root)
    guard all.count > 1 else { return all }
    let shown = Set(session.display.visibleLeaves.map(\.id))
    return all.filter { shown.contains($0.id) } + all.filter { !shown.contains($0.id) }
  }

  func location(of id: ControllerID) -> ScreenLocation? { ScreenLocation(id, in: session.root) }

  /// The first part behind another one that stands presented over the tree of a screen (D-371).
  func presented(over id: ControllerID, after depth: Int) -> (index: Int, id: ControllerID)? {
    for index in target.chain.indices.dropFirst(depth + 1) where target.hasPlace(index) {
      guard let below = location(of: id)?.presentations else { return nil }
      let found = locations(of: index).first { $0.beginsPresentedTree && $0.presentations.dropLast() == below }
      if let found { return (index, found.id) }
      if target.chain[index].route.opening?.alwaysPresents == true { return nil }
    }
    return nil
  }

  /// How a part is opened from a screen.
  func opening(of index: Int, from sender: ControllerID) -> ScreenRoute.Opening? {
    target.chain[index].route.opening.map { $0[session.classOfTree(around: sender)] }
  }

  /// The target where it is on display, whatever stands behind it: one in front, else the topmost one.
  private var shownTarget: ControllerID? {
    let (display, goal) = (session.display, LinkGoal([target]))
    let inFront = display.restingLeaves.first(where: goal.isShown(by:))
    return (inFront ?? display.visibleLeaves.last(where: goal.isShown(by:)))?.id
  }

  // What is in the session is brought.

  /// The screen of the topmost route, with its tree uncovered and its tabs and pages selected.
  mutating func reachAnchor() throws(Stop) -> ControllerID {
    if let anchor = locations(of: 0).first {
      var (depth, last) = (0, anchor.id)
      while let over = presented(over: last, after: depth) {
        (depth, last) = over
        kept = last
      }
      try reveal(anchor.id)
      return anchor.id
    }
    let part = target.chain[0]
    guard case .present(let style, let replaces, let end)? = part.route.opening?[session.environment.horizontal],
      let presenter = session.display.last
    else { throw .rejected(.noTarget(.route(part.route.name))) }
    return try present(0, style, from: replaces ? nil : presenter.id, end)
  }

  /// Brings the deepest of some parts that stands beside the screen of the one before them, else that.
  mutating func bringDeepest(of parts: Range<Int>, over anchor: ControllerID) throws(Stop) -> (Int, ControllerID) {
    for index in parts.reversed() {
      guard let place = location(of: anchor), let location = locations(of: index).first(where: { $0.isBeside(place) })
      else { continue }
      if try bring(location.id, from: anchor, through: parts.lowerBound...index) { return (index, location.id) }
    }
    _ = try bring(anchor, from: anchor, through: parts.lowerBound...parts.lowerBound)
    return (parts.lowerBound - 1, anchor)
  }

  /// Uncovers the tree of a screen, and selects its tabs and pages, outermost first.
  mutating func reveal(_ id: ControllerID) throws(Stop) {
    for _ in 0..<Self.attempts {
      guard let location = location(of: id), let action = uncover(location) ?? select(location) else { return }
      guard try perform(action) else { return }
    }
  }

  /// Dismisses what is presented over the whole window, and settles the pages.
  mutating func uncoverOnDisplay(_ id: ControllerID) throws(Stop) {
    for _ in 0..<Self.attempts {
      guard !session.display.restingLeaves.contains(where: { $0.id == id }), let location = location(of: id),
        let action = uncover(location, by: \.coversWindow) ?? select(location), try perform(action)
      else { return }
    }
  }

  /// Dismisses what is presented on display and does not contain it, by the lowest presenter.
  private func uncover(_ location: ScreenLocation, by matches: (Controller) -> Bool = { _ in true }) -> Transition
    .Action?
  {
    guard session.root.summary.holdsPresented else { return nil }
    let location = kept.flatMap { self.location(of: $0) } ?? location
    return session.display.presenters.first { presenter in
      matches(presenter) && !location.holds.contains { $0.holding == .presented && $0.holder.id == presenter.id }
    }.map { .dismiss($0.id) }
  }

  private func select(_ location: ScreenLocation) -> Transition.Action? {
    for hold in location.holds where hold.holding != .presented {
      switch hold.holder.node {
      case .tabBar(let bar) where hold.holding == .preserved:
        if let keeper = bar.value.keeper(of: hold.held.id) { return .selectTab(keeper) }
      case .tabBar(let bar) where bar.value.selected.child.id != hold.held.id:
        return .selectTab(bar.value.tabs.first { $0.child.id == hold.held.id }?.selectedID ?? hold.held.id)
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
  mutating func bring(_ id: ControllerID, from anchor: ControllerID, through parts: ClosedRange<Int>)
    throws(Stop)
    -> Bool
  {
    let start = self
    for _ in 0..<Self.attempts {
      guard let location = location(of: id) else { break }
      let brought = select(location) ?? reopen(location, over: anchor, parts: parts) ?? pop(to: location)
      guard let action = brought ?? uncover(location) else { return true }
      do throws(Stop) { if try perform(action) { continue } } catch {
        if case .blocked = error { throw error }
      }
      break
    }
    self = start
    return false
  }

  /// Shows what a collapsed split view preserves, or a tab saves (D-67 to D-70).
  private func reopen(_ location: ScreenLocation, over anchor: ControllerID, parts: ClosedRange<Int>) -> Transition
    .Action?
  {
    guard let hold = location.holds.first(where: { $0.holding == .preserved }) else { return nil }
    if let split = hold.holder.split, split.style != .classic,
      let column = split.style.columns.first(where: { split.collapse?.preserved[$0]?.id == hold.held.id })
    {
      return .showColumn(column, split: hold.holder.id)
    }
    let isDetail = parts.contains {
      target.chain.indices.contains($0) && opening(of: $0, from: anchor) == .detail
    }
    if isDetail { return .showDetail(.existing(location.id), from: anchor) }
    return .push(.existing(location.id), stack: session.innermost(.stack, around: anchor))
  }

  /// Pops to the member of the outermost stack that it is below the top of.
  private func pop(to location: ScreenLocation) -> Transition.Action? {
    let covered = location.holds.first { hold in
      hold.holding == .child && hold.holder.stack.map { $0.top.id != hold.held.id } == true
    }
    return covered.map { .popTo($0.held.id) }
  }

  // What is missing is opened.

  /// Opens a part of the chain from the screen of the one before; returns its screen.
  mutating func open(_ index: Int, from sender: ControllerID) throws(Stop) -> ControllerID {
    switch opening(of: index, from: sender) {
    case .push:
      guard let stack = session.innermost(.stack, around: sender) else {
        throw .rejected(.noTarget(.container(.stack)))
      }
      let again = again(of: index)
      return try bringNew(index) { .push(.new($0), stack: stack, again: again) }
    case .detail:
      guard let split = session.innermost(.split, around: sender) else {
        throw .rejected(.noTarget(.container(.split)))
      }
      let start = self
      let again = again(of: index)
      let detail = try bringNew(index) { .showDetail(.new($0), from: sender, again: again) }
      guard session.root.find(split)?.split?.holdsBare(detail) == true else { return detail }
      // A bare detail has no bar, and a push from it lands on the list's stack: an app wraps it (SH-9).
      self = start
      return try bringNew(index) { .showDetail(.new(.stack(root: $0)), from: sender) }
    case .column: return try openColumn(index, from: sender)
    case .present(let style, let replaces, let end):
      // A sheet over parts that are missing beneath it makes way; what is presented leaves its parent when dismissed.
      kept = nil
      try show(sender)
      try reveal(sender)
      // A parent that an app has presented would go with its sheet.
      let isOverWindow = session.root.presentationRoot(of: sender)?.id == session.root.id
      return try present(index, style, from: replaces && isOverWindow ? nil : sender, end)
    case .tab: return try openTab(index)
    case nil: throw .rejected(.noTarget(.route(target.chain[index].route.name)))
    }
  }

  /// Its tab is there, or nothing brings it (D-456).
  private mutating func openTab(_ index: Int) throws(Stop) -> ControllerID {
    guard let own = locations(of: index).first else {
      throw .rejected(.noTarget(.route(target.chain[index].route.name)))
    }
    try reveal(own.id)
    return own.id
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
  ///
  /// - Parameter presenter: nil: it takes the place of what the window's root presents (D-370).
  mutating func present(
    _ index: Int, _ style: PresentationStyle, from presenter: ControllerID?, _ end: PresentationEnd?
  ) throws(Stop) -> ControllerID {
    let isPushedOn = target.routes.arePushed(on: target.chain[index].route.name)
    return try bringNew(index) {
      .present(
        .new(isPushedOn ? .stack(root: $0) : $0), style: style, from: presenter, replaces: presenter == nil,
        endsWith: end)
    }
  }

  /// Performs what brings a new screen; returns its id, or throws `taken` where the session has no such one then.
  mutating func bringNew(_ index: Int, by action: (Controller) -> Transition.Action) throws(Stop)
    -> ControllerID
  {
    let part = target.chain[index]
    let sample = target.routes.sample(of: part)
    var screen = target.routes.screen(for: sample, of: part.route)
    if let id = part.route.id(for: sample), session.root.find(id) == nil {
      screen.id = id
      _ = try perform(action(screen))
      if location(of: id) == nil { throw .taken }
      return id
    }
    let before = Set(locations(of: index).map(\.id))
    screen.id = .automatic
    _ = try perform(action(screen))
    guard let new = locations(of: index).first(where: { !before.contains($0.id) }) else { throw .taken }
    return new.id
  }

  /// Shows the column of the target, if an expanded split view hides it, and an inspector everywhere.
  mutating func show(_ id: ControllerID) throws(Stop) {
    guard let location = location(of: id) else { return }
    for hold in location.holds where hold.holding == .child {
      guard let split = session.root.find(hold.holder.id)?.split else { continue }
      if split.columns.inspector?.id == hold.held.id {
        if split.inspector == .hidden { _ = try perform(.showColumn(.inspector, split: hold.holder.id)) }
        continue
      }
      guard !split.isCollapsed,
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
  mutating func name(_ id: ControllerID) throws(Stop) {
    guard session.root.summary.remembersTop,
      let hold = location(of: id)?.holds.last(where: { $0.holding == .child && $0.holder.kind == .stack })
    else { return }
    _ = try perform(.popTo(hold.held.id))
  }

  /// Gives the target the params of the link, in place of those with the same names, and its row.
  mutating func update(_ id: ControllerID) throws(Stop) {
    guard let screen = session.root.findInSession(id)?.screen, let part = target.chain.last else { return }
    let params = target.routes.params(of: screen, with: part)
    var update = ScreenUpdate { $0.params = params }
    let texts = target.routes.update(for: target.routes.sample(of: part, params ?? screen.params), of: part.route)
    if params != nil, !part.route.namesOfParams.isEmpty {
      if let title = texts.title, title != screen.title { update.title = title }
      if let title = texts.backButtonTitle, title != screen.backButtonTitle { update.backButtonTitle = title }
    }
    if let row = texts.row, row != screen.row { update.row = row }
    if update != ScreenUpdate() { _ = try perform(.updateScreen(id, update)) }
  }

  /// Gives a screen that is returned to its row (D-400).
  mutating func mark(_ id: ControllerID, _ index: Int) throws(Stop) {
    guard let screen = session.root.findInSession(id)?.screen else { return }
    let part = target.chain[index]
    guard let row = target.routes.update(for: target.routes.sample(of: part, screen.params), of: part.route).row,
      row != screen.row
    else { return }
    _ = try perform(.updateScreen(id, ScreenUpdate { $0.row = row }))
  }

  // A link to a route that is pushed and has no parent (D-435).

  /// Pushes it where the user is, on the innermost stack around what was shown last, or returns to it there; nil for any
  /// other target.
  mutating func openHere() throws(Stop) -> ControllerID? {
    guard target.chain.count == 1, let leaf = session.display.last,
      target.chain[0].route.opening?[leaf.classOfTree] == .push
    else { return nil }
    guard let stack = session.innermost(.stack, around: leaf.id) else { throw .rejected(.noTarget(.container(.stack))) }
    let there = locations(of: 0).last { $0.holds.last.map { $0.holding == .child && $0.holder.id == stack } == true }
    guard let there else {
      let again = again(of: 0)
      return try bringNew(0) { .push(.new($0), stack: stack, again: again) }
    }
    _ = try perform(.popTo(there.id))
    try update(there.id)
    return there.id
  }

  /// The last step does as its route's offers do (D-434); what is there is found before, and so not looked for again.
  func again(of index: Int) -> Transition.Again {
    index == target.chain.count - 1 && target.chain[index].route.again == .replace ? .replace : .another
  }
}

extension Session {
  func innermost(_ kind: Controller.Kind, around id: ControllerID) -> ControllerID? {
    root.locateInSession(id)?.containers.first { $0.kind == kind }?.id
  }
}
