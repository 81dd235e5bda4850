/// New values for what an app asks of a split view: every settable member but the columns.
extension Session {
  /// Throws `wrongStyle` for a member that the style has not (M12), and what is wrong with the trees of a new
  /// `behavior`.
  mutating func setSplit(_ given: ControllerID?, _ update: SplitUpdate, _ recorder: inout EventRecorder)
    throws(Rejection)
    -> Outcome
  {
    let id = try resolve(given, .split)
    var update = update
    if let behavior = update.behavior { update.behavior = try admit(behavior, into: id, &recorder) }
    let asksForMode = update.displayMode != nil || update.splitBehavior != nil
    guard let traitOverride = update.traitOverride else {
      return try changeSplit(id, &recorder) { (id, split, room, change, recorder) throws(Rejection) in
        try split.take(update, id, room.rules)
        if asksForMode { split.showPreferredMode(id, room, &change, &recorder) }
        recorder.animated = false
        return Outcome()
      }
    }
    // Settled before the mode is looked at, so that all members are one change: what was asked counts from an expansion
    // on, or that has looked at it already (D-54).
    _ = try changeSplit(id, &recorder) { (id, split, room, _, _) throws(Rejection) in
      try split.take(update, id, room.rules)
      return Outcome()
    }
    let wasCollapsed = root.find(id)?.split?.isCollapsed
    _ = root.update(id) { $0.traitOverride = traitOverride }
    settle(&recorder)
    recorder.animated = false
    guard asksForMode, root.find(id)?.split?.isCollapsed == wasCollapsed else { return Outcome() }
    return try changeSplit(id, &recorder) { (id, split, room, change, recorder) in
      split.showPreferredMode(id, room, &change, &recorder)
      recorder.animated = false
      return Outcome()
    }
  }

  /// The trees that a behavior brings, named and checked; the placeholder in use stays the one it is.
  ///
  /// Those that wait in their place are let go of before, so that the new ones may have their ids (D-128).
  private mutating func admit(
    _ behavior: SplitDelegateUpdate, into id: ControllerID, _ recorder: inout EventRecorder
  ) throws(Rejection) -> SplitDelegateUpdate {
    guard let old = root.find(id)?.split?.behavior else { return behavior }
    var kept = old
    if behavior.members.contains(.primaryForCollapsing) { kept.primaryForCollapsing = nil }
    if behavior.members.contains(.primaryForExpanding) { kept.primaryForExpanding = nil }
    if behavior.members.contains(.secondaryForSeparating) { kept.secondaryForSeparating = nil }
    updateSplit(id) { $0.behavior = kept }
    var admitted = behavior.values
    if let tree = admitted.primaryForCollapsing {
      admitted.primaryForCollapsing = try admit(tree, into: id, .primary, &recorder)
    }
    if let tree = admitted.primaryForExpanding {
      admitted.primaryForExpanding = try admit(tree, into: id, .primary, &recorder)
    }
    if let tree = admitted.secondaryForSeparating {
      admitted.secondaryForSeparating = try admit(tree, into: id, .detailColumn, &recorder)
    }
    if let placeholder = admitted.placeholder, placeholder.id != old.placeholder?.id {
      _ = try admit(placeholder, into: id, .detailRoot, &recorder)
    }
    return SplitDelegateUpdate(admitted, naming: behavior.members)
  }
}

extension Split {
  /// Every member but the columns and the override; widths among them change no mode, for a layout in the same room
  /// changes nothing (M2).
  ///
  /// Throws `wrongStyle`.
  fileprivate mutating func take(_ update: SplitUpdate, _ id: ControllerID, _ rules: SystemRules) throws(Rejection) {
    guard update.fits(style) else { throw .wrongStyle(id) }
    behavior.take(update)
    // The mode has rules of its own.
    var members = update
    members.displayMode = nil
    preferences.apply(members)
    if let mode = update.displayMode { prefer(mode, rules) }
    if update.splitBehavior != nil { isOverlayDeferred = false }
  }
}

extension SplitUpdate {
  /// Whether a split view of this style has all these members (M12).
  public func fits(_ style: SplitStyle) -> Bool {
    if style != .classic, behavior?.values.flattenOnCollapse == true { return false }
    return switch style {
    case .classic: splitBehavior == nil && showsSecondaryOnlyButton == nil && supplementaryWidth == ColumnWidthUpdate()
    case .doubleColumn: supplementaryWidth == ColumnWidthUpdate()
    case .tripleColumn: true
    }
  }
}

extension SplitPreferences {
  /// The defaults with the update's members.
  public init(_ update: SplitUpdate) {
    self.init()
    apply(update)
  }

  /// Sets the members of the update.
  mutating func apply(_ update: SplitUpdate) {
    var (update, applier) = (update, UpdateApplier())
    Self.visit(&self, &update, &applier)
  }
}

extension SplitDelegate {
  /// What a description says; all else is as by default.
  public init(_ description: SplitUpdate) {
    self.init()
    take(description)
  }

  /// What an arrangement answers, and over it what is named (D-129).
  mutating func take(_ update: SplitUpdate) {
    if let layout = update.behaviorFrom { takeWords(of: layout.behavior) }
    if let behavior = update.behavior { take(behavior) }
  }
}
