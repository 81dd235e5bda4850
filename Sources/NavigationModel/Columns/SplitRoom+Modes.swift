/// Which mode comes of what is asked (DM-4 to DM-9, M1 to M3).
extension SplitRoom {
  /// When a preference is read: the same one may come to another mode (M2).
  public enum Occasion: Hashable, Sendable {
    /// Before the first appearance; a split view that is restored says in which mode it was.
    case firstAppearance(restored: DisplayMode?)
    /// The app asks a mounted split view.
    case request
    /// The split view has another size, or expands.
    case layout
  }

  /// The behavior in force for what is asked; what it comes to is `behavior(in:)`.
  var askedBehavior: SplitBehavior {
    if let asked = preferences.splitBehavior { return limited(asked) }
    if rules.preferenceSetsBehavior || style == .classic, let implied = preferences.displayMode?.behavior { return limited(implied) }
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
    guard let asked = preferences.displayMode?.limited(to: style) else { return automaticMode }
    let mode = askedBehavior.mode(asked.sidebars).limited(to: style)
    if !preferences.presentsWithGesture { return mode }
    return rules.preferenceSetsBehavior ? measured(mode, on: occasion) : documented(mode)
  }

  /// M2: an overlay waits for the first appearance, and where two columns do not fit, they lie over the secondary if asked for just now.
  private func measured(_ mode: DisplayMode, on occasion: Occasion) -> DisplayMode {
    switch mode {
    case .secondaryOnly: return mode
    case .oneBesideSecondary: return besideWhereItFits
    case .oneOverSecondary, .twoOverSecondary:
      if case .firstAppearance(let restored) = occasion, restored != mode { return .secondaryOnly }
      return mode
    case .twoBesideSecondary, .twoDisplaceSecondary:
      if fits(.two) { return .twoBesideSecondary }
      return occasion == .request ? .twoOverSecondary : besideWhereItFits
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

  /// `splitBehavior`: the asked one where it allows the mode, else the mode's own (DM-3, DM-9).
  public func behavior(in mode: DisplayMode) -> SplitBehavior {
    let asked = askedBehavior
    return asked.allows(mode, style) ? asked : mode.behavior ?? asked
  }
}
