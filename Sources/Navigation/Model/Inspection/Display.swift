/// What is shown in a state: the controllers that have appeared and not yet disappeared, by one walk. Pages outside of
/// the viewport may have appeared too (`TopTabs.pageAppearance`): they count for appearance only.
///
/// A class: a session with its display is copied eight times in a transition, and each copy would retain each member.
package final class Display: Sendable {
  /// The displayed tree.
  let root: Controller
  package let environment: Environment
  /// In the order of the walk.
  let entries: [Entry]
  private let leafEntries: [Int32]
  /// Below it nothing can be reached.
  private let topLayer: Int16
  /// The entry of the topmost sheet in that layer that leaves the rest of it in reach; 0 without one (D-507).
  private let openSheet: Int

  init(of root: Controller, in environment: Environment) {
    (self.root, self.environment) = (root, environment)
    let walk = DisplayWalk(of: root, in: environment)
    (entries, leafEntries, topLayer, openSheet) = (walk.entries, walk.leaves, walk.topLayer, Int(walk.openSheet))
  }

  /// Leading to trailing, only the top of a stack (NV-19), then presented ones, bottom to top (NV-13).
  package var leaves: Leaves { Leaves(display: self) }

  package struct Leaves: RandomAccessCollection {
    fileprivate let display: Display

    package var startIndex: Int { 0 }
    package var endIndex: Int { display.leafEntries.count }
    package subscript(position: Int) -> Shown { Shown(display, Int(display.leafEntries[position])) }
  }

  /// The roots of the displayed trees: the window's, then each presented one after that of its presenter.
  package var trees: some Sequence<Shown> {
    sequence(state: 0) { [self] (next: inout Int) -> Shown? in
      guard next < entries.count else { return nil }
      defer { next = Int(entries[next].end) }
      return Shown(self, next)
    }
  }

  /// The presenter of the topmost presented tree; nil without one.
  var topmostPresenter: ControllerID? {
    entries.last { $0.place.state.contains(.isPresented) && !$0.place.state.contains(.isAside) }
      .map { entries[Int($0.place.around)].controller.id }
  }

  /// Those that present, the lower ones first.
  var presenters: some Sequence<Controller> { entries.lazy.map(\.controller).filter(\.isPresenting) }

  /// The last visible leaf: topmost, then trailing; of an inspector's column only where no other is (D-490).
  var last: Shown? { leaves.last { $0.isVisible && !$0.isInspector } ?? leaves.last { $0.isVisible } }

  /// The last visible leaf that a user can reach.
  var lastReachable: Shown? { lastReachable { _ in true } }

  /// The last visible leaf that a user can reach and that satisfies a predicate (D-77): none beneath a sheet that leaves
  /// them in reach, which are meant only where they are named (D-507).
  func lastReachable(where matches: (Shown) -> Bool) -> Shown? {
    leaves.last { !$0.isInspector && isTarget($0) && matches($0) } ?? leaves.last { isTarget($0) && matches($0) }
  }

  private func isTarget(_ leaf: Shown) -> Bool { leaf.index >= openSheet && leaf.isVisible && isReachable(leaf.place) }

  /// The last visible leaf in reach in a container, by what it is presented over too, where no sheet lies over both.
  func lastReachable(in container: ControllerID) -> Shown? {
    let isBeneath = entries.prefix(openSheet).contains { $0.controller.id == container }
    return leaves.last {
      ($0.index < openSheet) == isBeneath && $0.isVisible && isReachable($0.place)
    }.flatMap { last in last.holders.contains { $0.id == container } ? last : nil }
  }

  /// The innermost container of a kind around the last visible leaf.
  func innermost(_ kind: Controller.Kind) -> ControllerID? { last?.innermost(kind)?.id }

  /// The innermost stack around the last leaf that a user can reach, and that the user can go back in, within its
  /// presentation, past the columns around the leaf (D-430); nil where its back button is hidden (D-11), or the swipe is
  /// off (D-436).
  func backTarget(by way: Transition.BackWay = .button) -> ControllerID? {
    var inner = lastReachable
    while let container = inner?.container {
      inner = container
      switch container.controller.node {
      case .stack(let stack):
        guard stack.value.leadsBack(in: container.container?.controller) else { continue }
        return stack.value.leadsBack(by: way, environment.system.rules) ? stack.id : nil
      case .screen, .tabBar, .topTabs, .split: continue
      }
    }
    return nil
  }

  /// Whether the stacks of `backTarget` have only their roots.
  var isAtRoot: Bool {
    guard var inner = lastReachable else { return false }
    while let container = inner.container {
      if container.controller.stack?.above.isEmpty == false { return false }
      inner = container
    }
    return true
  }

  /// A controller on display.
  package func shown(_ id: ControllerID) -> Shown? {
    entries.firstIndex { $0.controller.id == id }.map { Shown(self, $0) }
  }

  /// Whether a user can reach a container's own controls: it is in front, and presents nothing over them (D-77).
  package func canReach(_ container: ControllerID) -> Bool {
    isInFront { $0.controller.id == container && $0.place.state.isDisjoint(with: [.isBare, .isOverlaid]) }
  }

  /// Whether a presented tree is uncovered, except within its own area, and not beneath a sheet.
  func isInFront(_ presented: ControllerID) -> Bool {
    let isBeneath = entries.prefix(openSheet).contains { $0.controller.id == presented }
    return !isBeneath && (isInFront { $0.controller.id == presented } || canReach(leaf: presented))
  }

  /// Whether a child of a container is on display and uncovered, except by what the container presents in its own area,
  /// and not in a dimmed column; or the container is a split view without a child in its columns (D-288).
  private func isInFront(where matches: (Entry) -> Bool) -> Bool {
    let isAroundLeaf = leafEntries.contains { leaf in
      var place = entries[Int(leaf)].place
      guard place.layer == topLayer, place.isVisible else { return false }
      while place.around >= 0 {
        let index = Int(place.around)
        place = entries[index].place
        guard place.layer == topLayer else { return false }
        if !place.state.contains(.isOutOfReach), matches(entries[index]) { return true }
      }
      return false
    }
    return isAroundLeaf
      || entries.indices.contains { index in
        let (entry, place) = (entries[index], entries[index].place)
        return entry.end == index + 1 && entry.controller.kind == .split && place.layer == topLayer && place.isVisible
          && !place.state.contains(.isOutOfReach) && matches(entry)
      }
  }

  /// Whether a user can reach a leaf: it has appeared, is uncovered and not in a dimmed column (D-77).
  package func canReach(leaf id: ControllerID) -> Bool {
    leafEntries.contains { index in
      let place = entries[Int(index)].place
      return place.isVisible && isReachable(place) && entries[Int(index)].controller.id == id
    }
  }

  private func isReachable(_ place: Place) -> Bool { place.layer == topLayer && !place.state.contains(.isOutOfReach) }

  /// The visible leaves. During an edge swipe: the screen being swiped away.
  package var visibleLeaves: some BidirectionalCollection<Shown> { leaves.lazy.filter(\.isVisible) }

  /// Those under no tree that covers the window, on pages at rest: a link brings them no further (D-167). Those of a sheet
  /// come before what it leaves in reach.
  package var restingLeaves: [Shown] {
    let resting = visibleLeaves.filter { $0.place.layer == topLayer && $0.isOnPageAtRest }
    return openSheet == 0 ? resting : resting.filter { $0.index >= openSheet } + resting.filter { $0.index < openSheet }
  }

  /// A controller in the walk.
  struct Entry: Sendable {
    let controller: Controller
    var place: Place
    /// The end of what is shown in it, presented trees excluded.
    var end: Int32
  }

  /// Where a controller is shown.
  struct Place: Sendable {
    /// The entry of its container or its presenter; -1 for the window's root.
    var around: Int32 = -1
    /// The number of window-wide presentations up to its own; below the last one nothing can be reached.
    var layer: Int16 = 0
    var column: Column?
    var style: PresentationStyle?
    var adaptedStyle: PresentationStyle?
    var splitLayout = SplitLayout.none
    var stage = Shown.Stage.appeared
    var state: State = []

    var isVisible: Bool { stage != .appearing && !state.contains(.isAside) }
  }

  struct State: OptionSet {
    let rawValue: UInt8

    /// It is the root of a presented tree.
    static let isPresented = State(rawValue: 1)
    /// It is within a page that has appeared outside of the viewport.
    static let isAside = State(rawValue: 2)
    /// It is in a dimmed column, or below a tree in its own area: a user reaches neither it nor the inner ones.
    static let isOutOfReach = State(rawValue: 4)
    /// What it presents covers all of it.
    static let isBare = State(rawValue: 8)
    /// A full-screen presentation has taken it off the display.
    static let isGone = State(rawValue: 16)
    /// What it presents lies over all of it, in its own area.
    static let isOverlaid = State(rawValue: 32)
  }

  fileprivate func forEachHolder(of index: Int, _ body: (ControllerID) -> Void) {
    let around = Int(entries[index].place.around)
    guard around >= 0 else { return }
    forEachHolder(of: around, body)
    body(entries[around].controller.id)
  }
}

