extension Transition {
  /// Sets what an app asks of a split view: every settable member but the columns.
  public struct SetSplit: AppTransition {
    package static let type = "setSplit"

    public var update: SplitUpdate = SplitUpdate()
    public var split: ControllerID?

    package mutating func members(_ m: inout some Members) {
      m.update(&update)
      m.optional("split", &split)
    }

    /// Throws `wrongStyle` for a member that the style does not have (M12), and the faults of a new `delegate`'s trees.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let id = try session.resolve(split, .split)
      var update = update
      if let delegate = update.delegate { update.delegate = try session.admit(delegate, into: id, &recorder) }
      let requestsMode =
        update.displayMode != nil || update.splitBehavior != nil || update.byWidth?.isEmpty == false
      guard let traitOverride = update.traitOverride else {
        return try session.changeSplit(id, &recorder) { (id, split, room, change, recorder) throws(Rejection) in
          try split.apply(update, to: id, rules: room.rules)
          if requestsMode { split.showPreferredMode(id, in: room, &change, &recorder) }
          recorder.animated = false
          return Outcome()
        }
      }
      // Laid out before the mode is set, so that all members are one change: an expansion that follows from the override
      // uses the new preferences (D-54).
      _ = try session.changeSplit(id, &recorder) { (id, split, room, _, _) throws(Rejection) in
        try split.apply(update, to: id, rules: room.rules)
        return Outcome()
      }
      let wasCollapsed = session.root.find(id)?.split?.isCollapsed
      _ = session.root.update(id) { $0.traitOverride = traitOverride }
      session.layOut(&recorder)
      recorder.animated = false
      guard requestsMode, session.root.find(id)?.split?.isCollapsed == wasCollapsed else { return Outcome() }
      return try session.changeSplit(id, &recorder) { (id, split, room, change, recorder) in
        split.showPreferredMode(id, in: room, &change, &recorder)
        recorder.animated = false
        return Outcome()
      }
    }
  }
}

extension Transition.Action {
  public static func setSplit(_ update: SplitUpdate, split: ControllerID? = nil) -> Self {
    Self(Transition.SetSplit(update: update, split: split))
  }
}

extension Session {
  /// The delegate with ids for its trees, which are checked; the placeholder in use does not change.
  ///
  /// The replaced trees are removed first, so that the new ones may have their ids (D-128).
  fileprivate mutating func admit(
    _ delegate: SplitDelegateUpdate, into id: ControllerID, _ recorder: inout EventRecorder
  ) throws(Rejection) -> SplitDelegateUpdate {
    guard let old = root.find(id)?.split?.delegate else { return delegate }
    var remaining = old
    if delegate.primaryForCollapsing != nil { remaining.primaryForCollapsing = nil }
    if delegate.primaryForExpanding != nil { remaining.primaryForExpanding = nil }
    if delegate.secondaryForSeparating != nil { remaining.secondaryForSeparating = nil }
    updateSplit(id) { $0.delegate = remaining }
    var admitted = delegate
    if let tree = delegate.primaryForCollapsing ?? nil {
      admitted.primaryForCollapsing = try admit(tree, into: id, as: .primary, &recorder)
    }
    if let tree = delegate.primaryForExpanding ?? nil {
      admitted.primaryForExpanding = try admit(tree, into: id, as: .primary, &recorder)
    }
    if let tree = delegate.secondaryForSeparating ?? nil {
      admitted.secondaryForSeparating = try admit(tree, into: id, as: .detailColumn, &recorder)
    }
    for placeholder in [delegate.placeholder ?? nil, delegate.supplementaryPlaceholder ?? nil].compactMap(\.self)
    where placeholder.id != old.placeholder?.id && placeholder.id != old.supplementaryPlaceholder?.id {
      _ = try admit(placeholder, into: id, as: .detailRoot, &recorder)
    }
    return admitted
  }
}

extension Split {
  /// Every member but the columns and the override; widths among them change no mode, for a layout in the same room
  /// changes nothing (M2). A mode or a behavior ends the user's choices (D-60).
  ///
  /// Throws `wrongStyle`, `noSuchController`.
  fileprivate mutating func apply(_ update: SplitUpdate, to id: ControllerID, rules: SystemRules) throws(Rejection) {
    guard update.fits(style) else { throw .wrongStyle(id) }
    delegate.apply(update)
    if let target = delegate.collapsesOnto, hasStaleTarget { throw .noSuchController(target) }
    if delegate.topColumnForCollapsing != .lastTop { forgetTop() }
    // The mode has rules of its own.
    var members = update
    members.displayMode = nil
    preferences.apply(members)
    if let mode = update.displayMode { prefer(mode, rules) }
    if update.splitBehavior != nil { forgetChoices() }
    apply(lists: update)
    if update.byWidth != nil, let size, let entry = byWidth.entry(at: size.width) { prefer(entry.displayMode, rules) }
  }
}

extension SplitUpdate {
  /// Whether a split view of this style has all these members (M12).
  public func fits(_ style: SplitStyle) -> Bool {
    if foreignAnswer(of: style) != nil { return false }
    return switch style {
    case .classic:
      splitBehavior == nil && showsSecondaryOnlyButton == nil && supplementaryWidth == ColumnWidthUpdate()
        && inspectorWidth == ColumnWidthUpdate()
    case .doubleColumn: supplementaryWidth == ColumnWidthUpdate()
    case .tripleColumn: true
    }
  }

  /// The member of the first answer that a split view of this style has not; columns always nest (CO-12, M12).
  func foreignAnswer(of style: SplitStyle) -> StaticString? {
    guard let delegate else { return nil }
    if style != .classic, delegate.flattenOnCollapse == true { return "flattenOnCollapse" }
    if style != .classic, case .some(.some) = delegate.collapsesOnto { return "collapsesOnto" }
    if style != .tripleColumn, case .some(.some) = delegate.supplementaryPlaceholder {
      return "supplementaryPlaceholder"
    }
    return nil
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
    apply(description)
  }

  /// Sets the answers of an arrangement, then those that are named (D-129).
  mutating func apply(_ update: SplitUpdate) {
    if let layout = update.delegateFrom { copyWords(of: layout.delegate) }
    if let delegate = update.delegate { apply(delegate) }
  }
}
