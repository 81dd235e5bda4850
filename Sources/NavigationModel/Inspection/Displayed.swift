/// A leaf that is on display, coming or going.
struct Displayed: Hashable {
  enum Stage: Hashable {
    case appearing, appeared, disappearing
  }

  var controller: Controller
  /// The containers around it, outermost first.
  var containers: [ControllerID]
  /// The column of the innermost split view around it that it belongs to.
  var column: Column?
  var stage: Stage
  /// Where in `containers` the containers begin that it is a child of; those before stand below the tree that was presented (PR-9).
  var ownStart: Int
  /// Where those begin that a user can reach beside it: a presentation in its presenter's own area leaves what is around that in reach.
  var reachStart: Int
  /// How many presentations over the whole window there are up to its own; what is below the last one is out of reach.
  var layer: Int

  var id: ControllerID { controller.id }

  var screen: VisibleScreen {
    VisibleScreen(id: id, containers: containers, column: column, isPlaceholder: controller.isPlaceholder)
  }

  /// The containers around it within its presented tree, or the window's, outermost first.
  var ownContainers: ArraySlice<ControllerID> { containers[ownStart...] }
}

extension [Displayed] {
  /// Whether a user can reach what a container puts around its children: some child of it is on display, and nothing lies over that.
  func canReach(_ container: ControllerID) -> Bool {
    let top = reduce(0) { Swift.max($0, $1.layer) }
    return contains { $0.layer == top && $0.stage != .appearing && $0.containers[$0.reachStart...].contains(container) }
  }
}
