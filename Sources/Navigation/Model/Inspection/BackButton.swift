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

extension Stack {
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

extension Screen {
  /// Whether the screen hides the back button or replaces it by its own button.
  fileprivate var hidesWayBack: Bool {
    if hidesBackButton { return true }
    if case .some = leftBarButton { return !leftItemsSupplementBackButton }
    return false
  }
}

extension Controller {
  /// The title of a back button to this controller.
  fileprivate var backTitle: String {
    let screen = stack?.top.screen ?? screen
    return screen?.backButtonTitle ?? screen?.title ?? BackButton.plainTitle
  }
}
