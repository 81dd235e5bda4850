/// An expanded split view's size and preferences: the only inputs of its modes, widths and frames.
public struct SplitRoom: Hashable, Sendable {
  public var style: SplitStyle
  public var preferences: SplitPreferences
  /// In points.
  public var size: Size
  /// Pixels per point.
  public var scale: Int
  public var rules: SystemRules
  /// The fold that crosses it (WN-6).
  public var fold: Fold?
  public var idiom = Idiom.pad
  /// Whether its inspector stands beside the secondary, which a sheet does not (IN-2, D-485).
  public var showsInspector = false
}

extension SplitRoom {
  /// The room of a split view with these inherited traits.
  public init(style: SplitStyle, preferences: SplitPreferences, traits: Traits, rules: SystemRules) {
    self.init(
      style: style, preferences: preferences, size: traits.size, scale: traits.scale, rules: rules, fold: traits.fold,
      idiom: traits.idiom)
  }

  /// The modes whose columns are parted by an upright fold: those with two columns side by side (WN-6, D-104).
  public static let modesPartedByFold: Set<DisplayMode> = [.oneBesideSecondary]

  /// The end of the column before the secondary and the start of the secondary, in points from the primary's edge. Nil
  /// where no fold parts them.
  private func divider(in mode: DisplayMode) -> (end: Double, start: Double)? {
    guard fold == .vertical, Self.modesPartedByFold.contains(mode) else { return nil }
    switch preferences.primaryEdge {
    case .leading: return (Fold.band.lowerBound, Fold.band.upperBound)
    case .trailing: return (size.width - Fold.band.upperBound, size.width - Fold.band.lowerBound)
    }
  }

  /// The primary's width in points in a mode, even one that hides it (CW-2, M5).
  public func primaryWidth(in mode: DisplayMode) -> Double { sidebars(in: mode).primary }

  /// The supplementary's width in points in a mode, the part below a floating primary included (M5).
  public func supplementaryWidth(in mode: DisplayMode) -> Double {
    let sidebars = sidebars(in: mode)
    guard floatsPrimary(in: mode) else { return sidebars.supplementary }
    return min(sidebars.primary + gaps.inset + sidebars.supplementary, size.width)
  }

  /// Whether the primary floats over the supplementary: side by side, or in a requested `twoOverSecondary` (M5).
  private func floatsPrimary(in mode: DisplayMode) -> Bool {
    guard rules.primaryFloatsOverSupplementary else { return false }
    return mode == .twoBesideSecondary || mode == .twoOverSecondary && requestedMode == .twoOverSecondary
  }

  private struct Sidebars {
    var primary: Double
    /// Without the part below a floating primary.
    var supplementary: Double
  }

  /// Side by side, the secondary keeps its minimum: first the primary grows from its minimum to its requested width,
  /// then the supplementary (M5). A fold between two columns overrides all other widths (WN-6).
  private func sidebars(in mode: DisplayMode) -> Sidebars {
    var requested = Sidebars(primary: plainPrimaryWidth, supplementary: plainSupplementaryWidth)
    if let divider = divider(in: mode) {
      switch style {
      case .classic, .doubleColumn: requested.primary = divider.end
      case .tripleColumn: requested.supplementary = divider.end
      }
    }
    guard style == .tripleColumn, mode == .twoBesideSecondary,
      case .minimums(let primary, let supplementary, let secondary, let inset, let separator) = rules.room
    else { return requested }
    let room = size.width - inset - separator - (preferences.minimumSecondaryWidth ?? secondary) - roomOfInspector
    let leastPrimary = min(requested.primary, max(primary, preferences.primaryWidth.minimum ?? 0))
    let leastSupplementary = min(
      requested.supplementary, max(supplementary, preferences.supplementaryWidth.minimum ?? 0))
    let width = min(requested.primary, max(leastPrimary, room - leastSupplementary))
    return Sidebars(primary: width, supplementary: min(requested.supplementary, max(leastSupplementary, room - width)))
  }

  /// The primary's width in points as the only column beside the secondary.
  private var plainPrimaryWidth: Double {
    let automatic = style == .tripleColumn ? rules.primaryWidthOfThree : rules.primaryWidth
    return preferences.primaryWidth.resolved(automatic, of: size.width, room: roomBesideSecondary(\.inset))
  }

  /// The supplementary's width in points as the only column beside the secondary.
  private var plainSupplementaryWidth: Double {
    preferences.supplementaryWidth.resolved(
      rules.supplementaryWidth, of: size.width, room: roomBesideSecondary(\.separator))
  }

  /// The width left by the secondary's minimum and a gap (M5); the whole width under leftover rules.
  private func roomBesideSecondary(_ gap: KeyPath<Gaps, Double>) -> Double {
    switch rules.room {
    case .minimums(_, _, let secondary, _, _):
      size.width - gaps[keyPath: gap] - (preferences.minimumSecondaryWidth ?? secondary) - roomOfInspector
    case .leftover: size.width - roomOfInspector
    }
  }

  struct Gaps {
    var inset = 0.0
    var separator = 0.0
  }

