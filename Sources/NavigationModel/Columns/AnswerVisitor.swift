/// Looks at an app's answers, one after another, beside those of another value: the defaults, or what an update sets.
@usableFromInline
package protocol AnswerVisitor: ~Copyable {
  associatedtype Failure: Error
  typealias Member = SplitDelegateUpdate.Member

  mutating func word<Word: MemberWord>(
    _ name: StaticString, _ member: Member, _ own: inout Word, _ other: Word) throws(Failure)
  mutating func flag(_ name: StaticString, _ member: Member, _ own: inout Bool, _ other: Bool) throws(Failure)
  /// A tree; `placeholder` is a screen.
  mutating func tree(
    _ name: StaticString, _ member: Member, _ own: inout Controller?, _ other: Controller?) throws(Failure)
}

extension SplitDelegate {
  /// Each answer once: its name in JSON, and where both values have it.
  @inlinable
  package static func visit<Visitor: AnswerVisitor & ~Copyable>(
    _ own: inout SplitDelegate, _ other: SplitDelegate, _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    try visitor.word("onShowDetail", .onShowDetail, &own.onShowDetail, other.onShowDetail)
    try visitor.word("onShow", .onShow, &own.onShow, other.onShow)
    try visitor.word("onCollapse", .onCollapse, &own.onCollapse, other.onCollapse)
    try visitor.word("onSeparate", .onSeparate, &own.onSeparate, other.onSeparate)
    try visitor.word("onTabSwitch", .onTabSwitch, &own.onTabSwitch, other.onTabSwitch)
    try visitor.tree(
      "primaryForCollapsing", .primaryForCollapsing, &own.primaryForCollapsing, other.primaryForCollapsing)
    try visitor.tree("primaryForExpanding", .primaryForExpanding, &own.primaryForExpanding, other.primaryForExpanding)
    try visitor.tree(
      "secondaryForSeparating", .secondaryForSeparating, &own.secondaryForSeparating, other.secondaryForSeparating)
    try visitor.tree("placeholder", .placeholder, &own.placeholder, other.placeholder)
    try visitor.flag(
      "allowsReturnToPlaceholder", .allowsReturnToPlaceholder, &own.allowsReturnToPlaceholder,
      other.allowsReturnToPlaceholder)
    try visitor.word(
      "topColumnForCollapsing", .topColumnForCollapsing, &own.topColumnForCollapsing, other.topColumnForCollapsing)
    try visitor.word("onDetailPopped", .onDetailPopped, &own.onDetailPopped, other.onDetailPopped)
    try visitor.word(
      "displayModeForExpanding", .displayModeForExpanding, &own.displayModeForExpanding[Proposed.self],
      other.displayModeForExpanding[Proposed.self])
    try visitor.word(
      "targetDisplayModeForAction", .targetDisplayModeForAction, &own.targetDisplayModeForAction[Automatic.self],
      other.targetDisplayModeForAction[Automatic.self])
    try visitor.flag("flattenOnCollapse", .flattenOnCollapse, &own.flattenOnCollapse, other.flattenOnCollapse)
    try visitor.word(
      "supportedInterfaceOrientations", .supportedInterfaceOrientations, &own.supportedInterfaceOrientations,
      other.supportedInterfaceOrientations)
  }
}
