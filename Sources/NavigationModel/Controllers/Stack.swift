/// A `UINavigationController`: a root, which stays, and what was pushed above it (NV-1).
public struct Stack: Hashable, Sendable {
  public var root: Controller
  /// What stands above the root, bottom first.
  public var above: [Controller]
  public var isNavigationBarHidden: Bool
  /// Children from here on go to the detail column when the split expands: the depth without them when it collapsed or
  /// they were parked. Grows with pages that are pushed while no detail stands there, shrinks with pops, at least 1
  /// (SYS0-24 as decided).
  public var detailIndex: Int
  /// A user is in the middle of swiping the top screen away (NV-22).
  public var isInteractiveBack: Bool

  public init(
    root: Controller, above: [Controller] = [], isNavigationBarHidden: Bool = false, detailIndex: Int = 1,
    isInteractiveBack: Bool = false
  ) {
    self.root = root
    self.above = above
    self.isNavigationBarHidden = isNavigationBarHidden
    self.detailIndex = max(1, min(detailIndex, above.count + 1))
    self.isInteractiveBack = isInteractiveBack && !above.isEmpty
  }

  public var count: Int { above.count + 1 }
  public var top: Controller { above.last ?? root }
  /// Whether something stands there that goes to the detail column.
  var hasDetails: Bool { count > detailIndex }
  /// Root first.
  public var children: [Controller] { [root] + above }

  public mutating func push(_ controller: Controller) {
    isInteractiveBack = false
    above.append(controller)
  }

  /// Takes all but the lowest `remaining` children off, at least the root stays; what went comes back bottom first
  /// (NV-4, NV-5, M13).
  public mutating func truncate(to remaining: Int) -> [Controller] {
    let kept = max(0, remaining - 1)
    guard kept < above.count else { return [] }
    let popped = Array(above[kept...])
    // Not `removeSubrange`, which would first copy what goes as well.
    above = Array(above[..<kept])
    detailIndex = min(detailIndex, count)
    isInteractiveBack = false
    return popped
  }
}
