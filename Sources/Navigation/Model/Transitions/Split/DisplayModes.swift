extension Transition {
  /// The app's preference; in a collapsed split view it applies from the expansion on (M4).
  public struct SetDisplayMode: AppTransition {
    package static let type = "setDisplayMode"

    /// Nil is `automatic`.
    public var mode: DisplayMode?
    public var split: ControllerID?

    package mutating func members(_ m: inout some Members) {
      m.required("mode", &mode[Automatic.self])
      m.optional("split", &split)
    }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.changeSplit(split, &recorder) { (id, split, room, change, recorder) in
        split.prefer(mode, room.rules)
        split.showPreferredMode(id, in: room, &change, &recorder)
        return Outcome()
      }
    }
  }

  /// A user's tap on the button changes to its target mode (DM-10, DM-15).
  public struct TapDisplayModeButton: UserTransition {
    package static let type = "tapDisplayModeButton"

    public var split: ControllerID?

    package mutating func members(_ m: inout some Members) { m.optional("split", &split) }

    /// Throws `notOnDisplay` without a button, and where the bar that has it is covered.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let id = try session.resolve(split, .split)
      guard session.taps.contains(where: { $0.isDisplayMode(of: id) }) else { throw .notOnDisplay(id) }
      return try session.chooseMode(of: id, &recorder) { (id, split, room, recorder) in
        if split.style == .classic {
          recorder.call(.targetDisplayModeForAction(split: id, answer: split.delegate.targetDisplayModeForAction))
        }
        return room.buttonTarget(in: split.displayMode, answer: split.delegate.targetDisplayModeForAction)
      }
    }
  }

  /// A user's tap toggles between the secondary alone and the previous mode (DM-12).
  public struct TapSecondaryOnlyButton: UserTransition {
    package static let type = "tapSecondaryOnlyButton"

    public var split: ControllerID?

    package mutating func members(_ m: inout some Members) { m.optional("split", &split) }

    /// Throws `notOnDisplay` without a button, and where the bar that has it is covered.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let id = try session.resolve(split, .split)
      guard session.taps.contains(where: { $0.isSecondaryOnly(of: id) }) else { throw .notOnDisplay(id) }
      return try session.chooseMode(of: id, &recorder) { (_, split, room, _) in
        guard split.style == .tripleColumn, split.preferences.showsSecondaryOnlyButton else { return nil }
        if split.displayMode == .secondaryOnly {
          return room.chosenMode(split.modeBeforeSecondaryOnly ?? .oneBesideSecondary)
        }
        split.modeBeforeSecondaryOnly = split.displayMode
        return .secondaryOnly
      }
    }
  }

  /// A user's tap undims the secondary (DM-13).
  public struct TapDimmedSecondary: UserTransition {
    package static let type = "tapDimmedSecondary"

    public var split: ControllerID?

    package mutating func members(_ m: inout some Members) { m.optional("split", &split) }

    /// Throws `notOnDisplay` where it is not dimmed.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.chooseMode(of: split, &recorder) { (_, split, room, _) in room.dimmedTarget(in: split.displayMode) }
    }
  }

  /// A user's swipe over the window. Pages under the finger take it first, if they can (SYS4-22). Else a swipe from the
  /// primary's edge reveals a column, one from the other edge hides one.
  public struct Swipe: UserTransition {
    package static let type = "swipe"

    /// Where the swipe begins.
    public var edge: HorizontalEdge = .leading
    public var split: ControllerID?

    package mutating func members(_ m: inout some Members) {
      m.required("edge", &edge)
      m.optional("split", &split)
    }

    /// Not handled at the end or with swipes disabled (DM-14).
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      if let split { _ = try session.resolve(split, .split) }
      if let taken = session.swipePages(edge, inside: split, &recorder) { return taken }
      let id = try session.resolve(split, .split)
      var refusal: Outcome.Reason?
      _ = try session.chooseMode(of: id, &recorder) { (id, split, room, recorder) in
        let mode = split.displayMode
        guard split.preferencesInForce.presentsWithGesture else {
          refusal = .noGesture
          return mode
        }
        let reveals = edge == split.preferences.primaryEdge
        if split.style == .classic, split.hidesAll == reveals {
          let answer = split.delegate.targetDisplayModeForAction
          recorder.call(.targetDisplayModeForAction(split: id, answer: answer))
        }
        guard let target = split.swipeTarget(in: room, reveals: reveals) else {
          refusal = .atEdge
          return mode
        }
        if split.style != .classic {
          recorder.call(.presentationGestureWillBegin(split: id))
          recorder.notify(.presentationGestureDidEnd(split: id))
        }
        return target
      }
      return refusal.map { Outcome($0) } ?? Outcome(takenBy: id)
    }
  }
}

extension Transition.Action {
  public static func setDisplayMode(_ mode: DisplayMode?, split: ControllerID? = nil) -> Self {
    Self(Transition.SetDisplayMode(mode: mode, split: split))
  }

  public static func tapDisplayModeButton(split: ControllerID? = nil) -> Self {
    Self(Transition.TapDisplayModeButton(split: split))
  }

  public static func tapSecondaryOnlyButton(split: ControllerID? = nil) -> Self {
    Self(Transition.TapSecondaryOnlyButton(split: split))
  }

  public static func tapDimmedSecondary(split: ControllerID? = nil) -> Self {
    Self(Transition.TapDimmedSecondary(split: split))
  }

  public static func swipe(_ edge: HorizontalEdge, split: ControllerID? = nil) -> Self {
    Self(Transition.Swipe(edge: edge, split: split))
  }
}

extension Split {
  /// The mode after a swipe that reveals or hides a column; nil at the end. The classic style uses the button's target,
  /// the column style single steps (DM-14).
  func swipeTarget(in room: SplitRoom, reveals: Bool) -> DisplayMode? {
    let target: DisplayMode?
    switch style {
    case .doubleColumn, .tripleColumn: target = room.swipeTarget(in: displayMode, reveals: reveals)
    case .classic:
      guard hidesAll == reveals else { return nil }
      target = room.classicTarget(in: displayMode, answer: delegate.targetDisplayModeForAction)
    }
    return target == displayMode ? nil : target
  }

  /// Whether the secondary is alone.
  fileprivate var hidesAll: Bool { displayMode == .secondaryOnly }

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

/// The display mode of a split view: what the app prefers and what a user chooses (DM, M2 to M6).
extension Session {
  /// Applies a user's choice and stores it for such widths (DM-19). Throws `notOnDisplay` for a nil target and for a
  /// collapsed or covered split view.
  fileprivate mutating func chooseMode(
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
      controller.content = .split(split)
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
