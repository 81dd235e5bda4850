/// Which columns an expanded split view shows, and how (DM-1).
public enum DisplayMode: String, Hashable, Sendable, CaseIterable {
  case secondaryOnly, oneBesideSecondary, oneOverSecondary, twoBesideSecondary, twoOverSecondary, twoDisplaceSecondary

  /// The number of columns before the secondary.
  enum Sidebars: Hashable {
    case none, one, two
  }

  var sidebars: Sidebars {
    switch self {
    case .secondaryOnly: .none
    case .oneBesideSecondary, .oneOverSecondary: .one
    case .twoBesideSecondary, .twoOverSecondary, .twoDisplaceSecondary: .two
    }
  }

  /// The behavior that the mode belongs to; nil for the mode of all behaviors (M3).
  var behavior: SplitBehavior? {
    switch self {
    case .secondaryOnly: nil
    case .oneBesideSecondary, .twoBesideSecondary: .tile
    case .oneOverSecondary, .twoOverSecondary: .overlay
    case .twoDisplaceSecondary: .displace
    }
  }

  /// Whether the secondary is dimmed and out of reach (DM-1).
  public var dimsSecondary: Bool { behavior == .overlay || behavior == .displace }

  /// Leading to trailing.
  public func visibleColumns(_ style: SplitStyle) -> [Column] {
    switch sidebars {
    case .none: Self.secondary
    case .one: style == .tripleColumn ? Self.supplementaryAndSecondary : Self.primaryAndSecondary
    case .two: style.columns
    }
  }

  // Allocated once: an array for each read costs `showDetail` 1,500 instructions.
  private static let secondary: [Column] = [.secondary]
  private static let primaryAndSecondary: [Column] = [.primary, .secondary]
  private static let supplementaryAndSecondary: [Column] = [.supplementary, .secondary]

  /// The mode within a style: with two columns, a mode of three becomes the matching mode of two (DM-4).
  func limited(to style: SplitStyle) -> DisplayMode {
    switch (style, self) {
    case (.tripleColumn, _), (_, .secondaryOnly), (_, .oneBesideSecondary), (_, .oneOverSecondary): self
    case (.classic, .twoBesideSecondary), (.doubleColumn, .twoBesideSecondary): .oneBesideSecondary
    case (.classic, .twoDisplaceSecondary), (.doubleColumn, .twoDisplaceSecondary): .oneBesideSecondary
    case (.classic, .twoOverSecondary), (.doubleColumn, .twoOverSecondary): .oneOverSecondary
    }
  }
}

/// How the columns before the secondary share the room with it (DM-3): `UISplitViewController.SplitBehavior`.
public enum SplitBehavior: String, Hashable, Sendable, CaseIterable {
  case tile, overlay, displace

  /// The mode of this behavior with this number of columns before the secondary (DM-3, DM-4).
  func mode(_ sidebars: DisplayMode.Sidebars) -> DisplayMode {
    switch (self, sidebars) {
    case (_, .none): .secondaryOnly
    case (.tile, .one), (.displace, .one): .oneBesideSecondary
    case (.overlay, .one): .oneOverSecondary
    case (.tile, .two): .twoBesideSecondary
    case (.overlay, .two): .twoOverSecondary
    case (.displace, .two): .twoDisplaceSecondary
    }
  }

