/// Reopening: `push`, `show` and `showDetail` with the id of a session's controller show that controller again (D-65).
extension Session {
  /// Shows a controller again in place, instead of moving it: on the target's page, in a preserved column, or among
  /// saved details.
  ///
  /// - Parameter target: the stack that would take it; nil without one (D-66).
  /// - Returns: nil for a new one, and for one anywhere else: it moves as in NV-12, or is refused.
  ///
  /// Throws `noSuchController`; `duplicateController` where it is on top of that stack already (NV-8).
  mutating func reopen(
    _ newcomer: Transition.Newcomer, on target: ControllerID?, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome? {
    guard case .existing(let id) = newcomer else { return nil }
    guard let location = root.locateInSession(id) else { throw .noSuchController(id) }
    if let outcome = try reopenColumn(of: location, &recorder) { return outcome }
    if let outcome = try reopenSaved(location, &recorder) { return outcome }
    guard let target, let stack = location.parent, stack.kind == .stack, pageOfStacks(around: target).contains(stack.id)
    else { return nil }
    guard location.isOnTop() else { return popTo(id, &recorder) }
    // A stack that a collapse pushed on another one is no page of it.
    if location.controller.kind == .stack { return nil }
    throw .duplicateController(id)
  }

  /// The stacks nested by a collapse that include `target`; most are alone (CL-7, M7).
  private func pageOfStacks(around target: ControllerID) -> [ControllerID] {
    guard let location = root.locate(target) else { return [] }
    return location.containers.prefix { $0.kind == .stack }.map(\.id) + location.controller.nestedStacks
  }

  // Reopening in a column of a collapsed split view: the column is shown, then the controllers above are popped (D-67).

  private mutating func reopenColumn(of location: Location, _ recorder: inout EventRecorder) throws(Rejection)
    -> Outcome?
  {
    let id = location.controller.id
    guard let holder = splitHolding(location), case .split(let box) = holder.node,
      let column = box.value.preservedColumn(with: id)
    else { return nil }
    var outcome: Outcome
    if box.value.style == .classic {
      outcome = try changeSplit(holder.id, &recorder) { (_, split, _, change, recorder) in
        split.showPreservedSecondary(&change, &recorder)
        return Outcome()
      }
    } else {
      outcome = try Transition.ShowColumn(column: column, split: holder.id).apply(to: &self, &recorder)
    }
    guard outcome.handled else { return nil }
    if let stack = location.parent, stack.kind == .stack {
      outcome.returned +=
        truncate(stack.id, &recorder) { ($0.children.firstIndex { $0.id == id } ?? $0.count) + 1 }.returned
    }
    return outcome
  }

  /// The split view that a controller is a child of, or that preserves its tree.
  private func splitHolding(_ location: Location) -> Controller? {
    if let split = location.containers.first(where: { $0.kind == .split }) { return split }
    guard let outermost = location.containers.last else { return location.holder }
    return root.locate(outermost.id)?.holder
  }

  // Reopening among a tab's saved details: all of them return where an expansion would put them, then the controllers
  // above are popped (D-70).

  private mutating func reopenSaved(_ location: Location, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome?
  {
    let id = location.controller.id
    guard location.containers.isEmpty, case .tabBar(let bar)? = location.holder?.node,
      let tab = bar.value.tabs.firstIndex(where: { $0.savedDetails.contains { $0.id == id } }),
      let containers = root.locate(bar.id)?.containers,
      case .split(let split)? = containers.first(where: { $0.kind != .stack })?.node,
      split.value.tabBarOfDetails == bar.id
    else { return nil }
    var target: ControllerID?
    updateSplit(split.id) { target = $0.restoreDetails(ofTabAt: tab) }
    guard let target else { return nil }
    return Outcome(
      returned: truncate(target, &recorder) { ($0.children.firstIndex { $0.id == id } ?? $0.count) + 1 }.returned)
  }

  // `again: return`: the controller of the session that shows the same is returned to, in place of another one (D-152).

  /// A controller that shows what a newcomer would show.
  struct Same {
    var id: ControllerID
    /// Whether it is in a place on display; else it is preserved or saved.
    var isInPlace: Bool
    /// Whether it is returned to only where it is on top already (D-434).
    var countsOnlyOnTop = false
  }

  /// The topmost one where the newcomer would go; nil with `another`, and without one.
  ///
  /// - Parameters:
  ///   - place: where it would go, with nested stacks.
  ///   - hidden: what would be shown in that place (D-67 to D-70), the topmost last.
  func same(
    as newcomer: Transition.Newcomer, _ again: Transition.Again, in place: Controller?, hidden: [Controller] = []
  ) -> Same? {
    switch again {
    case .another: return nil
    case .replace:
      return place?.topmost(sameAs: newcomer).map { Same(id: $0.id, isInPlace: true, countsOnlyOnTop: true) }
    case .return:
      if let found = place?.topmost(sameAs: newcomer) { return Same(id: found.id, isInPlace: true) }
      for tree in hidden.reversed() {
        if let found = tree.topmost(sameAs: newcomer) { return Same(id: found.id, isInPlace: false) }
      }
      return nil
    }
  }

  /// Returns to it as D-65 does; not handled where it is on top already. Nil where it cannot be shown in its place.
  ///
  /// - Parameters:
  ///   - target: the stack that would take the newcomer.
  ///   - wouldUncover: whether the newcomer would be shown above all stacks around the target, too.
  mutating func returnTo(
    _ same: Same, as newcomer: Transition.Newcomer, on target: ControllerID?, wouldUncover: Bool = false,
    _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome? {
    if same.isInPlace, isOnTop(same.id, of: wouldUncover ? nil : target) {
      return returned(to: same.id, as: newcomer, nil, &recorder)
    }
    if same.countsOnlyOnTop { return nil }
    var outcome: Outcome?
    do throws(Rejection) { outcome = try reopen(.existing(same.id), on: target, &recorder) } catch {
      guard case .duplicateController(same.id, _) = error else { throw error }
    }
    if outcome == nil, !same.isInPlace { return nil }
    return returned(to: same.id, as: newcomer, outcome ?? popStacks(to: same.id, &recorder), &recorder)
  }

  /// Puts a new screen in the place of another one of its route on top of a stack (D-434); nil where there is none, or
  /// where that is the root. The stack's `replaceTop`, so that a page stays one (D-27).
  mutating func replaceSibling(
    on target: ControllerID?, by newcomer: Transition.Newcomer, _ again: Transition.Again,
    _ recorder: inout EventRecorder
  ) throws(Rejection) -> ControllerID? {
    guard again == .replace, let target, case .new(let controller) = newcomer, let screen = controller.screen,
      let stack = root.find(target)?.stack, !stack.above.isEmpty, stack.top.screen?.route == screen.route
    else { return nil }
    _ = try Transition.ReplaceTop(screen: controller, stack: target).apply(to: &self, &recorder)
    return root.find(target)?.stack?.top.id
  }

  /// Whether nothing is above a controller in the stacks around it, up to an outermost one.
  private func isOnTop(_ id: ControllerID, of outermost: ControllerID?) -> Bool {
    guard let location = root.locate(id), location.isOnTop(of: outermost) else { return false }
    return location.controller.stack?.above.isEmpty ?? true
  }

  /// Pops all that is above a controller in nested stacks: on its own stack, and on those around it.
  private mutating func popStacks(to id: ControllerID, _ recorder: inout EventRecorder) -> Outcome {
    var (inner, returned): (ControllerID, [ControllerID]) = (id, [])
    for stack in root.locate(id)?.containers.prefix(while: { $0.kind == .stack }) ?? [] {
      let outcome = truncate(stack.id, &recorder) {
        ($0.children.firstIndex { $0.id == inner } ?? $0.count) + 1
      }
      returned += outcome.returned
      inner = stack.id
    }
    return returned.isEmpty ? Outcome(.alreadyThere) : Outcome(returned: returned)
  }

  /// Of the newcomer only the row is taken.
  ///
  /// - Parameter outcome: of what was done to return; nil where it is on top already.
  mutating func returned(
    to found: ControllerID, as newcomer: Transition.Newcomer, _ outcome: Outcome?, _ recorder: inout EventRecorder
  ) -> Outcome {
    recorder.found = found
    guard var outcome, outcome.handled else { return Outcome(.alreadyThere) }
    if case .new(let controller) = newcomer, let row = controller.lowest?.screen?.row { give(row, to: found) }
    outcome.reopen(found)
    return outcome
  }

  /// The outermost of the stacks that a collapse nested with this one (D-66).
  func page(of stack: ControllerID) -> Controller? {
    guard let location = root.locate(stack) else { return nil }
    return location.containers.prefix { $0.kind == .stack }.last ?? location.controller
  }

  /// The collapsed classic split view with this primary, which a preserved secondary would be pushed on (D-68).
  func collapsedSplit(withPrimary id: ControllerID) -> Split? {
    guard root.summary.holdsSplit, case .split(let split)? = root.locate(id)?.containers.first?.node,
      split.value.style == .classic, split.value.isCollapsed, split.value.primary?.id == id
    else { return nil }
    return split.value
  }

  /// Gives a screen, or the lowest one of a stack, its row.
  mutating func give(_ row: String, to id: ControllerID) { _ = root.update(id) { $0.give(row) } }
}

extension Location {
  /// Whether a controller is on top of its stack, and that of those around it, up to an outermost one.
  fileprivate func isOnTop(of outermost: ControllerID? = nil) -> Bool {
    var held = controller.id
    for container in containers {
      guard let stack = container.stack else { return true }
      if stack.top.id != held { return false }
      if container.id == outermost { return true }
      held = container.id
    }
    return true
  }
}

extension Controller {
  /// A stack and those nested in it.
  fileprivate var nestedStacks: [ControllerID] {
    stack.map { [id] + $0.above.flatMap(\.nestedStacks) } ?? []
  }

  /// Whether this is the controller, or a stack with it.
  fileprivate func isOrStacks(_ id: ControllerID) -> Bool {
    self.id == id || stack?.children.contains { $0.id == id } == true
  }

  /// The topmost controller of nested stacks that shows the same; one of them itself, by its id.
  fileprivate func topmost(sameAs newcomer: Transition.Newcomer) -> Controller? {
    guard case .stack(let stack) = node else { return shows(newcomer) ? self : nil }
    for child in stack.value.children.reversed() {
      if let found = child.topmost(sameAs: newcomer) { return found }
    }
    return id == newcomer.id ? self : nil
  }

  /// Whether this is the same: by its id, or with the same route and params; a stack by its lowest screen.
  func shows(_ newcomer: Transition.Newcomer) -> Bool {
    if id == newcomer.id { return true }
    guard case .new(let controller) = newcomer, let given = controller.lowest, let own = lowest else { return false }
    if own.id == given.id { return true }
    guard let own = own.screen, let given = given.screen else { return false }
    return own.route == given.route && own.params.contains(given.params) && given.params.contains(own.params)
  }

  /// Gives a screen, or the lowest one of nested stacks, its row.
  mutating func give(_ row: String) {
    switch content {
    case .screen(var screen):
      guard !screen.isPlaceholder, screen.row != row else { break }
      screen.row = row
      content = .screen(screen)
    case .stack(var stack):
      if stack.root.lowest == nil, !stack.above.isEmpty { stack.above[0].give(row) } else { stack.root.give(row) }
      content = .stack(stack)
    case .tabBar, .topTabs, .split: break
    }
  }
}

extension Split {
  /// The column of a collapsed split view with a controller as its content or in its stack, but not on top; nil where
  /// none can be shown.
  fileprivate func preservedColumn(with id: ControllerID) -> Column? {
    guard let collapse, collapsedColumn != .compact else { return nil }
    guard style != .classic else {
      return canShowPreservedSecondary && collapse.preserved.secondary?.isOrStacks(id) == true ? .secondary : nil
    }
    // The lowest column holds those above it in its own stack.
    let nested = columns[collapsedColumn]?.stack?.above ?? []
    if let column = collapse.columns.last(where: { own in nested.contains { $0.id == own.id && $0.isOrStacks(id) } })?
      .column
    {
      return column == topColumn ? nil : column
    }
    if columns[collapsedColumn]?.isOrStacks(id) == true { return collapsedColumn == topColumn ? nil : collapsedColumn }
    return style.columns.first { collapse.preserved[$0]?.isOrStacks(id) == true }
  }

  /// Whether a classic split view's preserved secondary can be pushed on the primary's stack, as UIKit's own collapse
  /// does (CL-7, CL-10, D-68). Not a split view (CL-27), nor a placeholder, whose details move one by one.
  var canShowPreservedSecondary: Bool {
    guard primary?.kind == .stack, let preserved = collapse?.preserved.secondary, preserved.kind != .split else {
      return false
    }
    return !(preserved.stack?.root ?? preserved).isPlaceholder
  }

  /// The preserved secondary that can be shown so.
  var shownAgain: Controller? { canShowPreservedSecondary ? collapse?.preserved.secondary : nil }

  /// Pushes the preserved secondary; the column on top gets its callbacks (M10, M11).
  fileprivate mutating func showPreservedSecondary(_ change: inout ColumnChange, _ recorder: inout EventRecorder) {
    guard let preserved = collapse?.preserved.secondary else { return }
    let top = topColumn
    collapse?.preserved.secondary = nil
    _ = columns.primary?.updateStack { $0.push(preserved) }
    guard topColumn != top else { return }
    change.report(top, isShown: false, &recorder)
    change.report(topColumn, isShown: true, &recorder)
  }

  /// The screen above a classic split view's preserved placeholder that shows the same as a new one: it moves alone
  /// (D-68).
  func movesAlone(sameAs newcomer: Transition.Newcomer, _ again: Transition.Again) -> ControllerID? {
    guard again == .return, case .new = newcomer, let stack = collapse?.preserved.secondary?.stack,
      stack.root.isPlaceholder
    else { return nil }
    return stack.above.last { $0.shows(newcomer) }?.id
  }
}

extension Transition {
  /// What a transition does where the session shows the same already.
  public enum Again: String, Hashable, Sendable, CaseIterable {
    /// Opens another one.
    case another
    /// Returns to it; not handled where it is on top.
    case `return`
    /// Not handled where it is on top. Takes the place of another one of its route there; else opens another one.
    case replace
  }
}
