public import NavigationAPI
public import NavigationModel

/// Stacks, and what finds its place by itself.
///
/// Without `stack`: the innermost one around what was shown last. Without `sender`: what was shown last. What comes is
/// a new screen, or a `Newcomer`: `.new` with any tree, or `.existing` with a controller of the session, which moves or
/// is found again where it is kept.
extension RemoteSession {
  /// Pushes a new screen on a stack.
  @discardableResult public func push(
    _ id: ControllerID, route: String, title: String? = nil, on stack: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await push(.screen(id, route: route, title: title), on: stack)
  }

  /// Pushes any tree, or a controller of the session, on a stack. One that stands below on it is popped to; one that is
  /// kept comes back.
  @discardableResult public func push(
    _ newcomer: Transition.Newcomer, on stack: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.push(newcomer, stack: stack))
  }

  /// Pops so many controllers; the root stays.
  @discardableResult public func pop(
    count: Int = 1, from stack: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.pop(stack: stack, count: count))
  }

  /// Pops what stands above a controller in its stack.
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

  /// Puts a controller in the place of a stack's top.
  @discardableResult public func replaceTop(
    with controller: Controller, of stack: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.replaceTop(controller, stack: stack))
  }

  /// Takes a controller out of its stack, wherever it stands there.
  @discardableResult public func remove(_ controller: ControllerID) async throws(ClientError) -> TransitionRecord {
    try await perform(.remove(controller))
  }

  /// A user goes back: by the button, or in the phases of a swipe from the edge.
  @discardableResult public func back(
    _ phase: Transition.BackPhase? = nil, in stack: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.back(stack: stack, phase: phase))
  }

  /// Shows a new screen where the containers around the sender want it.
  @discardableResult public func show(
    _ id: ControllerID, route: String, title: String? = nil, from sender: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await show(.screen(id, route: route, title: title), from: sender)
  }

  /// Shows any tree, or a controller of the session, where the containers around the sender want it.
  @discardableResult public func show(
    _ newcomer: Transition.Newcomer, from sender: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.show(newcomer, from: sender))
  }

  /// Shows a new screen as a detail.
  @discardableResult public func showDetail(
    _ id: ControllerID, route: String, title: String? = nil, from sender: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await showDetail(.screen(id, route: route, title: title), from: sender)
  }

  /// Shows any tree, or a controller of the session, as a detail.
  @discardableResult public func showDetail(
    _ newcomer: Transition.Newcomer, from sender: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.showDetail(newcomer, from: sender))
  }
}

extension RemoteSession {
  /// A user taps the left bar button that a screen has of its own; nil is the screen that was shown last.
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
