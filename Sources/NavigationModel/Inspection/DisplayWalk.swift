/// A walk that visits only controllers on display.
struct DisplayWalk {
  // SAFETY: the first `containerCount` places and the last `leafCount` are initialized; the display that takes over the
  // buffer frees it.
  private(set) var places = UnsafeMutableBufferPointer<Displayed>.allocate(capacity: 10)
  private var containerCount = 0
  private(set) var leafCount = 0
  private(set) var firstLeaf = 0
  private(set) var topmostPresenter: HeldController?
  private var at = Spot()
  /// The presentations of the current tree, entered after it: inner ones first, the root's last.
  private var waiting: [Waiting] = []
  private var layers: Int16 = 0

  /// The walk's position.
  private struct Spot {
    /// The index of the innermost container.
    var container: Int32 = -1
    /// The number of containers.
    var depth: Int16 = 0
    var ownStart: Int16 = 0
    var reachStart: Int16 = 0
    var reachEnd = Int16.max
    var layer: Int16 = 0
    var column: Column?
    var style: PresentationStyle?
    var splitLayout = SplitLayout.none
    /// Whether this is a column of a split view whose app allows no return to its placeholder.
    var forbidsPlaceholder = false
    var stage = Displayed.Stage.appeared
    /// Whether this is within a page that has appeared outside of the viewport.
    var isAside = false
  }

  private struct Waiting {
    var presenter: HeldController
    var style: PresentationStyle
    var child: HeldController
    var at: Spot
  }

  mutating func enterTree(_ root: HeldController) {
    enter(root)
    guard !waiting.isEmpty else { return }
    let above = waiting
    waiting = []
    for presentation in above { enter(presentation) }
  }

  private mutating func enter(_ presentation: Waiting) {
    let (presenter, style) = (presentation.presenter, presentation.style)
    if style == .fullScreen { firstLeaf = leafCount }
    at = presentation.at
    if !at.isAside { topmostPresenter = presenter }
    go(into: presenter)
    at.ownStart = at.depth
    at.style = style
    // `currentContext` covers only a stack's area. With any other presenter, and in any other style, nothing below can
    // be reached. Only a tree in its presenter's area has that area's traits (PR-9).
    if style != .currentContext { at.splitLayout = .none }
    if style != .currentContext || presenter.kind != .stack {
      layers += 1
      at.layer = layers
      at.reachStart = at.depth
      at.reachEnd = .max
    }
    enterTree(presentation.child)
  }

  private mutating func enter(_ controller: HeldController) {
    guard let (style, child) = controller.presented else { return enterContent(of: controller) }
    // A tree over the window is on display only while its presenter is in view.
    if at.isAside, style != .currentContext { return enterContent(of: controller) }
    let here = at
    if !style.coversPresenter { enterContent(of: controller) }
    waiting.append(Waiting(presenter: controller, style: style, child: child, at: here))
  }

  private mutating func enterContent(of controller: HeldController) {
    let kind = controller.kind
    if kind == .screen { return append(controller) }
    let outer = at
    go(into: controller)
    switch kind {
    case .screen: break
    case .stack:
      let (top, behind) = controller.with(Stack.self) {
        ($0.heldTop, $0.isInteractiveBack ? HeldController($0.behind ?? $0.root) : nil)
      }
      if let behind {
        at.stage = .disappearing
        enter(top)
        at.stage = .appearing
        enter(behind)
      } else {
        enter(top)
      }
    case .tabBar: enter(controller.with(TabBar.self) { HeldController($0.selectedChild) })
    case .topTabs:
      let isAside = at.isAside
      let (appeared, inView) = controller.with(TopTabs.self) { ($0.appearedIndices, $0.displayedIndices) }
      for index in appeared {
        at.isAside = isAside || !inView.contains(index)
        enter(controller.with(TopTabs.self) { HeldController($0.pages[index].child) })
      }
    case .split: enterColumns(of: controller)
    }
    at = outer
  }

  private mutating func go(into container: HeldController) {
    let forbidsPlaceholder = at.forbidsPlaceholder
    let leadsBack =
      container.kind == .stack && container.with(Stack.self) { $0.leadsBack(forbidsPlaceholder: forbidsPlaceholder) }
    makeRoom()
    places.initializeElement(at: containerCount, to: displayed(container, leadsBack: leadsBack))
    at.container = Int32(containerCount)
    containerCount += 1
    at.depth += 1
    at.forbidsPlaceholder = false
  }

  private mutating func append(_ leaf: HeldController) {
    makeRoom()
    places.initializeElement(at: places.count - 1 - leafCount, to: displayed(leaf, leadsBack: false))
    leafCount += 1
  }

  private func displayed(_ controller: HeldController, leadsBack: Bool) -> Displayed {
    Displayed(
      controller: controller, container: at.container, depth: at.depth, ownStart: at.ownStart,
      reachStart: at.reachStart, reachEnd: at.reachEnd, layer: at.layer, column: at.column, style: at.style,
      splitLayout: at.splitLayout,
      stage: at.stage, isInView: !at.isAside, leadsBack: leadsBack)
  }

  @inline(__always)
  private mutating func makeRoom() { if containerCount + leafCount == places.count { grow() } }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutableBufferPointer<Displayed>.allocate(capacity: 2 * places.count)
    for index in 0..<containerCount { larger.initializeElement(at: index, to: places[index]) }
    for index in 0..<leafCount {
      larger.initializeElement(at: larger.count - 1 - index, to: places[places.count - 1 - index])
    }
    places.deallocate()
    places = larger
  }

  private mutating func enterColumns(of split: HeldController) {
    if split.with(Split.self, { $0.isCollapsed }) {
      let (column, only) = split.with(Split.self) {
        ($0.topColumn, $0.columns[$0.collapsedColumn].map(HeldController.init))
      }
      at.column = column
      at.splitLayout = .collapsed
      at.forbidsPlaceholder = split.with(Split.self) { !$0.delegate.allowsReturnToPlaceholder }
      if let only { enter(only) }
      return
    }
    let (forbidsPlaceholder, shown, isMirrored, dims) = split.with(Split.self) { split in
      (
        !split.delegate.allowsReturnToPlaceholder, split.displayMode.visibleColumns(split.style),
        split.preferences.primaryEdge == .trailing, split.displayMode.dimsSecondary
      )
    }
    let reachEnd = at.reachEnd
    for place in shown.indices {
      let column = shown[isMirrored ? shown.count - 1 - place : place]
      at.column = column
      at.splitLayout = .expanded
      at.forbidsPlaceholder = forbidsPlaceholder
      at.reachEnd = dims && column == .secondary ? min(reachEnd, at.depth) : reachEnd
      if let content = split.with(Split.self, { $0.columns[column].map(HeldController.init) }) { enter(content) }
    }
  }
}

extension Stack {
  fileprivate var heldTop: HeldController {
    above.isEmpty ? HeldController(root) : HeldController(above[above.count - 1])
  }
}
