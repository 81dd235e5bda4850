import Navigation

/// The kinds that random walks draw.
extension Transition.Action {
  /// How often it is drawn: what moves screens and windows more than the rest.
  private var weight: Int {
    switch type {
    case "showDetail": 6
    case "push", "back", "show", "tapTab", "scroll", "present", "dismiss", "resize", "enterForeground": 4
    case "setMultitasking", "rotate", "setDevice", "fold", "setDisplayMode", "showColumn", "setSplit", "setTopTabs",
      "selectRow":
      3
    case "setRoot": 1
    default: 2
    }
  }

  /// What has to be in a session for it to do anything.
  private var needed: Controller.Kind? {
    switch type {
    case "setDisplayMode", "tapDisplayModeButton", "tapSecondaryOnlyButton", "tapDimmedSecondary", "swipe",
      "showColumn", "hideColumn", "setColumn", "setSplit":
      .split
    case "tapTab", "selectTab", "setTabs", "setBadge", "tapSidebarButton", "setSidebar", "setTabBar", "cancelSearch":
      .tabBar
    case "tapTitle", "scroll", "setPages", "setTopTabs": .topTabs
    default: nil
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
          drawn[kinds] = Transition.Action.kinds.filter { $0.canBeDrawn(in: kinds) }.flatMap {
            Array(repeating: $0, count: $0.weight)
          }
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
}
