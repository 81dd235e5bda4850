import NavigationModel

/// How the bars and panels of a system look.
enum Look: Hashable, Sendable {
  /// iOS 26 and later: bars without a background or a line, on which controls float in capsules, and round panels.
  case glass
  /// iOS 14 to 18: bars from edge to edge, with a line.
  case bars

  init(_ system: SystemVersion) {
    switch system {
    case .iOS26, .iOS27: self = .glass
    case .iOS14: self = .bars
    }
  }

  /// Of a window that is not a whole screen, in units.
  var windowCorner: Double {
    switch self {
    case .glass: 24
    case .bars: 12
    }
  }

  /// Of a sheet and a popover, in units.
  var sheetCorner: Double {
    switch self {
    case .glass: 34
    case .bars: 12
    }
  }
}
