/// A control in a user's reach, or a gesture: its action and its name.
package enum Tap: Hashable, Sendable {
  case tab(ControllerID, title: String, badge: String?, isSelected: Bool)
  case page(ControllerID, topTabs: ControllerID, title: String, isSelected: Bool)
  /// The stack that goes back; the title is nil where the previous screen has none.
  case back(ControllerID, title: String?)
  /// A screen with its own left bar button.
  case leftBarButton(of: ControllerID, title: String)
  /// A button that an app's routes offer on a screen (D-262, D-401).
  case offer(OfferedTap)
  case displayMode(split: ControllerID, shows: Bool)
  /// The button that turns a tab bar into its sidebar and back.
  case sidebar(tabBar: ControllerID, shows: Bool)
  case cancelSearch(tabBar: ControllerID)
  case secondaryOnly(split: ControllerID, shows: Bool)
  case dimmed(split: ControllerID)
  /// The title is nil for a row drawn as lines; `opens` is what an app's routes open by the row (D-401).
  case row(list: ControllerID, row: String, title: String?, isSelected: Bool, opens: OfferedTap? = nil)
  /// The presenter of a sheet.
  case swipeDown(ControllerID)
  /// The presenter of a sheet, and the detent.
  case dragSheet(ControllerID, to: String)
  /// The presenter of a popover.
  case tapOutside(ControllerID)
  /// The stack that goes back by a swipe alone (D-436).
  case swipeBack(ControllerID)
  /// From an edge of a split view.
  case swipe(HorizontalEdge, split: ControllerID, shows: Bool)

  /// One or more, posted as a batch (D-365).
  package var transitions: [Transition] {
    switch self {
    case .offer(let offer): offer.transitions
    case .row(_, _, _, _, let opens?): opens.transitions
    case .row(let list, let row, _, _, nil): [Transition(.selectRow(list, row: row))]
    case .tab, .page, .back, .leftBarButton, .displayMode, .secondaryOnly, .dimmed, .swipeDown, .dragSheet, .tapOutside,
      .swipeBack, .swipe, .sidebar, .cancelSearch:
      control.map { [Transition($0)] } ?? []
    }
  }

  /// What it does, but for a row and an offer.
  private var control: Transition.Action? {
    switch self {
    case .offer, .row: nil
    case .tab(let tab, _, _, _): .tapTab(tab)
    case .page(let page, let topTabs, _, _): .tapTitle(page: page, topTabs: topTabs)
    case .back(let stack, _): .back(stack: stack, phase: nil)
    case .leftBarButton(let screen, _): .tapLeftBarButton(screen)
    case .displayMode(let split, _): .tapDisplayModeButton(split: split)
    case .sidebar(let tabBar, _): .tapSidebarButton(tabBar: tabBar)
    case .cancelSearch(let tabBar): .cancelSearch(tabBar: tabBar)
    case .secondaryOnly(let split, _): .tapSecondaryOnlyButton(split: split)
    case .dimmed(let split): .tapDimmedSecondary(split: split)
    case .swipeDown(let presenter): .swipeDown(presenter)
    case .dragSheet(let presenter, let detent): .dragSheet(presenter, to: detent)
    case .tapOutside(let presenter): .tapOutside(presenter)
    case .swipeBack(let stack): .back(stack: stack, by: .edge)
    case .swipe(let edge, let split, _): .swipe(edge, split: split)
    }
  }

  /// Whether a user has to know it, since no control says so.
  package var isGesture: Bool {
    switch self {
    case .tab, .page, .back, .leftBarButton, .offer, .displayMode, .secondaryOnly, .dimmed, .row: false
    case .sidebar, .cancelSearch: false
    case .swipeDown, .dragSheet, .tapOutside, .swipeBack, .swipe: true
    }
  }

  /// Whether what an app's routes open by it is refused as things stand.
  package var isDimmed: Bool {
    switch self {
    case .offer(let offer), .row(_, _, _, _, let offer?): offer.isDimmed
    case .tab, .page, .back, .leftBarButton, .displayMode, .secondaryOnly, .dimmed, .row, .swipeDown, .dragSheet,
      .tapOutside, .swipeBack, .swipe, .sidebar, .cancelSearch:
      false
    }
  }

  func isDisplayMode(of id: ControllerID) -> Bool { if case .displayMode(id, _) = self { true } else { false } }

  func isSecondaryOnly(of id: ControllerID) -> Bool { if case .secondaryOnly(id, _) = self { true } else { false } }

  /// Its name: a key, which no badge and no selection changes (D-165).
  package var name: String {
    let (first, text, _, _) = parts
    return "\(first)\(text)"
  }

  /// What a tab's item says beside its title.
  var badge: String? { if case .tab(_, _, let badge, _) = self { badge } else { nil } }

  /// Whether the tab, the page or the row is the selected one.
  var isSelected: Bool {
    switch self {
    case .tab(_, _, _, let isSelected), .page(_, _, _, let isSelected), .row(_, _, _, let isSelected, _): isSelected
    case .back, .leftBarButton, .offer, .displayMode, .secondaryOnly, .dimmed, .swipeDown, .dragSheet, .tapOutside,
      .swipeBack, .swipe, .sidebar, .cancelSearch:
      false
    }
  }

  /// The name of a picture's element in parts, which saves concatenation for every row: the key, then what changes.
  package var parts: (StaticString, String, StaticString, String) {
    switch self {
    case .tab(_, let title, let badge, let isSelected):
      (
        "Tab ", title, badge == nil ? (isSelected ? ", selected" : "") : (isSelected ? ", selected, " : ", "),
        badge ?? ""
      )
    case .page(_, _, let title, let isSelected): ("Page ", title, isSelected ? ", selected" : "", "")
    case .back(_, let title): (title == nil ? "Back" : "Back to ", title ?? "", "", "")
    case .leftBarButton(_, let title): (title.isEmpty ? "Left button" : "", title, "", "")
    case .offer(let offer): ("", offer.title, "", offer.addition)
    case .displayMode(_, let shows): (shows ? "Show sidebar" : "Hide sidebar", "", "", "")
    case .sidebar(_, let shows): (shows ? "Show tab sidebar" : "Show tab bar", "", "", "")
    case .cancelSearch: ("Cancel search", "", "", "")
    case .secondaryOnly(_, let shows): (shows ? "Show sidebars" : "Show secondary only", "", "", "")
    case .dimmed: ("Close sidebar", "", "", "")
    case .row(_, let row, let title, let isSelected, let opens):
      ("Row ", title ?? row, isSelected ? ", selected" : "", opens?.addition ?? "")
    case .swipeDown, .tapOutside: ("Dismiss", "", "", "")
    case .swipeBack: ("Swipe back", "", "", "")
    case .dragSheet(_, let detent): ("Sheet to ", detent, "", "")
    case .swipe(_, _, let shows): (shows ? "Swipe to show sidebar" : "Swipe to hide sidebar", "", "", "")
    }
  }
}
