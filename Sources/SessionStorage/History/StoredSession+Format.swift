import NavigationAPI
import NavigationModel

extension StoredSession {
  /// The oldest record format whose readers know the state and the latest record.
  package var recordFormat: Int { max(session.recordFormat, history.entries.last?.content.recordFormat ?? 1) }
}

extension TransitionRecord.Content {
  /// 2 has `again`, `replaces`, the next column, and an update or a new tree with a member of 1.1: the state after the
  /// record may have lost it again, in the same batch or since it is set to its default.
  ///
  /// The `reason` of an outcome alone needs no format 2. It follows from the transition, and a batch of a client of
  /// 1.0 may have one: such a client could not use its session at an older node.
  package var recordFormat: Int {
    switch self {
    case .creation, .history: 1
    case .single(let transition, _): transition.action.needsFormat2 ? 2 : 1
    case .batch(let transitions, _): transitions.contains(where: \.action.needsFormat2) ? 2 : 1
    }
  }
}

extension Transition.Action {
  fileprivate var needsFormat2: Bool {
    switch self {
    case .push(let push): push.again != .another || push.newcomer.needsFormat2
    case .show(let show): show.again != .another || show.newcomer.needsFormat2
    case .showDetail(let showDetail): showDetail.again != .another || showDetail.newcomer.needsFormat2
    case .tapRow(let tapRow): tapRow.again != .another || tapRow.opening == .column || tapRow.newcomer.needsFormat2
    case .present(let present): present.again != .another || present.replaces || present.newcomer.needsFormat2
    case .setColumn(let setColumn): setColumn.newcomer?.needsFormat2 ?? false
    case .replaceTop(let replaceTop): replaceTop.screen.needsFormat2
    case .setStack(let setStack): setStack.children.contains(where: \.needsFormat2)
    case .setPages(let setPages): setPages.pages.contains(where: \.child.needsFormat2)
    case .setTabs(let setTabs): setTabs.tabs.contains { $0.isHidden != nil || $0.child.needsFormat2 }
    case .updateScreen(let updateScreen): updateScreen.update.needsFormat2
    case .setSplit(let setSplit): setSplit.update.needsFormat2
    case .pop, .popTo, .popToRoot, .remove, .back, .tapLeftBarButton, .setDisplayMode, .tapDisplayModeButton,
      .tapSecondaryOnlyButton, .tapDimmedSecondary, .swipe, .showColumn, .hideColumn, .tapTab, .selectTab, .setBadge,
      .tapTitle, .scroll, .setTopTabs, .selectRow, .deselectRow, .dismiss, .swipeDown, .tapOutside, .resize, .rotate,
      .setMultitasking, .setDevice, .fold, .setTraits, .enterBackground, .enterForeground, .removeItem:
      false
    }
  }
}

extension Transition.Newcomer {
  fileprivate var needsFormat2: Bool { if case .new(let controller) = self { controller.needsFormat2 } else { false } }
}

extension Transition.Member {
  fileprivate var needsFormat2: Bool { if case .new(let controller) = self { controller.needsFormat2 } else { false } }
}

extension Controller {
  fileprivate var needsFormat2: Bool {
    Session(restored: self, environment: Environment(), countedIDs: 0).recordFormat == 2
  }
}

extension ScreenUpdate {
  fileprivate var needsFormat2: Bool {
    selectionFollowsDetail != nil || row != nil || supportedInterfaceOrientations != nil || traitOverride != nil
      || isTabBarHidden != nil
  }
}

extension SplitUpdate {
  fileprivate var needsFormat2: Bool {
    if case .some(.some(.asWindow)) = traitOverride { return true }
    guard let delegate else { return false }
    return delegate.members.contains(.onDetailPopped) || delegate.values.needsFormat2
  }
}
