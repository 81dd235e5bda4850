/// The room of an expanded split view and what is asked of it: from this follow its modes, its widths and its frames, and from nothing else.
public struct SplitRoom: Hashable, Sendable {
  public var style: SplitStyle
  public var preferences: SplitPreferences
  /// Points.
  public var size: Size
  /// Pixels in a point.
  public var scale: Int
  public var rules: SystemRules

  public init(style: SplitStyle, preferences: SplitPreferences, size: Size, scale: Int, rules: SystemRules) {
    self.style = style
    self.preferences = preferences
    self.size = size
    self.scale = scale
    self.rules = rules
  }
}

extension SplitRoom {
  /// The primary's width in points, in a mode that shows it or not (CW-2, M5).
  public var primaryWidth: Double {
    let automatic =
      switch style {
      case .classic, .doubleColumn: rules.primaryWidth
      case .tripleColumn: rules.primaryWidthOfThree
      }
    return preferences.primaryWidth.resolved(automatic, of: size.width, room: roomBesideSecondary(\.inset))
  }

  /// The supplementary's width in points where no primary lies over it.
  private var plainSupplementaryWidth: Double {
    preferences.supplementaryWidth.resolved(rules.supplementaryWidth, of: size.width, room: roomBesideSecondary(\.separator))
  }

  /// The supplementary's width in points; a primary over it makes it wider (M5).
  public func supplementaryWidth(in mode: DisplayMode) -> Double {
    switch (mode, rules.overlaidPrimaryWidensSupplementary) {
    case (.twoOverSecondary, true): min(plainSupplementaryWidth + primaryWidth + gaps.inset, size.width)
    case (.twoOverSecondary, false), (.secondaryOnly, _), (.oneBesideSecondary, _), (.oneOverSecondary, _), (.twoBesideSecondary, _),
      (.twoDisplaceSecondary, _):
      plainSupplementaryWidth
    }
  }

  /// What the secondary's minimum and a gap leave (M5); no limit where the rules ask only what the widths leave.
  private func roomBesideSecondary(_ gap: KeyPath<Gaps, Double>) -> Double {
    switch rules.room {
    case .minimums(_, _, let secondary, _, _): size.width - gaps[keyPath: gap] - (preferences.minimumSecondaryWidth ?? secondary)
    case .leftover: size.width
    }
  }

  private struct Gaps {
    var inset = 0.0
    var separator = 0.0
  }

  private var gaps: Gaps {
    switch rules.room {
    case .minimums(_, _, _, let inset, let separator): Gaps(inset: inset, separator: separator)
    case .leftover: Gaps()
    }
  }

  /// The width of the one column before the secondary.
  private var innermostWidth: Double {
    switch style {
    case .classic, .doubleColumn: primaryWidth
    case .tripleColumn: plainSupplementaryWidth
    }
  }

  /// Whether so many columns fit beside the secondary (M1, DM-8).
  func fits(_ sidebars: DisplayMode.Sidebars) -> Bool {
    switch (rules.room, sidebars) {
    case (_, .none): true
    case (.minimums(_, _, let secondary, _, _), .one):
      size.width >= onPixels(max(secondary, preferences.minimumSecondaryWidth ?? 0))
    case (.minimums(let primary, let supplementary, let secondary, let inset, let separator), .two):
      size.width
        >= onPixels(
          max(primary, preferences.primaryWidth.minimum ?? 0) + max(supplementary, preferences.supplementaryWidth.minimum ?? 0)
            + max(secondary, preferences.minimumSecondaryWidth ?? 0) + inset + separator)
    case (.leftover(_, let besideOne), .one): size.width - innermostWidth >= besideOne
    case (.leftover(let besideTwo, _), .two): size.width - primaryWidth - plainSupplementaryWidth >= besideTwo
    }
  }

  private func onPixels(_ points: Double) -> Double { (points * Double(scale)).rounded() / Double(scale) }
}

/// A column's place within its split view, in points from the top left corner.
public struct ColumnFrame: Hashable, Sendable {
  public var column: Column
  public var x: Double
  public var width: Double
  public var height: Double

  public init(column: Column, x: Double, width: Double, height: Double) {
    self.column = column
    self.x = x
    self.width = width
    self.height = height
  }
}

extension SplitRoom {
  /// Where the visible columns stand, in the order of `DisplayMode.visibleColumns` (CW-11).
  ///
  /// Side by side they share the width; what lies over the secondary leaves it whole; what displaces it moves it, and part of it off the window.
  public func frames(in mode: DisplayMode) -> [ColumnFrame] {
    let primary = primaryWidth
    let supplementary = supplementaryWidth(in: mode)
    let beside: Double
    var frames: [ColumnFrame] = []
    func add(_ column: Column, x: Double, width: Double) {
      frames.append(ColumnFrame(column: column, x: x, width: max(0, width), height: size.height))
    }
    switch mode.sidebars {
    case .none: beside = 0
    case .one:
      add(style.innermostSidebar, x: 0, width: innermostWidth)
      beside = innermostWidth
    case .two:
      // Over the secondary the primary lies over the widened supplementary as well.
      let isOver = rules.overlaidPrimaryWidensSupplementary && mode == .twoOverSecondary
      add(.primary, x: 0, width: primary)
      add(.supplementary, x: isOver ? 0 : primary, width: supplementary)
      beside = primary + supplementary
    }
    switch mode.behavior {
    case nil, .tile: add(.secondary, x: beside, width: size.width - beside)
    case .overlay: add(.secondary, x: 0, width: size.width)
    case .displace: add(.secondary, x: beside, width: size.width - supplementary)
    }
    return preferences.primaryEdge == .leading ? frames : frames.map(mirrored)
  }

  /// The primary stands on the trailing side (CW-8).
  private func mirrored(_ frame: ColumnFrame) -> ColumnFrame {
    ColumnFrame(column: frame.column, x: size.width - frame.x - frame.width, width: frame.width, height: frame.height)
  }
}
