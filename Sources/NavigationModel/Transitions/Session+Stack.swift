/// The family Stack: `UINavigationController` (NV).
extension Session {
  /// Pushes a controller (NV-2).
  mutating func push(_ newcomer: Transition.Newcomer, on stack: ControllerID?, _ recorder: inout EventRecorder)
    throws(Rejection) -> Outcome
  {
    let target = try resolveStack(stack)
    if let outcome = try reopen(newcomer, on: target, &recorder) { return outcome }
    let controller = try bring(newcomer, into: target, .stackMember, &recorder)
    // A stack that takes no details is never on display, so only a named one is checked.
    if stack != nil { try checkTakesDetails(target, controller.id) }
    let isPage = givesPages(to: target)
    _ = root.update(target) { $0.push(controller, isPage: isPage) }
    recorder.animated = true
    return Outcome()
  }

  mutating func pop(_ count: Int, from stack: ControllerID?, _ recorder: inout EventRecorder) throws(Rejection)
    -> Outcome
  {
    let target = try resolveStack(stack)
    return truncate(target, &recorder) { $0.count - min(count, $0.count) }
  }

  /// Throws `notInStack` where the controller is elsewhere (NV-5).
  mutating func popTo(_ controller: ControllerID, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
    let stack = try stackHolding(controller)
    return truncate(stack, &recorder) { ($0.children.firstIndex { $0.id == controller } ?? $0.count) + 1 }
  }

  mutating func popToRoot(_ stack: ControllerID?, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
    truncate(try resolveStack(stack), &recorder) { _ in 1 }
  }

  /// A column popped off the collapsed stack is preserved by its split view (M10).
  private mutating func keepColumns(_ popped: [Controller], of stack: ControllerID, _ recorder: inout EventRecorder) {
    guard case .split(let holder)? = root.locate(stack)?.holder?.node, holder.value.collapse?.columns.isEmpty == false
    else { return }
    var change = ColumnChange(split: holder.id, rules: environment.system.rules)
    updateSplit(holder.id) { $0.takeBack(popped, &change, &recorder) }
    change.conclude(&recorder)
  }

  /// Pops and returns controllers, bottom first; not handled where nothing is popped (NV-3, NV-4, NV-25, M13).
  mutating func truncate(_ stack: ControllerID, _ recorder: inout EventRecorder, to remaining: (Stack) -> Int)
    -> Outcome
  {
    let popped = root.update(stack) { $0.updateStack { $0.truncate(to: remaining($0)) } ?? [] } ?? []
    if popped.contains(where: { $0.kind != .screen }) { keepColumns(popped, of: stack, &recorder) }
    recorder.animated = true
    return Outcome(handled: !popped.isEmpty, returned: popped.map(\.id))
  }

  /// Replaces all children at once; the appearance depends on the old and the new top (NV-6).
  ///
  /// Throws `emptyContainer` without children, `cannotContain` where the placeholder would lose its place at the root
  /// (SYS0-3).
  mutating func setStack(
    _ stack: ControllerID?, to members: [Transition.Member], _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    let target = try resolveStack(stack)
    let old = root.find(target)?.stack?.children ?? []
    let children = try resolve(members, from: old, in: target, .stackMember, &recorder)
    guard let first = children.first else { throw .emptyContainer(target) }
    if let oldRoot = old.first, oldRoot.isPlaceholder, first.id != oldRoot.id {
      throw .cannotContain(container: target, child: first.id)
    }
    if first.kind == .stack { throw .cannotPush(first.id) }
    if children.count > 1 { try checkTakesDetails(target, children[1].id) }
    if let misplaced = children.dropFirst().first(where: \.isPlaceholder) {
      throw .cannotContain(container: target, child: misplaced.id)
    }
    let parts = partsPages(target)
    _ = root.update(target) { $0.updateStack { $0.replace(with: first, children.dropFirst(), partsPages: parts) } }
    recorder.animated = true
    return Outcome()
  }

