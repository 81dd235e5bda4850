public import Navigation

/// Split views. Without `split`: the innermost one around the screen shown last.
extension RemoteSession {
  /// Asks for a display mode; nil is `automatic`.
  @discardableResult public func setDisplayMode(
    _ mode: DisplayMode?, of split: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.setDisplayMode(mode, split: split))
  }

  /// A user taps the button that shows or hides the primary column.
  @discardableResult public func tapDisplayModeButton(of split: ControllerID? = nil) async throws(ClientError)
    -> TransitionRecord
  {
    try await perform(.tapDisplayModeButton(split: split))
  }

  /// A user taps the button that shows the secondary column alone, or restores the others.
  @discardableResult public func tapSecondaryOnlyButton(of split: ControllerID? = nil) async throws(ClientError)
    -> TransitionRecord
  {
    try await perform(.tapSecondaryOnlyButton(split: split))
  }

  /// A user taps the secondary column beside an overlay.
  @discardableResult public func tapDimmedSecondary(of split: ControllerID? = nil) async throws(ClientError)
    -> TransitionRecord
  {
    try await perform(.tapDimmedSecondary(split: split))
  }

  /// A user swipes in from an edge, or back to it.
  @discardableResult public func swipe(
    _ edge: HorizontalEdge, in split: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.swipe(edge, split: split))
  }

  /// Shows a column.
  @discardableResult public func showColumn(
    _ column: Column, of split: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.showColumn(column, split: split))
  }

  /// Hides a column.
  @discardableResult public func hideColumn(
    _ column: Column, of split: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.hideColumn(column, split: split))
  }

  /// Sets a column to a new screen.
  @discardableResult public func setColumn(
    _ column: Column, to id: ControllerID, route: String, title: String? = nil, of split: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await setColumn(column, to: .screen(id, route: route, title: title), of: split)
  }

  /// Sets a column to any tree, or to a controller of the session; nil empties it.
  @discardableResult public func setColumn(
    _ column: Column, to newcomer: Transition.Newcomer?, of split: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.setColumn(column, newcomer, split: split))
  }

  /// Changes the settable members that `change` sets.
  @discardableResult public func setSplit(
    _ split: ControllerID? = nil, _ change: (inout SplitUpdate) -> Void
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.setSplit(SplitUpdate(change), split: split))
  }
}
