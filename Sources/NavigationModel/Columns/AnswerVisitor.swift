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
