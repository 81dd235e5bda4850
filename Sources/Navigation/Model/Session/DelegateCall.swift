/// A delegate method with its variable arguments and the answer of the app's delegate.
public enum DelegateCall: Hashable, Sendable {
  case showDetail(split: ControllerID, controller: ControllerID, answer: Bool)
  case show(split: ControllerID, controller: ControllerID, answer: Bool)
  case primaryForCollapsing(split: ControllerID, answer: ControllerID?)
  case collapseSecondary(split: ControllerID, secondary: ControllerID, onto: ControllerID, answer: Bool)
  case primaryForExpanding(split: ControllerID, answer: ControllerID?)
  case separateSecondary(split: ControllerID, from: ControllerID, answer: ControllerID?)
  case willChangeDisplayMode(split: ControllerID, to: DisplayMode)
  case willShow(split: ControllerID, Column)
  case didShow(split: ControllerID, Column)
  case willHide(split: ControllerID, Column)
  case didHide(split: ControllerID, Column)
  case topColumnForCollapsing(split: ControllerID, proposed: Column, answer: Column)
  case displayModeForExpanding(split: ControllerID, proposed: DisplayMode, answer: DisplayMode)
  /// Nil is `automatic`.
  case targetDisplayModeForAction(split: ControllerID, answer: DisplayMode?)
  case presentationGestureWillBegin(split: ControllerID)
  case presentationGestureDidEnd(split: ControllerID)
  case supportedInterfaceOrientations(split: ControllerID, answer: InterfaceOrientations)
  case didCollapse(split: ControllerID)
  case didExpand(split: ControllerID)
  case shouldSelect(tabBar: ControllerID, tab: ControllerID, answer: Bool)
  case didSelect(tabBar: ControllerID, tab: ControllerID)
  // Of a tab bar whose tabs have ids of their own, in place of the two above.
  case shouldSelectTab(tabBar: ControllerID, tab: ControllerID, answer: Bool)
  case didSelectTab(tabBar: ControllerID, tab: ControllerID, previous: ControllerID)
  case displayedViewControllers(
    tabBar: ControllerID, tab: ControllerID, proposed: [ControllerID], answer: [ControllerID])
  /// A tab bar's sidebar comes or goes (TG-5).
  case sidebarVisibilityWillChange(tabBar: ControllerID)
  /// A tab bar's sidebar can be shown, or no longer (TG-13).
  case sidebarAvailabilityDidChange(tabBar: ControllerID)
  // A presentation controller is identified by the root of its presented tree.
  case shouldDismiss(presented: ControllerID, answer: Bool)
  case willDismiss(presented: ControllerID)
  case didDismiss(presented: ControllerID)
  case didAttemptToDismiss(presented: ControllerID)
  case didChangeSelectedDetent(presented: ControllerID)
  case adaptivePresentationStyle(
    presented: ControllerID, horizontal: SizeClass, vertical: SizeClass, answer: PresentationAdaptation)
  case willShowChild(stack: ControllerID, ControllerID, animated: Bool)
  case didShowChild(stack: ControllerID, ControllerID, animated: Bool)
}

extension DelegateCall {
  package static let kinds = JSONKinds<DelegateCall>(
    [
      .showDetail(split: .automatic, controller: .automatic, answer: false),
      .show(split: .automatic, controller: .automatic, answer: false),
      .primaryForCollapsing(split: .automatic, answer: nil),
      .collapseSecondary(split: .automatic, secondary: .automatic, onto: .automatic, answer: false),
      .primaryForExpanding(split: .automatic, answer: nil),
      .separateSecondary(split: .automatic, from: .automatic, answer: nil),
      .willChangeDisplayMode(split: .automatic, to: .secondaryOnly), .willShow(split: .automatic, .primary),
      .didShow(split: .automatic, .primary), .willHide(split: .automatic, .primary),
      .didHide(split: .automatic, .primary),
      .topColumnForCollapsing(split: .automatic, proposed: .primary, answer: .primary),
      .displayModeForExpanding(split: .automatic, proposed: .secondaryOnly, answer: .secondaryOnly),
      .targetDisplayModeForAction(split: .automatic, answer: nil), .presentationGestureWillBegin(split: .automatic),
      .presentationGestureDidEnd(split: .automatic), .supportedInterfaceOrientations(split: .automatic, answer: .all),
      .didCollapse(split: .automatic), .didExpand(split: .automatic),
      .shouldSelect(tabBar: .automatic, tab: .automatic, answer: false),
      .didSelect(tabBar: .automatic, tab: .automatic),
      .shouldSelectTab(tabBar: .automatic, tab: .automatic, answer: false),
      .didSelectTab(tabBar: .automatic, tab: .automatic, previous: .automatic),
      .displayedViewControllers(tabBar: .automatic, tab: .automatic, proposed: [], answer: []),
      .sidebarVisibilityWillChange(tabBar: .automatic), .sidebarAvailabilityDidChange(tabBar: .automatic),
      .shouldDismiss(presented: .automatic, answer: false),
      .willDismiss(presented: .automatic), .didDismiss(presented: .automatic),
      .didAttemptToDismiss(presented: .automatic), .didChangeSelectedDetent(presented: .automatic),
      .adaptivePresentationStyle(presented: .automatic, horizontal: .compact, vertical: .regular, answer: .never),
      .willShowChild(stack: .automatic, .automatic, animated: false),
      .didShowChild(stack: .automatic, .automatic, animated: false),
    ], word: \.method)

