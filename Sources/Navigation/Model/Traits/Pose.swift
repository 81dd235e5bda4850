/// The pose of a foldable device (WN-4).
public enum Pose: String, Hashable, Sendable, CaseIterable {
  /// Only the outer display is in use.
  case closed
  /// The inner display is in use, bent across its middle.
  case bent
  /// The inner display is in use, flat.
  case open

  /// Whether the inner display is in use.
  public var isUnfolded: Bool {
    switch self {
    case .closed: false
    case .bent, .open: true
    }
  }
}

/// The band across the middle of a bent display, to be kept free of content (WN-6). Named by its axis.
public enum Fold: String, Hashable, Sendable, CaseIterable {
  /// Upright, in landscape: the band is between two x coordinates.
  case vertical
  /// Horizontal, in portrait: the band is between two y coordinates.
  case horizontal

  /// The band's range in points along the display's longer side (WN-6).
  public static let band = 455.5...495.5

  /// The fold of a display in an orientation.
  init(_ orientation: Orientation) {
    switch orientation {
    case .landscape: self = .vertical
    case .portrait: self = .horizontal
    }
  }
}
