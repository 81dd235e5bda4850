public import Navigation

/// Presentations, the window, and the screens themselves.
extension RemoteSession {
  /// Presents a new screen. Without `sender`: from the screen shown last, or in place of what the window's root presents
  /// (`replaces`).
  @discardableResult public func present(
    _ id: ControllerID, route: String, title: String? = nil, style: PresentationStyle = .automatic,
    from sender: ControllerID? = nil, replaces: Bool = false, again: Transition.Again = .another
  ) async throws(ClientError) -> TransitionRecord {
    try await present(
      .screen(id, route: route, title: title), style: style, from: sender, replaces: replaces, again: again)
  }

  /// Presents any tree, or a controller of the session. Without `sender`: from the screen shown last.
  @discardableResult public func present(
    _ newcomer: Transition.Newcomer, style: PresentationStyle = .automatic, sheet: Sheet? = nil,
    from sender: ControllerID? = nil, replaces: Bool = false, again: Transition.Again = .another
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.present(newcomer, style: style, sheet: sheet, from: sender, replaces: replaces, again: again))
  }

  /// The app dismisses what a controller or its nearest parent presents, else its own presented tree; nil is the topmost
  /// one.
  @discardableResult public func dismiss(_ controller: ControllerID? = nil) async throws(ClientError)
    -> TransitionRecord
  {
    try await perform(.dismiss(controller))
  }

  /// A user swipes a sheet down; nil is the topmost one.
  @discardableResult public func swipeDown(_ controller: ControllerID? = nil) async throws(ClientError)
    -> TransitionRecord
  {
    try await perform(.swipeDown(controller))
  }

  /// A user drags a sheet to another of its detents; nil is the topmost one.
  @discardableResult public func dragSheet(_ controller: ControllerID? = nil, to detent: String)
    async throws(ClientError) -> TransitionRecord
  {
    try await perform(.dragSheet(controller, to: detent))
  }

  /// The app changes a sheet; nil is the topmost one. What is nil stays; `[]` and `.some(nil)` are as by default.
  @discardableResult public func setSheet(
    _ controller: ControllerID? = nil, detents: [Detent]? = nil, selected: String?? = nil,
    undimmedUpTo undimmed: String?? = nil, edgeAttached: Bool? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(
      .setSheet(
        controller, detents: detents, selected: selected, undimmedUpTo: undimmed, edgeAttached: edgeAttached))
  }

  /// A user taps outside of a popover, or beside a dimmed sheet; nil is the topmost one.
  @discardableResult public func tapOutside(_ controller: ControllerID? = nil) async throws(ClientError)
    -> TransitionRecord
  {
    try await perform(.tapOutside(controller))
  }

  /// Gives the window another root: any tree. With `dismisses`, what is presented over the window is dismissed first.
  @discardableResult public func setRoot(_ tree: Controller, dismisses: Bool = false) async throws(ClientError)
    -> TransitionRecord
  {
    try await perform(.setRoot(.controller(.new(tree)), dismisses: dismisses))
  }

  /// The same by a layout, which the server expands.
  @discardableResult public func setRoot(_ layout: Layout, dismisses: Bool = false) async throws(ClientError)
    -> TransitionRecord
  {
    try await perform(.setRoot(.layout(layout), dismisses: dismisses))
  }

  /// Resizes the window, in points. With a phase: a stage of a drag of its edge, which is one step of `undo`.
  @discardableResult public func resize(
    width: Double, height: Double, phase: Transition.ResizePhase? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.resize(Size(width: width, height: height), phase: phase))
  }

  /// Rotates the device.
  @discardableResult public func rotate(to orientation: Orientation) async throws(ClientError) -> TransitionRecord {
    try await perform(.rotate(orientation))
  }

  /// Sets the window's multitasking state.
  @discardableResult public func setMultitasking(_ multitasking: Multitasking) async throws(ClientError)
    -> TransitionRecord
  {
    try await perform(.setMultitasking(multitasking))
  }

  /// Moves the window to a device of the catalogue, by its name.
  @discardableResult public func setDevice(_ name: String) async throws(ClientError) -> TransitionRecord {
    try await perform(.setDevice(name))
  }

  /// Folds or unfolds a foldable device.
  @discardableResult public func fold(_ pose: Pose) async throws(ClientError) -> TransitionRecord {
    try await perform(.fold(pose))
  }

  /// Forces size classes, or lifts the force.
  @discardableResult public func setTraits(
    horizontal: Transition.ForcedClass = .unchanged, vertical: Transition.ForcedClass = .unchanged
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.setTraits(horizontal: horizontal, vertical: vertical))
  }

  /// The app goes to the background.
  @discardableResult public func enterBackground() async throws(ClientError) -> TransitionRecord {
    try await perform(.enterBackground)
  }

  /// The app returns to the foreground.
  @discardableResult public func enterForeground() async throws(ClientError) -> TransitionRecord {
    try await perform(.enterForeground)
  }

  /// Changes the settable members of a screen that `change` sets.
  @discardableResult public func updateScreen(
    _ screen: ControllerID, _ change: (inout ScreenUpdate) -> Void
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.updateScreen(screen, ScreenUpdate(change)))
  }

  /// Removes all screens with this route and these parameters, as their content no longer exists.
  @discardableResult public func removeItem(route: String, params: Params) async throws(ClientError) -> TransitionRecord
  {
    try await perform(.removeItem(route: route, params: params))
  }

  /// Shows what a route of the session names, wherever it is kept, or brings it; the outcome has the steps.
  @discardableResult public func open(_ route: String, params: Params = Params()) async throws(ClientError)
    -> TransitionRecord
  {
    try await perform(.open(route, params: params))
  }

  /// The same by a URL of the app, or its path.
  @discardableResult public func open(url: String) async throws(ClientError) -> TransitionRecord {
    try await perform(.open(url: url))
  }

  /// Says which conditions of the session's routes hold; the outcome has the steps of a link that waited for one.
  @discardableResult public func setConditions(_ conditions: KeyValuePairs<String, Bool>) async throws(ClientError)
    -> TransitionRecord
  {
    try await perform(.setConditions(conditions.map { ConditionValue($0.key, holds: $0.value) }))
  }
}
