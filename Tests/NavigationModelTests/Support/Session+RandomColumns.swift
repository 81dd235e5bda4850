import SeededRandom
@testable import NavigationModel

extension Session {
  /// Something to do with the columns of a split view; nil where there is none.
  func randomColumnTransition(_ random: inout Seeded) -> Transition? {
    guard let split = firstSplit else { return nil }
    let screen = Controller(id: .automatic, content: .screen(Screen(route: "r\(Int.random(in: 0..<6, using: &random))")))
    let column = Column.allCases.randomElement(using: &random) ?? .primary
    switch Int.random(in: 0..<11, using: &random) {
    case 0, 1: return .mode(Bool.random(using: &random) ? nil : DisplayMode.allCases.randomElement(using: &random))
    case 2: return .tapButton
    case 3: return .tapSecondaryOnly
    case 4: return .tapDimmed
    case 5: return .swipe(Bool.random(using: &random) ? .leading : .trailing)
    case 6, 7: return .show(column)
    case 8: return .hide(column)
    case 9: return Transition(.setColumn(column, randomContent(screen, &random), split: nil))
    default: return .setSplit { $0.change(&random, split.style) }
    }
  }

  private var firstSplit: Split? {
    var found: Split?
    root.forEachController { found = found ?? $0.split }
    return found
  }

  /// Nothing, a screen, a stack, or a controller of the session.
  private func randomContent(_ screen: Controller, _ random: inout Seeded) -> Transition.Newcomer? {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: nil
    case 1, 2: .new(screen)
    case 3: .new(Controller(id: .automatic, content: .stack(Stack(root: screen))))
    default: allIDs.sorted().randomElement(using: &random).map { .existing($0) }
    }
  }
}

extension SplitUpdate {
  /// One member, which the style may not have.
  fileprivate mutating func change(_ random: inout Seeded, _ style: SplitStyle) {
    let points: Double?? = .some([nil, 100, 300, 500].randomElement(using: &random) ?? nil)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: splitBehavior = .some(SplitBehavior.allCases.randomElement(using: &random))
    case 1: presentsWithGesture = Bool.random(using: &random)
    case 2: primaryEdge = Bool.random(using: &random) ? .leading : .trailing
    case 3: displayModeButtonVisibility = SplitPreferences.ButtonVisibility.allCases.randomElement(using: &random)
    case 4: showsSecondaryOnlyButton = Bool.random(using: &random)
    case 5: primaryWidth.minimum = points
    case 6: supplementaryWidth.preferred = points
    case 7: minimumSecondaryWidth = points
    case 8 where style != .classic:
      behavior = SplitDelegate(
        topColumnForCollapsing: SplitDelegate.TopColumnForCollapsing.allCases.randomElement(using: &random) ?? .proposed,
        displayModeForExpanding: Bool.random(using: &random) ? nil : DisplayMode.allCases.randomElement(using: &random))
    default: traitOverride = .some(Bool.random(using: &random) ? nil : .compactBelow(width: 600, orWhenTall: false))
    }
  }
}
