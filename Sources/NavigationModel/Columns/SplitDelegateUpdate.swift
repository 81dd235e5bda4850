/// New values for some of an app's answers: a named member is set or reset to its default; all others are unchanged.
public struct SplitDelegateUpdate: Hashable, Sendable {
  /// An answer, by its JSON name.
  public enum Member: String, Hashable, Sendable, CaseIterable {
    case onShowDetail, onShow, onCollapse, onSeparate, onTabSwitch, primaryForCollapsing, primaryForExpanding,
      secondaryForSeparating, placeholder, allowsReturnToPlaceholder, topColumnForCollapsing, onDetailPopped,
      displayModeForExpanding,
      targetDisplayModeForAction, flattenOnCollapse, supportedInterfaceOrientations
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
    members = resetting.union(
      Member.allCases.filter { member in
        var usual = SplitDelegate()
        usual.copy(member, of: values)
        return usual != SplitDelegate()
      })
  }

  /// Sets the named members; `values` has defaults for all others.
  package init(_ values: SplitDelegate, naming members: Set<Member>) {
    self.values = values
    self.members = members
  }
}

extension SplitDelegate {
  /// Applies an update.
  mutating func apply(_ update: SplitDelegateUpdate) {
    for member in update.members { copy(member, of: update.values) }
  }

  /// Copies all but the trees of `other`, which are controllers of its own split view.
  mutating func takeWords(of other: SplitDelegate) { copy(nil, of: other) }

  fileprivate mutating func copy(_ member: SplitDelegateUpdate.Member?, of other: SplitDelegate) {
    visit(beside: other, AnswerCopy(only: member))
  }
}

/// Copies one of the other value's answers, or all.
private final class AnswerCopy: AnswerVisitor {
  /// Nil: all but the trees.
  let only: Member?

  init(only: Member?) { self.only = only }

  func word<Word: MemberWord>(_ member: Member, _ own: inout Word, _ other: Word) {
    if only ?? member == member { own = other }
  }
  func flag(_ member: Member, _ own: inout Bool, _ other: Bool) { if only ?? member == member { own = other } }
  func tree(_ member: Member, _ own: inout Controller?, _ other: Controller?) { if only == member { own = other } }
}

/// Looks at an app's answers, one after another, beside those of another value: the defaults, or what an update sets.
package protocol AnswerVisitor: AnyObject {
  typealias Member = SplitDelegateUpdate.Member

  func word<Word: MemberWord>(_ member: Member, _ own: inout Word, _ other: Word)
  func flag(_ member: Member, _ own: inout Bool, _ other: Bool)
  /// A tree; `placeholder` is a screen.
  func tree(_ member: Member, _ own: inout Controller?, _ other: Controller?)
}

extension SplitDelegate {
  /// Each answer once, where both values have it.
  package mutating func visit(beside other: SplitDelegate, _ visitor: any AnswerVisitor) {
    visitor.word(.onShowDetail, &onShowDetail, other.onShowDetail)
    visitor.word(.onShow, &onShow, other.onShow)
    visitor.word(.onCollapse, &onCollapse, other.onCollapse)
    visitor.word(.onSeparate, &onSeparate, other.onSeparate)
    visitor.word(.onTabSwitch, &onTabSwitch, other.onTabSwitch)
    visitor.tree(.primaryForCollapsing, &primaryForCollapsing, other.primaryForCollapsing)
    visitor.tree(.primaryForExpanding, &primaryForExpanding, other.primaryForExpanding)
    visitor.tree(.secondaryForSeparating, &secondaryForSeparating, other.secondaryForSeparating)
    visitor.tree(.placeholder, &placeholder, other.placeholder)
    visitor.flag(.allowsReturnToPlaceholder, &allowsReturnToPlaceholder, other.allowsReturnToPlaceholder)
    visitor.word(.topColumnForCollapsing, &topColumnForCollapsing, other.topColumnForCollapsing)
    visitor.word(.onDetailPopped, &onDetailPopped, other.onDetailPopped)
    visitor.word(
      .displayModeForExpanding, &displayModeForExpanding[Proposed.self], other.displayModeForExpanding[Proposed.self])
    visitor.word(
      .targetDisplayModeForAction, &targetDisplayModeForAction[Automatic.self],
      other.targetDisplayModeForAction[Automatic.self])
    visitor.flag(.flattenOnCollapse, &flattenOnCollapse, other.flattenOnCollapse)
    visitor.word(
      .supportedInterfaceOrientations, &supportedInterfaceOrientations, other.supportedInterfaceOrientations)
  }
}
