public import NavigationAPI
public import NavigationModel

/// What is presented, the window around all, and the screens themselves.
extension RemoteSession {
  /// Presents a new screen. Without `sender`: what was shown last does.
  @discardableResult public func present(
    _ id: ControllerID, route: String, title: String? = nil, style: PresentationStyle = .pageSheet,
    from sender: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await present(.screen(id, route: route, title: title), style: style, from: sender)
  }

  /// Presents any tree, or a controller of the session. Without `sender`: what was shown last does.
  @discardableResult public func present(
    _ newcomer: Transition.Newcomer, style: PresentationStyle = .pageSheet, from sender: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.present(newcomer, style: style, from: sender))
  }

  /// The app dismisses what a controller presents, or the controller itself; nil is what stands on top.
  @discardableResult public func dismiss(_ controller: ControllerID? = nil) async throws(ClientError)
    -> TransitionRecord
  {
    try await perform(.dismiss(controller))
  }

  /// A user swipes such a sheet down.
  @discardableResult public func swipeDown(_ controller: ControllerID? = nil) async throws(ClientError)
    -> TransitionRecord
  {
    try await perform(.swipeDown(controller))
  }

  /// A user taps outside of such a popover.
  @discardableResult public func tapOutside(_ controller: ControllerID? = nil) async throws(ClientError)
    -> TransitionRecord
  {
    try await perform(.tapOutside(controller))
  }

  /// Gives the window a size in points. With a phase: a stage of a drag of its edge, which is one step of `undo`.
  @discardableResult public func resize(
    width: Double, height: Double, phase: Transition.ResizePhase? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.resize(Size(width: width, height: height), phase: phase))
  }

  /// Turns the device.
  @discardableResult public func rotate(to orientation: Orientation) async throws(ClientError) -> TransitionRecord {
    try await perform(.rotate(orientation))
  }

  /// Gives the window a state of multitasking.
  @discardableResult public func setMultitasking(_ multitasking: Multitasking) async throws(ClientError)
    -> TransitionRecord
  {
    try await perform(.setMultitasking(multitasking))
  }

  /// Moves the window to a device of the catalogue, by its name.
  @discardableResult public func setDevice(_ name: String) async throws(ClientError) -> TransitionRecord {
    try await perform(.setDevice(name))
  }

  /// Folds a device that folds, or unfolds it.
  @discardableResult public func fold(_ pose: Pose) async throws(ClientError) -> TransitionRecord {
    try await perform(.fold(pose))
  }

  /// Forces size classes, or lifts that.
  @discardableResult public func setTraits(
    horizontal: Transition.ForcedClass = .unchanged, vertical: Transition.ForcedClass = .unchanged
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.setTraits(horizontal: horizontal, vertical: vertical))
  }

  /// The app goes to the background.
  @discardableResult public func enterBackground() async throws(ClientError) -> TransitionRecord {
    try await perform(.enterBackground)
  }

  /// The app comes back from there.
  @discardableResult public func enterForeground() async throws(ClientError) -> TransitionRecord {
    try await perform(.enterForeground)
  }

  /// Changes those settable members of a screen that `change` sets.
  @discardableResult public func updateScreen(
    _ screen: ControllerID, _ change: (inout ScreenUpdate) -> Void
  ) async throws(ClientError) -> TransitionRecord {
    var update = ScreenUpdate()
    change(&update)
    return try await perform(.updateScreen(screen, update))
  }

  /// What the screens with this route and these parameters show is gone: all of them are taken out.
  @discardableResult public func removeItem(route: String, params: Params) async throws(ClientError) -> TransitionRecord
  {
    try await perform(.removeItem(route: route, params: params))
  }
}
