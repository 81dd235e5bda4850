/// A rule of UIKit that decides what a step does, for people: its id, and one of its sentences.
public struct StepRule: Hashable, Sendable {
  public var id: String
  public var sentence: String

  /// Those of the transitions that led from one state to another.
  static func all(
    _ transitions: [Transition], from before: Session, to after: Session, _ events: [Event]
  ) -> [StepRule] {
    let splits = after.splits
    for event in events {
      if case .collapsed(let id) = event { return rules(of: .collapse, splits.first { $0.id == id }?.style) }
      if case .expanded(let id) = event { return rules(of: .expansion, splits.first { $0.id == id }?.style) }
    }
    guard let transition = transitions.first else { return rules(of: .appearance, nil) }
    let split = before.splits.first
    guard let kind = StepKind(transition.action.type, isCollapsed: split?.isCollapsed) else { return [] }
    return rules(of: kind, split?.style)
  }

  static func rules(of kind: StepKind, _ style: SplitStyle?) -> [StepRule] {
    let isClassic = style == .classic
    return table.first { row in row.kind == kind && (row.isClassic ?? isClassic) == isClassic }?.rules ?? []
  }

  /// A row's style is nil where it decides nothing.
  static let table: [(kind: StepKind, isClassic: Bool?, rules: [StepRule])] = [
    (.appearance, nil, [.splitAppears, .collapsesFirst]),
    (.collapse, true, [.collapseCalls, .classic]),
    (.collapse, false, [.startsOnSecondary, .topColumn, .columnsInOneStack]),
    (.expansion, true, [.expansionCalls, .stackGivesItsTop, .preservedReturns]),
    (.expansion, false, [.columnsReturn, .columnsLeaveWithAll]),
    (.window, nil, [.realChanges, .automaticMode]),
    (.background, nil, [.background]),
    (.push, nil, [.pushed, .orderOfStack]),
    (.pop, nil, [.popped, .orderOfStack]),
    (.popInColumns, true, [.popped, .orderOfStack]),
    (.popInColumns, false, [.poppedColumn, .orderOfStack]),
    (.detail, true, [.classicDetail]), (.detail, false, [.columnDetail]),
    (.detailInColumns, true, [.classicDetailCollapsed]), (.detailInColumns, false, [.columnDetailCollapsed]),
    (.tab, nil, [.tapCalls, .tapPops, .tabsAppear]),
    (.page, nil, [.titleScrolls]),
    (.presentation, nil, [.presenter, .adapts, .covers]),
    (.dismissal, nil, [.dismissesAll, .covers]),
    (.displayMode, nil, [.modeButton, .modeCallbacks]),
    (.swipe, nil, [.swipes]),
    (.column, nil, [.columnShown, .modeCallbacks]),
    (.columnCollapsed, nil, [.columnShownCollapsed, .poppedColumn]),
  ]
}

/// What a step is, as far as other rules decide it.
enum StepKind: Hashable {
  case appearance, collapse, expansion, window, background, push, pop, tab, page, presentation, dismissal, displayMode
  case swipe, detail, column
  /// Of a collapsed split view.
  case popInColumns, detailInColumns, columnCollapsed

  /// - Parameter isCollapsed: of the outermost split view; nil without one.
  init?(_ type: String, isCollapsed: Bool?) {
    let isCollapsed = isCollapsed == true
    switch type {
    case Transition.Resize.type, Transition.Rotate.type, Transition.SetMultitasking.type, Transition.Fold.type,
      Transition.SetTraits.type, Transition.SetDevice.type:
      self = .window
    case Transition.EnterBackground.type, Transition.EnterForeground.type: self = .background
    case Transition.Push.type, Transition.Show.type, Transition.ReplaceTop.type, Transition.SetStack.type: self = .push
    case Transition.Pop.type, Transition.PopTo.type, Transition.PopToRoot.type, Transition.Back.type:
      self = isCollapsed ? .popInColumns : .pop
    case Transition.ShowDetail.type, Transition.TapRow.type: self = isCollapsed ? .detailInColumns : .detail
    case Transition.TapTab.type, Transition.SelectTab.type: self = .tab
    case Transition.TapTitle.type, Transition.Scroll.type: self = .page
    case Transition.Present.type: self = .presentation
    case Transition.Dismiss.type, Transition.SwipeDown.type, Transition.TapOutside.type: self = .dismissal
    case Transition.TapDisplayModeButton.type, Transition.TapSecondaryOnlyButton.type, Transition.SetDisplayMode.type,
      Transition.TapDimmedSecondary.type:
      self = .displayMode
    case Transition.Swipe.type: self = .swipe
    case Transition.ShowColumn.type, Transition.HideColumn.type: self = isCollapsed ? .columnCollapsed : .column
    case _: return nil
    }
  }
}

