/// Goes down only into what is on display.
struct DisplayWalk {
  private(set) var displayed: [Displayed] = []
  /// Who presents what stands on top; nil where nothing is presented.
  private(set) var topmostPresenter: ControllerID?
  /// Where the walk stands.
  private var at = Spot()
  /// What the tree that is walked presents, which comes once all of it has been seen: inner ones first, the root's own last.
  private var waiting: [Waiting] = []
  private var layers = 0

  private struct Spot {
    var containers: [ControllerID] = []
    var column: Column?
    var stage = Displayed.Stage.appeared
    var ownStart = 0
    var reachStart = 0
    var layer = 0
  }

  private struct Waiting {
    var presenter: Controller
    var presented: Presented
    var at: Spot
  }

  init(in root: Controller) {
    displayed.reserveCapacity(2)
    at.containers.reserveCapacity(4)
    enterTree(root)
  }

  private mutating func enterTree(_ root: Controller) {
    enter(root)
    guard !waiting.isEmpty else { return }
    let above = waiting
    waiting = []
    for presentation in above { enter(presentation) }
  }

  private mutating func enter(_ presentation: Waiting) {
    let (presenter, style) = (presentation.presenter, presentation.presented.style)
    if style == .fullScreen { displayed.removeAll(keepingCapacity: true) }
    at = presentation.at
    at.containers.append(presenter.id)
    at.ownStart = at.containers.count
    // A stack's area is all that `currentContext` takes; with any other presenter, and in any other style, nothing below can be reached.
    if style != .currentContext || presenter.kind != .stack {
      layers += 1
      at.layer = layers
      at.reachStart = at.containers.count
    }
    topmostPresenter = presenter.id
    enterTree(presentation.presented.child)
  }

  private mutating func enter(_ controller: Controller) {
    guard let presented = controller.presented else { return enterContent(of: controller) }
    let here = at
    if !presented.style.coversPresenter { enterContent(of: controller) }
    waiting.append(Waiting(presenter: controller, presented: presented, at: here))
  }

  private mutating func enterContent(of controller: Controller) {
    switch controller.node {
    case .screen:
      // A copy of its own, so that the walk goes on with the array it has.
      let around = at.containers.map { $0 }
      displayed.append(
        Displayed(
          controller: controller, containers: around, column: at.column, stage: at.stage, ownStart: at.ownStart, reachStart: at.reachStart,
          layer: at.layer))
      return
    case .stack(let stack):
      at.containers.append(stack.id)
      enterTop(of: stack)
    case .tabBar(let tabBar):
      at.containers.append(tabBar.id)
      enter(tabBar.value.selectedChild)
    case .topTabs(let topTabs):
      at.containers.append(topTabs.id)
      for index in topTabs.value.displayedIndices { enter(topTabs.value.pages[index].child) }
    case .split(let split):
      at.containers.append(split.id)
      enterColumns(of: split)
    }
    at.containers.removeLast()
  }

  private mutating func enterTop(of stack: KeptContent<Stack>) {
    guard stack.value.isInteractiveBack else { return enter(stack.value.top) }
    let outer = at.stage
    at.stage = .disappearing
    enter(stack.value.top)
    at.stage = .appearing
    enter(stack.value.behind ?? stack.value.root)
    at.stage = outer
  }

  private mutating func enterColumns(of split: KeptContent<Split>) {
    let outer = at.column
    defer { at.column = outer }
    if split.value.isCollapsed {
      at.column = split.value.topColumn
      if let only = split.value.columns[split.value.collapsedColumn] { enter(only) }
      return
    }
    let shown = split.value.displayMode.visibleColumns(split.value.style)
    for visible in split.value.preferences.primaryEdge == .leading ? shown : shown.reversed() {
      at.column = visible
      if let content = split.value.columns[visible] { enter(content) }
    }
  }
}
