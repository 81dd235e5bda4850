/// A leaf that is on display, coming or going.
struct Displayed: Hashable {
  enum Stage: Hashable {
    case appearing, appeared, disappearing
  }

  var controller: Controller
  /// The containers around it, outermost first.
  var containers: [ControllerID]
  /// The column of the innermost split view around it that it belongs to.
  var column: Column?
  var stage: Stage

  var id: ControllerID { controller.id }

  var screen: VisibleScreen {
    VisibleScreen(id: id, containers: containers, column: column, isPlaceholder: controller.isPlaceholder)
  }
}

extension Session {
  /// The leaf screens on display, leading to trailing. During an edge swipe it is the screen that is being swiped away.
  public var visible: [VisibleScreen] {
    displayed.compactMap { $0.stage == .appearing ? nil : $0.screen }
  }

  /// What was shown last: the trailing one on display.
  var lastVisible: Displayed? { displayed.last { $0.stage != .appearing } }

  /// Whether a container has something on display, so that a user sees the controls it has.
  func isOnDisplay(_ container: ControllerID) -> Bool {
    displayed.contains { $0.stage != .appearing && $0.screen.containers.contains(container) }
  }

  /// The leaves that have been told to appear and not yet that they are gone, leading to trailing.
  static func displayed(in root: Controller) -> [Displayed] {
    var walk = DisplayWalk()
    walk.enter(root)
    return walk.displayed
  }
}

/// Goes down only into what is on display.
private struct DisplayWalk {
  var displayed: [Displayed] = []
  private var containers: [ControllerID] = []
  private var column: Column?
  private var stage = Displayed.Stage.appeared

  init() {
    displayed.reserveCapacity(2)
    containers.reserveCapacity(4)
  }

  mutating func enter(_ controller: Controller) {
    switch controller.node {
    case .screen:
      // A copy of its own, so that the walk goes on with the array it has.
      let around = containers.map { $0 }
      displayed.append(Displayed(controller: controller, containers: around, column: column, stage: stage))
      return
    case .stack(let stack):
      containers.append(stack.id)
      enterTop(of: stack)
    case .tabBar(let tabBar):
      containers.append(tabBar.id)
      enter(tabBar.value.selectedChild)
    case .topTabs(let topTabs):
      containers.append(topTabs.id)
      for index in topTabs.value.displayedIndices { enter(topTabs.value.pages[index].child) }
    case .split(let split):
      containers.append(split.id)
      enterColumns(of: split)
    }
    containers.removeLast()
  }

  private mutating func enterTop(of stack: KeptContent<Stack>) {
    guard stack.value.isInteractiveBack else { return enter(stack.value.top) }
    let outer = stage
    stage = .disappearing
    enter(stack.value.top)
    stage = .appearing
    enter(stack.value.behind ?? stack.value.root)
    stage = outer
  }

  private mutating func enterColumns(of split: KeptContent<Split>) {
    let outer = column
    defer { column = outer }
    if split.value.isCollapsed {
      column = split.value.topColumn
      if let only = split.value.columns[split.value.collapsedColumn] { enter(only) }
      return
    }
    let shown = split.value.displayMode.visibleColumns(split.value.style)
    for visible in split.value.preferences.primaryEdge == .leading ? shown : shown.reversed() {
      column = visible
      if let content = split.value.columns[visible] { enter(content) }
    }
  }
}
