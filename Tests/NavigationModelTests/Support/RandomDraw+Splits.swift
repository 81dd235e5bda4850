import Navigation
import SeededRandom

/// Members of a split view to change, and answers of its app.
extension RandomDraw {
  /// One or two members, which the style may not have.
  mutating func splitUpdate(_ split: Split?) -> SplitUpdate {
    var update = SplitUpdate()
    for _ in 0..<Int.random(in: 1...2, using: &random) { change(&update, split) }
    return update
  }

  private mutating func change(_ update: inout SplitUpdate, _ split: Split?) {
    switch Int.random(in: 0..<14, using: &random) {
    case 0: update.delegate = behavior(split?.style ?? .classic, split?.delegate)
    // `onCollapse` does not change within a world.
    case 1 where split?.delegate.onCollapse == .moveAbovePlaceholder:
      update.delegateFrom = chance(1, of: 2) ? .tabsInPrimary : .tabBarInStack
    case 2: update.traitOverride = .some(any(Self.overrides) ?? nil)
    case 3: update.byWidth = chance(1, of: 4) ? [] : [0, 700, 960].map { WidthEntry(above: $0, displayMode: mode()) }
    case 4: update.gestureOffIn = Set(DisplayMode.allCases.filter { _ in chance(1, of: 4) })
    default:
      MemberDraw.draw(&update, &random) { update, draw in
        var preferences = SplitPreferences()
        SplitPreferences.visit(&preferences, &update, &draw)
      }
    }
  }

  private mutating func mode() -> DisplayMode? { any([nil] + DisplayMode.allCases) ?? nil }

  static let orientations = SplitDelegate.SupportedInterfaceOrientations.allCases

  /// Some answers of the style, set or back at their default; those that few trees have, where it has them.
  private mutating func behavior(_ style: SplitStyle, _ own: SplitDelegate?) -> SplitDelegateUpdate {
    var update = SplitDelegateUpdate()
    if chance(1, of: 3) { update.placeholder = .some(any([nil, "ph", "ph2"] as [String?])??.placeholder) }
    switch style {
    case .classic:
      if own?.collapsesOnto != nil, chance(1, of: 4) {
        update.collapsesOnto = .some(any([nil] + entries.filter { $0.kind == .stack }.map(\.id)) ?? nil)
      }
      if chance(1, of: 2) { update.onTabSwitch = any(SplitDelegate.OnTabSwitch.allCases) }
      if chance(1, of: 2) { update.targetDisplayModeForAction = .some(any([nil] + DisplayMode.allCases) ?? nil) }
      if chance(1, of: 2) { update.allowsReturnToPlaceholder = chance(1, of: 2) }
      if chance(1, of: 2) { update.supportedInterfaceOrientations = any(Self.orientations) }
      if chance(1, of: 4) { update.onShow = chance(1, of: 3) ? .handled : .system }
      if chance(1, of: 2) { update.onShowDetail = chance(1, of: 3) ? .replaceAbovePlaceholder : .replaceDetails }
    case .doubleColumn, .tripleColumn:
      if own?.supplementaryPlaceholder != nil, chance(1, of: 4) {
        update.supplementaryPlaceholder = .some(any([nil, "sp", "sp2"])??.placeholder)
      }
      if chance(2, of: 3) { update.topColumnForCollapsing = any(SplitDelegate.TopColumnForCollapsing.allCases) }
      if chance(1, of: 2) { update.displayModeForExpanding = .some(any([nil] + DisplayMode.allCases) ?? nil) }
      if chance(1, of: 2) { update.onDetailPopped = any(SplitDelegate.OnDetailPopped.allCases) }
      if chance(1, of: 2) { update.emptyDetail = any(SplitDelegate.EmptyDetail.allCases) }
    }
    return update
  }
}
