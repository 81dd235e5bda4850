/// The display: the leaves that have appeared and not yet disappeared. Pages outside of the viewport may have appeared
/// too (`TopTabs.pageAppearance`): they count for appearance only.
///
/// A class: a session with its display is copied eight times in a transition, and each copy would retain each member.
package final class Display: Sendable {
  /// The displayed tree.
  let root: Controller
  /// Leading to trailing, only the top of a stack (NV-19), then presented ones, bottom to top (NV-13).
  let leaves: [Leaf]
  private let presenter: Controller?

  init(of root: Controller) {
    self.root = root
    var walk = DisplayWalk()
    walk.enterTree(root)
    leaves = walk.leaves
    presenter = walk.topmostPresenter
  }

  /// The presenter of the topmost presented tree; nil without one.
  var topmostPresenter: ControllerID? { presenter?.id }

  /// The last visible leaf: topmost, then trailing.
  var last: Leaf? { leaves.last { $0.isVisible } }

  /// The last visible leaf that a user can reach.
  var lastReachable: Leaf? { lastReachable { _ in true } }

  /// The last visible leaf that a user can reach and that satisfies a predicate (D-77).
  func lastReachable(where isMeant: (Leaf) -> Bool) -> Leaf? {
    let top = topLayer
    return leaves.last { $0.isVisible && $0.isReachable(in: top) && isMeant($0) }
  }

  /// The innermost container of a kind around the last visible leaf.
  func innermost(_ kind: Controller.Kind) -> ControllerID? { last?.innermost(kind)?.id }

  /// The innermost container of a kind around the last leaf that a user can reach.
  func innermostReachable(_ kind: Controller.Kind) -> ControllerID? { lastReachable?.innermost(kind)?.id }

  /// The innermost stack around the last leaf that a user can reach, and that the user can go back in, within its split
  /// view column and its presentation; nil where its back button is hidden (D-11).
  var backTarget: ControllerID? {
    guard let own = lastReachable?.ownContainers else { return nil }
    for index in own.indices.reversed() {
      switch own[index].node {
      case .split: return nil
      case .stack(let stack):
        guard stack.value.leadsBack(in: index == own.startIndex ? nil : own[index - 1]) else { continue }
        return stack.value.hidesWayBack ? nil : stack.id
      case .screen, .tabBar, .topTabs: continue
      }
    }
    return nil
  }

  /// Whether the stacks of `backTarget` have only their roots.
  var isAtRoot: Bool {
    guard let own = lastReachable?.ownContainers else { return false }
    return own.reversed().prefix { $0.kind != .split }.allSatisfy { $0.stack?.above.isEmpty ?? true }
  }

  private var topLayer: Int { leaves.reduce(0) { $1.isInView ? max($0, $1.place.layer) : $0 } }

  /// Whether a user can reach a container's own controls: it is in front, and presents nothing over them (D-77).
  package func canReach(_ container: ControllerID) -> Bool {
    isInFront { $0.id == container && $0.presented?.style.coversPresenter != true }
  }

  /// Whether a child of a container is on display and uncovered, except by what the container presents in its own area,
  /// and not in a dimmed column.
  func isInFront(where isMeant: (Controller) -> Bool) -> Bool {
    let top = topLayer
    return leaves.contains { leaf in
      leaf.place.layer == top && leaf.isVisible && leaf.reachableContainers.contains(where: isMeant)
    }
  }

  /// Whether a user can reach a leaf: it has appeared, is uncovered and not in a dimmed column (D-77).
  package func canReach(leaf id: ControllerID) -> Bool {
    let top = topLayer
    return leaves.contains { $0.id == id && $0.isVisible && $0.isReachable(in: top) }
  }

  /// The visible leaves. During an edge swipe: the screen being swiped away.
  var visibleLeaves: some BidirectionalCollection<Leaf> { leaves.lazy.filter(\.isVisible) }

  /// Those under no tree that covers the window, on pages at rest: a link brings them no further (D-167).
  var restingLeaves: [Leaf] {
    let top = topLayer
    return visibleLeaves.filter { $0.place.layer == top && $0.isOnPageAtRest }
  }
}

extension Controller {
  /// Whether nothing below what it presents can be reached: `currentContext` covers only a stack's area (D-77).
  var coversWindow: Bool { presented.map { $0.style != .currentContext || kind != .stack } ?? false }
}

/// A leaf on display, appearing or disappearing. A class: a display is walked
/// several times, and each step would copy a place.
package final class Leaf: Sendable {
  enum Stage: Hashable {
    case appearing, appeared, disappearing
  }

  /// Where a leaf is.
  package struct Place: Sendable {
    /// Outermost first.
    package var containers: [Controller] = []
    /// The number of outermost containers that are below its presented tree.
    var ownStart = 0
    /// The number of outermost containers out of a user's reach: a presentation in its presenter's own area leaves
    /// those around that area in reach.
    var reachStart = 0
    /// The number of containers from which a user can reach neither it nor the inner ones: in a dimmed column; the
    /// maximum elsewhere.
    var reachEnd = Int.max
    /// The number of window-wide presentations up to its own; below the last one nothing can be reached.
    var layer = 0
    /// Its column in its innermost split view.
    package var column: Column?
    /// The requested style of its innermost presented tree (D-80); nil in the window's own tree.
    package var style: PresentationStyle?
    /// The layout of the nearest split view that it is a child of (WN-2).
    package var splitLayout = SplitLayout.none
    var stage = Stage.appeared
    /// Whether it is within a page that has appeared outside of the viewport.
    var isAside = false
  }

  package let controller: Controller
  package let place: Place

  init(controller: Controller, place: Place) { (self.controller, self.place) = (controller, place) }

  package var id: ControllerID { controller.id }
  var stage: Stage { place.stage }
  /// Whether neither it nor a container is a page outside of the viewport.
  var isInView: Bool { !place.isAside }
  /// Whether it is in view and past appearing.
  var isVisible: Bool { stage != .appearing && isInView }

  /// Whether it is uncovered, and not in a dimmed column.
  fileprivate func isReachable(in topLayer: Int) -> Bool {
    place.layer == topLayer && place.containers.count < place.reachEnd
  }

  fileprivate var isOnPageAtRest: Bool {
    place.containers.allSatisfy { $0.topTabs.map { $0.isSettled(on: $0.currentIndex) } ?? true }
  }

  func innermost(_ kind: Controller.Kind) -> Controller? { place.containers.last { $0.kind == kind } }

  /// Its containers within its presented tree, or the window's: those that it is a child of (PR-9).
  fileprivate var ownContainers: ArraySlice<Controller> { place.containers[place.ownStart...] }

  fileprivate var reachableContainers: ArraySlice<Controller> {
    place.containers.prefix(place.reachEnd).dropFirst(place.reachStart)
  }
}
