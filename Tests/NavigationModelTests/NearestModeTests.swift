import Testing

@testable import Navigation

/// CO-22: the nearest mode that shows or hides a column.
@Suite struct NearestModeTests {
  struct Step: Sendable, CustomTestStringConvertible {
    var isShown: Bool
    var column: Column
    var style: SplitStyle
    var behavior: SplitBehavior
    var from: DisplayMode
    /// Nil if the mode is unchanged.
    var to: DisplayMode?

    init(
      _ isShown: Bool, _ column: Column, _ style: SplitStyle, _ behavior: SplitBehavior, _ from: DisplayMode,
      _ to: DisplayMode?
    ) {
      self.isShown = isShown
      self.column = column
      self.style = style
      self.behavior = behavior
      self.from = from
      self.to = to
    }

    var testDescription: String { "\(isShown ? "show" : "hide") \(column) in \(style), \(behavior), \(from)" }
  }

  static let steps: [Step] = [
    Step(true, .primary, .doubleColumn, .tile, .secondaryOnly, .oneBesideSecondary),
    Step(true, .primary, .doubleColumn, .overlay, .secondaryOnly, .oneOverSecondary),
    Step(true, .primary, .tripleColumn, .tile, .oneBesideSecondary, .twoBesideSecondary),
    Step(true, .primary, .tripleColumn, .overlay, .oneOverSecondary, .twoOverSecondary),
    Step(true, .primary, .tripleColumn, .displace, .oneBesideSecondary, .twoDisplaceSecondary),
    Step(false, .primary, .doubleColumn, .tile, .oneBesideSecondary, .secondaryOnly),
    Step(false, .primary, .doubleColumn, .overlay, .oneOverSecondary, .secondaryOnly),
    Step(false, .primary, .tripleColumn, .tile, .twoBesideSecondary, .oneBesideSecondary),
    Step(false, .primary, .tripleColumn, .overlay, .twoOverSecondary, .oneOverSecondary),
    Step(false, .primary, .tripleColumn, .displace, .twoDisplaceSecondary, .oneBesideSecondary),
    Step(true, .supplementary, .tripleColumn, .tile, .secondaryOnly, .oneBesideSecondary),
    Step(true, .supplementary, .tripleColumn, .overlay, .secondaryOnly, .oneOverSecondary),
    Step(true, .supplementary, .tripleColumn, .displace, .secondaryOnly, .oneBesideSecondary),
    Step(false, .supplementary, .tripleColumn, .tile, .twoBesideSecondary, .secondaryOnly),
    Step(false, .supplementary, .tripleColumn, .overlay, .twoOverSecondary, .secondaryOnly),
    Step(false, .supplementary, .tripleColumn, .displace, .twoDisplaceSecondary, .secondaryOnly),
    Step(true, .secondary, .doubleColumn, .tile, .oneBesideSecondary, nil),
    Step(true, .secondary, .doubleColumn, .overlay, .oneOverSecondary, .secondaryOnly),
    Step(true, .secondary, .tripleColumn, .tile, .twoBesideSecondary, nil),
    Step(true, .secondary, .tripleColumn, .overlay, .twoOverSecondary, .secondaryOnly),
    Step(true, .secondary, .tripleColumn, .displace, .twoDisplaceSecondary, .oneBesideSecondary),
    Step(false, .secondary, .tripleColumn, .tile, .twoBesideSecondary, nil),
    Step(true, .supplementary, .doubleColumn, .tile, .secondaryOnly, nil),
  ]

  @Test(arguments: steps) func `CO-21 CO-22`(_ step: Step) {
    for system in SystemVersion.allCases where step.behavior != .displace || system == .iOS14 {
      var preferences = SplitPreferences()
      preferences.splitBehavior = step.behavior
      let room = SplitRoom(
        style: step.style, preferences: preferences, size: Size(width: 1_600, height: 900), scale: 2,
        rules: system.rules)
      let reached =
        step.isShown ? room.showing(step.column, in: step.from).mode : room.hiding(step.column, in: step.from).mode
      #expect(reached == step.to, "\(step) on \(system)")
    }
  }
}
