/// A walk that visits only controllers on display.
struct DisplayWalk {
  private(set) var leaves: [Leaf] = []
  private(set) var topmostPresenter: Controller?
  private var at = Leaf.Place()
  /// The presentations of the current tree, entered after it: inner ones first, the root's last.
  private var waiting: [Waiting] = []
  private var layers = 0

  private struct Waiting {
    var presenter: Controller
    var presented: Presented
    var at: Leaf.Place
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
    // It covers all others.
    if style == .fullScreen { leaves = [] }
    at = presentation.at
    if !at.isAside { topmostPresenter = presenter }
    at.containers.append(presenter)
    at.ownStart = at.containers.count
    at.style = style
    // Only a tree in its presenter's area has that area's traits (PR-9).
    if style != .currentContext { at.splitLayout = .none }
    if presenter.coversWindow {
      layers += 1
      at.layer = layers
      at.reachStart = at.ownStart
      at.reachEnd = .max
    }
    enterTree(presentation.presented.child)
  }

  private mutating func enter(_ controller: Controller) {
    guard controller.isPresenting, let presented = controller.presented else { return enterContent(of: controller) }
    // A tree over the window is on display only while its presenter is in view.
    if at.isAside, presented.style != .currentContext { return enterContent(of: controller) }
    let here = at
    if !presented.style.coversPresenter { enterContent(of: controller) }
    waiting.append(Waiting(presenter: controller, presented: presented, at: here))
  }

  private mutating func enterContent(of controller: Controller) {
    let node = controller.node
    if case .screen = node {
      leaves.append(Leaf(controller: controller, place: at))
      return
    }
    let outer = at
    at.containers.append(controller)
    switch node {
    case .screen: break
    case .stack(let stack):
      if stack.value.isInteractiveBack {
        at.stage = .disappearing
        enter(stack.value.top)
        at.stage = .appearing
        enter(stack.value.behind ?? stack.value.root)
      } else {
        enter(stack.value.top)
      }
    case .tabBar(let tabBar): enter(tabBar.value.selectedChild)
    case .topTabs(let topTabs):
      let inView = topTabs.value.displayedIndices
      for index in topTabs.value.appearedIndices {
        at.isAside = outer.isAside || !inView.contains(index)
        enter(topTabs.value.pages[index].child)
      }
    case .split(let split): enterColumns(of: split.value)
    }
    at = outer
  }

  private mutating func enterColumns(of split: Split) {
    if split.isCollapsed {
      at.column = split.topColumn
      at.splitLayout = .collapsed
      if let only = split.columns[split.collapsedColumn] { enter(only) }
      return
    }
    at.splitLayout = .expanded
    let columns = split.displayMode.visibleColumns(split.style)
    let (reachEnd, dims) = (at.reachEnd, split.displayMode.dimsSecondary)
    for column in split.preferences.primaryEdge == .trailing ? columns.reversed() : columns {
      at.column = column
      at.reachEnd = dims && column == .secondary ? min(reachEnd, at.containers.count) : reachEnd
      if let content = split.columns[column] { enter(content) }
    }
  }
}