  /// The members of a `delegateCall` but `type`, each once.
  func members(_ m: inout some Members) -> DelegateCall {
    let call = m.kind("method", of: Self.kinds, self)
    return call.listed(&m)
  }

  private var method: StaticString {
    switch self {
    case .showDetail: "splitViewController(_:showDetail:sender:)"
    case .show: "splitViewController(_:show:sender:)"
    case .primaryForCollapsing: "primaryViewController(forCollapsing:)"
    case .collapseSecondary: "splitViewController(_:collapseSecondary:onto:)"
    case .primaryForExpanding: "primaryViewController(forExpanding:)"
    case .separateSecondary: "splitViewController(_:separateSecondaryFrom:)"
    case .willChangeDisplayMode: "splitViewController(_:willChangeTo:)"
    case .willShow: "splitViewController(_:willShow:)"
    case .didShow: "splitViewController(_:didShow:)"
    case .willHide: "splitViewController(_:willHide:)"
    case .didHide: "splitViewController(_:didHide:)"
    case .topColumnForCollapsing: "splitViewController(_:topColumnForCollapsingToProposedTopColumn:)"
    case .displayModeForExpanding: "splitViewController(_:displayModeForExpandingToProposedDisplayMode:)"
    case .targetDisplayModeForAction: "targetDisplayModeForAction(in:)"
    case .presentationGestureWillBegin: "splitViewControllerInteractivePresentationGestureWillBegin(_:)"
    case .presentationGestureDidEnd: "splitViewControllerInteractivePresentationGestureDidEnd(_:)"
    case .supportedInterfaceOrientations: "splitViewControllerSupportedInterfaceOrientations(_:)"
    case .didCollapse: "splitViewControllerDidCollapse(_:)"
    case .didExpand: "splitViewControllerDidExpand(_:)"
    case .shouldSelect: "tabBarController(_:shouldSelect:)"
    case .didSelect: "tabBarController(_:didSelect:)"
    case .shouldSelectTab: "tabBarController(_:shouldSelectTab:)"
    case .didSelectTab: "tabBarController(_:didSelectTab:previousTab:)"
    case .displayedViewControllers: "tabBarController(_:displayedViewControllersFor:proposedViewControllers:)"
    case .sidebarVisibilityWillChange: "tabBarController(_:sidebarVisibilityWillChange:animator:)"
    case .sidebarAvailabilityDidChange: "tabBarController(_:sidebarAvailabilityDidChange:)"
    case .shouldDismiss: "presentationControllerShouldDismiss(_:)"
    case .willDismiss: "presentationControllerWillDismiss(_:)"
    case .didDismiss: "presentationControllerDidDismiss(_:)"
    case .didAttemptToDismiss: "presentationControllerDidAttemptToDismiss(_:)"
    case .didChangeSelectedDetent: "sheetPresentationControllerDidChangeSelectedDetentIdentifier(_:)"
    case .adaptivePresentationStyle: "adaptivePresentationStyle(for:traitCollection:)"
    case .willShowChild: "navigationController(_:willShow:animated:)"
    case .didShowChild: "navigationController(_:didShow:animated:)"
    }
  }

