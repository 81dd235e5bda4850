import Navigation

/// The look of a system's bars and panels.
enum Look: Hashable, Sendable {
  /// iOS 26 and later: bars without background or line, floating controls in capsules, and round panels.
  case glass
  /// iOS 14 to 18: bars from edge to edge, with a line.
  case bars

  init(_ system: SystemVersion) {
    switch system {
    case .iOS26, .iOS27: self = .glass
    case .iOS14: self = .bars
    }
  }

  /// The corner radius of a window that does not fill the screen, in units.
  var windowCorner: Double {
    switch self {
    case .glass: 24
    case .bars: 12
    }
  }

  /// The corner radius of a sheet or a popover, in units.
  var sheetCorner: Double {
    switch self {
    case .glass: 34
    case .bars: 12
    }
  }
}