  mutating func replaceTop(of stack: ControllerID?, with screen: Controller, _ recorder: inout EventRecorder)
    throws(Rejection)
    -> Outcome
  {
    let target = try resolveStack(stack)
    guard let top = root.find(target)?.stack?.top else { throw .wrongKind(target, expected: .stack) }
    if top.isPlaceholder { throw .cannotContain(container: target, child: screen.id) }
    let named = try admit(screen, into: target, .stackMember, &recorder)
    _ = root.update(target) {
      $0.updateStack { stack in
        stack.isInteractiveBack = false
        if stack.above.popLast() == nil { stack.root = named } else { stack.above.append(named) }
      }
    }
    recorder.animated = true
    return Outcome()
  }

  /// Removes one controller and leaves those above it; an only child or a placeholder root stays.
  mutating func remove(_ controller: ControllerID, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
    let stack = try stackHolding(controller)
    try takeOut(controller, of: stack)
    recorder.animated = true
    return Outcome()
  }
}

/// Finding stacks, and moving controllers between them.
extension Session {
  /// A stack by its id, or the resolved one without an id.
  func resolveStack(_ given: ControllerID?) throws(Rejection) -> ControllerID {
    try resolve(given, .stack)
  }

  /// Without an id: the innermost container of the kind around the last visible leaf, else the only one in the window
  /// (D-16).
  ///
  /// Throws `noSuchController`, `wrongKind`, or `noTarget` without an id where the window has none of the kind, or
  /// several.
  func resolve(_ given: ControllerID?, _ kind: Controller.Kind) throws(Rejection) -> ControllerID {
    if let given {
      guard let found = root.findInSession(given) else { throw .noSuchController(given) }
      guard found.kind == kind else { throw .wrongKind(given, expected: kind) }
      return given
    }
    guard let meant = display.innermost(kind) ?? root.only(kind) else { throw .noTarget(.container(kind)) }
    return meant
  }

  /// Throws `cannotContain` for the detail stack of a collapsed split view: its details are on the primary's stack
  /// until the expansion (D-19).
  func checkTakesDetails(_ stack: ControllerID, _ detail: ControllerID) throws(Rejection) {
    guard let location = root.locate(stack), location.parent == nil, location.holder?.presentedChild?.id != stack,
      case .split(let split)? = location.holder?.node
    else { return }
    switch split.value.behavior.onCollapse {
    case .moveAbovePlaceholder: throw .cannotContain(container: stack, child: detail)
    case .system, .discard: break
    }
  }

  /// Whether controllers from `push` and `show` stay on a stack when details move: no detail is on it now, but some may
  /// come later (D-27).
  func givesPages(to stack: ControllerID) -> Bool {
    guard root.summary.holdsSplit, root.find(stack)?.stack?.hasDetails == false else { return false }
    return partsPages(stack)
  }

  /// Whether a stack's children from `detailIndex` on move to the detail column, and the others stay (SYS0-24 as
  /// decided): the stack of a collapsed split view's primary or of one of its tabs, or of a tab with parked details.
  private func partsPages(_ stack: ControllerID) -> Bool {
    guard root.summary.holdsSplit, let containers = root.locate(stack)?.containers, let parent = containers.first else {
      return false
    }
    switch parent.node {
    case .split(let split): return split.value.partsPages && split.value.primary?.id == stack
    case .tabBar(let tabBar):
      guard case .split(let split)? = containers.dropFirst().first?.node, split.value.primary?.id == parent.id else {
        return false
      }
      return split.value.partsPages(ofTabSelected: tabBar.value.selectedChild.id == stack)
    case .screen, .stack, .topTabs: return false
    }
  }

  /// The stack that a controller is a child of.
  private func stackHolding(_ controller: ControllerID) throws(Rejection) -> ControllerID {
    guard let location = root.locateInSession(controller) else { throw .noSuchController(controller) }
    guard let parent = location.parent, parent.kind == .stack else { throw .notInStack(controller) }
    return parent.id
  }