  /// Whether a split view of this behavior can be in a mode (DM-3); with two columns `displace` acts as `tile`.
  public func allows(_ mode: DisplayMode, _ style: SplitStyle) -> Bool {
    mode.limited(to: style) == mode && self.mode(mode.sidebars).limited(to: style) == mode
  }
}

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
    if let requested = preferences.splitBehavior { return limited(requested) }
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
    let requested = requestedBehavior
    return requested.allows(mode, style) ? requested : mode.behavior ?? requested
  }

  // How a user's button, swipe or tap, and an app's `showColumn`, change a display mode (DM-10 to DM-15, CO-21,
  // CO-22).

  /// The mode that the display mode button sets; nil without a button (DM-10, DM-11, DM-15, DM-16).
  public func buttonTarget(in mode: DisplayMode, answer: DisplayMode? = nil) -> DisplayMode? {
    let isOffered =
      switch preferences.displayModeButtonVisibility {
      case .automatic: preferences.presentsWithGesture
      case .always: true
      case .never: false
      }
    guard isOffered, let target = style == .classic ? classicTarget(in: mode, answer: answer) : columnTarget(in: mode)
    else { return nil }
    return target == mode ? nil : target
  }

  /// The app's answer; else toggles the primary, beside the secondary where the columns fit and over it where not
  /// (DM-15).
  func classicTarget(in mode: DisplayMode, answer: DisplayMode?) -> DisplayMode? {
    if let answer { return chosenMode(answer) }
    switch mode {
    case .secondaryOnly: return automaticMode == .secondaryOnly ? .oneOverSecondary : automaticMode
    case .oneBesideSecondary, .oneOverSecondary, .twoBesideSecondary, .twoOverSecondary, .twoDisplaceSecondary:
      return .secondaryOnly
    }
  }

  /// Where two columns do not fit, a tap on the secondary under them leaves it alone: the button brings one back (D-58).
  private func columnTarget(in mode: DisplayMode) -> DisplayMode? {
    switch (behaviorOfActions(in: mode), mode) {
    case (.tile, .secondaryOnly): style == .tripleColumn && fits(.two) ? nil : besideWhereItFitsOrOver
    case (.tile, .oneBesideSecondary): style == .tripleColumn ? twoBesideOrOver : .secondaryOnly
    case (.tile, .twoBesideSecondary): .oneBesideSecondary
    case (.overlay, .secondaryOnly): .oneOverSecondary
    case (.overlay, .oneOverSecondary): style == .tripleColumn ? .twoOverSecondary : nil
    case (.displace, .oneBesideSecondary): .twoDisplaceSecondary
    case (.overlay, _), (.displace, _), (.tile, _): nil
    }
  }

  private var besideWhereItFitsOrOver: DisplayMode { fits(.one) ? .oneBesideSecondary : .oneOverSecondary }
  private var twoBesideOrOver: DisplayMode { fits(.two) ? .twoBesideSecondary : .twoOverSecondary }

  /// The mode that undims the secondary, such as after a touch; nil where it is not dimmed (DM-13, D-52).
  public func dimmedTarget(in mode: DisplayMode) -> DisplayMode? {
    switch mode {
    case .oneOverSecondary, .twoOverSecondary: .secondaryOnly
    case .twoDisplaceSecondary: .oneBesideSecondary
    case .secondaryOnly, .oneBesideSecondary, .twoBesideSecondary: nil
    }
  }

  /// One swipe step of a column style: one column more or less; nil at the end (DM-14, D-62).
  func swipeTarget(in mode: DisplayMode, reveals: Bool) -> DisplayMode? {
    let order: [DisplayMode.Sidebars] = style == .tripleColumn ? [.none, .one, .two] : [.none, .one]
    guard let index = order.firstIndex(of: mode.sidebars), order.indices.contains(index + (reveals ? 1 : -1)) else {
      return nil
    }
    let sidebars = order[index + (reveals ? 1 : -1)]
    let behavior = behaviorOfActions(in: mode)
    let fitting: SplitBehavior = behavior == .tile && !fits(sidebars) ? .overlay : behavior
    return fitting.mode(sidebars).limited(to: style)
  }

  /// The effect of showing or hiding a column; nil members are unchanged.
  struct ColumnRequest: Hashable {
    var preference: DisplayMode?
    var mode: DisplayMode?
    /// Why neither changes.
    var refusal = Outcome.Reason.alreadyShown
  }

  /// The effect of `showColumn`; none for a column already on display (M3, CO-21, D-52).
  ///
  /// - Parameter mode: nil while collapsed, where only the preference changes.
  func showing(_ column: Column, in mode: DisplayMode?) -> ColumnRequest {
    switch column {
    case .compact: return ColumnRequest(refusal: .notCollapsed)
    // It has no mode of its own (`Session+Inspector.swift`).
    case .inspector: return ColumnRequest()
    case .secondary:
      let writes = preferences.displayMode == nil && mode ?? .oneBesideSecondary == .oneBesideSecondary
      let tiled = SplitBehavior.tile.mode(.two).limited(to: style)
      return ColumnRequest(preference: writes ? tiled : nil, mode: mode.flatMap(dimmedTarget))
    case .primary, .supplementary:
      guard style.columns.contains(column), mode?.visibleColumns(style).contains(column) != true else {
        return ColumnRequest()
      }
      let preference = requestedBehavior.mode(column == style.innermostSidebar ? .one : .two)
      return ColumnRequest(preference: preference, mode: mode.map { _ in showing(column, by: preference) })
    }
  }

  /// The mode of a preference; where the column does not fit beside the secondary, the one over it (CO-21, D-61).
  private func showing(_ column: Column, by preference: DisplayMode) -> DisplayMode {
    let mode = requested(preference)
    if mode.visibleColumns(style).contains(column) { return mode }
    return SplitBehavior.overlay.mode(preference.sidebars).limited(to: style)
  }

  /// The effect of `hideColumn` on an expanded split view (M3, CO-21).
  func hiding(_ column: Column, in mode: DisplayMode) -> ColumnRequest {
    switch column {
    case .compact, .inspector: return ColumnRequest(refusal: .alreadyHidden)
    case .secondary: return ColumnRequest(refusal: .alwaysShown)
    case .primary, .supplementary:
      guard mode.visibleColumns(style).contains(column) else { return ColumnRequest(refusal: .alreadyHidden) }
      let preference = column == style.innermostSidebar ? DisplayMode.secondaryOnly : .oneBesideSecondary
      return ColumnRequest(preference: preference, mode: requested(preference))
    }
  }

  private func requested(_ preference: DisplayMode) -> DisplayMode {
    var room = self
    room.preferences.displayMode = preference
    return room.preferredMode(on: .request)
  }
}