  /// `answer` is null for nil, and left out where the method returns nothing.
  private func listed(_ m: inout some Members) -> DelegateCall {
    let method = method
    switch self {
    case .showDetail(let split, let id, let answer):
      return .showDetail(
        split: m.call(split, method), controller: m.argument("controller", id), answer: m("answer", answer))
    case .show(let split, let id, let answer):
      return .show(split: m.call(split, method), controller: m.argument("controller", id), answer: m("answer", answer))
    case .primaryForCollapsing(let split, let answer):
      return .primaryForCollapsing(split: m.call(split, method), answer: m.orNull("answer", answer))
    case .collapseSecondary(let split, let secondary, let primary, let answer):
      let split = m.call(split, method)
      let (secondary, primary) = m.arguments(("secondary", secondary), ("primary", primary))
      return .collapseSecondary(split: split, secondary: secondary, onto: primary, answer: m("answer", answer))
    case .primaryForExpanding(let split, let answer):
      return .primaryForExpanding(split: m.call(split, method), answer: m.orNull("answer", answer))
    case .separateSecondary(let split, let primary, let answer):
      return .separateSecondary(
        split: m.call(split, method), from: m.argument("primary", primary), answer: m.orNull("answer", answer))
    case .willChangeDisplayMode(let split, let mode):
      return .willChangeDisplayMode(split: m.call(split, method), to: m.argument("displayMode", mode))
    case .willShow(let split, let column): return .willShow(split: m.call(split, method), m.argument("column", column))
    case .didShow(let split, let column): return .didShow(split: m.call(split, method), m.argument("column", column))
    case .willHide(let split, let column): return .willHide(split: m.call(split, method), m.argument("column", column))
    case .didHide(let split, let column): return .didHide(split: m.call(split, method), m.argument("column", column))
    case .topColumnForCollapsing(let split, let proposed, let answer):
      return .topColumnForCollapsing(
        split: m.call(split, method), proposed: m.argument("proposed", proposed), answer: m("answer", answer))
    case .displayModeForExpanding(let split, let proposed, let answer):
      return .displayModeForExpanding(
        split: m.call(split, method), proposed: m.argument("proposed", proposed), answer: m("answer", answer))
    case .targetDisplayModeForAction(let split, let answer):
      return .targetDisplayModeForAction(split: m.call(split, method), answer: m("answer", OrAutomatic(answer)).word)
    case .presentationGestureWillBegin(let split): return .presentationGestureWillBegin(split: m.call(split, method))
    case .presentationGestureDidEnd(let split): return .presentationGestureDidEnd(split: m.call(split, method))
    case .supportedInterfaceOrientations(let split, let answer):
      return .supportedInterfaceOrientations(split: m.call(split, method), answer: m("answer", answer))
    case .didCollapse(let split): return .didCollapse(split: m.call(split, method))
    case .didExpand(let split): return .didExpand(split: m.call(split, method))
    case .shouldSelect(let tabBar, let tab, let answer):
      return .shouldSelect(
        tabBar: m.call(tabBar, method), tab: m.argument("controller", tab), answer: m("answer", answer))
    case .didSelect(let tabBar, let tab):
      return .didSelect(tabBar: m.call(tabBar, method), tab: m.argument("controller", tab))
    case .shouldSelectTab(let tabBar, let tab, let answer):
      return .shouldSelectTab(
        tabBar: m.call(tabBar, method), tab: m.argument("tab", tab), answer: m("answer", answer))
    case .didSelectTab(let tabBar, let tab, let previous):
      let tabBar = m.call(tabBar, method)
      let (tab, previous) = m.arguments(("tab", tab), ("previousTab", previous))
      return .didSelectTab(tabBar: tabBar, tab: tab, previous: previous)
    case .displayedViewControllers(let tabBar, let tab, let proposed, let answer):
      let tabBar = m.call(tabBar, method)
      let (tab, proposed) = m.arguments(("tab", tab), ("proposedViewControllers", proposed))
      return .displayedViewControllers(tabBar: tabBar, tab: tab, proposed: proposed, answer: m("answer", answer))
    case .sidebarVisibilityWillChange(let tabBar):
      return .sidebarVisibilityWillChange(tabBar: m.call(tabBar, method))
    case .sidebarAvailabilityDidChange(let tabBar):
      return .sidebarAvailabilityDidChange(tabBar: m.call(tabBar, method))
    case .shouldDismiss(let root, let answer):
      return .shouldDismiss(presented: m.call(root, method), answer: m("answer", answer))
    case .willDismiss(let root): return .willDismiss(presented: m.call(root, method))
    case .didDismiss(let root): return .didDismiss(presented: m.call(root, method))
    case .didAttemptToDismiss(let root): return .didAttemptToDismiss(presented: m.call(root, method))
    case .didChangeSelectedDetent(let root): return .didChangeSelectedDetent(presented: m.call(root, method))
    case .adaptivePresentationStyle(let root, let horizontal, let vertical, let answer):
      let root = m.call(root, method)
      let (first, second) = m.arguments(("horizontalSizeClass", horizontal), ("verticalSizeClass", vertical))
      return .adaptivePresentationStyle(
        presented: root, horizontal: first, vertical: second, answer: m("answer", answer))
    case .willShowChild(let stack, let child, let animated):
      let stack = m.call(stack, method)
      let (child, isAnimated) = m.arguments(("controller", child), ("animated", animated))
      return .willShowChild(stack: stack, child, animated: isAnimated)
    case .didShowChild(let stack, let child, let animated):
      let stack = m.call(stack, method)
      let (child, isAnimated) = m.arguments(("controller", child), ("animated", animated))
      return .didShowChild(stack: stack, child, animated: isAnimated)
    }
  }
}
