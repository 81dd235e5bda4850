/// The display mode of a split view: what the app prefers and what a user chooses (DM, M2 to M6).
extension Session {
  /// Applies a user's choice and stores it for such widths (DM-19). Throws `notOnDisplay` for a nil target and for a
  /// collapsed or covered split view.
  mutating func chooseMode(
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

  mutating func updateSplit(_ id: ControllerID, _ change: (inout Split) -> Void) {
    _ = root.update(id) { controller in
      guard case .split(let box) = controller.node else { return }
      var split = box.value
      change(&split)
      controller.setContent(split)
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
    forgetChoices()
  }

  /// What the app asks ends the user's choices and the wait of a deferred overlay (D-60).
  mutating func forgetChoices() {
    chosenModes = []
    isOverlayDeferred = false
  }

  /// Applies the preferred mode; does nothing while collapsed.
  mutating func showPreferredMode(
    _ id: ControllerID, in room: SplitRoom, _ change: inout ColumnChange, _ recorder: inout EventRecorder
  ) {
    guard !isCollapsed else { return }
    var room = room
    room.preferences = preferencesInForce
    changeMode(id, to: room.preferredMode(on: .request), &change, &recorder)
  }

  fileprivate mutating func choose(_ mode: DisplayMode, in room: SplitRoom) {
    let automatic = room.automaticMode
    chosenModes.removeAll { $0.automatic == automatic }
    chosenModes = (chosenModes + [ChosenMode(automatic: automatic, mode: mode)]).sorted()
  }
}
