/// Which mode comes of what is asked (DM-4 to DM-9, M1 to M3).
extension SplitRoom {
  /// When a preference is read: the same one may come to another mode (M2).
  public enum Occasion: Hashable, Sendable {
    /// Before the first appearance; a split view that is restored says in which mode it was.
    case firstAppearance(restored: DisplayMode?)
    /// The app asks a mounted split view.
    case request
    /// The split view has another size, and is in a mode.
    case resize(from: DisplayMode)
    /// It expands; an overlay may still wait to be asked for anew.
    case expansion(isOverlayDeferred: Bool)
  }

  /// The behavior in force for what is asked; what it comes to is `behavior(in:)`.
  var askedBehavior: SplitBehavior {
    if let asked = preferences.splitBehavior { return limited(asked) }
    if rules.preferenceSetsBehavior || style == .classic, let implied = preferences.displayMode?.behavior {
      return limited(implied)
    }
    return automaticBehavior
  }

  private func limited(_ behavior: SplitBehavior) -> SplitBehavior {
    switch (behavior, style) {
    case (.displace, .classic), (.displace, .doubleColumn): .tile
    case (.tile, _), (.overlay, _), (.displace, .tripleColumn): behavior
    }
  }

  private var automaticBehavior: SplitBehavior {
    switch (rules.automaticMode, Orientation(width: size.width, height: size.height), style) {
    case (.byWidth, _, _): .tile
    case (.byShape, .portrait, _): .overlay
    case (.byShape, .landscape, .classic), (.byShape, .landscape, .doubleColumn): .tile
    case (.byShape, .landscape, .tripleColumn): fits(.two) ? .tile : .displace
    }
  }

  /// What `automatic` stands for at this size (M1, DM-6, DM-7).
  public var automaticMode: DisplayMode {
    switch (rules.automaticMode, preferences.splitBehavior.map(limited) ?? automaticBehavior) {
    case (_, .overlay): .secondaryOnly
    case (.byWidth, .tile): style == .tripleColumn && fits(.two) ? .twoBesideSecondary : besideWhereItFits
    case (.byWidth, .displace): besideWhereItFits
    case (.byShape, .tile), (.byShape, .displace): .oneBesideSecondary
    }
  }

  private var besideWhereItFits: DisplayMode { fits(.one) ? .oneBesideSecondary : .secondaryOnly }

  /// The mode that the preference comes to on an occasion.
  public func preferredMode(on occasion: Occasion) -> DisplayMode {
    guard let mode = askedMode else { return automaticMode }
    if !preferences.presentsWithGesture { return mode }
    return rules.preferenceSetsBehavior ? measured(mode, on: occasion) : documented(mode)
  }

  /// The preference as the behavior in force reads it, whether there is room for it or not; nil is automatic (DM-4).
  var askedMode: DisplayMode? {
    preferences.displayMode.map { askedBehavior.mode($0.limited(to: style).sidebars).limited(to: style) }
  }

  /// Whether an overlay that is asked for before the first appearance waits until it is asked for again (M2).
  func defersOverlay(restored: DisplayMode) -> Bool {
    askedMode?.behavior == .overlay && preferredMode(on: .firstAppearance(restored: restored)) != askedMode
  }

  /// M2, D-55: an overlay comes on display only where it is asked for just now, or when the split view expands; and
  /// where two columns do not fit, they lie over the secondary if asked for just now.
  private func measured(_ mode: DisplayMode, on occasion: Occasion) -> DisplayMode {
    switch mode {
    case .secondaryOnly: return mode
    case .oneBesideSecondary: return besideWhereItFits
    case .oneOverSecondary, .twoOverSecondary:
      return overlay(mode, on: occasion)
    case .twoBesideSecondary, .twoDisplaceSecondary:
      if fits(.two) { return .twoBesideSecondary }
      return occasion == .request ? .twoOverSecondary : besideWhereItFits
    }
  }

  private func overlay(_ mode: DisplayMode, on occasion: Occasion) -> DisplayMode {
    switch occasion {
    case .firstAppearance(let restored): restored == mode ? mode : .secondaryOnly
    case .request: mode
    case .resize(let present): present.behavior == .overlay ? present : .secondaryOnly
    case .expansion(let isDeferred): isDeferred ? .secondaryOnly : mode
    }
  }

  /// DM-8: side by side only where enough is left for the secondary.
  private func documented(_ mode: DisplayMode) -> DisplayMode {
    switch mode {
    case .secondaryOnly, .oneOverSecondary, .twoOverSecondary, .twoDisplaceSecondary: mode
    case .oneBesideSecondary: besideWhereItFits
    case .twoBesideSecondary: fits(.two) ? mode : besideWhereItFits
    }
  }

  /// A mode that the user chose, as far as there is room for it now.
  func chosenMode(_ mode: DisplayMode) -> DisplayMode {
    switch mode.limited(to: style) {
    case .oneBesideSecondary: besideWhereItFits
    case .twoBesideSecondary: fits(.two) ? .twoBesideSecondary : besideWhereItFits
    case .secondaryOnly, .oneOverSecondary, .twoOverSecondary, .twoDisplaceSecondary: mode.limited(to: style)
    }
  }

  /// `splitBehavior`: that of the mode on display (M14), or the asked one where it allows the mode (DM-3, DM-9).
  public func behavior(in mode: DisplayMode) -> SplitBehavior {
    rules.behaviorFollowsMode ? mode.behavior ?? .tile : behaviorOfActions(in: mode)
  }

  /// The behavior by which a user's button and swipe go on from a mode: the asked one where it allows the mode, else
  /// the mode's own (DM-10, D-58).
  func behaviorOfActions(in mode: DisplayMode) -> SplitBehavior {
    let asked = askedBehavior
    return asked.allows(mode, style) ? asked : mode.behavior ?? asked
  }
}
