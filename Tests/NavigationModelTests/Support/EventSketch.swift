import Navigation

extension Event {
  /// One event in a few words, so that a row of a table can hold a whole answer. Delegate calls: `?` has an answer, `!` has none.
  var sketch: String {
    switch self {
    case .delegateCall(let call): call.sketch
    case .parentChanged(let id, let from, let to): "\(id):\(from?.description ?? "none")->\(to?.description ?? "none")"
    case .viewWillAppear(let id, _): "+will \(id)"
    case .viewDidAppear(let id, _): "+did \(id)"
    case .viewWillDisappear(let id, _): "-will \(id)"
    case .viewDidDisappear(let id, _): "-did \(id)"
    case .placeholderWillAppear(_, let placeholder): "nothing-selected \(placeholder)"
    case .showDetailTargetDidChange: "target"
    case .leftBarButtonTapped(let id): "tapped \(id)"
    case .scrollToTop(let id): "scroll \(id)"
    case .selectionChanged(let id, let from, let to, let cause): "\(id)(\(from ?? "-")->\(to ?? "-")) \(cause)"
    case .collapsed: "collapsed"
    case .expanded: "expanded"
    case .displayModeChanged(_, let from, let to): "mode \(from)->\(to)"
    case .tabSelected(_, let from, let to, let tabs): "tab \(tabs?.from ?? from)->\(tabs?.to ?? to)"
    case .pageChanged(_, let from, let to): "page \(from)->\(to)"
    case .barChanged(_, let from, let to): "bar \(from)->\(to)"
    case .presented(let id, let presenter, let style, let adapted):
      "presented \(id) by \(presenter)\(style == .automatic ? "" : " \(style)")"
        + (style == .automatic ? "" : adapted.map { " as \($0)" } ?? "")
    case .adaptationChanged(let id, let from, let to): "\(id) adapts \(from)->\(to)"
    case .detentChanged(let id, let from, let to): "\(id) \(from)->\(to)"
    case .dismissed(let id): "dismissed \(id)"
    case .discarded(let id): "discarded \(id)"
    }
  }

  var isAnimated: Bool? {
    switch self {
    case .viewWillAppear(_, let animated), .viewDidAppear(_, let animated), .viewWillDisappear(_, let animated),
      .viewDidDisappear(_, let animated):
      animated
    case .delegateCall, .parentChanged, .placeholderWillAppear, .showDetailTargetDidChange, .leftBarButtonTapped,
      .scrollToTop, .selectionChanged,
      .collapsed, .expanded,
      .displayModeChanged, .tabSelected, .pageChanged, .barChanged, .presented, .adaptationChanged, .detentChanged,
      .dismissed,
      .discarded:
      nil
    }
  }
}

extension DelegateCall {
  fileprivate var sketch: String {
    switch self {
    case .showDetail(_, let controller, let answer): "?showDetail \(controller)=\(answer)"
    case .show(_, let controller, let answer): "?show \(controller)=\(answer)"
    case .primaryForCollapsing(_, let answer): "?primaryForCollapsing=\(answer?.description ?? "nil")"
    case .collapseSecondary(_, let secondary, let onto, let answer): "?collapse \(secondary) onto \(onto)=\(answer)"
    case .primaryForExpanding(_, let answer): "?primaryForExpanding=\(answer?.description ?? "nil")"
    case .separateSecondary(_, let from, let answer): "?separate from \(from)=\(answer?.description ?? "nil")"
    case .willChangeDisplayMode(_, let mode): "!willChangeTo \(mode)"
    case .willShow(_, let column): "!willShow \(column)"
    case .didShow(_, let column): "!didShow \(column)"
    case .willHide(_, let column): "!willHide \(column)"
    case .didHide(_, let column): "!didHide \(column)"
    case .topColumnForCollapsing(_, let proposed, let answer): "?topColumn \(proposed)=\(answer)"
    case .displayModeForExpanding(_, let proposed, let answer): "?displayMode \(proposed)=\(answer)"
    case .targetDisplayModeForAction(_, let answer): "?target=\(answer?.rawValue ?? "automatic")"
    case .presentationGestureWillBegin: "!gestureWillBegin"
    case .presentationGestureDidEnd: "!gestureDidEnd"
    case .supportedInterfaceOrientations(_, let answer): "?orientations=\(answer)"
    case .didCollapse: "!didCollapse"
    case .didExpand: "!didExpand"
    case .shouldSelect(_, let tab, let answer): "?shouldSelect \(tab)=\(answer)"
    case .didSelect(_, let tab): "!didSelect \(tab)"
    case .shouldSelectTab(_, let tab, let answer): "?shouldSelectTab \(tab)=\(answer)"
    case .didSelectTab(_, let tab, let previous): "!didSelectTab \(tab) after \(previous)"
    case .displayedViewControllers(_, let tab, let proposed, let answer):
      "?displayed \(tab) \(proposed.map(\.description))" + (proposed == answer ? "" : "=\(answer.map(\.description))")
    case .sidebarVisibilityWillChange: "!sidebarVisibility"
    case .sidebarAvailabilityDidChange: "!sidebarAvailability"
    case .shouldDismiss(let presented, let answer): "?shouldDismiss \(presented)=\(answer)"
    case .willDismiss(let presented): "!willDismiss \(presented)"
    case .didDismiss(let presented): "!didDismiss \(presented)"
    case .didAttemptToDismiss(let presented): "!didAttemptToDismiss \(presented)"
    case .didChangeSelectedDetent(let presented): "!didChangeSelectedDetent \(presented)"
    case .adaptivePresentationStyle(let presented, let horizontal, let vertical, let answer):
      "?adaptation \(presented) in \(horizontal) × \(vertical)=\(answer.rawValue)"
    case .willShowChild(let stack, let child, _): "!\(stack).willShow \(child)"
    case .didShowChild(let stack, let child, _): "!\(stack).didShow \(child)"
    }
  }
}
