/// The display: the leaves that have appeared and not yet disappeared, leading to trailing, then presented ones. Pages
/// outside of the viewport may have appeared too (`TopTabs.pageAppearance`): they count for appearance only.
///
/// Immutable and shared by all readers.
// SAFETY: this object owns the places, writes them once before it is shared, and frees them in `deinit`.
package final class Display: @unchecked Sendable {
  /// The displayed tree.
  let root: Controller
  /// The containers of the leaves from the start, outer before inner; the leaves from the end, the first one last.
  private let places: UnsafeMutableBufferPointer<Displayed>
  /// The leaves before this index are covered by a full screen.
  private let firstLeaf: Int
  private let leafEnd: Int
  private let presenter: HeldController?

  init(of root: Controller) {
    self.root = root
    var walk = DisplayWalk()
    walk.enterTree(HeldController(root))
    places = walk.places
    firstLeaf = walk.firstLeaf
    leafEnd = walk.leafCount
    presenter = walk.topmostPresenter
  }

  deinit { places.deallocate() }

  /// The number of leaves: leading to trailing, only the top of a stack (NV-19), then presented ones, bottom to top
  /// (NV-13).
  var leafCount: Int { leafEnd - firstLeaf }
  func leaf(_ index: Int) -> Displayed { places[places.count - 1 - firstLeaf - index] }
  var leaves: Leaves { Leaves(display: self) }

  /// The presenter of the topmost presented tree; nil without one.
  package var topmostPresenter: ControllerID? { withExtendedLifetime(self) { presenter?.id } }

  /// A leaf's containers, innermost first.
  func containers(around leaf: Displayed) -> Enclosures { Enclosures(display: self, place: leaf.container, above: 0) }

  /// A leaf's containers within its presented tree, or the window's: those that it is a child of (PR-9).
  func ownContainers(around leaf: Displayed) -> Enclosures {
    Enclosures(display: self, place: leaf.container, above: leaf.ownStart)
  }

  /// The last visible leaf: topmost, then trailing.
  var last: Displayed? { last { _ in true } }

  /// The last visible leaf that a user can reach.
  var lastReachable: Displayed? { lastReachable { _ in true } }

  /// The last visible leaf that a user can reach and that satisfies a predicate (D-77).
  func lastReachable(where isMeant: (Displayed) -> Bool) -> Displayed? {
    let top = topLayer
    return last { $0.isReachable(in: top) && isMeant($0) }
  }

  /// The last visible leaf that satisfies a predicate.
  @inline(__always)
  func last(where isMeant: (Displayed) -> Bool) -> Displayed? {
    var index = leafCount - 1
    while index >= 0 {
      if leaf(index).isVisible, isMeant(leaf(index)) { return leaf(index) }
      index -= 1
    }
    return nil
  }

  /// The innermost container of a kind around the last visible leaf.
  func innermost(_ kind: Controller.Kind) -> ControllerID? {
    defer { withExtendedLifetime(self) {} }
    guard let last else { return nil }
    return containers(around: last).first { $0.kind == kind }?.id
  }

  /// The innermost container of a kind around the last leaf that a user can reach.
  func innermostReachable(_ kind: Controller.Kind) -> ControllerID? {
    defer { withExtendedLifetime(self) {} }
    guard let last = lastReachable else { return nil }
    return containers(around: last).first { $0.kind == kind }?.id
  }

  /// The innermost stack around the last leaf that a user can reach, and that the user can go back in, within its split
  /// view column and its presentation; nil where its back button is hidden (D-11).
  var backTarget: ControllerID? {
    defer { withExtendedLifetime(self) {} }
    guard let last = lastReachable else { return nil }
    guard let found = ownContainers(around: last).first(where: { $0.leadsBack || $0.kind == .split }), found.leadsBack,
      !found.controller.with(Stack.self, { $0.hidesWayBack })
    else { return nil }
    return found.id
  }

  /// Whether the stacks of `backTarget` have only their roots.
  var isAtRoot: Bool {
    defer { withExtendedLifetime(self) {} }
    guard let last = lastReachable else { return false }
    return !ownContainers(around: last).prefix { $0.kind != .split }.contains {
      $0.kind == .stack && $0.controller.with(Stack.self) { !$0.above.isEmpty }
    }
  }

  private var topLayer: Int16 { leaves.reduce(0) { $1.isInView ? max($0, $1.layer) : $0 } }

  /// Whether a user can reach a container's own controls: a child of it is on display and uncovered, and it is not in a
  /// dimmed column (D-77).
  package func canReach(_ container: ControllerID) -> Bool {
    defer { withExtendedLifetime(self) {} }
    let top = topLayer
    return leaves.contains { leaf in
      leaf.layer == top && leaf.isVisible
        && Enclosures(display: self, place: leaf.container, above: leaf.reachStart).contains {
          $0.id == container && $0.depth < leaf.reachEnd
        }
    }
  }

  /// Whether a user can reach a leaf: it has appeared, is uncovered and not in a dimmed column (D-77).
  package func canReach(leaf id: ControllerID) -> Bool {
    defer { withExtendedLifetime(self) {} }
    let top = topLayer
    return leaves.contains { $0.id == id && $0.isVisible && $0.isReachable(in: top) }
  }

  /// The visible leaves for public callers. During an edge swipe: the screen being swiped away.
  var visible: [VisibleScreen] {
    defer { withExtendedLifetime(self) {} }
    var visible: [VisibleScreen] = []
    for leaf in leaves where leaf.isVisible {
      var around: [ControllerID] = []
      around.reserveCapacity(Int(leaf.depth))
      forEachContainer(around: leaf) { around.append($0) }
      leaf.withScreen { id, screen in
        visible.append(
          VisibleScreen(
            id: id, containers: around, column: leaf.column, isPlaceholder: screen.isPlaceholder, route: screen.route,
            title: screen.title, params: screen.params, style: leaf.style, splitLayout: leaf.splitLayout))
      }
    }
    return visible
  }

  /// Calls `body` with each visible leaf.
  package func forEachVisible(_ body: (Displayed) -> Void) {
    defer { withExtendedLifetime(self) {} }
    for leaf in leaves where leaf.isVisible { body(leaf) }
  }

  /// Calls `body` with a leaf's containers, outermost first.
  package func forEachContainer(around leaf: Displayed, _ body: (ControllerID) -> Void) {
    guard leaf.container >= 0 else { return }
    let container = places[Int(leaf.container)]
    forEachContainer(around: container, body)
    body(container.id)
  }
}

