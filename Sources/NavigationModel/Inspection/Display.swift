/// What is on display: the leaves that have been told to appear and not yet that they are gone, leading to trailing, then what is presented.
///
/// It never changes, and is shared by all who look at it.
package final class Display: Sendable {
  /// The tree that this is on display of.
  let root: Controller
  let leaves: [Displayed]
  /// The containers around each leaf, one leaf's behind another's.
  private let containers: [Enclosure]
  /// Who presents what stands on top; nil where nothing is presented.
  package let topmostPresenter: ControllerID?

  init(of root: Controller) {
    self.root = root
    var walk = DisplayWalk()
    walk.enterTree(root)
    leaves = walk.leaves
    containers = walk.containers
    topmostPresenter = walk.topmostPresenter
  }

  /// The containers around a leaf, outermost first.
  func containers(around leaf: Displayed) -> ArraySlice<Enclosure> { containers[leaf.containers] }

  /// Those within its presented tree, or the window's: the ones that it is a child of (PR-9).
  func ownContainers(around leaf: Displayed) -> ArraySlice<Enclosure> { containers[leaf.ownStart..<leaf.containers.upperBound] }

  /// What was shown last: what stands on top, the trailing one on display.
  var last: Displayed? { leaves.last { $0.stage != .appearing } }

  /// The innermost container of a kind around what was shown last.
  func innermost(_ kind: Controller.Kind) -> ControllerID? {
    last.flatMap { containers(around: $0).last { $0.kind == kind }?.id }
  }

  /// The innermost stack around what was shown last that a user can go back in, never across a split view's columns or a presentation.
  var backTarget: ControllerID? {
    guard let last else { return nil }
    let own = ownContainers(around: last)
    guard let found = own.last(where: { $0.leadsBack || $0.kind == .split }), found.leadsBack else { return nil }
    return found.id
  }

  /// Whether a user can reach what a container puts around its children: some child of it is on display, and nothing lies over that.
  package func canReach(_ container: ControllerID) -> Bool {
    let top = leaves.reduce(0) { max($0, $1.layer) }
    return leaves.contains { leaf in
      leaf.layer == top && leaf.stage != .appearing
        && containers[leaf.reachStart..<leaf.containers.upperBound].contains { $0.id == container }
    }
  }

  /// Whether a user can reach a leaf: it has appeared, and nothing lies over it.
  package func canReach(leaf id: ControllerID) -> Bool {
    let top = leaves.reduce(0) { max($0, $1.layer) }
    return leaves.contains { $0.id == id && $0.layer == top && $0.stage != .appearing }
  }

  /// The leaves for whoever asks from outside. During an edge swipe it is the screen that is being swiped away.
  var visible: [VisibleScreen] {
    var visible: [VisibleScreen] = []
    forEachVisible { leaf, containers in
      visible.append(
        VisibleScreen(id: leaf.id, containers: containers.map(\.id), column: leaf.column, isPlaceholder: leaf.isPlaceholder))
    }
    return visible
  }

  /// Calls `body` with each of them and the containers around it, outermost first.
  @inline(__always)
  package func forEachVisible(_ body: (Displayed, ArraySlice<Enclosure>) -> Void) {
    for leaf in leaves where leaf.stage != .appearing { body(leaf, containers(around: leaf)) }
  }
}

/// A container around a leaf.
package struct Enclosure: Sendable {
  package var id: ControllerID
  var kind: Controller.Kind
  /// It is a stack that a user can go back in.
  var leadsBack: Bool
}

/// A leaf that is on display, coming or going.
package struct Displayed: Sendable {
  enum Stage: Hashable {
    case appearing, appeared, disappearing
  }

  package var id: ControllerID
  package var isPlaceholder: Bool
  /// It is a list with a selected row.
  var hasSelection: Bool
  /// Where the containers around it stand in its display.
  var containers: Range<Int>
  /// Where the containers begin that it is a child of; those before stand below the tree that was presented.
  var ownStart: Int
  /// Where those begin that a user can reach beside it: a presentation in its presenter's own area leaves what is around that in reach.
  var reachStart: Int
  /// How many presentations over the whole window there are up to its own; what is below the last one is out of reach.
  var layer: Int
  /// The column of the innermost split view around it that it belongs to.
  package var column: Column?
  var stage: Stage
}
