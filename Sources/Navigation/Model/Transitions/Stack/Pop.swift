extension Transition {
  /// Pops so many controllers off a stack; the root stays (NV-3).
  public struct Pop: AppTransition {
    package static let type = "pop"

    public var stack: ControllerID?
    public var count: Int = 1

    package mutating func members(_ m: inout some Members) {
      m.optional("stack", &stack)
      m.count("count", &count)
    }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let target = try session.resolve(stack, .stack)
      return session.truncate(target, &recorder) { $0.count - min(count, $0.count) }
    }
  }

  /// Pops the controllers above one of a stack; stacks that a collapse nested count as one (D-141).
  public struct PopTo: AppTransition {
    package static let type = "popTo"

    public var controller: ControllerID = .automatic

    package mutating func members(_ m: inout some Members) { m.required("controller", &controller) }

    package func naming(in session: Session) -> ControllerID? { controller }

    /// Throws `notInStack` where the controller is elsewhere (NV-5).
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      _ = try session.stackHolding(controller)
      return session.popTo(controller, &recorder)
    }
  }

  /// Pops all but the root of a stack (NV-4).
  public struct PopToRoot: AppTransition {
    package static let type = "popToRoot"

    public var stack: ControllerID?

    package mutating func members(_ m: inout some Members) { m.optional("stack", &stack) }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      session.truncate(try session.resolve(stack, .stack), &recorder) { _ in 1 }
    }
  }

  /// Removes one controller of a stack and leaves those above it; an only child or a placeholder root stays (D-17).
  public struct Remove: AppTransition {
    package static let type = "remove"

    public var controller: ControllerID = .automatic

    package mutating func members(_ m: inout some Members) { m.required("controller", &controller) }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let stack = try session.stackHolding(controller)
      try session.removeFromStack(controller, of: stack)
      recorder.animated = true
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func pop(stack: ControllerID? = nil, count: Int = 1) -> Self {
    Self(Transition.Pop(stack: stack, count: count))
  }

  public static func popTo(_ controller: ControllerID) -> Self { Self(Transition.PopTo(controller: controller)) }

  public static func popToRoot(stack: ControllerID? = nil) -> Self { Self(Transition.PopToRoot(stack: stack)) }

  public static func remove(_ controller: ControllerID) -> Self { Self(Transition.Remove(controller: controller)) }
}

/// Popping controllers, and taking one out of a stack (NV).
extension Session {
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

  /// A column popped off the collapsed stack is preserved by its split view (M10).
  private mutating func preserveColumns(_ popped: [Controller], of stack: ControllerID, _ recorder: inout EventRecorder)
  {
    guard case .split(let holder)? = root.locate(stack)?.holder?.node, holder.value.collapse?.columns.isEmpty == false
    else { return }
    var change = ColumnChange(split: holder.id, rules: environment.system.rules)
    updateSplit(holder.id) { $0.preserve(popped, &change, &recorder) }
    change.conclude(&recorder)
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

  /// The stack that a controller is a child of.
  fileprivate func stackHolding(_ controller: ControllerID) throws(Rejection) -> ControllerID {
    guard let location = root.locateInSession(controller) else { throw .noSuchController(controller) }
    guard let parent = location.parent, parent.kind == .stack else { throw .notInStack(controller) }
    return parent.id
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
