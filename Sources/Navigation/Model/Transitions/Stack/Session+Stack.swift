/// Popping, finding stacks, and moving controllers between them (NV).
extension Session {
  /// A column popped off the collapsed stack is preserved by its split view (M10).
  private mutating func preserveColumns(_ popped: [Controller], of stack: ControllerID, _ recorder: inout EventRecorder)
  {
    guard case .split(let holder)? = root.locate(stack)?.holder?.node, holder.value.collapse?.columns.isEmpty == false
    else { return }
    var change = ColumnChange(split: holder.id, rules: environment.system.rules)
    updateSplit(holder.id) { $0.preserve(popped, &change, &recorder) }
    change.conclude(&recorder)
  }

  /// Pops and returns controllers, bottom first; not handled where nothing is popped (NV-3, NV-4, NV-25, M13).
  mutating func truncate(
    _ stack: ControllerID, orElse reason: Outcome.Reason = .atRoot, _ recorder: inout EventRecorder,
    to remaining: (Stack) -> Int
  ) -> Outcome {
    let popped = root.update(stack) { $0.updateStack { $0.truncate(to: remaining($0)) } ?? [] } ?? []
    if popped.contains(where: { $0.kind != .screen }) { preserveColumns(popped, of: stack, &recorder) }
    recorder.animated = true
    return popped.isEmpty ? Outcome(reason) : Outcome(returned: popped.map(\.id))
  }

  /// Pops to a controller of a stack: first to that stack, where a collapse nested it in others, then within it (D-66,
  /// D-141).
  mutating func popTo(_ controller: ControllerID, _ recorder: inout EventRecorder) -> Outcome {
    let nesting = (root.locate(controller)?.containers.prefix { $0.kind == .stack }.map(\.id) ?? []).reversed()
    var returned: [ControllerID] = []
    for (stack, remaining) in zip(nesting, nesting.dropFirst() + [controller]) {
      returned +=
        truncate(stack, &recorder) { ($0.children.firstIndex { $0.id == remaining } ?? $0.count) + 1 }.returned
    }
    return returned.isEmpty ? Outcome(.alreadyThere) : Outcome(returned: returned)
  }

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
    switch split.value.delegate.onCollapse {
    case .moveAbovePlaceholder: throw .cannotContain(container: stack, child: detail)
    case .system, .discard: break
    }
  }

  /// Whether controllers from `push` and `show` stay on a stack when details move: no detail is on it now, but some may
  /// come later (D-27). On a stack around a tab bar they are details (SYS1-13, SYS1-17).
  func givesPages(to stack: ControllerID) -> Bool {
    guard root.summary.holdsSplit, let own = root.find(stack)?.stack, !own.hasDetails, own.root.kind != .tabBar else {
      return false
    }
    return partsPages(stack)
  }

  /// Whether a stack's children from `detailIndex` on move to the detail column, and the others stay (SYS0-24 as
  /// decided): the stack of a collapsed split view's primary or of one of its tabs, or of a tab with parked details.
  func partsPages(_ stack: ControllerID) -> Bool {
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
  func stackHolding(_ controller: ControllerID) throws(Rejection) -> ControllerID {
    guard let location = root.locateInSession(controller) else { throw .noSuchController(controller) }
    guard let parent = location.parent, parent.kind == .stack else { throw .notInStack(controller) }
    return parent.id
  }

  /// A new tree, checked and with ids, or a controller of the session, removed from its stack (NV-12).
  ///
  /// Throws `duplicateController` where it is in `target` already (NV-8), `cannotPush` for a controller that cannot
  /// leave its place: a root, a tab, a column, also a column that a collapse pushed on a stack (PR-6).
  mutating func admit(
    _ newcomer: Transition.Newcomer, into target: ControllerID, as place: Destination, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Controller {
    switch newcomer {
    case .new(let controller): return try admit(controller, into: target, as: place, &recorder)
    case .existing(let id):
      guard let location = root.locateInSession(id) else { throw .noSuchController(id) }
      if location.parent?.id == target, place != .presented { throw .duplicateController(id) }
      try location.controller.check(place, in: target)
      guard let stack = location.parent, stack.kind == .stack, stack.stack?.root.id != id,
        location.controller.find(target) == nil, place != .presented || location.controller.kind != .stack
      else { throw .cannotPush(id) }
      try removeFromStack(id, of: stack.id)
      return location.controller
    }
  }

  mutating func removeFromStack(_ controller: ControllerID, of stack: ControllerID) throws(Rejection) {
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
    _ members: [Transition.Member], from old: [Controller], in container: ControllerID, as place: Destination,
    _ recorder: inout EventRecorder
  ) throws(Rejection) -> [Controller] {
    var new: [Controller] = []
    var named: Set<ControllerID> = []
    let places = FirstIndex(of: old.lazy.map(\.id))
    for member in members {
      switch member {
      case .new(let controller): new.append(controller)
      case .existing(let id):
        guard named.insert(id).inserted else { throw .duplicateController(id) }
        guard places[id] != nil else {
          throw root.findInSession(id) == nil ? .noSuchController(id) : .notInStack(id)
        }
      }
    }
    var admitted = try admit(new, into: container, as: place, &recorder).makeIterator()
    return members.compactMap { member in
      switch member {
      case .new: admitted.next()
      case .existing(let id): places[id].map { old[$0] }
      }
    }
  }
}

extension Stack {
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
