/// A split view's columns by role (CO-1).
public enum Column: String, Hashable, Sendable, CaseIterable {
  case primary, supplementary, secondary, compact, inspector
}

/// The style of a `UISplitViewController`, which sets its number of columns (CO-1, CO-2).
public enum SplitStyle: String, Hashable, Sendable, CaseIterable {
  /// `style == .unspecified`, the API of iOS 8 to 13: two columns, whose controllers are not wrapped in stacks (CL-28).
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

  /// The columns of an expanded split view, leading to trailing.
  public var columns: [Column] {
    switch self {
    case .classic, .doubleColumn: [.primary, .secondary]
    case .tripleColumn: [.primary, .supplementary, .secondary]
    }
  }
}
