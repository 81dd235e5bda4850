/// A split view's display mode: the app's preference and a user's button, tap and swipe (DM, M2 to M6).
extension Session {
  /// Sets the preference; in a collapsed split view it applies from the expansion on (M4).
  mutating func setDisplayMode(_ mode: DisplayMode?, of given: ControllerID?, _ recorder: inout EventRecorder)
    throws(Rejection) -> Outcome
  {
    try changeSplit(given, &recorder) { (id, split, room, change, recorder) in
      split.prefer(mode, room.rules)
      split.showPreferredMode(id, room, &change, &recorder)
      return Outcome()
    }
  }

  /// Changes to the button's target mode (DM-10, DM-15). Throws `notOnDisplay` without a button.
  mutating func tapDisplayModeButton(of given: ControllerID?, _ recorder: inout EventRecorder) throws(Rejection)
    -> Outcome
  {
    try chooseMode(of: given, &recorder) { (id, split, room, recorder) in
      if split.style == .classic {
        recorder.ask(.targetDisplayModeForAction(split: id, answer: split.behavior.targetDisplayModeForAction))
      }
      return room.buttonTarget(in: split.displayMode, answer: split.behavior.targetDisplayModeForAction)
    }
  }

  /// Toggles between the secondary alone and the previous mode (DM-12). Throws `notOnDisplay` without a button.
  mutating func tapSecondaryOnlyButton(of given: ControllerID?, _ recorder: inout EventRecorder) throws(Rejection)
    -> Outcome
  {
    try chooseMode(of: given, &recorder) { (_, split, room, _) in
      guard split.style == .tripleColumn, split.preferences.showsSecondaryOnlyButton else { return nil }
      if split.displayMode == .secondaryOnly {
        return room.chosenMode(split.modeBeforeSecondaryOnly ?? .oneBesideSecondary)
      }
      split.modeBeforeSecondaryOnly = split.displayMode
      return .secondaryOnly
    }
  }

  /// Undims the secondary; throws `notOnDisplay` where it is not dimmed (DM-13).
  mutating func tapDimmedSecondary(of given: ControllerID?, _ recorder: inout EventRecorder) throws(Rejection)
    -> Outcome
  {
    try chooseMode(of: given, &recorder) { (_, split, room, _) in room.dimmedTarget(in: split.displayMode) }
  }

  /// Pages under the finger take the swipe first, if they can (SYS4-22). Else a swipe from the primary's edge reveals a
  /// column, one from the other edge hides one. Not handled at the end or with swipes disabled (DM-14).
  mutating func swipe(_ edge: HorizontalEdge, in given: ControllerID?, _ recorder: inout EventRecorder)
    throws(Rejection)
    -> Outcome
  {
    if let given { _ = try resolve(given, .split) }
    if let taken = swipePages(edge, inside: given, &recorder) { return taken }
    let id = try resolve(given, .split)
    var isTaken = true
    _ = try chooseMode(of: id, &recorder) { (id, split, room, recorder) in
      let mode = split.displayMode
      guard split.preferences.presentsWithGesture,
        let target = split.swipeTarget(id, in: room, reveals: edge == split.preferences.primaryEdge, &recorder),
        target != mode
      else {
        isTaken = false
        return mode
      }
      if split.style != .classic {
        recorder.ask(.presentationGestureWillBegin(split: id))
        recorder.notify(.presentationGestureDidEnd(split: id))
      }
      return target
    }
    return isTaken ? Outcome(takenBy: id) : Outcome(handled: false)
  }

  /// Applies a user's choice and stores it for such widths (DM-19). Throws `notOnDisplay` for a nil target and for a
  /// collapsed or covered split view.
  private mutating func chooseMode(
    of given: ControllerID?, _ recorder: inout EventRecorder,
    _ target: (ControllerID, inout Split, SplitRoom, inout EventRecorder) -> DisplayMode?
  ) throws(Rejection) -> Outcome {
    let shown = display
    return try changeSplit(given, &recorder) { (id, split, room, change, recorder) throws(Rejection) in
      guard !split.isCollapsed, shown.canReach(id), let mode = target(id, &split, room, &recorder) else {
        throw .notOnDisplay(id)
      }
      if mode != split.displayMode { split.choose(mode, in: room) }
      split.changeMode(id, to: mode, &change, &recorder)
      return Outcome()
    }
  }

  /// Changes a split view by its id, or the innermost one around the last visible leaf, in its present room.
  mutating func changeSplit(
    _ given: ControllerID?, _ recorder: inout EventRecorder,
    _ body: (ControllerID, inout Split, SplitRoom, inout ColumnChange, inout EventRecorder) throws(Rejection) -> Outcome
  ) throws(Rejection) -> Outcome {
    let id = try resolve(given, .split)
    let environment = environment
    recorder.animated = true
    let outcome = try root.update(id) { (controller) throws(Rejection) -> Outcome? in
      guard case .split(var split) = controller.content else { return nil }
      let room = split.room(in: environment)
      var change = ColumnChange(split: id, rules: room.rules)
      change.visible = split.visibleColumns
      let outcome = try body(id, &split, room, &change, &recorder)
      controller.content = .split(split)
      change.conclude(&recorder)
      return outcome
    }
    guard let done = outcome ?? nil else { throw .wrongKind(id, expected: .split) }
    return done
  }
}

extension Split {
  /// Writes the preference, and with it the behavior where the rules say so (M3).
  mutating func prefer(_ mode: DisplayMode?, _ rules: SystemRules) {
    writePreference(mode)
    if rules.preferenceSetsBehavior, style != .classic, let behavior = mode?.behavior {
      preferences.splitBehavior = behavior
    }
  }

  /// Writes only the preference; resets the user's choices and a deferred overlay.
  mutating func writePreference(_ mode: DisplayMode?) {
    preferences.displayMode = mode
    chosenModes = []
    isOverlayDeferred = false
  }

  /// Applies the preferred mode; does nothing while collapsed.
  mutating func showPreferredMode(
    _ id: ControllerID, _ room: SplitRoom, _ change: inout ColumnChange, _ recorder: inout EventRecorder
  ) {
    guard !isCollapsed else { return }
    var room = room
    room.preferences = preferences
    changeMode(id, to: room.preferredMode(on: .request), &change, &recorder)
  }

  fileprivate mutating func choose(_ mode: DisplayMode, in room: SplitRoom) {
    let automatic = room.automaticMode
    chosenModes.removeAll { $0.automatic == automatic }
    chosenModes.append(ChosenMode(automatic: automatic, mode: mode))
  }

  /// The classic style uses the button's target, the column style single steps (DM-14).
  fileprivate func swipeTarget(_ id: ControllerID, in room: SplitRoom, reveals: Bool, _ recorder: inout EventRecorder)
    -> DisplayMode?
  {
    switch style {
    case .doubleColumn, .tripleColumn: return room.swipeTarget(in: displayMode, reveals: reveals)
    case .classic:
      guard reveals == (displayMode == .secondaryOnly) else { return nil }
      recorder.ask(.targetDisplayModeForAction(split: id, answer: behavior.targetDisplayModeForAction))
      return room.classicTarget(in: displayMode, answer: behavior.targetDisplayModeForAction)
    }
  }
}
