@testable import Navigation
import SeededRandom

extension Session {
  /// Every id in the session, kept ones included.
  var allIDs: Set<ControllerID> {
    var ids: Set<ControllerID> = []
    root.forEachController { ids.insert($0.id) }
    return ids
  }

  /// Every controller, kept ones and answers that wait included.
  var everyController: [Controller] {
    var entries: [Controller] = []
    root.forEachController { entries.append($0) }
    return entries
  }

  /// Every controller but the answers that wait: those that are in the session.
  var everyPresent: [Controller] { root.everyPresent }

  /// The session after a swipe is cancelled.
  var withoutSwipe: Session {
    var session = self
    _ = session.cancelInteractiveBack()
    return session
  }

  /// Something to do, more often than not something that can be done.
  func randomTransition(_ random: inout Seeded) -> Transition {
    var draw = RandomDraw(self, random)
    defer { random = draw.random }
    let action = draw.action(Transition.Action.random(in: draw.kinds, &draw.random))
    // Mostly confirmed, so that a screen that blocks its removal does not hold up the whole walk.
    return Transition(
      action, animated: [nil, nil, true, false].randomElement(using: &draw.random) ?? nil,
      confirm: draw.chance(3, of: 4))
  }

  /// A batch of transitions that cancel each other out.
  func cancellingBatch(_ random: inout Seeded) -> [Transition] {
    var draw = RandomDraw(self, random)
    defer { random = draw.random }
    return draw.cancelling()
  }

  /// A batch after which a controller of the session is another one with its id.
  func replacingBatch(_ random: inout Seeded) -> [Transition] {
    var draw = RandomDraw(self, random)
    defer { random = draw.random }
    return draw.replacing()
  }

  /// The lists that have a selected row beside a placeholder which has appeared since `before` (SYS0-13).
  func selectedBesidePlaceholder(since before: Session) -> [ControllerID] {
    let (shown, then) = (display, before.display)
    return shown.leaves.filter { $0.controller.isPlaceholder && $0.stage == .appeared }.flatMap {
      leaf -> [ControllerID] in
      guard then.stage(of: leaf.controller).map({ $0 == .appearing }) ?? true,
        let split = leaf.innermost(.split)?.id,
        before.root.find(split)?.split?.isCollapsed == false
      else { return [] }
      return root.find(split)?.split?.selectedLists ?? []
    }
  }

  /// Some top tabs are between two pages, or on a page other than the current one.
  var isScrolling: Bool {
    var isScrolling = false
    root.forEachController { if $0.topTabs?.isAtRest == false { isScrolling = true } }
    return isScrolling
  }
}

extension Controller {
  /// The kinds in a tree.
  static func kinds(in tree: Controller) -> Set<Kind> {
    var kinds: Set<Kind> = []
    tree.forEachController { kinds.insert($0.kind) }
    return kinds
  }

  fileprivate var everyPresent: [Controller] {
    var entries = [self]
    forEachPresent { held, _ in entries += held.everyPresent }
    return entries
  }
}

extension Transition {
  /// Whether it gives the window another root.
  var replacesRoot: Bool { action.body is SetRoot }

  /// The list whose row sets the next column (D-154).
  var choosing: ControllerID? {
    guard let tap = action.body(as: TapRow.self), tap.opening == .column else { return nil }
    return tap.list
  }
}
