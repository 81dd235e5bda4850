/// Goes down only into what is on display.
struct DisplayWalk {
  private(set) var leaves: [Displayed] = []
  /// The containers around each leaf, outermost first, one leaf's behind another's; those around where the walk stands come last.
  private(set) var containers: [Enclosure] = []
  private(set) var topmostPresenter: ControllerID?
  private var at = Spot()
  /// What the tree that is walked presents, which comes once all of it has been seen: inner ones first, the root's own last.
  private var waiting: [Waiting] = []
  private var layers = 0

  /// Where the walk stands, besides its path.
  private struct Spot {
    /// The containers around it.
    var path = 0..<0
    var column: Column?
    /// What stands there is a column of a split view whose app allows no return to its placeholder.
    var forbidsPlaceholder = false
    var stage = Displayed.Stage.appeared
    /// Places in the path, counted from its start.
    var ownStart = 0
    var reachStart = 0
    var layer = 0
  }

  private struct Waiting {
    var presenter: Controller
    var presented: Presented
    var at: Spot
  }

  init() {
    leaves.reserveCapacity(2)
    containers.reserveCapacity(6)
  }

  mutating func enterTree(_ root: Controller) {
    enter(root)
    guard !waiting.isEmpty else { return }
    let above = waiting
    waiting = []
    for presentation in above { enter(presentation) }
  }

  private mutating func enter(_ presentation: Waiting) {
    let (presenter, style) = (presentation.presenter, presentation.presented.style)
    if style == .fullScreen { leaves.removeAll(keepingCapacity: true) }
    topmostPresenter = presenter.id
    at = presentation.at
    go(into: presenter)
    at.ownStart = at.path.count
    // A stack's area is all that `currentContext` takes; with any other presenter, and in any other style, nothing below can be reached.
    if style != .currentContext || presenter.kind != .stack {
      layers += 1
      at.layer = layers
      at.reachStart = at.path.count
    }
    enterTree(presentation.presented.child)
  }

  private mutating func enter(_ controller: Controller) {
    guard controller.isPresenting, let presented = controller.presented else { return enterContent(of: controller) }
    let here = at
    if !presented.style.coversPresenter { enterContent(of: controller) }
    waiting.append(Waiting(presenter: controller, presented: presented, at: here))
  }

  private mutating func enterContent(of controller: Controller) {
    if controller.kind == .screen { return append(controller) }
    let outer = at
    go(into: controller)
    switch controller.kind {
    case .screen: break
    case .stack: enterTop(of: controller.known(as: Stack.self))
    case .tabBar: enter(controller.known(as: TabBar.self).value.selectedChild)
    case .topTabs:
      let topTabs = controller.known(as: TopTabs.self)
      for index in topTabs.value.displayedIndices { enter(topTabs.value.pages[index].child) }
    case .split: enterColumns(of: controller.known(as: Split.self))
    }
    at = outer
  }

  /// A path that a leaf has stays as it is; one that leads further is written behind it.
  private mutating func go(into container: Controller) {
    if at.path.upperBound < containers.count {
      let start = containers.count
      for index in at.path { containers.append(containers[index]) }
      at.path = start..<containers.count
    }
    let leadsBack = container.kind == .stack && container.known(as: Stack.self).value.leadsBack(forbidsPlaceholder: at.forbidsPlaceholder)
    containers.append(Enclosure(id: container.id, kind: container.kind, leadsBack: leadsBack))
    at.forbidsPlaceholder = false
    at.path = at.path.lowerBound..<containers.count
  }

  private mutating func append(_ leaf: Controller) {
    let screen = leaf.known(as: Screen.self)
    leaves.append(
      Displayed(
        id: leaf.id, isPlaceholder: screen.value.isPlaceholder, hasSelection: screen.value.hasSelection, containers: at.path,
        ownStart: at.path.lowerBound + at.ownStart, reachStart: at.path.lowerBound + at.reachStart, layer: at.layer, column: at.column,
        stage: at.stage))
  }

  @inline(__always)
  private mutating func enterTop(of stack: KeptContent<Stack>) {
    guard stack.value.isInteractiveBack else { return enter(stack.value.top) }
    at.stage = .disappearing
    enter(stack.value.top)
    at.stage = .appearing
    enter(stack.value.behind ?? stack.value.root)
  }

  @inline(__always)
  private mutating func enterColumns(of split: KeptContent<Split>) {
    let forbidsPlaceholder = !split.value.behavior.allowsReturnToPlaceholder
    if split.value.isCollapsed {
      at.column = split.value.topColumn
      at.forbidsPlaceholder = forbidsPlaceholder
      if let only = split.value.columns[split.value.collapsedColumn] { enter(only) }
      return
    }
    let shown = split.value.displayMode.visibleColumns(split.value.style)
    let isMirrored = split.value.preferences.primaryEdge == .trailing
    for place in shown.indices {
      let column = shown[isMirrored ? shown.count - 1 - place : place]
      at.column = column
      at.forbidsPlaceholder = forbidsPlaceholder
      if let content = split.value.columns[column] { enter(content) }
    }
  }
}
