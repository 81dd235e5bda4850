/// An app's answers to `UISplitViewControllerDelegate`, as data.
public struct SplitDelegate: Hashable, Sendable {
  /// `splitViewController(_:showDetail:sender:)`.
  public enum OnShowDetail: String, Hashable, Sendable, CaseIterable {
    /// False: UIKit decides (SH-6, SH-7, SYS0-7).
    case system
    /// Expanded: a pop to the root of the detail stack, then a push. Collapsed: a push on the selected tab's stack or
    /// the primary's (SYS0-9, SYS0-10, SYS1-15 to SYS1-18).
    case replaceAbovePlaceholder
    /// The same, and collapsed too the detail takes the place of the open ones; a detail stack without a placeholder is
    /// replaced whole (D-144).
    case replaceDetails
    /// True: the app handles the controller.
    case handled
  }

  /// `splitViewController(_:show:sender:)`.
  public enum OnShow: String, Hashable, Sendable, CaseIterable {
    case system, handled
  }

  /// `splitViewController(_:collapseSecondary:onto:)`.
  public enum OnCollapse: String, Hashable, Sendable, CaseIterable {
    /// False: the primary decides (CL-5 to CL-8, SYS0-16).
    case system
    /// True: all above the detail's root moves onto the selected tab's stack or the primary's, bottom first (SYS0-17,
    /// SYS0-18, SYS1-12).
    case moveAbovePlaceholder
    /// True: nothing moves (CL-4).
    case discard
  }

  /// `splitViewController(_:separateSecondaryFrom:)`.
  public enum OnSeparate: String, Hashable, Sendable, CaseIterable {
    /// Nil: the primary decides (CL-14, CL-15).
    case system
    /// The detail stack: children from `detailIndex` on move back above its root (SYS0-20, SYS0-21, SYS1-13).
    case moveAboveRoot
    /// The secondary that the collapse preserved; nothing is popped (CL-16).
    case preservedSecondary
    /// As `system`, but what is popped and is no stack becomes the root of a new one (D-411).
    case wrapped
  }

  /// Whether the detail column follows the selected tab while the split view is expanded.
  public enum OnTabSwitch: String, Hashable, Sendable, CaseIterable {
    case keepDetail
    /// The details are parked on the old tab's stack, and those parked on the new one's return (SYS0-27 to SYS0-29).
    case followTab
    /// The details are saved beside the old tab, and those saved beside the new one return (SYS1-20 to SYS1-22). Only
    /// in a classic split view whose primary is a tab bar, or a stack with one at its root; elsewhere as `keepDetail`.
    case saveAndRestore
  }

  /// `splitViewControllerSupportedInterfaceOrientations(_:)`, called for a split view at the root of its window
  /// (CL-26).
  public enum SupportedInterfaceOrientations: String, Hashable, Sendable, CaseIterable {
    /// Not implemented by the app: every orientation.
    case system
    /// Portrait on a phone of the catalogue, every orientation elsewhere (SYS1-1).
    case portraitOnPhone
    /// This orientation; without effect on an iPad, since the app supports multitasking (D-44).
    case portrait, landscape
  }

  /// `splitViewController(_:topColumnForCollapsingToProposedTopColumn:)`.
  public enum TopColumnForCollapsing: String, Hashable, Sendable, CaseIterable {
    /// As UIKit proposes (CO-10, M7).
    case proposed
    case primary, supplementary, secondary, compact
    /// The detail if `showDetail` set it, else the column before it.
    case byProvenance
    /// The column that was on top when the split view last expanded, until a screen is named for a column (D-261).
    case lastTop
  }

  /// What becomes of a column style's secondary that leaves the collapsed stack (M10, D-143).
  public enum OnDetailPopped: String, Hashable, Sendable, CaseIterable {
    /// It is preserved for the expansion.
    case keep
    /// Its column is cleared at once, as by `setColumn` with null.
    case discard
  }

  /// What a detail column shows in which nothing is open, while the split view is expanded and on display.
  public enum EmptyDetail: String, Hashable, Sendable, CaseIterable {
    /// The placeholder, or nothing.
    case placeholder
    /// The first detail that the list beside it offers (D-404).
    case firstOffer
  }

