/// The mode that results from the preferences (DM-4 to DM-9, M1 to M3).
extension SplitRoom {
  /// When a preference is read: one preference may result in different modes (M2).
  public enum Occasion: Hashable, Sendable {
    /// Before the first appearance; a restored split view has its former mode.
    case firstAppearance(restored: DisplayMode?)
    /// The app changes a mounted split view's preferences.
    case request
    /// The size of the split view changes.
    case resize(from: DisplayMode)
    /// The split view expands; its overlay may be deferred until requested again.
    case expansion(isOverlayDeferred: Bool)
  }

  /// The behavior that the preferences request; the resulting one is `behavior(in:)`.
  var requestedBehavior: SplitBehavior {
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

  /// The automatic mode at this size (M1, DM-6, DM-7).
  public var automaticMode: DisplayMode {
    if rules.sidebarHidesOnPad, idiom == .pad { return .secondaryOnly }
    return switch (rules.automaticMode, preferences.splitBehavior.map(limited) ?? automaticBehavior) {
    case (_, .overlay): .secondaryOnly
    case (.byWidth, .tile): style == .tripleColumn && fits(.two) ? .twoBesideSecondary : besideWhereItFits
    case (.byWidth, .displace): besideWhereItFits
    case (.byShape, .tile), (.byShape, .displace): .oneBesideSecondary
    }
  }

  private var besideWhereItFits: DisplayMode { fits(.one) ? .oneBesideSecondary : .secondaryOnly }

  /// The mode that results from the preference on an occasion.
  public func preferredMode(on occasion: Occasion) -> DisplayMode {
    guard let mode = requestedMode else { return automaticMode }
    if !preferences.presentsWithGesture { return mode }
    return rules.preferenceSetsBehavior ? measured(mode, on: occasion) : documented(mode)
  }

  /// The preference within the requested behavior, whether it fits or not; nil is automatic (DM-4). Without a gesture
  /// the automatic behavior adapts nothing (DM-5).
  var requestedMode: DisplayMode? {
    guard let mode = preferences.displayMode?.limited(to: style) else { return nil }
    if !preferences.presentsWithGesture, preferences.splitBehavior == nil { return mode }
    return requestedBehavior.mode(mode.sidebars).limited(to: style)
  }

  /// Whether an overlay requested before the first appearance is deferred until requested again (M2).
  func defersOverlay(restored: DisplayMode) -> Bool {
    requestedMode?.behavior == .overlay && preferredMode(on: .firstAppearance(restored: restored)) != requestedMode
  }

  /// M2, D-55: an overlay appears only on a request or an expansion. Two columns that do not fit lie over the secondary
  /// only on a request.
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

  /// DM-8: side by side only where the rest suffices for the secondary.
  private func documented(_ mode: DisplayMode) -> DisplayMode {
    switch mode {
    case .secondaryOnly, .oneOverSecondary, .twoOverSecondary, .twoDisplaceSecondary: mode
    case .oneBesideSecondary: besideWhereItFits
    case .twoBesideSecondary: fits(.two) ? mode : besideWhereItFits
    }
  }

  /// A mode that the user chose, limited to what fits now.
  func chosenMode(_ mode: DisplayMode) -> DisplayMode {
    switch mode.limited(to: style) {
    case .oneBesideSecondary: besideWhereItFits
    case .twoBesideSecondary: fits(.two) ? .twoBesideSecondary : besideWhereItFits
    case .secondaryOnly, .oneOverSecondary, .twoOverSecondary, .twoDisplaceSecondary: mode.limited(to: style)
    }
  }

  /// `splitBehavior`: that of the mode on display (M14), or the requested one if it allows the mode (DM-3, DM-9).
  public func behavior(in mode: DisplayMode) -> SplitBehavior {
    rules.behaviorFollowsMode ? mode.behavior ?? .tile : behaviorOfActions(in: mode)
  }

  /// The behavior of a user's button and swipe in a mode: the requested one if it allows the mode, else the mode's
  /// (DM-10, D-58).
  func behaviorOfActions(in mode: DisplayMode) -> SplitBehavior {
    let asked = requestedBehavior
    return asked.allows(mode, style) ? asked : mode.behavior ?? asked
  }
}
