/// What is on display: the leaves that have been told to appear and not yet that they are gone, leading to trailing,
/// then what is presented. Pages may have appeared beside those that are in view (`TopTabs.pageAppearance`): nothing
/// but their appearance is asked of them.
///
/// It never changes, and is shared by all its readers.
// SAFETY: the places are this object's own, written once before it is shared, and freed with it.
package final class Display: @unchecked Sendable {
  /// The tree that this is on display of.
  let root: Controller
  /// The containers around the leaves, each before those in it, and from the end on the leaves, the first one last.
  private let places: UnsafeMutableBufferPointer<Displayed>
  /// The leaves before lie below a full screen.
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

  /// The leaves: leading to trailing, of a stack its top alone (NV-19), then what is presented, bottom to top (NV-13).
  var leafCount: Int { leafEnd - firstLeaf }
  func leaf(_ index: Int) -> Displayed { places[places.count - 1 - firstLeaf - index] }
  var leaves: Leaves { Leaves(display: self) }

  /// The presenter of what stands on top; nil where nothing is presented.
  package var topmostPresenter: ControllerID? { withExtendedLifetime(self) { presenter?.id } }

  /// The containers around a leaf, innermost first.
  func containers(around leaf: Displayed) -> Enclosures { Enclosures(display: self, place: leaf.container, above: 0) }

  /// Those within its presented tree, or the window's: the ones that it is a child of (PR-9).
  func ownContainers(around leaf: Displayed) -> Enclosures {
    Enclosures(display: self, place: leaf.container, above: leaf.ownStart)
  }

  /// What was shown last: what stands on top, the trailing one in view.
  var last: Displayed? { last { _ in true } }

  /// The last of those that are not only about to appear.
  @inline(__always)
  func last(where isMeant: (Displayed) -> Bool) -> Displayed? {
    var index = leafCount - 1
    while index >= 0 {
      if leaf(index).isVisible, isMeant(leaf(index)) { return leaf(index) }
      index -= 1
    }
    return nil
  }

  /// The innermost container of a kind around what was shown last.
  func innermost(_ kind: Controller.Kind) -> ControllerID? {
    defer { withExtendedLifetime(self) {} }
    guard let last else { return nil }
    return containers(around: last).first { $0.kind == kind }?.id
  }

  /// The innermost stack around what was shown last that a user can go back in, never across a split view's columns or
  /// a presentation; nil where its back button is hidden (D-11).
  var backTarget: ControllerID? {
    defer { withExtendedLifetime(self) {} }
    guard let last else { return nil }
    guard let found = ownContainers(around: last).first(where: { $0.leadsBack || $0.kind == .split }), found.leadsBack,
      !found.controller.with(Stack.self, { $0.hidesWayBack })
    else { return nil }
    return found.id
  }

  private var topLayer: Int16 { leaves.reduce(0) { $1.isInView ? max($0, $1.layer) : $0 } }

  /// Whether a user can reach what a container puts around its children: some child of it is on display, and nothing
  /// lies over that.
  package func canReach(_ container: ControllerID) -> Bool {
    defer { withExtendedLifetime(self) {} }
    let top = topLayer
    return leaves.contains { leaf in
      leaf.layer == top && leaf.isVisible
        && Enclosures(display: self, place: leaf.container, above: leaf.reachStart).contains { $0.id == container }
    }
  }

  /// Whether a user can reach a leaf: it has appeared, and nothing lies over it (D-77).
  package func canReach(leaf id: ControllerID) -> Bool {
    defer { withExtendedLifetime(self) {} }
    let top = topLayer
    return leaves.contains { $0.id == id && $0.layer == top && $0.isVisible }
  }

  /// The leaves for callers from outside. During an edge swipe it is the screen that is being swiped away.
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
            title: screen.title,
            params: screen.params, style: leaf.style, splitLayout: leaf.splitLayout))
      }
    }
    return visible
  }

  /// Calls `body` with each leaf of `visible`.
  package func forEachVisible(_ body: (Displayed) -> Void) {
    defer { withExtendedLifetime(self) {} }
    for leaf in leaves where leaf.isVisible { body(leaf) }
  }

  /// Calls `body` with the containers around a leaf, outermost first.
  package func forEachContainer(around leaf: Displayed, _ body: (ControllerID) -> Void) {
    guard leaf.container >= 0 else { return }
    let container = places[Int(leaf.container)]
    forEachContainer(around: container, body)
    body(container.id)
  }
}

/// A leaf that is on display, coming or going, or a container around leaves.
///
/// It is one as long as the tree is held that it stands in: a display holds its own.
package struct Displayed: Sendable {
  enum Stage: Hashable {
    case appearing, appeared, disappearing
  }

  var controller: HeldController
  /// The place of the innermost container around it; below 0 there is none.
  var container: Int32
  /// How many containers there are around it.
  var depth: Int16
  /// Where the containers begin that it is a child of, outermost first; those before stand below the tree that was
  /// presented.
  var ownStart: Int16
  /// Where those begin that a user can reach beside it: a presentation in its presenter's own area leaves what is
  /// around that in reach.
  var reachStart: Int16
  /// How many presentations over the whole window there are up to its own; what is below the last one is out of reach.
  var layer: Int16
  /// The column of the innermost split view around it that it belongs to.
  package var column: Column?
  /// How the innermost presented tree around it is presented, as it was asked for (D-80); nil in the window's own.
  package var style: PresentationStyle?
  /// Of the nearest split view around it that it is a child of (WN-2).
  package var splitLayout: SplitLayout
  var stage: Stage
  /// It is no page beside those in view, and in none.
  var isInView: Bool
  /// It is a stack that a user can go back in.
  var leadsBack: Bool

  package var id: ControllerID { controller.id }
  var kind: Controller.Kind { controller.kind }
  package var isPlaceholder: Bool { controller.isPlaceholder }
  /// It is in view, and not only about to appear.
  var isVisible: Bool { stage != .appearing && isInView }

  /// Looks into a leaf, which is a screen; the screen is lent.
  package func withScreen(_ body: (ControllerID, borrowing Screen) -> Void) {
    let id = controller.id
    controller.with(Screen.self) { body(id, $0) }
  }

  /// It is a list with a selected row.
  var hasSelection: Bool { controller.hasSelection }
}

extension Display {
  /// The leaves in their order.
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

  /// Containers from the innermost one outwards.
  struct Enclosures: Sequence, IteratorProtocol {
    let display: Display
    fileprivate var place: Int32
    /// How many of the outermost ones are not meant.
    fileprivate let above: Int16

    mutating func next() -> Displayed? {
      guard place >= 0, display.places[Int(place)].depth >= above else { return nil }
      defer { place = display.places[Int(place)].container }
      return display.places[Int(place)]
    }
  }
}
