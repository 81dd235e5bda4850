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
  public var dimsSecondary: Bool {
    switch self {
    case .secondaryOnly, .oneBesideSecondary, .twoBesideSecondary: false
    case .oneOverSecondary, .twoOverSecondary, .twoDisplaceSecondary: true
    }
  }

  /// Leading to trailing.
  public func visibleColumns(_ style: SplitStyle) -> [Column] {
    switch sidebars {
    case .none: Self.secondary
    case .one: style == .tripleColumn ? Self.supplementaryAndSecondary : Self.primaryAndSecondary
    case .two: style.columns
    }
  }

  // Allocated once: every transition reads them.
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
