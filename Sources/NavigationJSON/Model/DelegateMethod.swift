import NavigationModel

/// UIKit's full name of each delegate method: its `method` in JSON.
package enum DelegateMethod: String, CaseIterable {
  case showDetail = "splitViewController(_:showDetail:sender:)"
  case show = "splitViewController(_:show:sender:)"
  case primaryForCollapsing = "primaryViewController(forCollapsing:)"
  case collapseSecondary = "splitViewController(_:collapseSecondary:onto:)"
  case primaryForExpanding = "primaryViewController(forExpanding:)"
  case separateSecondary = "splitViewController(_:separateSecondaryFrom:)"
  case willChangeDisplayMode = "splitViewController(_:willChangeTo:)"
  case willShow = "splitViewController(_:willShow:)"
  case didShow = "splitViewController(_:didShow:)"
  case willHide = "splitViewController(_:willHide:)"
  case didHide = "splitViewController(_:didHide:)"
  case topColumnForCollapsing = "splitViewController(_:topColumnForCollapsingToProposedTopColumn:)"
  case displayModeForExpanding = "splitViewController(_:displayModeForExpandingToProposedDisplayMode:)"
  case targetDisplayModeForAction = "targetDisplayModeForAction(in:)"
  case presentationGestureWillBegin = "splitViewControllerInteractivePresentationGestureWillBegin(_:)"
  case presentationGestureDidEnd = "splitViewControllerInteractivePresentationGestureDidEnd(_:)"
  case supportedInterfaceOrientations = "splitViewControllerSupportedInterfaceOrientations(_:)"
  case didCollapse = "splitViewControllerDidCollapse(_:)"
  case didExpand = "splitViewControllerDidExpand(_:)"
  case shouldSelect = "tabBarController(_:shouldSelect:)"
  case didSelect = "tabBarController(_:didSelect:)"
  case shouldDismiss = "presentationControllerShouldDismiss(_:)"
  case willDismiss = "presentationControllerWillDismiss(_:)"
  case didDismiss = "presentationControllerDidDismiss(_:)"
  case didAttemptToDismiss = "presentationControllerDidAttemptToDismiss(_:)"
}

extension DelegateCall {
  /// A property, because an initialiser would be given a copy of the whole call.
  package var method: DelegateMethod {
    switch self {
    case .showDetail: .showDetail
    case .show: .show
    case .primaryForCollapsing: .primaryForCollapsing
    case .collapseSecondary: .collapseSecondary
    case .primaryForExpanding: .primaryForExpanding
    case .separateSecondary: .separateSecondary
    case .willChangeDisplayMode: .willChangeDisplayMode
    case .willShow: .willShow
    case .didShow: .didShow
    case .willHide: .willHide
    case .didHide: .didHide
    case .topColumnForCollapsing: .topColumnForCollapsing
    case .displayModeForExpanding: .displayModeForExpanding
    case .targetDisplayModeForAction: .targetDisplayModeForAction
    case .presentationGestureWillBegin: .presentationGestureWillBegin
    case .presentationGestureDidEnd: .presentationGestureDidEnd
    case .supportedInterfaceOrientations: .supportedInterfaceOrientations
    case .didCollapse: .didCollapse
    case .didExpand: .didExpand
    case .shouldSelect: .shouldSelect
    case .didSelect: .didSelect
    case .shouldDismiss: .shouldDismiss
    case .willDismiss: .willDismiss
    case .didDismiss: .didDismiss
    case .didAttemptToDismiss: .didAttemptToDismiss
    }
  }
}
