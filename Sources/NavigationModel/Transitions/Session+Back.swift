/// The user's back button and edge swipe.
extension Session {
  /// Whether `back` would be handled.
  public var canGoBack: Bool { backTarget(nil) != nil }

  mutating func back(
    _ stack: ControllerID?, _ phase: Transition.BackPhase?, _ telling: inout Telling
  ) throws(Rejection) -> Outcome {
    telling.animated = true
    if let stack { _ = try resolveStack(stack) }
    switch phase {
    case nil:
      guard let target = backTarget(stack) else { return Outcome(handled: false) }
      return truncate(target, &telling) { $0.count - 1 }
    case .began:
      guard let target = backTarget(stack) else { return Outcome(handled: false) }
      setInteractiveBack(true, of: target)
      return Outcome()
    case .cancelled:
      guard let swiped = interactiveStack, stack ?? swiped == swiped else { return Outcome(handled: false) }
      setInteractiveBack(false, of: swiped)
      return Outcome()
    case .finished:
      guard let swiped = interactiveStack, stack ?? swiped == swiped else { return Outcome(handled: false) }
      return truncate(swiped, &telling) { $0.count - 1 }
    }
  }

  /// Any other transition lets go of the screen first; what was about to appear goes, then the old top is told again (NV-22).
  mutating func cancelInteractiveBack() -> [Event] {
    guard let swiped = interactiveStack else { return [] }
    let before = look()
    setInteractiveBack(false, of: swiped)
    var telling = Telling()
    telling.animated = true
    var events: [Event] = []
    conclude(telling, since: before, &events)
    return events
  }

  /// The stack whose top a user is swiping away.
  private var interactiveStack: ControllerID? {
    guard root.summary.isInteractiveBack else { return nil }
    return root.first { $0.stack?.isInteractiveBack == true }?.id
  }

  private mutating func setInteractiveBack(_ isInteractive: Bool, of stack: ControllerID) {
    _ = root.update(stack) { $0.updateStack { $0.isInteractiveBack = isInteractive } }
  }

  /// The innermost stack around the last-shown leaf that has more than its root, else the next one outwards, never across a split's columns or a presentation.
  private func backTarget(_ given: ControllerID?) -> ControllerID? {
    if let given { return canPopByUser(given) ? given : nil }
    let display = display
    guard let shown = display.last else { return nil }
    for container in display.ownContainers(around: shown).reversed() {
      switch container.kind {
      case .stack: if canPopByUser(container.id) { return container.id }
      case .split: return nil
      case .screen, .tabBar, .topTabs: break
      }
    }
    return nil
  }

  /// More than the root, and not the first detail above a placeholder to which the app allows no return (SYS0-3).
  private func canPopByUser(_ id: ControllerID) -> Bool {
    guard case .stack(let stack)? = root.find(id)?.node, !stack.value.above.isEmpty else { return false }
    guard stack.value.above.count == 1, stack.value.root.isPlaceholder, let holder = root.locate(id)?.holder else { return true }
    return holder.split?.behavior.allowsReturnToPlaceholder ?? true
  }
}

extension Transition.Action {
  /// Whether this goes on with a swipe that has begun.
  var continuesBack: Bool {
    if case .back(_, let phase?) = self { phase != .began } else { false }
  }
}
