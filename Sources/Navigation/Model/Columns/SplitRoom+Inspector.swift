/// Where the inspector of a column style is (IN-1, IN-2).
enum InspectorPlace: Hashable, Sendable {
  case hidden
  /// Shown in its column; while collapsed it waits there for the place of the sheet (D-485).
  case column
  /// Presented by its collapsed split view.
  case sheet
}

extension SystemRules {
  /// An inspector's automatic width and its minimum, in points: a guess (IN-6, D-481).
  static let inspectorWidth = AutomaticWidth(preferred: .points(320), minimum: 240, maximum: nil)
  /// Whether `willShow` and `willHide` precede the recorded `didShow` and `didHide` of an inspector: a guess (IN-4, D-483).
  static let inspectorHasWills = true
}

/// The width of a shown inspector, which makes the sidebar yield (IN-1 to IN-3, IN-6, D-481, D-482).
extension SplitRoom {
  /// What a shown inspector takes at least, in points: one more tiled column in the sum of M1 (D-489: and of DM-8).
  var roomOfInspector: Double {
    let least = max(SystemRules.inspectorWidth.minimum, preferences.inspectorWidth.minimum ?? 0)
    return showsInspector ? least + gaps.separator : 0
  }

  /// What it takes of the secondary, in points; nothing where it is hidden.
  ///
  /// - Parameter beside: the points before the secondary.
  func takenByInspector(beside: Double) -> Double {
    showsInspector ? inspectorWidth(beside: beside) + gaps.separator : 0
  }

  /// The inspector's width in points in a mode, even where it is hidden (IN-3).
  public func inspectorWidth(in mode: DisplayMode) -> Double {
    var shown = self
    shown.showsInspector = true
    return shown.frames(in: mode).first { $0.column == .inspector }?.width ?? 0
  }

  /// Where the secondary's minimum leaves less than its own minimum, it has that.
  func inspectorWidth(beside: Double) -> Double {
    let secondary =
      switch rules.room {
      case .minimums(_, _, let secondary, _, _): preferences.minimumSecondaryWidth ?? secondary
      case .leftover(_, let besideOne): besideOne
      }
    return preferences.inspectorWidth.resolved(
      SystemRules.inspectorWidth, of: size.width, room: size.width - beside - gaps.separator - secondary)
  }

  /// Whether a mode leaves room for the inspector: one that does not tile takes none of it.
  func fitsInspector(in mode: DisplayMode) -> Bool { mode.behavior != .tile || fits(mode.sidebars) }
}
