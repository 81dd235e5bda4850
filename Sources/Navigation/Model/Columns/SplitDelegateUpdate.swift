/// New values for some of an app's answers; nil leaves one as it is, and `.some(nil)` takes a tree or a mode away.
public struct SplitDelegateUpdate: Hashable, Sendable {
  public var onShowDetail: SplitDelegate.OnShowDetail?
  public var onShow: SplitDelegate.OnShow?
  public var onCollapse: SplitDelegate.OnCollapse?
  public var onSeparate: SplitDelegate.OnSeparate?
  public var onTabSwitch: SplitDelegate.OnTabSwitch?
  public var primaryForCollapsing: Controller??
  public var primaryForExpanding: Controller??
  public var secondaryForSeparating: Controller??
  public var placeholder: Controller??
  public var allowsReturnToPlaceholder: Bool?
  public var topColumnForCollapsing: SplitDelegate.TopColumnForCollapsing?
  public var onDetailPopped: SplitDelegate.OnDetailPopped?
  public var displayModeForExpanding: DisplayMode??
  public var targetDisplayModeForAction: DisplayMode??
  public var flattenOnCollapse: Bool?
  public var supportedInterfaceOrientations: SplitDelegate.SupportedInterfaceOrientations?

  public init() {}

  /// An update with the values that `change` sets.
  public init(_ change: (inout SplitDelegateUpdate) -> Void) { change(&self) }
}

extension SplitDelegate {
  /// Each answer once: its name in JSON, where a delegate has it, and where an update has it.
  package static func visit<Visitor: MemberVisitor & ~Copyable>(
    _ answers: inout SplitDelegate, _ update: inout SplitDelegateUpdate, _ visitor: inout Visitor
  ) {
    visitor.word("onShowDetail", unless: .system, &answers.onShowDetail, &update.onShowDetail)
    visitor.word("onShow", unless: .system, &answers.onShow, &update.onShow)
    visitor.word("onCollapse", unless: .system, &answers.onCollapse, &update.onCollapse)
    visitor.word("onSeparate", unless: .system, &answers.onSeparate, &update.onSeparate)
    visitor.word("onTabSwitch", unless: .keepDetail, &answers.onTabSwitch, &update.onTabSwitch)
    visitor.tree("primaryForCollapsing", &answers.primaryForCollapsing, &update.primaryForCollapsing)
    visitor.tree("primaryForExpanding", &answers.primaryForExpanding, &update.primaryForExpanding)
    visitor.tree("secondaryForSeparating", &answers.secondaryForSeparating, &update.secondaryForSeparating)
    visitor.placeholder("placeholder", &answers.placeholder, &update.placeholder)
    visitor.flag(
      "allowsReturnToPlaceholder", unless: true, &answers.allowsReturnToPlaceholder, &update.allowsReturnToPlaceholder)
    visitor.word(
      "topColumnForCollapsing", unless: .proposed, &answers.topColumnForCollapsing, &update.topColumnForCollapsing)
    visitor.word("onDetailPopped", unless: .keep, &answers.onDetailPopped, &update.onDetailPopped)
    visitor.word(
      "displayModeForExpanding", or: Proposed.self, &answers.displayModeForExpanding, &update.displayModeForExpanding)
    visitor.word(
      "targetDisplayModeForAction", or: Automatic.self, &answers.targetDisplayModeForAction,
      &update.targetDisplayModeForAction)
    visitor.flag("flattenOnCollapse", &answers.flattenOnCollapse, &update.flattenOnCollapse)
    visitor.word(
      "supportedInterfaceOrientations", unless: .system, &answers.supportedInterfaceOrientations,
      &update.supportedInterfaceOrientations)
  }

  /// Sets what an update names.
  package mutating func apply(_ update: SplitDelegateUpdate) {
    var (update, applier) = (update, UpdateApplier())
    Self.visit(&self, &update, &applier)
  }

  /// Copies all but the trees of `other`, which are controllers of its own split view.
  mutating func copyWords(of other: SplitDelegate) {
    var copy = other
    copy.primaryForCollapsing = primaryForCollapsing
    copy.primaryForExpanding = primaryForExpanding
    copy.secondaryForSeparating = secondaryForSeparating
    copy.placeholder = placeholder
    self = copy
  }
}
