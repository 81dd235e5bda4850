/// How a user's button, swipe or tap, and an app's `showColumn`, change a display mode (DM-10 to DM-15, CO-21,
/// CO-22).
extension SplitRoom {
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

  /// The mode after a touch of the dimmed secondary; nil where it is not dimmed (DM-13).
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
      return ColumnRequest(preference: writes ? limitedTile(.two) : nil, mode: mode.flatMap(modeUncoveringSecondary))
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

  /// The mode that undims the secondary; nil where it is not dimmed (D-52).
  private func modeUncoveringSecondary(from mode: DisplayMode) -> DisplayMode? {
    switch mode {
    case .oneOverSecondary, .twoOverSecondary: .secondaryOnly
    case .twoDisplaceSecondary: .oneBesideSecondary
    case .secondaryOnly, .oneBesideSecondary, .twoBesideSecondary: nil
    }
  }

  private func limitedTile(_ sidebars: DisplayMode.Sidebars) -> DisplayMode {
    SplitBehavior.tile.mode(sidebars).limited(to: style)
  }

  private func requested(_ preference: DisplayMode) -> DisplayMode {
    var asking = self
    asking.preferences.displayMode = preference
    return asking.preferredMode(on: .request)
  }
}
