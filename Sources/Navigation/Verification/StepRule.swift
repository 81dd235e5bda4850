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

  /// What decides a kind of step; nil where the style decides nothing.
  static let table: [(kind: StepKind, isClassic: Bool?, rules: [StepRule])] = [
    row(.appearance, "SC-3", "SC-4"),
    row(.collapse, isClassic: true, "CL-3", "M11"),
    row(.collapse, isClassic: false, "M8", "CO-10", "M7"),
    row(.expansion, isClassic: true, "CL-13", "CL-15", "CL-14"),
    row(.expansion, isClassic: false, "M9", "CO-15"),
    row(.window, "CL-22", "DM-19"),
    row(.background, "SC-11"),
    row(.push, "NV-2", "NV-20"),
    row(.pop, "NV-3", "NV-20"),
    row(.popInColumns, isClassic: true, "NV-3", "NV-20"),
    row(.popInColumns, isClassic: false, "M10", "NV-20"),
    row(.detail, isClassic: true, "SH-7"),
    row(.detail, isClassic: false, "SH-11"),
    row(.detailInColumns, isClassic: true, "SH-6"),
    row(.detailInColumns, isClassic: false, "SH-12"),
    row(.tab, "TB-4", "TB-5", "TB-9"),
    row(.page, "SYS4-9"),
    row(.presentation, "PR-1", "PR-3", "PR-7"),
    row(.dismissal, "PR-4", "PR-7"),
    row(.displayMode, "DM-10", "M6"),
    row(.swipe, "DM-14"),
    row(.column, "CO-21", "M6"),
    row(.columnCollapsed, "CO-20", "M10"),
  ]

  private static func row(
    _ kind: StepKind, isClassic: Bool? = nil, _ ids: String...
  ) -> (kind: StepKind, isClassic: Bool?, rules: [StepRule]) {
    (kind, isClassic, ids.map { StepRule(id: $0, sentence: sentences[$0] ?? "") })
  }

  /// By their ids; a test compares them with the table of rules.
  private static let sentences = [
    "SC-3": "A new split view is expanded, on a phone too.",
    "SC-4": "The model resolves traits and collapses before anything appears.",
    "CL-3":
      "A collapse calls the delegate for the primary, then offers the secondary to the delegate and, if declined, to the primary.",
    "M11": "Without delegate answers, a classic split view pushes its secondary on the primary's stack.",
    "M8": "Two columns start on the secondary unless the delegate answers otherwise.",
    "CO-10": "The proposed top column is the compact one if it is set, otherwise the deepest column with content.",
    "M7": "A column style collapses into one stack.",
    "CL-13": "An expansion calls the delegate for the primary, then for the secondary.",
    "CL-15": "A stack returns its top view controller on expansion, but never its root.",
    "CL-14": "If the primary returns nothing on expansion, the preserved secondary returns to its column.",
    "M9": "On expansion each column returns with everything pushed on it.",
    "CO-15": "Columns leave the primary's stack with everything pushed on them.",
    "CL-22": "Callbacks are sent only for real changes: a resize within one size class sends none.",
    "DM-19": "Automatic is resolved again at each size.",
    "SC-11": "In the background the system resizes an app to other sizes for snapshots, and back.",
    "NV-2": "A pushed controller becomes the top.",
    "NV-3": "A pop returns what it popped, and does nothing at the root.",
    "NV-20": "A stack's view callbacks are sent in this order: old will, new will, old did, new did.",
    "M10": "While collapsed, showing a column pops to it or pushes it, and hiding one pops the top column.",
    "SH-7":
      "Classic `showDetail`, expanded: the sources disagree on whether the secondary is replaced or pushes the detail.",
    "SH-11": "Column style, expanded: the detail is set for the secondary column.",
    "SH-6": "Classic `showDetail`, collapsed: the delegate may handle it.",
    "SH-12": "Column style, collapsed: the detail is set for the secondary, which is then shown.",
    "TB-4":
      "A user's tap calls `shouldSelect` before the selection and `didSelect` after it, also for a second tap on the same tab.",
    "TB-5": "A tap on the selected tab pops the stack that is the tab's direct child to its root.",
    "TB-9": "On a tab switch, the old view disappears and the new one appears as in a push, but without animation.",
    "SYS4-9": "A tap on a title scrolls to its page, animated.",
    "PR-1":
      "The presenter is not the controller that receives the call: most styles use the controller that fills the window",
    "PR-3":
      "A style adapts: at compact height a sheet and a popover are full screen, at compact width alone page sheets.",
    "PR-7":
      "A full-screen style takes the covered content off display; a sheet, a popover, an over-full-screen and an over-context style do not.",
    "PR-4": "A dismissal also dismisses everything presented above.",
    "DM-10": "The display mode button toggles where columns tile, and reveals one more column where they overlay.",
    "M6": "A change of the preferred mode sends all column callbacks.",
    "DM-14": "A swipe goes through a column style's overlays step by step",
    "CO-21": "While expanded, showing or hiding a column sets the nearest mode in which it is or is not visible",
    "CO-20": "While collapsed, `hideColumn` pops only the top column.",
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
