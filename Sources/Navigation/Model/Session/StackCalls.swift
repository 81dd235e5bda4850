/// The calls of stacks' delegates: `willShow` and `didShow` of a stack whose top is not the one told last (NV-27, D-201).
struct StackCalls {
  /// Sent after the views' "will" callbacks.
  private(set) var wills: [Event] = []
  /// Sent after the views' "did" callbacks.
  private(set) var dids: [Event] = []
  /// The stacks with a new `lastShown`.
  private(set) var newlyShown: [(stack: ControllerID, child: ControllerID)] = []
  private let isAnimated: Bool

  init(isAnimated: Bool) { self.isAnimated = isAnimated }

  /// - Parameters:
  ///   - announced: the child of the last `willShow` that no `didShow` has followed.
  ///   - isFirst: nothing has been told, whatever the stack says.
  mutating func add(_ shown: ShownStack, announced: ControllerID?, isFirst: Bool) {
    let (stack, top) = (shown.stack, shown.stack.top.id)
    let isKnown = !isFirst && stack.delegate?.lastShown == top
    if !isKnown {
      if announced != top { wills.append(willShow(top, in: shown.id)) }
      if shown.isAppearing { return }
      newlyShown.append((shown.id, top))
      let didShow = Event.delegateCall(.didShowChild(stack: shown.id, top, animated: isAnimated))
      // A batch adds the top and begins its swipe back: it appears before the lower screen does.
      if stack.isInteractiveBack { wills.append(didShow) } else { dids.append(didShow) }
    }
    if stack.isInteractiveBack, let behind = stack.behind?.id, !isKnown || announced != behind {
      wills.append(willShow(behind, in: shown.id))
    }
  }

  private func willShow(_ child: ControllerID, in stack: ControllerID) -> Event {
    .delegateCall(.willShowChild(stack: stack, child, animated: isAnimated))
  }
}

/// A stack with a delegate, on display.
struct ShownStack {
  let id: ControllerID
  let stack: Stack
  /// It is within the lower screen of another stack's swipe back.
  let isAppearing: Bool

  /// The child that a swipe brings, as its delegate knows: it has not been shown yet (NV-28).
  fileprivate var announced: ControllerID? {
    if stack.isInteractiveBack { return stack.behind?.id }
    return isAppearing && stack.delegate?.lastShown != stack.top.id ? stack.top.id : nil
  }
}

extension Display {
  /// The stacks with a delegate around the leaves, outermost first.
  fileprivate var delegatedStacks: [ShownStack] {
    guard root.summary.holdsStackDelegate else { return [] }
    return entries.indices.compactMap { index in
      guard case .stack(let stack) = entries[index].controller.node, stack.value.delegate != nil,
        leaves.contains(where: { index < $0.index && $0.index < entries[index].end })
      else { return nil }
      return ShownStack(id: stack.id, stack: stack.value, isAppearing: entries[index].place.stage == .appearing)
    }
  }
}

extension Session {
  /// The calls after a change of the display, which the stacks then know; nil where no stack has a delegate.
  ///
  /// - Parameter before: nil for a first appearance.
  mutating func callStackDelegates(_ shown: Display, since before: Display?, isAnimated: Bool) -> StackCalls? {
    guard root.summary.holdsStackDelegate else { return nil }
    var calls = StackCalls(isAnimated: isAnimated)
    let earlier = before?.delegatedStacks ?? []
    for stack in shown.delegatedStacks {
      calls.add(stack, announced: earlier.first { $0.id == stack.id }?.announced, isFirst: before == nil)
    }
    for (stack, child) in calls.newlyShown {
      _ = root.update(stack) { $0.updateStack { $0.delegate?.lastShown = child } }
    }
    return calls
  }
}

/// What delegates have been told is the app's memory, and no part of a state that is restored (D-201).
extension Controller {
  /// This tree, where delegates remember what they do in another one; a stack that it lacks has been told nothing.
  func withLastShown(of present: Controller) -> Controller {
    var tree = self
    tree.updateDelegates { id, delegate in
      if delegate != nil { delegate?.lastShown = present.find(id)?.stack?.delegate?.lastShown }
    }
    return tree
  }

  /// This tree without delegates of stacks, whose states are fewer.
  var withoutStackDelegates: Controller {
    var tree = self
    tree.updateDelegates { $1 = nil }
    return tree
  }

  private mutating func updateDelegates(_ change: (ControllerID, inout Stack.Delegate?) -> Void) {
    guard summary.holdsStackDelegate else { return }
    if case .stack(let box) = node {
      var stack = box.value
      change(id, &stack.delegate)
      setContent(stack)
    }
    updateEachHeld { $0.updateDelegates(change) }
  }
}
