import NavigationModel

/// What random walks draw, one for each `Transition.Action` that a session applies by itself.
///
/// A new action does not compile until it has a case here, and a case not until the generator makes one.
enum WalkedAction: CaseIterable {
  case push, pop, popTo, popToRoot, setStack, replaceTop, remove, back
  case show, showDetail
  case setDisplayMode, tapDisplayModeButton, tapSecondaryOnlyButton, tapDimmedSecondary, swipe, showColumn, hideColumn, setColumn, setSplit
  case tapTab, selectTab, setTabs, setBadge
  case tapTitle, scroll, setPages, setTopTabs
  case selectRow, deselectRow
  case present, dismiss
  case resize, rotate, setMultitasking, setDevice, setTraits, enterBackground, enterForeground
  case updateScreen, removeItem

  /// Nil for what goes through the history, which a session does not apply.
  init?(_ action: Transition.Action) {
    switch action {
    case .push: self = .push
    case .pop: self = .pop
    case .popTo: self = .popTo
    case .popToRoot: self = .popToRoot
    case .setStack: self = .setStack
    case .replaceTop: self = .replaceTop
    case .remove: self = .remove
    case .back: self = .back
    case .show: self = .show
    case .showDetail: self = .showDetail
    case .setDisplayMode: self = .setDisplayMode
    case .tapDisplayModeButton: self = .tapDisplayModeButton
    case .tapSecondaryOnlyButton: self = .tapSecondaryOnlyButton
    case .tapDimmedSecondary: self = .tapDimmedSecondary
    case .swipe: self = .swipe
    case .showColumn: self = .showColumn
    case .hideColumn: self = .hideColumn
    case .setColumn: self = .setColumn
    case .setSplit: self = .setSplit
    case .tapTab: self = .tapTab
    case .selectTab: self = .selectTab
    case .setTabs: self = .setTabs
    case .setBadge: self = .setBadge
    case .tapTitle: self = .tapTitle
    case .scroll: self = .scroll
    case .setPages: self = .setPages
    case .setTopTabs: self = .setTopTabs
    case .selectRow: self = .selectRow
    case .deselectRow: self = .deselectRow
    case .present: self = .present
    case .dismiss: self = .dismiss
    case .resize: self = .resize
    case .rotate: self = .rotate
    case .setMultitasking: self = .setMultitasking
    case .setDevice: self = .setDevice
    case .setTraits: self = .setTraits
    case .enterBackground: self = .enterBackground
    case .enterForeground: self = .enterForeground
    case .updateScreen: self = .updateScreen
    case .removeItem: self = .removeItem
    case .history: return nil
    }
  }

  /// How often it is drawn: what moves screens and windows more than the rest.
  private var weight: Int {
    switch self {
    case .showDetail: 6
    case .push, .back, .show, .tapTab, .scroll, .present, .dismiss, .resize, .enterForeground: 4
    case .setMultitasking, .rotate, .setDevice, .setDisplayMode, .showColumn, .setSplit, .setTopTabs, .selectRow: 3
    case .pop, .popTo, .popToRoot, .setStack, .replaceTop, .remove, .tapDisplayModeButton, .tapSecondaryOnlyButton, .tapDimmedSecondary,
      .swipe, .hideColumn, .setColumn, .selectTab, .setTabs, .setBadge, .tapTitle, .setPages, .deselectRow, .setTraits, .enterBackground,
      .updateScreen, .removeItem:
      2
    }
  }

  /// What has to be in a session for it to do anything.
  private var needed: Controller.Kind? {
    switch self {
    case .setDisplayMode, .tapDisplayModeButton, .tapSecondaryOnlyButton, .tapDimmedSecondary, .swipe, .showColumn, .hideColumn, .setColumn,
      .setSplit:
      .split
    case .tapTab, .selectTab, .setTabs, .setBadge: .tabBar
    case .tapTitle, .scroll, .setPages, .setTopTabs: .topTabs
    case .push, .pop, .popTo, .popToRoot, .setStack, .replaceTop, .remove, .back, .show, .showDetail, .selectRow, .deselectRow, .present,
      .dismiss, .resize, .rotate, .setMultitasking, .setDevice, .setTraits, .enterBackground, .enterForeground, .updateScreen, .removeItem:
      nil
    }
  }

  /// Each as often as it is drawn where these kinds are in the session.
  private static let drawn: [Set<Controller.Kind>: [WalkedAction]] = {
    var drawn: [Set<Controller.Kind>: [WalkedAction]] = [:]
    for split in [true, false] {
      for tabBar in [true, false] {
        for topTabs in [true, false] {
          let kinds = Set([split ? .split : nil, tabBar ? .tabBar : nil, topTabs ? .topTabs : nil].compactMap(\.self) as [Controller.Kind])
          drawn[kinds] = allCases.filter { $0.canBeDrawn(in: kinds) }.flatMap { Array(repeating: $0, count: $0.weight) }
        }
      }
    }
    return drawn
  }()

  func canBeDrawn(in kinds: Set<Controller.Kind>) -> Bool { needed.map(kinds.contains) ?? true }

  /// - Parameter kinds: those in the session.
  static func random(in kinds: Set<Controller.Kind>, _ random: inout some RandomNumberGenerator) -> WalkedAction {
    drawn[kinds.intersection([.split, .tabBar, .topTabs])]?.randomElement(using: &random) ?? .push
  }
}
