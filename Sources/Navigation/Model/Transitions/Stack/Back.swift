extension Transition {
  /// A user's way back: the button, or a swipe, with a phase in parts (NV-22, BK-1).
  public struct Back: UserTransition {
    package static let type = "back"

    public var stack: ControllerID?
    public var phase: BackPhase?
    /// Nil: the button without a phase, the edge with one.
    public var way: BackWay?

    package mutating func members(_ m: inout some Members) {
      m.optional("stack", &stack)
      m.optional("phase", &phase)
      m.optional("by", &way)
      m.refuse(way == .button && phase != nil, at: "by", "a button has no phases: expected \"edge\" or \"content\"")
    }

    package var continuesBack: Bool { phase != nil && phase != .began }

    /// Throws `notOnDisplay` for a stack that a user cannot reach (D-77).
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      recorder.animated = true
      let way = way ?? (phase == nil ? .button : .edge)
      if let stack {
        _ = try session.resolve(stack, .stack)
        guard session.display.canReach(stack) else { throw .notOnDisplay(stack) }
      }
      switch phase {
      case nil:
        guard let target = session.backTarget(stack, by: way) else { return Outcome(session.backRefusal(stack, way)) }
        return session.truncate(target, &recorder) { $0.count - 1 }
      case .began:
        guard let target = session.backTarget(stack, by: way) else { return Outcome(session.backRefusal(stack, way)) }
        let blocked = session.blockedByPopping(target)
        guard blocked.isEmpty else { return Outcome(blocked: blocked) }
        session.setInteractiveBack(true, of: target)
        return Outcome()
      case .cancelled:
        guard let swiped = swiped(in: session) else { return Outcome(.noSwipe) }
        session.setInteractiveBack(false, of: swiped)
        return Outcome()
      case .finished:
        guard let swiped = swiped(in: session) else { return Outcome(.noSwipe) }
        return session.truncate(swiped, &recorder) { $0.count - 1 }
      }
    }
  }

  /// The stages of a swipe back (NV-22).
  public enum BackPhase: String, Hashable, Sendable, CaseIterable {
    case began, cancelled, finished
  }

  /// How a user goes back: by the button, by a swipe from the edge, or by one anywhere on the content (BK-1).
  public enum BackWay: String, Hashable, Sendable, CaseIterable {
    case button, edge, content
  }

  /// A user's tap on a screen's own left button: the app is notified and performs the screen's `leftBarAction`.
  public struct TapLeftBarButton: UserTransition {
    package static let type = "tapLeftBarButton"

    /// Nil: the screen that was shown last.
    public var screen: ControllerID?

    package mutating func members(_ m: inout some Members) { m.optional("controller", &screen) }

    /// Not handled without anything to pop or dismiss (D-12). Throws `notOnDisplay` where the button is missing or out
    /// of reach.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let display = session.display
      guard let id = screen ?? display.last?.id else { throw .noTarget(.container(.screen)) }
      _ = try session.resolve(id, .screen)
      guard display.canReach(leaf: id), let location = session.root.locateInSession(id),
        case .screen(let screen) = location.controller.node, screen.value.leftBarButton != nil,
        case .stack(let own)? = location.parent?.node, !own.value.isNavigationBarHidden
      else { throw .notOnDisplay(id) }
      recorder.begin(with: .leftBarButtonTapped(id))
      switch screen.value.leftBarAction {
      case nil: return Outcome()
      case .dismiss: return try Transition.Dismiss(controller: id).apply(to: &session, &recorder)
      case .pop:
        let around = location.containers.prefix { $0.kind != .split }
        guard let stack = around.first(where: { $0.stack?.above.isEmpty == false }) else {
          return Outcome(.atRoot)
        }
        return session.truncate(stack.id, &recorder) { $0.count - 1 }
      }
    }
  }
}

extension Transition.Action {
  public static func back(
    stack: ControllerID? = nil, phase: Transition.BackPhase? = nil, by way: Transition.BackWay? = nil
  ) -> Self {
    Self(Transition.Back(stack: stack, phase: phase, way: way))
  }

  public static func tapLeftBarButton(_ screen: ControllerID? = nil) -> Self {
    Self(Transition.TapLeftBarButton(screen: screen))
  }
}

extension Transition.Back {
  /// The stack whose swipe this continues.
  private func swiped(in session: Session) -> ControllerID? {
    guard let swiped = session.interactiveStack, stack ?? swiped == swiped else { return nil }
    return swiped
  }
}

/// The swipe back, and where the back button leads.
extension Session {
  /// Whether `back` would be handled; not in the background (SC-11).
  public var canGoBack: Bool { !environment.isInBackground && display.backTarget() != nil }

  /// The controllers that would block the end of a swipe in this stack: such a swipe does not begin (D-15).
  func blockedByPopping(_ stack: ControllerID) -> [Outcome.Blocked] {
    guard mayBlock else { return [] }
    var finished = self
    var unheard = EventRecorder()
    let popped = finished.truncate(stack, &unheard) { $0.count - 1 }.returned
    if root.summary.namesTabs { try? finished.settleGroups(since: root, &unheard) }
    return blocked(after: finished.root, popping: popped, isConfirmed: false)
  }

  /// Any other transition first cancels the swipe: the screen about to appear disappears, then the old top gets its
  /// callbacks again (NV-22, BK-3).
  mutating func cancelInteractiveBack() -> [Event] {
    guard let swiped = interactiveStack else { return [] }
    let before = cacheDisplay()
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

  /// A stack by its id, or the innermost one around the last leaf in reach; nil where a user cannot go back in it. It
  /// shares one bar with a nested stack (NV-17), which may have its own way back, or be covered.
  fileprivate func backTarget(_ given: ControllerID?, by way: Transition.BackWay) -> ControllerID? {
    guard let given else { return display.backTarget(by: way) }
    guard let location = root.locate(given), case .stack(let stack) = location.controller.node else { return nil }
    let top = stack.value.top
    let isCovered = top.presented?.form.adapted(in: environment.traits, environment.system.rules).coversPresenter
    if let nested = top.stack, !nested.above.isEmpty || isCovered == true { return nil }
    let rules = environment.system.rules
    return stack.value.leadsBack(in: location.holder) && stack.value.leadsBack(by: way, rules) ? given : nil
  }

  /// Why a stack has no `backTarget`: nothing to pop, or no such way back for a user (NV-15, NV-16, SYS0-3, D-436).
  fileprivate func backRefusal(_ given: ControllerID?, _ way: Transition.BackWay) -> Outcome.Reason {
    let isAtRoot = given.map { root.find($0)?.stack?.above.isEmpty == true } ?? display.isAtRoot
    if isAtRoot { return .atRoot }
    return way == .button ? .noWayBack : .swipeOff
  }
}