extension Controller {
  /// Whether nothing below what it presents can be reached: one in its own area covers only that of a stack (D-77).
  var coversWindow: Bool { isPresenting && (!presentation.style.isInContext || kind != .stack) }
}

/// A controller on display, with what it inherits from the containers around it: a place in its display.
package struct Shown: Sendable {
  enum Stage: Hashable {
    case appearing, appeared, disappearing
  }

  package let display: Display
  let index: Int

  init(_ display: Display, _ index: Int) { (self.display, self.index) = (display, index) }

  var place: Display.Place { display.entries[index].place }
  package var controller: Controller { display.entries[index].controller }
  package var id: ControllerID { display.entries[index].controller.id }
  /// Its column in its innermost split view.
  package var column: Column? { place.column }
  /// The requested style of its innermost presented tree (D-80); nil in the window's own tree.
  package var style: PresentationStyle? { place.style }
  /// What that style is in the window (PR-3).
  package var adaptedStyle: PresentationStyle? { place.adaptedStyle }
  /// That, where it is not the requested style.
  package var adaptation: PresentationStyle? { adaptedStyle == style ? nil : adaptedStyle }
  /// The layout of the nearest split view that it is a child of (WN-2).
  package var splitLayout: SplitLayout { place.splitLayout }
  var stage: Stage { place.stage }
  /// Whether it is the lower screen of a swipe back, or in it.
  package var isAppearing: Bool { stage == .appearing }
  /// Whether neither it nor a container is a page outside of the viewport.
  package var isInView: Bool { !place.state.contains(.isAside) }
  /// Whether it is in view and past appearing.
  package var isVisible: Bool { place.isVisible }
  /// Whether what it presents covers all of it.
  package var isBare: Bool { place.state.contains(.isBare) }
  /// Whether a full-screen presentation has taken it off the display.
  package var isGone: Bool { place.state.contains(.isGone) }

  /// Whether it is in the column of an inspector.
  var isInspector: Bool { place.column == .inspector && place.splitLayout == .expanded }

  /// Its column in the nearest split view that it is a child of.
  package var ownColumn: Column? { splitLayout == .none ? nil : column }

  /// Its container or its presenter; nil for the window's root.
  package var around: Shown? {
    let around = Int(place.around)
    return around < 0 ? nil : Shown(display, around)
  }

  /// The container that it is a child of (PR-9); nil for the root of a tree.
  package var container: Shown? { place.state.contains(.isPresented) ? nil : around }

  /// The presenter of a presented root; nil for any other controller.
  package var presenter: Shown? { place.state.contains(.isPresented) ? around : nil }

  /// The containers and presenters around it, innermost first.
  package var holders: some Sequence<Shown> {
    sequence(state: self) { (inner: inout Shown) -> Shown? in
      guard let around = inner.around else { return nil }
      inner = around
      return around
    }
  }

  /// Calls `body` with the id of each container and presenter around it, outermost first.
  package func forEachHolder(_ body: (ControllerID) -> Void) { display.forEachHolder(of: index, body) }

  func innermost(_ kind: Controller.Kind) -> Controller? {
    holders.first { $0.controller.kind == kind }?.controller
  }

  var isOnPageAtRest: Bool {
    holders.allSatisfy { holder in
      guard case .topTabs(let topTabs) = holder.controller.node else { return true }
      return topTabs.value.isSettled(on: topTabs.value.currentIndex)
    }
  }

  /// The traits that it has, and its content but for what it makes of them (SC-2, TR-1, CL-19).
  package var traits: Traits {
    controller.traitOverride?.applied(to: inheritedTraits, in: display.environment.horizontal) ?? inheritedTraits
  }

  /// Those without its own override.
  private var inheritedTraits: Traits {
    if let presentedTraits { return presentedTraits }
    guard let around else { return display.environment.traits }
    var traits = around.traits
    switch around.controller.node {
    case .screen, .stack, .topTabs: break
    case .tabBar(let tabBar): traits = tabBar.value.contentTraits(in: traits)
    // An expanded split view makes its sidebars compact (CL-19).
    case .split(let split): if !split.value.isCollapsed, column != .secondary { traits.enterSidebar() }
    }
    return traits
  }

  /// Where its bar stands; nil of one that is no tab bar.
  package var bar: BarPlace? {
    if case .tabBar(let tabBar) = controller.node { tabBar.value.bar(in: traits) } else { nil }
  }

  /// Those that a presentation gives the root of its tree; nil for any other controller.
  var presentedTraits: Traits? {
    guard let presenter, let adaptedStyle else { return nil }
    let place =
      display.environment.system.rules.presentedTraitsFromSuperview ? presenter.inheritedTraits : presenter.traits
    return adaptedStyle.traits(
      preferring: controller.answers.preferredContentSize, by: place, in: display.environment.traits)
  }

  /// What is shown of its children, in the order of the walk.
  package var children: [Shown] {
    var (children, next) = ([Shown](), index + 1)
    while next < display.entries[index].end {
      children.append(Shown(display, next))
      next = Int(display.entries[next].end)
    }
    return children
  }

  /// Of the root of a tree: the roots of the trees that controllers in it present.
  package var presentations: [Shown] {
    let tree = index..<Int(display.entries[index].end)
    return display.trees.filter { $0.presenter.map { tree.contains($0.index) } ?? false }
  }
}

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
    case .split(let split): enterColumns(of: split, place)
    }
  }

  /// - Parameter split: the storage, as the value would be copied: 900 instructions of a POST.
  private mutating func enterColumns(of split: ContentStorage<Split>, _ place: Display.Place) {
    var place = place
    if split.value.isCollapsed {
      (place.column, place.splitLayout) = (split.value.topColumn, .collapsed)
      if let only = split.value.columns[split.value.collapsedColumn] { enter(only, place) }
      return
    }
    place.splitLayout = .expanded
    let (state, dims) = (place.state, split.value.displayMode.dimsSecondary)
    // An inspector is dimmed with the secondary (D-488).
    for column in split.value.columnsInOrder {
      place.column = column
      place.state = dims && (column == .secondary || column == .inspector) ? state.union(.isOutOfReach) : state
      if let content = split.value.columns[column] { enter(content, place) }
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
