/// The columns of a split view, by what they are for.
public enum Column: String, Hashable, Sendable, CaseIterable {
  case primary, secondary
}

/// Which columns an expanded split view shows, and how (DM-1).
public enum DisplayMode: String, Hashable, Sendable, CaseIterable {
  case secondaryOnly, oneBesideSecondary

  /// Leading to trailing.
  public var visibleColumns: [Column] {
    switch self {
    case .secondaryOnly: [.secondary]
    case .oneBesideSecondary: [.primary, .secondary]
    }
  }
}

/// A classic `UISplitViewController` (style unspecified): children are used as they are, never wrapped (CL-28).
public struct Split: Hashable, Sendable {
  public var primary: Controller
  /// Nil while collapsed, and where an expansion found nothing to put there (CL-14).
  public var secondary: Controller?
  /// The secondary that a collapse took off the display and keeps for the expansion (CL-10). Nil while expanded.
  public var preserved: Controller?
  /// Equals "the split view's own horizontal class is compact" after every transition (SC-1).
  public var isCollapsed: Bool
  public var displayMode: DisplayMode
  public var behavior: SplitBehavior

  /// A split view as it is before it enters a window: expanded, showing nothing but its secondary (SC-3, M0).
  public init(primary: Controller, secondary: Controller?, behavior: SplitBehavior = SplitBehavior()) {
    self.init(primary: primary, secondary: secondary, preserved: nil, isCollapsed: false, displayMode: .secondaryOnly, behavior: behavior)
  }

  public init(
    primary: Controller, secondary: Controller?, preserved: Controller?, isCollapsed: Bool, displayMode: DisplayMode,
    behavior: SplitBehavior
  ) {
    self.primary = primary
    self.secondary = secondary
    self.preserved = preserved
    self.isCollapsed = isCollapsed
    self.displayMode = displayMode
    self.behavior = behavior
  }
}
