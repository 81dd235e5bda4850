/// The walk of what is shown: a controller before its content, columns and pages from leading to trailing, a presented
/// tree after that of its presenter.
struct DisplayWalk {
  private(set) var entries: [Display.Entry] = []
  /// The leaves among them.
  private(set) var leaves: [Int32] = []
  /// The highest layer with a leaf in view.
  private(set) var topLayer: Int16 = 0
  /// The presenters in the current tree, inner ones first: what they present is entered after the tree.
  private var waiting: [Int] = []
  private var layers: Int16 = 0
  /// The entry of the topmost tree over the window that leaves what lies beneath in reach; 0 without one.
  private(set) var openSheet: Int32 = 0
  /// What presented trees adapt to; nil where there are none, as its classes are worked out.
  private let window: Environment?

  init(of root: Controller, in environment: borrowing Environment) {
    window = root.summary.holdsPresented ? copy environment : nil
    entries.reserveCapacity(8)
    leaves.reserveCapacity(4)
    enterTree(root, Display.Place())
  }

  private mutating func enterTree(_ root: Controller, _ place: Display.Place) {
    enter(root, place)
    guard !waiting.isEmpty else { return }
    let above = waiting
    waiting = []
    for presenter in above { enterTree(presentedBy: presenter) }
  }

  private mutating func enterTree(presentedBy index: Int) {
    let presenter = entries[index].controller
    guard let child = presenter.presentedChild else { return }
    let style = adapted(presenter.presentation)
    if style == .fullScreen { coverAll() }
    var place = entries[index].place
    place.around = Int32(index)
    place.state = place.state.intersection([.isAside, .isOutOfReach]).union(.isPresented)
    (place.style, place.adaptedStyle) = (presenter.presentation.style, style)
    // Only a tree in its presenter's area has that area's traits (PR-9).
    if !style.isInContext { place.splitLayout = .none }
    if presenter.coversWindow {
      if let window, presenter.presentation.isDimmed(in: window) == false {
        openSheet = Int32(entries.count)
      } else {
        layers += 1
        openSheet = 0
      }
      place.layer = layers
      place.state.remove(.isOutOfReach)
    }
    enterTree(child, place)
  }

  private func adapted(_ form: Presentation) -> PresentationStyle { window?.adapted(form) ?? form.style }

  private mutating func coverAll() {
    for index in entries.indices { entries[index].place.state.insert(.isGone) }
    leaves.removeAll(keepingCapacity: true)
    topLayer = 0
  }

  private mutating func enter(_ controller: Controller, _ place: Display.Place) {
    let index = entries.count
    entries.append(Display.Entry(controller: controller, place: place, end: Int32(index + 1)))
    // A tree over the window is on display only while its presenter is in view.
    let presents =
      controller.isPresenting
      && (!place.state.contains(.isAside) || controller.presentation.style.isInContext)
    // Inner ones first.
    defer { if presents { waiting.append(index) } }
    var inner = place
    inner.around = Int32(index)
    inner.state.remove(.isPresented)
    if presents {
      if adapted(controller.presentation).coversPresenter {
        entries[index].place.state.insert(.isBare)
        return
      }
      if !controller.coversWindow {
        entries[index].place.state.insert(.isOverlaid)
        inner.state.insert(.isOutOfReach)
      }
    }
    enterContent(of: controller, index, inner)
    entries[index].end = Int32(entries.count)
  }

  private mutating func enterContent(of controller: Controller, _ index: Int, _ place: Display.Place) {
    switch controller.node {
    case .screen:
      leaves.append(Int32(index))
      if !place.state.contains(.isAside) { topLayer = max(topLayer, place.layer) }
    case .stack(let stack):
      guard stack.value.isInteractiveBack else { return enter(stack.value.top, place) }
      var swiped = place
      swiped.stage = .disappearing
      enter(stack.value.top, swiped)
      swiped.stage = .appearing
      enter(stack.value.behind ?? stack.value.root, swiped)
    case .tabBar(let tabBar): enter(tabBar.value.selectedChild, place)
    case .topTabs(let topTabs):
      let inView = topTabs.value.displayedIndices
      for page in topTabs.value.appearedIndices {
        var inner = place
        if !inView.contains(page) { inner.state.insert(.isAside) }
        enter(topTabs.value.pages[page].child, inner)
      }
    case .split(let split): enterColumns(of: split.value, place)
    }
  }

  private mutating func enterColumns(of split: Split, _ place: Display.Place) {
    var place = place
    if split.isCollapsed {
      (place.column, place.splitLayout) = (split.topColumn, .collapsed)
      if let only = split.columns[split.collapsedColumn] { enter(only, place) }
      return
    }
    place.splitLayout = .expanded
    let (state, dims) = (place.state, split.displayMode.dimsSecondary)
    // An inspector is dimmed with the secondary (D-488).
    for column in split.columnsInOrder {
      place.column = column
      place.state = dims && (column == .secondary || column == .inspector) ? state.union(.isOutOfReach) : state
      if let content = split.columns[column] { enter(content, place) }
    }
  }
}

extension Split {
  /// The visible columns of an expanded split view, leading to trailing.
  var columnsInOrder: [Column] {
    var columns = displayMode.visibleColumns(style)
    if inspector != .hidden { columns.append(.inspector) }
    return preferences.primaryEdge == .trailing ? columns.reversed() : columns
  }
}
