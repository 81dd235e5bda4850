/// The user's back button and edge swipe.
extension Session {
  /// Whether `back` would be handled.
  public var canGoBack: Bool { display.backTarget != nil }

  mutating func back(
    _ stack: ControllerID?, _ phase: Transition.BackPhase?, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    recorder.animated = true
    if let stack { _ = try resolveStack(stack) }
    switch phase {
    case nil:
      guard let target = backTarget(stack) else { return Outcome(handled: false) }
      return truncate(target, &recorder) { $0.count - 1 }
    case .began:
      guard let target = backTarget(stack) else { return Outcome(handled: false) }
      let blocked = blockedByPopping(target)
      guard blocked.isEmpty else { return Outcome(handled: false, blocked: blocked) }
      setInteractiveBack(true, of: target)
      return Outcome()
    case .cancelled:
      guard let swiped = interactiveStack, stack ?? swiped == swiped else { return Outcome(handled: false) }
      setInteractiveBack(false, of: swiped)
      return Outcome()
    case .finished:
      guard let swiped = interactiveStack, stack ?? swiped == swiped else { return Outcome(handled: false) }
      return truncate(swiped, &recorder) { $0.count - 1 }
    }
  }

  /// The controllers that would block the end of a swipe in this stack: such a swipe does not begin (D-15).
  func blockedByPopping(_ stack: ControllerID) -> [Outcome.Blocked] {
    guard root.summary.blocksRemoval else { return [] }
    var finished = self
    var unheard = EventRecorder()
    _ = finished.truncate(stack, &unheard) { $0.count - 1 }
    return TreeChange(from: root, to: finished.root).blocked
  }

  /// Any other transition first cancels the swipe: the screen about to appear disappears, then the old top gets its
  /// callbacks again (NV-22).
  mutating func cancelInteractiveBack() -> [Event] {
    guard let swiped = interactiveStack else { return [] }
    let before = look()
    setInteractiveBack(false, of: swiped)
    var recorder = EventRecorder()
    recorder.animated = true
    var events: [Event] = []
    conclude(&recorder, since: before, &events)
    return events
  }

  /// The stack with a swipe back in progress.
  var interactiveStack: ControllerID? {
    guard root.summary.isInteractiveBack else { return nil }
    return root.first { $0.stack?.isInteractiveBack == true }?.id
  }

  mutating func setInteractiveBack(_ isInteractive: Bool, of stack: ControllerID) {
    _ = root.update(stack) { $0.updateStack { $0.isInteractiveBack = isInteractive } }
  }

  /// A user's tap on a screen's own left button: the app is notified and performs the screen's `leftBarAction`.
  ///
  /// Not handled without anything to pop or dismiss (D-12). Throws `notOnDisplay` where the button is missing or out of
  /// reach.
  mutating func tapLeftBarButton(of given: ControllerID?, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome
  {
    guard let id = given ?? display.last?.id else { throw .noTarget(.container(.screen)) }
    _ = try resolve(id, .screen)
    guard display.canReach(leaf: id), let location = root.locateInSession(id),
      case .screen(let screen) = location.controller.node,
      screen.value.leftBarButton != nil, case .stack(let own)? = location.parent?.node, !own.value.isNavigationBarHidden
    else { throw .notOnDisplay(id) }
    recorder.begin(with: .leftBarButtonTapped(id))
    switch screen.value.leftBarAction {
    case nil: return Outcome()
    case .dismiss: return try dismiss(id, &recorder)
    case .pop:
      let around = location.containers.prefix { $0.kind != .split }
      guard let stack = around.first(where: { $0.stack?.above.isEmpty == false }) else {
        return Outcome(handled: false)
      }
      return truncate(stack.id, &recorder) { $0.count - 1 }
    }
  }

  /// A stack by its id, or the innermost one around the last visible leaf; nil where a user cannot go back in it.
  private func backTarget(_ given: ControllerID?) -> ControllerID? {
    guard let given else { return display.backTarget }
    guard let location = root.locate(given), case .stack(let stack) = location.controller.node else { return nil }
    let forbidsPlaceholder = location.holder?.split?.behavior.allowsReturnToPlaceholder == false
    return stack.value.leadsBack(forbidsPlaceholder: forbidsPlaceholder) && !stack.value.hidesWayBack ? given : nil
  }
}

extension Transition.Action {
  /// Whether this continues a swipe.
  var continuesBack: Bool {
    if case .back(_, let phase?) = self { phase != .began } else { false }
  }
}
