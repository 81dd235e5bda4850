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

  /// The controller below the top; nil at the root.
  package var behind: Controller? { above.isEmpty ? nil : above.dropLast().last ?? root }

  /// Whether the user has no back button (NV-15, NV-16), by the top screen or its stack. Nested stacks decide for the
  /// outer ones, as they share one bar (NV-17, D-11).
  fileprivate var hidesWayBack: Bool {
    switch top.node {
    case .stack(let nested): nested.value.hidesWayBack
    case .screen(let screen): isNavigationBarHidden || screen.value.hidesWayBack
    case .tabBar, .topTabs, .split: isNavigationBarHidden
    }
  }

  /// What the top screen says of swipes, that of a nested stack for the outer one (NV-17).
  private var backSwipe: Screen.BackSwipe? {
    switch top.node {
    case .stack(let nested): nested.value.backSwipe
    case .screen(let screen): screen.value.backSwipe
    case .tabBar, .topTabs, .split: nil
    }
  }

  /// Whether the user has this way back: a swipe as the top screen says, else where the button is (BK-1, D-436).
  func leadsBack(by way: Transition.BackWay, _ rules: SystemRules) -> Bool {
    switch way {
    case .button: !hidesWayBack
    case .edge: backSwipe.map { $0 != .neither } ?? !hidesWayBack
    case .content: rules.swipesContentBack && (backSwipe.map { $0 == .both } ?? !hidesWayBack)
    }
  }

  /// Whether the stack has more than its root, and not just one detail above a placeholder to which the app allows no
  /// return (SYS0-3).
  ///
  /// - Parameter holder: its container.
  func leadsBack(in holder: Controller?) -> Bool {
    if above.count == 1, root.isPlaceholder, case .split(let split)? = holder?.node {
      return split.value.delegate.allowsReturnToPlaceholder
    }
    return !above.isEmpty
  }

  /// The controller below a child of this stack; nil for the root.
  public func below(_ child: ControllerID) -> Controller? {
    guard let index = above.firstIndex(where: { $0.id == child }) else { return nil }
    return index == 0 ? root : above[index - 1]
  }
}

extension Controller {
  /// A stack with a root and the controllers above it, bottom first; without an id, the session assigns one.
  public static func stack(_ id: ControllerID = .automatic, root: Controller, above: [Controller] = []) -> Controller {
    Controller(id: id, content: .stack(Stack(root: root, above: above)))
  }

  /// The title of a back button to this controller.
  fileprivate var backTitle: String {
    let screen = stack?.top.screen ?? screen
    return screen?.backButtonTitle ?? screen?.title ?? BackButton.plainTitle
  }
}

/// A stack's back button (NV-16, NV-17).
public struct BackButton: Hashable, Sendable {
  public var isVisible: Bool
  /// Its title; nil at the root.
  public var title: String?

  /// The title for a previous screen without one.
  public static let plainTitle = "Back"

  /// - Parameters:
  /// - outer: for a nested stack, the controller below it in the outer stack (NV-17).
  ///   - allowsReturnToPlaceholder: whether the first detail leads back to its placeholder (SYS0-3).
  public init(of stack: Stack, outer: Controller? = nil, allowsReturnToPlaceholder: Bool = true) {
    guard let behind = stack.behind ?? outer else {
      self.init(isVisible: false, title: nil)
      return
    }
    let isForbidden = !allowsReturnToPlaceholder && stack.behind?.isPlaceholder == true
    self.init(isVisible: !stack.hidesWayBack && !isForbidden, title: behind.backTitle)
  }

  private init(isVisible: Bool, title: String?) {
    self.isVisible = isVisible
    self.title = title
  }
}

extension Screen {
  /// Whether the screen hides the back button or replaces it by its own button.
  fileprivate var hidesWayBack: Bool {
    if hidesBackButton { return true }
    if case .some = leftBarButton { return !leftItemsSupplementBackButton }
    return false
  }
}
