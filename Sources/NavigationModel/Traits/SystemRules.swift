/// The two generations of rules: UIKit changed between them.
public enum SystemVersion: String, Hashable, Sendable, CaseIterable {
  /// What was measured on iOS 26.1, and the documented rules where nothing was measured.
  case iOS26
  /// The documented rules of iOS 14 to 18.
  case iOS14

  /// The rules in force; nothing else in the model asks which system it is.
  public var rules: SystemRules {
    switch self {
    case .iOS26: .iOS26
    case .iOS14: .iOS14
    }
  }
}

/// Where the two generations differ, each difference a named field.
public struct SystemRules: Hashable, Sendable {
  /// How `automatic` becomes a display mode in an expanded split view.
  public enum AutomaticMode: Hashable, Sendable {
    /// Side by side from `minimumWidth` points on, whatever the shape (M1).
    case sideBySide(minimumWidth: Double)
    /// Side by side in a window that is wider than high, else the secondary alone (DM-6).
    case sideBySideWhenWide
  }

  /// What `displayMode` reads while the split view is collapsed.
  public enum CollapsedMode: Hashable, Sendable {
    /// Always this mode; collapsing and expanding change the mode like anything else (M0, M4).
    case fixed(DisplayMode)
    /// The mode it had when it was last expanded (DM-2, DM-17).
    case lastExpanded
  }

  public var automaticMode: AutomaticMode
  public var collapsedMode: CollapsedMode
  /// The largest automatic width of a primary column, as a share of the split view; nil where there is none (M5, CW-6).
  public var automaticPrimaryFraction: Double?
  /// Whether `didShow` and `didHide` follow `willShow` and `willHide` (CO-24).
  public var tellsDidShowAndDidHide: Bool

  static let iOS26 = SystemRules(
    automaticMode: .sideBySide(minimumWidth: 464), collapsedMode: .fixed(.oneBesideSecondary), automaticPrimaryFraction: nil,
    tellsDidShowAndDidHide: true)

  static let iOS14 = SystemRules(
    automaticMode: .sideBySideWhenWide, collapsedMode: .lastExpanded, automaticPrimaryFraction: 0.4, tellsDidShowAndDidHide: false)
}
