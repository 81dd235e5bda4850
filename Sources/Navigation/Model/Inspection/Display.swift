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
  fileprivate let leafEntries: [Int32]
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
}

extension Controller {
  /// Whether nothing below what it presents can be reached: one in its own area covers only that of a stack (D-77).
  var coversWindow: Bool { isPresenting && (!presentation.style.isInContext || kind != .stack) }
}
