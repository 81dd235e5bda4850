/// New values for some of an app's answers: a member that is named is set, or back at its default; all others stay as
/// they are.
public struct SplitDelegateUpdate: Hashable, Sendable {
  /// What an app answers, one by one, as JSON names it.
  public enum Member: String, Hashable, Sendable, CaseIterable {
    case onShowDetail, onShow, onCollapse, onSeparate, onTabSwitch, primaryForCollapsing, primaryForExpanding,
      secondaryForSeparating,
      placeholder, allowsReturnToPlaceholder, topColumnForCollapsing, displayModeForExpanding,
      targetDisplayModeForAction,
      flattenOnCollapse, supportedInterfaceOrientations
  }

  /// The new values; what is not among `members` is as by default.
  public let values: SplitDelegate
  /// What is set, or back at its default.
  public let members: Set<Member>

  /// Sets what is not as by default in `values`.
  ///
  /// - Parameter resetting: what goes back to its default where `values` has nothing else for it.
  public init(_ values: SplitDelegate = SplitDelegate(), resetting: Set<Member> = []) {
    self.values = values
    let usual = SplitDelegate()
    members = resetting.union(Member.allCases.filter { $0.differs(values, usual) })
  }

  /// With the names given: all other values are the defaults.
  package init(_ values: SplitDelegate, naming members: Set<Member>) {
    self.values = values
    self.members = members
  }
}

extension SplitDelegate {
  /// Takes over what is named.
  mutating func take(_ update: SplitDelegateUpdate) {
    for member in update.members { member.copy(update.values, to: &self) }
  }

  /// The words of another one; its trees stay, for they are controllers of this split view.
  mutating func takeWords(of other: SplitDelegate) {
    for member in SplitDelegateUpdate.Member.allCases where !member.isTree { member.copy(other, to: &self) }
  }
}

extension SplitDelegateUpdate.Member {
  /// Whether it is a controller.
  fileprivate var isTree: Bool {
    switch self {
    case .primaryForCollapsing, .primaryForExpanding, .secondaryForSeparating, .placeholder: true
    case .onShowDetail, .onShow, .onCollapse, .onSeparate, .onTabSwitch, .allowsReturnToPlaceholder,
      .topColumnForCollapsing,
      .displayModeForExpanding, .targetDisplayModeForAction, .flattenOnCollapse, .supportedInterfaceOrientations:
      false
    }
  }

  fileprivate func differs(_ left: SplitDelegate, _ right: SplitDelegate) -> Bool {
    var copy = left
    self.copy(right, to: &copy)
    return copy != left
  }

  fileprivate func copy(_ source: SplitDelegate, to target: inout SplitDelegate) {
    switch self {
    case .onShowDetail: target.onShowDetail = source.onShowDetail
    case .onShow: target.onShow = source.onShow
    case .onCollapse: target.onCollapse = source.onCollapse
    case .onSeparate: target.onSeparate = source.onSeparate
    case .onTabSwitch: target.onTabSwitch = source.onTabSwitch
    case .primaryForCollapsing: target.primaryForCollapsing = source.primaryForCollapsing
    case .primaryForExpanding: target.primaryForExpanding = source.primaryForExpanding
    case .secondaryForSeparating: target.secondaryForSeparating = source.secondaryForSeparating
    case .placeholder: target.placeholder = source.placeholder
    case .allowsReturnToPlaceholder: target.allowsReturnToPlaceholder = source.allowsReturnToPlaceholder
    case .topColumnForCollapsing: target.topColumnForCollapsing = source.topColumnForCollapsing
    case .displayModeForExpanding: target.displayModeForExpanding = source.displayModeForExpanding
    case .targetDisplayModeForAction: target.targetDisplayModeForAction = source.targetDisplayModeForAction
    case .flattenOnCollapse: target.flattenOnCollapse = source.flattenOnCollapse
    case .supportedInterfaceOrientations: target.supportedInterfaceOrientations = source.supportedInterfaceOrientations
    }
  }
}