  public var onShowDetail: OnShowDetail
  public var onShow: OnShow
  public var onCollapse: OnCollapse
  public var onSeparate: OnSeparate
  public var onTabSwitch: OnTabSwitch
  /// The primary's stack, or a tab's, that a collapse moves details onto, whatever tab is selected (D-414).
  public var collapsesOnto: ControllerID?
  /// `primaryViewController(forCollapsing:)`: the primary of the next collapse, used once (CL-12, D-42).
  public var primaryForCollapsing: Controller?
  /// `primaryViewController(forExpanding:)`: the primary of the next expansion, used once.
  public var primaryForExpanding: Controller?
  /// The app's answer to `separateSecondaryFrom:`, before `onSeparate`, used once.
  public var secondaryForSeparating: Controller?
  /// The screen at the root of the detail stack while nothing is selected; its id is reserved for the placeholder.
  public var placeholder: Controller?
  /// The same of the supplementary's stack, in the style with three columns (D-412).
  public var supplementaryPlaceholder: Controller?
  /// Whether the first detail shows a back button (SYS0-3).
  public var allowsReturnToPlaceholder: Bool
  public var emptyDetail: EmptyDetail
  /// Called for the column style only, like `displayModeForExpanding` (CL-25).
  public var topColumnForCollapsing: TopColumnForCollapsing
  /// Without effect in the classic style.
  public var onDetailPopped: OnDetailPopped
  /// `splitViewController(_:displayModeForExpandingToProposedDisplayMode:)`; nil is the proposed one (M9).
  public var displayModeForExpanding: DisplayMode?
  /// `targetDisplayModeForAction(in:)`, called for the classic style only; nil is `automatic` (DM-15).
  public var targetDisplayModeForAction: DisplayMode?
  /// Moves the secondary's children onto the primary's stack instead of the secondary itself (CL-18, D-10).
  public var flattenOnCollapse: Bool
  public var supportedInterfaceOrientations: SupportedInterfaceOrientations

  public init(
    onShowDetail: OnShowDetail = .system, onShow: OnShow = .system, onCollapse: OnCollapse = .system,
    onSeparate: OnSeparate = .system, onTabSwitch: OnTabSwitch = .keepDetail,
    collapsesOnto: ControllerID? = nil, primaryForCollapsing: Controller? = nil,
    primaryForExpanding: Controller? = nil, secondaryForSeparating: Controller? = nil, placeholder: Controller? = nil,
    supplementaryPlaceholder: Controller? = nil, allowsReturnToPlaceholder: Bool = true,
    topColumnForCollapsing: TopColumnForCollapsing = .proposed, onDetailPopped: OnDetailPopped = .keep,
    emptyDetail: EmptyDetail = .placeholder,
    displayModeForExpanding: DisplayMode? = nil, targetDisplayModeForAction: DisplayMode? = nil,
    flattenOnCollapse: Bool = false, supportedInterfaceOrientations: SupportedInterfaceOrientations = .system
  ) {
    self.onShowDetail = onShowDetail
    self.onShow = onShow
    self.onCollapse = onCollapse
    self.onSeparate = onSeparate
    self.onTabSwitch = onTabSwitch
    self.collapsesOnto = collapsesOnto
    self.primaryForCollapsing = primaryForCollapsing
    self.primaryForExpanding = primaryForExpanding
    self.secondaryForSeparating = secondaryForSeparating
    self.placeholder = placeholder
    self.supplementaryPlaceholder = supplementaryPlaceholder
    self.allowsReturnToPlaceholder = allowsReturnToPlaceholder
    self.topColumnForCollapsing = topColumnForCollapsing
    self.onDetailPopped = onDetailPopped
    self.emptyDetail = emptyDetail
    self.displayModeForExpanding = displayModeForExpanding
    self.targetDisplayModeForAction = targetDisplayModeForAction
    self.flattenOnCollapse = flattenOnCollapse
    self.supportedInterfaceOrientations = supportedInterfaceOrientations
  }

  /// What a column shows while it is empty (D-48, D-412).
  func placeholder(of column: Column) -> Controller? {
    switch column {
    case .secondary: placeholder
    case .supplementary: supplementaryPlaceholder
    case .primary, .compact, .inspector: nil
    }
  }

