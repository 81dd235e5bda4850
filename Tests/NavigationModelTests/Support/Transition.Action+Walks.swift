import NavigationModel

/// The kinds that random walks draw, each by an example. A new kind does not compile here, nor in `RandomDraw`, until
/// it has its row.
extension Transition.Action {
  /// How often it is drawn: what moves screens and windows more than the rest.
  private var weight: Int {
    switch self {
    case .showDetail: 6
    case .push, .back, .show, .tapTab, .scroll, .present, .dismiss, .resize, .enterForeground: 4
    case .setMultitasking, .rotate, .setDevice, .fold, .setDisplayMode, .showColumn, .setSplit, .setTopTabs, .selectRow:
      3
    case .pop, .popTo, .popToRoot, .setStack, .replaceTop, .remove, .tapDisplayModeButton, .tapSecondaryOnlyButton,
      .tapDimmedSecondary,
      .swipe, .hideColumn, .setColumn, .selectTab, .setTabs, .setBadge, .tapTitle, .setPages, .deselectRow, .setTraits,
      .enterBackground,
      .updateScreen, .removeItem, .swipeDown, .tapOutside, .tapLeftBarButton, .tapRow:
      2
    }
  }

  /// What has to be in a session for it to do anything.
  private var needed: Controller.Kind? {
    switch self {
    case .setDisplayMode, .tapDisplayModeButton, .tapSecondaryOnlyButton, .tapDimmedSecondary, .swipe, .showColumn,
      .hideColumn, .setColumn,
      .setSplit:
      .split
    case .tapTab, .selectTab, .setTabs, .setBadge: .tabBar
    case .tapTitle, .scroll, .setPages, .setTopTabs: .topTabs
    case .push, .pop, .popTo, .popToRoot, .setStack, .replaceTop, .remove, .back, .show, .showDetail, .selectRow,
      .deselectRow, .present,
      .dismiss, .resize, .rotate, .setMultitasking, .setDevice, .fold, .setTraits, .enterBackground, .enterForeground,
      .updateScreen,
      .removeItem, .swipeDown, .tapOutside, .tapLeftBarButton, .tapRow:
      nil
    }
  }

  /// Each as often as it is drawn where these kinds are in the session.
  private static let drawn: [Set<Controller.Kind>: [Transition.Action]] = {
    var drawn: [Set<Controller.Kind>: [Transition.Action]] = [:]
    for split in [true, false] {
      for tabBar in [true, false] {
        for topTabs in [true, false] {
          let kinds = Set(
            [split ? .split : nil, tabBar ? .tabBar : nil, topTabs ? .topTabs : nil].compactMap(\.self)
              as [Controller.Kind])
          drawn[kinds] = examples.filter { $0.canBeDrawn(in: kinds) }.flatMap { Array(repeating: $0, count: $0.weight) }
        }
      }
    }
    return drawn
  }()

  func canBeDrawn(in kinds: Set<Controller.Kind>) -> Bool { weight > 0 && (needed.map(kinds.contains) ?? true) }

  /// - Parameter kinds: those in the session.
  static func random(in kinds: Set<Controller.Kind>, _ random: inout some RandomNumberGenerator) -> Transition.Action {
    drawn[kinds.intersection([.split, .tabBar, .topTabs])]?.randomElement(using: &random) ?? .enterForeground
  }

  /// The `type` in JSON.
  var type: String {
    var (opener, nothing): (TypeName, Void) = (TypeName(), ())
    return open(&opener, &nothing)
  }
}

private struct TypeName: TransitionOpener {
  func open<Body: TransitionBody>(
    _ box: Transition.Box<Body>, _ action: @escaping @Sendable (Transition.Box<Body>) -> Transition.Action,
    _ target: inout Void
  ) -> String { Body.type }
}
