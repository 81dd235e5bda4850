/// What is missing is opened.
extension LinkOpening {
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
}

/// A link to a route that is pushed and has no parent (D-435).
extension LinkOpening {
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