  /// Whether a controller is a pending answer; a placeholder does not count.
  var hasWaiting: Bool { primaryForCollapsing != nil || primaryForExpanding != nil || secondaryForSeparating != nil }

  /// Each answer once: its name in JSON, where a delegate has it, and where an update has it.
  package static func visit<Visitor: MemberVisitor & ~Copyable>(
    _ answers: inout SplitDelegate, _ update: inout SplitDelegateUpdate, _ visitor: inout Visitor
  ) {
    visitor.word("onShowDetail", unless: .system, &answers.onShowDetail, &update.onShowDetail)
    visitor.word("onShow", unless: .system, &answers.onShow, &update.onShow)
    visitor.word("onCollapse", unless: .system, &answers.onCollapse, &update.onCollapse)
    visitor.word("onSeparate", unless: .system, &answers.onSeparate, &update.onSeparate)
    visitor.word("onTabSwitch", unless: .keepDetail, &answers.onTabSwitch, &update.onTabSwitch)
    visitor.id("collapsesOnto", &answers.collapsesOnto, &update.collapsesOnto)
    visitor.tree("primaryForCollapsing", &answers.primaryForCollapsing, &update.primaryForCollapsing)
    visitor.tree("primaryForExpanding", &answers.primaryForExpanding, &update.primaryForExpanding)
    visitor.tree("secondaryForSeparating", &answers.secondaryForSeparating, &update.secondaryForSeparating)
    visitor.placeholder("placeholder", &answers.placeholder, &update.placeholder)
    visitor.placeholder(
      "supplementaryPlaceholder", &answers.supplementaryPlaceholder, &update.supplementaryPlaceholder)
    visitor.flag(
      "allowsReturnToPlaceholder", unless: true, &answers.allowsReturnToPlaceholder, &update.allowsReturnToPlaceholder)
    visitor.word("emptyDetail", unless: .placeholder, &answers.emptyDetail, &update.emptyDetail)
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

  /// Copies all but the trees and the id of `other`, which are controllers of its own split view.
  mutating func copyWords(of other: SplitDelegate) {
    var copy = other
    copy.collapsesOnto = collapsesOnto
    copy.primaryForCollapsing = primaryForCollapsing
    copy.primaryForExpanding = primaryForExpanding
    copy.secondaryForSeparating = secondaryForSeparating
    (copy.placeholder, copy.supplementaryPlaceholder) = (placeholder, supplementaryPlaceholder)
    self = copy
  }
}

/// New values for some of an app's answers; nil leaves one as it is, and `.some(nil)` takes a tree or a mode away.
public struct SplitDelegateUpdate: Hashable, Sendable {
  public var onShowDetail: SplitDelegate.OnShowDetail?
  public var onShow: SplitDelegate.OnShow?
  public var onCollapse: SplitDelegate.OnCollapse?
  public var onSeparate: SplitDelegate.OnSeparate?
  public var onTabSwitch: SplitDelegate.OnTabSwitch?
  public var collapsesOnto: ControllerID??
  public var primaryForCollapsing: Controller??
  public var primaryForExpanding: Controller??
  public var secondaryForSeparating: Controller??
  public var placeholder: Controller??
  public var supplementaryPlaceholder: Controller??
  public var allowsReturnToPlaceholder: Bool?
  public var emptyDetail: SplitDelegate.EmptyDetail?
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

extension SplitStyle {
  /// Whether an answer of the app's delegate, by its name in JSON, acts in a split view of this style; in another it
  /// changes nothing or is refused (D-413).
  ///
  /// UIKit makes some calls in one style alone (CL-25, SH-10, DM-15, M9); other answers are about what only one style
  /// has: parked details, a flattened stack, a detail popped from the stack of columns, a third column.
  package func uses(answer: String) -> Bool {
    switch answer {
    case "onShowDetail", "onShow", "onCollapse", "onSeparate", "onTabSwitch", "collapsesOnto", "primaryForCollapsing",
      "primaryForExpanding", "secondaryForSeparating", "targetDisplayModeForAction", "flattenOnCollapse":
      self == .classic
    case "topColumnForCollapsing", "onDetailPopped", "displayModeForExpanding": self != .classic
    case "supplementaryPlaceholder": self == .tripleColumn
    case _: true
    }
  }
}