  var gaps: Gaps {
    switch rules.room {
    case .minimums(_, _, _, let inset, let separator): Gaps(inset: inset, separator: separator)
    case .leftover: Gaps()
    }
  }

  /// Whether this number of columns fits beside the secondary (M1, DM-8).
  func fits(_ sidebars: DisplayMode.Sidebars) -> Bool {
    switch (rules.room, sidebars) {
    case (_, .none): true
    case (.minimums(let primary, let supplementary, let secondary, let inset, _), .one)
    where showsInspector:
      size.width
        >= onPixels(
          leastInnermost(primary, supplementary) + max(secondary, preferences.minimumSecondaryWidth ?? 0) + inset
            + roomOfInspector)
    case (.minimums(_, _, let secondary, _, _), .one):
      size.width >= onPixels(max(secondary, preferences.minimumSecondaryWidth ?? 0))
    case (.minimums(let primary, let supplementary, let secondary, let inset, let separator), .two):
      size.width
        >= onPixels(
          max(primary, preferences.primaryWidth.minimum ?? 0)
            + max(supplementary, preferences.supplementaryWidth.minimum ?? 0)
            + max(secondary, preferences.minimumSecondaryWidth ?? 0) + inset + separator + roomOfInspector)
    case (.leftover(_, let besideOne), .one):
      size.width - (style == .tripleColumn ? plainSupplementaryWidth : plainPrimaryWidth) - roomOfInspector >= besideOne
    case (.leftover(let besideTwo, _), .two):
      size.width - plainPrimaryWidth - plainSupplementaryWidth - roomOfInspector >= besideTwo
    }
  }

  private func leastInnermost(_ primary: Double, _ supplementary: Double) -> Double {
    style == .tripleColumn
      ? max(supplementary, preferences.supplementaryWidth.minimum ?? 0)
      : max(primary, preferences.primaryWidth.minimum ?? 0)
  }

  private func onPixels(_ points: Double) -> Double { (points * Double(scale)).rounded() / Double(scale) }

  /// The frames of the visible columns, in the order of `DisplayMode.visibleColumns` (CW-11, M5).
  ///
  /// Tiled columns share the width: three have a separator before the secondary, two leave an upright fold free between
  /// them (WN-6). An overlay leaves the secondary full width. Displacing columns move the secondary partly off the
  /// window.
  public func frames(in mode: DisplayMode) -> [ColumnFrame] {
    let supplementary = supplementaryWidth(in: mode)
    var beside = 0.0
    var frames: [ColumnFrame] = []
    func add(_ column: Column, x: Double, width: Double) {
      frames.append(ColumnFrame(column: column, x: x, width: max(0, width), height: size.height))
    }
    switch mode.sidebars {
    case .none: break
    case .one:
      let width = style == .tripleColumn ? supplementary : primaryWidth(in: mode)
      add(style.innermostSidebar, x: 0, width: width)
      beside = divider(in: mode)?.start ?? width + separator
    case .two:
      let primary = primaryWidth(in: mode)
      let start = floatsPrimary(in: mode) ? 0 : primary + gaps.inset
      add(.primary, x: 0, width: primary)
      add(.supplementary, x: start, width: supplementary)
      beside = start + supplementary + separator
    }
    switch mode.behavior {
    case nil, .tile: add(.secondary, x: beside, width: size.width - beside - takenByInspector(beside: beside))
    case .overlay: add(.secondary, x: 0, width: size.width - takenByInspector(beside: 0))
    case .displace:
      add(.secondary, x: beside, width: size.width - supplementary - separator - takenByInspector(beside: 0))
    }
    if showsInspector, let secondary = frames.last {
      let width = inspectorWidth(beside: mode.behavior == .overlay || mode.behavior == .displace ? 0 : beside)
      add(.inspector, x: secondary.x + secondary.width + gaps.separator, width: width)
    }
    return preferences.primaryEdge == .leading ? frames : frames.map(mirrored)
  }

  /// Points between the supplementary and the secondary; no gap between two columns was recorded.
  private var separator: Double { style == .tripleColumn ? gaps.separator : 0 }

  /// The frame with the primary on the trailing side (CW-8).
  private func mirrored(_ frame: ColumnFrame) -> ColumnFrame {
    ColumnFrame(column: frame.column, x: size.width - frame.x - frame.width, width: frame.width, height: frame.height)
  }

  // The width of a shown inspector, which makes the sidebar yield (IN-1 to IN-3, IN-6, D-481, D-482).

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

/// A column's frame in its split view, in points from the top left corner.
public struct ColumnFrame: Hashable, Sendable {
  public var column: Column
  public var x: Double
  public var width: Double
  public var height: Double
}

extension SystemRules {
  /// An inspector's automatic width and its minimum, in points: a guess (IN-6, D-481).
  static let inspectorWidth = AutomaticWidth(preferred: .points(320), minimum: 240, maximum: nil)
  /// Whether `willShow` and `willHide` precede the recorded `didShow` and `didHide` of an inspector: a guess (IN-4, D-483).
  static let inspectorHasWills = true
}
