/// The columns of a split view, by what they are for (CO-1).
public enum Column: String, Hashable, Sendable, CaseIterable {
  case primary, supplementary, secondary, compact
}

/// Which kind of `UISplitViewController` it is, and so how many columns it has (CO-1, CO-2).
public enum SplitStyle: String, Hashable, Sendable, CaseIterable {
  /// `style == .unspecified`, the API of iOS 8 to 13: two columns, whose controllers are used as they are (CL-28).
  case classic
  case doubleColumn
  case tripleColumn

  /// The column that a mode with one column beside or over the secondary shows (DM-1).
  var innermostSidebar: Column {
    switch self {
    case .classic, .doubleColumn: .primary
    case .tripleColumn: .supplementary
    }
  }

  /// What an expanded split view can show, leading to trailing.
  public var columns: [Column] {
    switch self {
    case .classic, .doubleColumn: [.primary, .secondary]
    case .tripleColumn: [.primary, .supplementary, .secondary]
    }
  }
}
