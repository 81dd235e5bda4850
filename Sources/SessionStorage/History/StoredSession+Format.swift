import NavigationAPI
import NavigationModel

extension StoredSession {
  /// The oldest record format whose readers know the state and the latest record.
  package var recordFormat: Int { max(session.recordFormat, history.entries.last?.content.recordFormat ?? 1) }
}

extension TransitionRecord.Content {
  /// 2 has `again`, `replaces` and the next column.
  package var recordFormat: Int {
    switch self {
    case .creation, .history: 1
    case .single(let transition, _): transition.action.recordFormat
    case .batch(let transitions, _): transitions.contains { $0.action.recordFormat == 2 } ? 2 : 1
    }
  }
}

extension Transition.Action {
  fileprivate var recordFormat: Int {
    switch self {
    case .push(let push): push.again == .another ? 1 : 2
    case .show(let show): show.again == .another ? 1 : 2
    case .showDetail(let showDetail): showDetail.again == .another ? 1 : 2
    case .tapRow(let tapRow): tapRow.again == .another && tapRow.opening != .column ? 1 : 2
    case .present(let present): present.again == .another && !present.replaces ? 1 : 2
    case .pop, .popTo, .popToRoot, .setStack, .replaceTop, .remove, .back, .tapLeftBarButton, .setDisplayMode,
      .tapDisplayModeButton, .tapSecondaryOnlyButton, .tapDimmedSecondary, .swipe, .showColumn, .hideColumn, .setColumn,
      .setSplit, .tapTab, .selectTab, .setTabs, .setBadge, .tapTitle, .scroll, .setPages, .setTopTabs, .selectRow,
      .deselectRow, .dismiss, .swipeDown, .tapOutside, .resize, .rotate, .setMultitasking, .setDevice, .fold,
      .setTraits,
      .enterBackground, .enterForeground, .updateScreen, .removeItem:
      1
    }
  }
}