/// Their sentences are those of the table of rules, as a test sees to.
extension StepRule {
  static let splitAppears = StepRule("SC-3", "A new split view is expanded, on a phone too.")
  static let collapsesFirst = StepRule("SC-4", "The model resolves traits and collapses before anything appears.")
  static let collapseCalls = StepRule(
    "CL-3",
    "A collapse calls the delegate for the primary, then offers the secondary to the delegate and, if declined, to the primary."
  )
  static let classic = StepRule(
    "M11", "Without delegate answers, a classic split view pushes its secondary on the primary's stack.")
  static let startsOnSecondary = StepRule(
    "M8", "Two columns start on the secondary unless the delegate answers otherwise.")
  static let topColumn = StepRule(
    "CO-10", "The proposed top column is the compact one if it is set, otherwise the deepest column with content.")
  static let columnsInOneStack = StepRule("M7", "A column style collapses into one stack.")
  static let expansionCalls = StepRule(
    "CL-13", "An expansion calls the delegate for the primary, then for the secondary.")
  static let stackGivesItsTop = StepRule(
    "CL-15", "A stack returns its top view controller on expansion, but never its root.")
  static let preservedReturns = StepRule(
    "CL-14", "If the primary returns nothing on expansion, the preserved secondary returns to its column.")
  static let columnsReturn = StepRule("M9", "On expansion each column returns with everything pushed on it.")
  static let columnsLeaveWithAll = StepRule(
    "CO-15", "Columns leave the primary's stack with everything pushed on them.")
  static let realChanges = StepRule(
    "CL-22", "Callbacks are sent only for real changes: a resize within one size class sends none.")
  static let automaticMode = StepRule("DM-19", "Automatic is resolved again at each size.")
  static let background = StepRule(
    "SC-11", "In the background the system resizes an app to other sizes for snapshots, and back.")
  static let pushed = StepRule("NV-2", "A pushed controller becomes the top.")
  static let popped = StepRule("NV-3", "A pop returns what it popped, and does nothing at the root.")
  static let orderOfStack = StepRule(
    "NV-20", "A stack's view callbacks are sent in this order: old will, new will, old did, new did.")
  static let poppedColumn = StepRule(
    "M10", "While collapsed, showing a column pops to it or pushes it, and hiding one pops the top column.")
  static let classicDetail = StepRule(
    "SH-7",
    "Classic `showDetail`, expanded: the sources disagree on whether the secondary is replaced or pushes the detail.")
  static let columnDetail = StepRule("SH-11", "Column style, expanded: the detail is set for the secondary column.")
  static let classicDetailCollapsed = StepRule(
    "SH-6", "Classic `showDetail`, collapsed: the delegate may handle it.")
  static let columnDetailCollapsed = StepRule(
    "SH-12", "Column style, collapsed: the detail is set for the secondary, which is then shown.")
  static let tapCalls = StepRule(
    "TB-4",
    "A user's tap calls `shouldSelect` before the selection and `didSelect` after it, also for a second tap on the same tab."
  )
  static let tapPops = StepRule(
    "TB-5", "A tap on the selected tab pops the stack that is the tab's direct child to its root.")
  static let tabsAppear = StepRule(
    "TB-9", "On a tab switch, the old view disappears and the new one appears as in a push, but without animation.")
  static let titleScrolls = StepRule("SYS4-9", "A tap on a title scrolls to its page, animated.")
  static let presenter = StepRule(
    "PR-1",
    "The presenter is not the controller that receives the call: most styles use the controller that fills the window")
  static let adapts = StepRule(
    "PR-3",
    "A style adapts: at compact height a sheet and a popover are full screen, at compact width alone page sheets.")
  static let covers = StepRule(
    "PR-7",
    "A full-screen style takes the covered content off display; a sheet, a popover, an over-full-screen and an over-context style do not."
  )
  static let dismissesAll = StepRule("PR-4", "A dismissal also dismisses everything presented above.")
  static let modeButton = StepRule(
    "DM-10",
    "The display mode button toggles where columns tile, and reveals one more column where they overlay.")
  static let modeCallbacks = StepRule("M6", "A change of the preferred mode sends all column callbacks.")
  static let swipes = StepRule("DM-14", "A swipe goes through a column style's overlays step by step")
  static let columnShown = StepRule(
    "CO-21", "While expanded, showing or hiding a column sets the nearest mode in which it is or is not visible")
  static let columnShownCollapsed = StepRule("CO-20", "While collapsed, `hideColumn` pops only the top column.")

  private init(_ id: String, _ sentence: String) { (self.id, self.sentence) = (id, sentence) }
}

extension Session {
  /// The split views of the tree, outer ones first.
  fileprivate var splits: [(id: ControllerID, style: SplitStyle, isCollapsed: Bool)] {
    var found: [(id: ControllerID, style: SplitStyle, isCollapsed: Bool)] = []
    func look(_ controller: Controller) {
      if let split = controller.split { found.append((controller.id, split.style, split.isCollapsed)) }
      for slot in controller.slots where controller.holding(at: slot) != .pending {
        if let held = controller.held(at: slot) { look(held) }
      }
    }
    look(root)
    return found
  }
}
