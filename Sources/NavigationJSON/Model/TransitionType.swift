import NavigationModel

/// The word for each transition: its `type` in JSON.
package enum TransitionType: String, CaseIterable, JSONTabledWord {
  case push, pop, popTo, popToRoot, setStack, replaceTop, remove, back, tapLeftBarButton
  case show, showDetail
  case setDisplayMode, tapDisplayModeButton, tapSecondaryOnlyButton, tapDimmedSecondary, swipe, showColumn, hideColumn,
    setColumn, setSplit
  case tapTab, selectTab, setTabs, setBadge
  case tapTitle, scroll, setPages, setTopTabs
  case selectRow, deselectRow, tapRow
  case present, dismiss, swipeDown, tapOutside
  case resize, rotate, setMultitasking, setDevice, fold, setTraits, enterBackground, enterForeground
  case updateScreen, removeItem
  case undo, redo, revert

  static let table = JSONWordTable<TransitionType>()
}

extension Transition.Action {
  /// A property, because an initialiser would be given a copy of the whole action.
  package var type: TransitionType {
    switch self {
    case .push: .push
    case .pop: .pop
    case .popTo: .popTo
    case .popToRoot: .popToRoot
    case .setStack: .setStack
    case .replaceTop: .replaceTop
    case .remove: .remove
    case .back: .back
    case .tapLeftBarButton: .tapLeftBarButton
    case .show: .show
    case .showDetail: .showDetail
    case .setDisplayMode: .setDisplayMode
    case .tapDisplayModeButton: .tapDisplayModeButton
    case .tapSecondaryOnlyButton: .tapSecondaryOnlyButton
    case .tapDimmedSecondary: .tapDimmedSecondary
    case .swipe: .swipe
    case .showColumn: .showColumn
    case .hideColumn: .hideColumn
    case .setColumn: .setColumn
    case .setSplit: .setSplit
    case .tapTab: .tapTab
    case .selectTab: .selectTab
    case .setTabs: .setTabs
    case .setBadge: .setBadge
    case .tapTitle: .tapTitle
    case .scroll: .scroll
    case .setPages: .setPages
    case .setTopTabs: .setTopTabs
    case .selectRow: .selectRow
    case .deselectRow: .deselectRow
    case .tapRow: .tapRow
    case .present: .present
    case .dismiss: .dismiss
    case .swipeDown: .swipeDown
    case .tapOutside: .tapOutside
    case .resize: .resize
    case .rotate: .rotate
    case .setMultitasking: .setMultitasking
    case .setDevice: .setDevice
    case .fold: .fold
    case .setTraits: .setTraits
    case .enterBackground: .enterBackground
    case .enterForeground: .enterForeground
    case .updateScreen: .updateScreen
    case .removeItem: .removeItem
    case .history(.undo): .undo
    case .history(.redo): .redo
    case .history(.revert): .revert
    }
  }
}
