import NavigationModel

/// UIKit's full name of each delegate method: its `method` in JSON.
package enum DelegateMethod: String, Sendable, CaseIterable {
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
  case didCollapse = "splitViewControllerDidCollapse(_:)"
  case didExpand = "splitViewControllerDidExpand(_:)"
  case shouldSelect = "tabBarController(_:shouldSelect:)"
  case didSelect = "tabBarController(_:didSelect:)"
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
    case .didCollapse: .didCollapse
    case .didExpand: .didExpand
    case .shouldSelect: .shouldSelect
    case .didSelect: .didSelect
    }
  }
}