/// A leaf on display, appearing or disappearing, or a container of leaves.
///
/// Valid while its tree is retained; a display retains its own.
package struct Displayed: Sendable {
  enum Stage: Hashable {
    case appearing, appeared, disappearing
  }

  var controller: HeldController
  /// The index of its innermost container in `places`; negative without one.
  var container: Int32
  /// The number of its containers.
  var depth: Int16
  /// The depth from which it is a child of its containers; those further out are below its presented tree.
  var ownStart: Int16
  /// The depth from which a user can reach its containers too: a presentation in its presenter's own area leaves those
  /// around that area in reach.
  var reachStart: Int16
  /// The depth from which a user cannot reach it and its containers: in a dimmed column; the maximum elsewhere.
  var reachEnd: Int16
  /// The number of window-wide presentations up to its own; below the last one nothing can be reached.
  var layer: Int16
  /// Its column in its innermost split view.
  package var column: Column?
  /// The requested style of its innermost presented tree (D-80); nil in the window's own tree.
  package var style: PresentationStyle?
  /// The layout of the nearest split view that it is a child of (WN-2).
  package var splitLayout: SplitLayout
  var stage: Stage
  /// Whether it is in view: neither it nor a container is a page outside of the viewport.
  var isInView: Bool
  /// Whether it is a stack that a user can go back in.
  var leadsBack: Bool

  package var id: ControllerID { controller.id }
  var kind: Controller.Kind { controller.kind }
  package var isPlaceholder: Bool { controller.isPlaceholder }
  /// Whether it is in view and past appearing.
  var isVisible: Bool { stage != .appearing && isInView }

  /// Whether it is uncovered, and not in a dimmed column.
  fileprivate func isReachable(in topLayer: Int16) -> Bool { layer == topLayer && depth < reachEnd }

  /// Reads a leaf's screen without a copy.
  package func withScreen(_ body: (ControllerID, borrowing Screen) -> Void) {
    let id = controller.id
    controller.with(Screen.self) { body(id, $0) }
  }

  /// Whether it is a list with a selected row.
  var hasSelection: Bool { controller.hasSelection }
}

extension Display {
  /// The leaves in display order.
  struct Leaves: Sequence, IteratorProtocol {
    let display: Display
    private var index = 0

    fileprivate init(display: Display) { self.display = display }

    mutating func next() -> Displayed? {
      guard index < display.leafCount else { return nil }
      defer { index += 1 }
      return display.leaf(index)
    }
  }

  /// Containers, innermost first.
  struct Enclosures: Sequence, IteratorProtocol {
    let display: Display
    fileprivate var place: Int32
    /// The number of outermost containers to omit.
    fileprivate let above: Int16

    mutating func next() -> Displayed? {
      guard place >= 0, display.places[Int(place)].depth >= above else { return nil }
      defer { place = display.places[Int(place)].container }
      return display.places[Int(place)]
    }
  }
}
