/// How far a device that folds is open (WN-4).
public enum Pose: String, Hashable, Sendable, CaseIterable {
  /// The outer display alone is in use.
  case closed
  /// The inner display, bent across its middle.
  case bent
  /// The inner display, flat.
  case open

  /// Whether the inner display is in use.
  public var isUnfolded: Bool {
    switch self {
    case .closed: false
    case .bent, .open: true
    }
  }
}

/// The band across the middle of a bent display, on which nothing ought to stand (WN-6). Its word is that of its axis.
public enum Fold: String, Hashable, Sendable, CaseIterable {
  /// Upright, as the device is held in landscape: the band lies between two x.
  case vertical
  /// Lying, as the device is held in portrait: the band lies between two y.
  case horizontal

  /// Where it begins and where it ends, in points along the display's longer side (WN-6).
  public static let band = 455.5...495.5

  /// The one of a display held so.
  init(_ orientation: Orientation) {
    switch orientation {
    case .landscape: self = .vertical
    case .portrait: self = .horizontal
    }
  }
}
