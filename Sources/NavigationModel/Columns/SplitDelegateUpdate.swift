/// New values for some of an app's answers: a named member is set or reset to its default; all others are unchanged.
public struct SplitDelegateUpdate: Hashable, Sendable {
  /// An answer, by its JSON name.
  public enum Member: String, Hashable, Sendable, CaseIterable {
    case onShowDetail, onShow, onCollapse, onSeparate, onTabSwitch, primaryForCollapsing, primaryForExpanding,
      secondaryForSeparating,
      placeholder, allowsReturnToPlaceholder, topColumnForCollapsing, displayModeForExpanding,
      targetDisplayModeForAction,
      flattenOnCollapse, supportedInterfaceOrientations
  }

  /// The new values; those outside of `members` are defaults.
  public let values: SplitDelegate
  /// The members to set or reset.
  public let members: Set<Member>

  /// Sets every value of `values` that is not the default.
  ///
  /// - Parameter resetting: members to reset, unless `values` has another value for them.
  public init(_ values: SplitDelegate = SplitDelegate(), resetting: Set<Member> = []) {
    self.values = values
    let usual = SplitDelegate()
    members = resetting.union(Member.allCases.filter { $0.differs(values, usual) })
  }

  /// Sets the named members; `values` has defaults for all others.
  package init(_ values: SplitDelegate, naming members: Set<Member>) {
    self.values = values
    self.members = members
  }
}

extension SplitDelegate {
  /// Applies an update.
  mutating func take(_ update: SplitDelegateUpdate) {
    for member in update.members { member.copy(update.values, to: &self) }
  }

  /// Copies all but the trees of `other`, which are controllers of its own split view.
  mutating func takeWords(of other: SplitDelegate) {
    for member in SplitDelegateUpdate.Member.allCases where !member.isTree { member.copy(other, to: &self) }
  }
}

extension SplitDelegateUpdate.Member {
  /// Whether the answer is a controller.
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
