/// The left side of a stack's navigation bar, as far as it leads back (NV-16, NV-17).
public struct BackButton: Hashable, Sendable {
  public var isVisible: Bool
  /// What it says; nil where there is nothing to go back to.
  public var title: String?

  /// What a button says whose screen behind has no title.
  public static let plainTitle = "Back"

  /// - Parameters:
  ///   - outer: where the stack is nested in another one, what stands below it there (NV-17).
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
  /// What is uncovered when the top goes.
  package var behind: Controller? { above.isEmpty ? nil : above.dropLast().last ?? root }

  /// No back button is there, and so no way back for a user (NV-15, NV-16): the top screen says it, or its stack. Of
  /// stacks in each other they say it for the outer ones as well, which have one bar together (NV-17, D-11).
  var hidesWayBack: Bool {
    switch top.node {
    case .stack(let nested): nested.value.hidesWayBack
    case .screen(let screen): isNavigationBarHidden || screen.value.hidesWayBack
    case .tabBar, .topTabs, .split: isNavigationBarHidden
    }
  }

  /// More than the root, and not the first detail above a placeholder to which the app allows no return (SYS0-3).
  func leadsBack(forbidsPlaceholder: Bool) -> Bool {
    if above.isEmpty { return false }
    return !forbidsPlaceholder || above.count > 1 || !root.isPlaceholder
  }

  /// What stands below a child of this stack; nil below the root.
  public func below(_ child: ControllerID) -> Controller? {
    guard let index = above.firstIndex(where: { $0.id == child }) else { return nil }
    return index == 0 ? root : above[index - 1]
  }
}

extension Screen {
  /// Without a back button, or with a button of its own in its place.
  fileprivate var hidesWayBack: Bool {
    if hidesBackButton { return true }
    if case .some = leftBarButton { return !leftItemsSupplementBackButton }
    return false
  }
}

extension Controller {
  /// What a back button to this controller says.
  fileprivate var backTitle: String {
    let screen = stack?.top.screen ?? screen
    return screen?.backButtonTitle ?? screen?.title ?? BackButton.plainTitle
  }
}
