extension Transition {
  /// Pushes a controller on a stack (NV-2).
  public struct Push: AppTransition {
    package static let type = "push"

    public var newcomer: Newcomer = .empty
    public var stack: ControllerID?
    /// The screen whose stack is meant, instead of `stack`.
    public var sender: ControllerID?
    public var again: Again = .another

    package mutating func members(_ m: inout some Members) {
      m.newcomer(&newcomer)
      m.stack(&stack, from: &sender)
      m.defaulted("again", &again, unless: .another)
    }

    package func naming(in session: Session) -> ControllerID? { try? target(in: session) }

    /// That of the sender is the innermost around it (D-366).
    private func target(in session: Session) throws(Rejection) -> ControllerID {
      guard let sender else { return try session.resolve(stack, .stack) }
      guard let around = try session.resolveSender(sender).first(where: { $0.kind == .stack }) else {
        throw .noTarget(.stackAround(sender))
      }
      return around.id
    }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let target = try target(in: session)
      let page = session.page(of: target)
      let split = again == .return ? page.flatMap { session.collapsedSplit(withPrimary: $0.id) } : nil
      let hidden = [split?.shownAgain].compactMap(\.self)
      if let same = session.same(as: newcomer, again, in: page, hidden: hidden),
        let outcome = try session.returnTo(same, as: newcomer, on: target, &recorder)
      {
        return outcome
      }
      if let moving = split?.movesAlone(sameAs: newcomer, again) {
        let outcome = try Push(newcomer: .existing(moving), stack: target).apply(to: &session, &recorder)
        return session.returned(to: moving, as: newcomer, outcome, &recorder)
      }
      if try session.replaceSibling(on: target, by: newcomer, again, &recorder) != nil { return Outcome() }
      if let outcome = try session.reopen(newcomer, on: target, &recorder) { return outcome }
      let controller = try session.admit(newcomer, into: target, as: .stackMember, &recorder)
      // A stack that takes no details is never on display, so only a named one is checked.
      if stack != nil || sender != nil { try session.checkTakesDetails(target, controller.id) }
      let isPage = session.givesPages(to: target)
      _ = session.root.update(target) { $0.updateStack { $0.push(controller, isPage: isPage) } }
      recorder.animated = true
      return Outcome()
    }
  }

  /// Replaces the top of a stack, unless it is a placeholder (SYS0-3).
  public struct ReplaceTop: AppTransition {
    package static let type = "replaceTop"

    public var screen: Controller = .empty
    public var stack: ControllerID?

    package mutating func members(_ m: inout some Members) {
      m.screen("screen", &screen)
      m.optional("stack", &stack)
    }

    package func naming(in session: Session) -> ControllerID? { try? session.resolve(stack, .stack) }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let target = try session.resolve(stack, .stack)
      guard let top = session.root.find(target)?.stack?.top else { throw .wrongKind(target, expected: .stack) }
      if top.isPlaceholder { throw .cannotContain(container: target, child: screen.id) }
      let named = try session.admit(screen, into: target, as: .stackMember, &recorder)
      _ = session.root.update(target) {
        $0.updateStack { stack in
          stack.isInteractiveBack = false
          if stack.above.popLast() == nil { stack.root = named } else { stack.above.append(named) }
        }
      }
      recorder.animated = true
      return Outcome()
    }
  }

  /// Replaces all children of a stack at once; the appearance depends on the old and the new top (NV-6).
  public struct SetStack: AppTransition {
    package static let type = "setStack"

    public var stack: ControllerID?
    /// Root first.
    public var children: [Member] = []

    package mutating func members(_ m: inout some Members) {
      m.optional("stack", &stack)
      m.required("children", &children)
    }

    package func naming(in session: Session) -> ControllerID? { try? session.resolve(stack, .stack) }

    /// Throws `emptyContainer` without children, `cannotContain` where the placeholder would lose its place at the root
    /// (SYS0-3).
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let target = try session.resolve(stack, .stack)
      let old = session.root.find(target)?.stack?.children ?? []
      let children = try session.resolve(children, from: old, in: target, as: .stackMember, &recorder)
      guard let first = children.first else { throw .emptyContainer(target) }
      if let oldRoot = old.first, oldRoot.isPlaceholder, first.id != oldRoot.id {
        throw .cannotContain(container: target, child: first.id)
      }
      if first.kind == .stack { throw .cannotPush(first.id) }
      if children.count > 1 { try session.checkTakesDetails(target, children[1].id) }
      if let misplaced = children.dropFirst().first(where: \.isPlaceholder) {
        throw .cannotContain(container: target, child: misplaced.id)
      }
      let parts = session.partsPages(target)
      _ = session.root.update(target) {
        $0.updateStack { $0.replace(with: first, children.dropFirst(), partsPages: parts) }
      }
      recorder.animated = true
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func push(
    _ newcomer: Transition.Newcomer, stack: ControllerID? = nil, again: Transition.Again = .another
  ) -> Self {
    Self(Transition.Push(newcomer: newcomer, stack: stack, again: again))
  }

  public static func push(
    _ newcomer: Transition.Newcomer, from sender: ControllerID, again: Transition.Again = .another
  ) -> Self {
    Self(Transition.Push(newcomer: newcomer, sender: sender, again: again))
  }

  public static func replaceTop(_ screen: Controller, stack: ControllerID? = nil) -> Self {
    Self(Transition.ReplaceTop(screen: screen, stack: stack))
  }

  public static func setStack(stack: ControllerID? = nil, children: [Transition.Member]) -> Self {
    Self(Transition.SetStack(stack: stack, children: children))
  }
}

/// Moving controllers onto stacks (NV).
extension Session {
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

  /// Throws `cannotContain` for the detail stack of a collapsed split view: its details are on the primary's stack
  /// until the expansion (D-19).
  fileprivate func checkTakesDetails(_ stack: ControllerID, _ detail: ControllerID) throws(Rejection) {
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
  fileprivate func givesPages(to stack: ControllerID) -> Bool {
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
}

extension Stack {
  /// Replaces the children. Where pages and details are parted, a retained detail is a detail with all above it; the
  /// others are pages, but those that are new around a tab bar (D-27).
  fileprivate mutating func replace(with root: Controller, _ above: ArraySlice<Controller>, partsPages: Bool) {
    let pages = Set(partsPages ? children.prefix(detailIndex).map(\.id) : [])
    let details = Set(partsPages ? children.dropFirst(detailIndex).map(\.id) : [])
    self.root = root
    self.above = Array(above)
    let isAroundTabs = root.kind == .tabBar
    let firstDetail =
      self.above.firstIndex { isAroundTabs ? !pages.contains($0.id) : details.contains($0.id) }.map { $0 + 1 } ?? count
    detailIndex = partsPages ? firstDetail : min(detailIndex, count)
    isInteractiveBack = false
  }
}
