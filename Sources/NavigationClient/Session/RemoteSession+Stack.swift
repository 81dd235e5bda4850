public import Navigation

/// Stacks, and screens that the containers place.
///
/// Without `stack`: the innermost one around the screen shown last. Without `sender`: the screen shown last. A
/// `Newcomer` is `.new` with any tree, or `.existing` with a controller of the session, which moves, or is restored
/// where it is preserved. `again: .return` returns to the same screen where the session shows it already.
extension RemoteSession {
  /// Pushes a new screen on a stack.
  @discardableResult public func push(
    _ id: ControllerID, route: String, title: String? = nil, on stack: ControllerID? = nil,
    again: Transition.Again = .another
  ) async throws(ClientError) -> TransitionRecord {
    try await push(.screen(id, route: route, title: title), on: stack, again: again)
  }

  /// Pushes any tree, or a controller of the session, on a stack. The stack pops to a controller already on it; a
  /// preserved controller is restored.
  @discardableResult public func push(
    _ newcomer: Transition.Newcomer, on stack: ControllerID? = nil, again: Transition.Again = .another
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.push(newcomer, stack: stack, again: again))
  }

  /// Pushes any tree, or a controller of the session, on the innermost stack around a screen.
  @discardableResult public func push(
    _ newcomer: Transition.Newcomer, from sender: ControllerID, again: Transition.Again = .another
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.push(newcomer, from: sender, again: again))
  }

  /// Pops `count` controllers; the root stays.
  @discardableResult public func pop(
    count: Int = 1, from stack: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.pop(stack: stack, count: count))
  }

  /// Pops the controllers above a controller in its stack.
  @discardableResult public func popTo(_ controller: ControllerID) async throws(ClientError) -> TransitionRecord {
    try await perform(.popTo(controller))
  }

  /// Pops all but the root.
  @discardableResult public func popToRoot(of stack: ControllerID? = nil) async throws(ClientError) -> TransitionRecord
  {
    try await perform(.popToRoot(stack: stack))
  }

  /// Replaces all children of a stack, root first.
  @discardableResult public func setStack(
    _ children: [Transition.Member], of stack: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.setStack(stack: stack, children: children))
  }

  /// Replaces the top of a stack.
  @discardableResult public func replaceTop(
    with controller: Controller, of stack: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.replaceTop(controller, stack: stack))
  }

  /// Removes a controller from its stack, at any position.
  @discardableResult public func remove(_ controller: ControllerID) async throws(ClientError) -> TransitionRecord {
    try await perform(.remove(controller))
  }

  /// A user goes back: by the button, or by a swipe, with a phase in parts; without `way` from the edge.
  @discardableResult public func back(
    _ phase: Transition.BackPhase? = nil, in stack: ControllerID? = nil, by way: Transition.BackWay? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.back(stack: stack, phase: phase, by: way))
  }

  /// Shows a new screen where the containers around the sender place it.
  @discardableResult public func show(
    _ id: ControllerID, route: String, title: String? = nil, from sender: ControllerID? = nil,
    again: Transition.Again = .another
  ) async throws(ClientError) -> TransitionRecord {
    try await show(.screen(id, route: route, title: title), from: sender, again: again)
  }

  /// Shows any tree, or a controller of the session, where the containers around the sender place it.
  @discardableResult public func show(
    _ newcomer: Transition.Newcomer, from sender: ControllerID? = nil, again: Transition.Again = .another
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.show(newcomer, from: sender, again: again))
  }

  /// Shows a new screen as a detail.
  @discardableResult public func showDetail(
    _ id: ControllerID, route: String, title: String? = nil, from sender: ControllerID? = nil,
    again: Transition.Again = .another
  ) async throws(ClientError) -> TransitionRecord {
    try await showDetail(.screen(id, route: route, title: title), from: sender, again: again)
  }

  /// Shows any tree, or a controller of the session, as a detail.
  @discardableResult public func showDetail(
    _ newcomer: Transition.Newcomer, from sender: ControllerID? = nil, again: Transition.Again = .another
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.showDetail(newcomer, from: sender, again: again))
  }
}

extension RemoteSession {
  /// A user taps a screen's own left bar button; nil is the screen shown last.
  @discardableResult public func tapLeftBarButton(of screen: ControllerID? = nil) async throws(ClientError)
    -> TransitionRecord
  {
    try await perform(.tapLeftBarButton(screen))
  }
}

extension Transition.Newcomer {
  /// A new screen.
  static func screen(_ id: ControllerID, route: String, title: String?) -> Transition.Newcomer {
    .new(.screen(id, route: route, title: title))
  }
}
