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
      return enter(split.value.primary)
    }
    switch split.value.displayMode {
    case .secondaryOnly: break
    case .oneBesideSecondary:
      column = .primary
      enter(split.value.primary)
    }
    column = .secondary
    if let secondary = split.value.secondary { enter(secondary) }
  }
}