  /// A new tree, checked and with ids, or a controller of the session, removed from its stack (NV-12).
  ///
  /// Throws `duplicateController` where it is in `target` already (NV-8), `cannotPush` for a controller that cannot
  /// leave its place: a root, a tab, a column, also a column that a collapse pushed on a stack (PR-6).
  mutating func bring(
    _ newcomer: Transition.Newcomer, into target: ControllerID, _ place: Destination, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Controller {
    switch newcomer {
    case .new(let controller): return try admit(controller, into: target, place, &recorder)
    case .existing(let id):
      guard let location = root.locateInSession(id) else { throw .noSuchController(id) }
      if location.parent?.id == target, place != .presented { throw .duplicateController(id) }
      try location.controller.check(place, in: target)
      guard let stack = location.parent, stack.kind == .stack, stack.stack?.root.id != id,
        location.controller.find(target) == nil,
        place != .presented || location.controller.kind != .stack
      else { throw .cannotPush(id) }
      try takeOut(id, of: stack.id)
      return location.controller
    }
  }

  private mutating func takeOut(_ controller: ControllerID, of stack: ControllerID) throws(Rejection) {
    let isDone = try root.update(stack) { (holder) throws(Rejection) -> Bool in
      let id = holder.id
      return try holder.updateStack { (stack) throws(Rejection) -> Bool in
        try stack.remove(controller, from: id)
        return true
      } ?? false
    }
    guard isDone == true else { throw .notInStack(controller) }
  }

  /// The children named by a list of members: those retained from `old`, and new ones.
  ///
  /// Throws `duplicateController` for an id named twice, `notInStack` for an id that is not in the container.
  mutating func resolve(
    _ members: [Transition.Member], from old: [Controller], in container: ControllerID, _ place: Destination,
    _ recorder: inout EventRecorder
  ) throws(Rejection) -> [Controller] {
    var new: [Controller] = []
    var kept: Set<ControllerID> = []
    let places = FirstIndex(of: old.lazy.map(\.id))
    for member in members {
      switch member {
      case .new(let controller): new.append(controller)
      case .kept(let id):
        guard kept.insert(id).inserted else { throw .duplicateController(id) }
        guard places[id] != nil else {
          throw root.findInSession(id) == nil ? .noSuchController(id) : .notInStack(id)
        }
      }
    }
    var admitted = try admit(new, into: container, place, &recorder).makeIterator()
    return members.compactMap { member in
      switch member {
      case .new: admitted.next()
      case .kept(let id): places[id].map { old[$0] }
      }
    }
  }
}

extension Stack {
  /// Replaces the children. Where pages and details are parted, a retained detail is a detail with all above it; the
  /// others are pages.
  fileprivate mutating func replace(with root: Controller, _ above: ArraySlice<Controller>, partsPages: Bool) {
    let details = Set(partsPages ? children.dropFirst(detailIndex).map(\.id) : [])
    self.root = root
    self.above = Array(above)
    let firstDetail = self.above.firstIndex { details.contains($0.id) }.map { $0 + 1 } ?? count
    detailIndex = partsPages ? firstDetail : min(detailIndex, count)
    isInteractiveBack = false
  }

  /// Throws `emptyContainer` for the last child, `cannotContain` for a placeholder, `cannotPush` where another stack
  /// would become the root.
  fileprivate mutating func remove(_ controller: ControllerID, from id: ControllerID) throws(Rejection) {
    isInteractiveBack = false
    guard let index = children.firstIndex(where: { $0.id == controller }) else { throw .notInStack(controller) }
    if index == 0 {
      if root.isPlaceholder { throw .cannotContain(container: id, child: above.first?.id ?? controller) }
      guard let next = above.first else { throw .emptyContainer(id) }
      if next.kind == .stack { throw .cannotPush(next.id) }
      root = next
      above.removeFirst()
    } else {
      above.remove(at: index - 1)
    }
    if index < detailIndex { detailIndex = max(1, detailIndex - 1) }
  }
}
