/// A `UINavigationController`: a permanent root and the controllers pushed above it (NV-1).
public struct Stack: Hashable, Sendable {
  /// An app's delegate that is told which child the stack shows (NV-27).
  public struct Delegate: Hashable, Sendable {
    /// The child of the last `didShow`; nil before the first.
    public var lastShown: ControllerID?

    public init(lastShown: ControllerID? = nil) { self.lastShown = lastShown }
  }

  public var root: Controller
  /// The controllers above the root, bottom first.
  public var above: [Controller]
  public var isNavigationBarHidden: Bool
  /// Index of the first child that moves to the detail column on expansion: the depth without details at the collapse
  /// or when they were parked. Grows with pages pushed while no detail is on the stack, shrinks with pops, at least 1
  /// (SYS0-24 as decided).
  public var detailIndex: Int
  /// A user's swipe back of the top screen is in progress (NV-22).
  public var isInteractiveBack: Bool
  /// Nil: nothing is told.
  public var delegate: Delegate?

  public init(
    root: Controller, above: [Controller] = [], isNavigationBarHidden: Bool = false, detailIndex: Int = 1,
    isInteractiveBack: Bool = false, delegate: Delegate? = nil
  ) {
    self.root = root
    self.above = above
    self.isNavigationBarHidden = isNavigationBarHidden
    self.detailIndex = max(1, min(detailIndex, above.count + 1))
    self.isInteractiveBack = isInteractiveBack && !above.isEmpty
    self.delegate = delegate
  }

  /// This stack with another root and nothing above it.
  func emptied(onto root: Controller) -> Stack {
    Stack(root: root, isNavigationBarHidden: isNavigationBarHidden, delegate: delegate)
  }

  public var count: Int { above.count + 1 }
  public var top: Controller { above.last ?? root }
  /// Whether any child moves to the detail column on expansion.
  var hasDetails: Bool { count > detailIndex }
  /// Root first.
  public var children: [Controller] { [root] + above }
  /// The lowest stack that a collapse pushed on this one (CL-7, D-142).
  var nested: Controller? { above.first { $0.kind == .stack } }
  /// Whether a pushed screen hides the tab bar (NV-14, D-9); a nested stack is pushed with its root.
  package var hidesBottomBar: Bool {
    above.contains { child in
      switch child.node {
      case .screen(let screen): screen.value.hidesBottomBarWhenPushed
      case .stack(let nested):
        nested.value.root.screen?.hidesBottomBarWhenPushed == true || nested.value.hidesBottomBar
      case .tabBar, .topTabs, .split: false
      }
    }
  }

  /// - Parameter isPage: it stays when this stack's details move, unless it is above one of them.
  public mutating func push(_ controller: Controller, isPage: Bool = false) {
    let stays = isPage && !hasDetails
    isInteractiveBack = false
    above.append(controller)
    if stays { detailIndex = count }
  }

  /// Pops all but the lowest `remaining` children, never the root; returns the popped ones, bottom first (NV-4, NV-5,
  /// M13).
  public mutating func truncate(to remaining: Int) -> [Controller] {
    let retained = max(0, remaining - 1)
    guard retained < above.count else { return [] }
    let popped = Array(above[retained...])
    // Not `removeSubrange`, which would first copy the removed ones too.
    above = Array(above[..<retained])
    detailIndex = min(detailIndex, count)
    isInteractiveBack = false
    return popped
  }
}

extension Controller {
  /// A stack with a root and the controllers above it, bottom first; without an id, the session assigns one.
  public static func stack(_ id: ControllerID = .automatic, root: Controller, above: [Controller] = []) -> Controller {
    Controller(id: id, content: .stack(Stack(root: root, above: above)))
  }
}
