/// What a tab of a compact tree says of the columns that a narrow window hides (D-431 to D-433).
public struct TabTwin: Hashable, Sendable {
  /// The stack of a column whose pages are on this tab's stack while the compact tree is on display.
  public var stack: ControllerID?
  /// The tab of a column's tab bar that an expansion selects where this one was selected.
  public var onExpand: ControllerID?
  /// A collapse selects this tab for a screen of such a route; without a `stack`.
  public var routes: [String]

  public init(stack: ControllerID? = nil, onExpand: ControllerID? = nil, routes: [String] = []) {
    self.stack = stack
    self.onExpand = onExpand
    self.routes = routes
  }

  /// Sets what a description names: a stack takes the routes away, and routes the stack.
  mutating func apply(_ description: Transition.TabDescription) {
    if let twin = description.twin { (stack, routes) = (twin, twin == nil ? routes : []) }
    if let tab = description.onExpand { onExpand = tab }
    if let names = description.routes { (routes, stack) = (names, names.isEmpty ? stack : nil) }
  }

  /// The member of the first word that is there, in JSON.
  fileprivate var firstMember: String { stack != nil ? "twin" : onExpand != nil ? "onExpand" : "for" }
}

/// The first word of a tab bar's tabs that it cannot have.
struct TwinFault {
  var tab: Int
  var member: String
  var rejection: Rejection

  /// - Parameter tree: the pointer at the tab bar.
  func refused(in tree: String) -> Rejection { .member("\(tree)/tabs/\(tab)/\(member)", refused: rejection) }
}

extension TabBar {
  var namesTwins: Bool { tabs.contains { $0.words != nil } }

  /// Of a tab bar that is no compact tree.
  func twinFault(of id: ControllerID) -> TwinFault? {
    tabs.firstIndex { $0.words != nil }.map {
      TwinFault(tab: $0, member: tabs[$0].twin.firstMember, rejection: .noCompactTree(id))
    }
  }
}

extension Controller {
  /// The first split view with a compact tree that names what is gone.
  fileprivate var splitLosingTwins: ControllerID? {
    guard summary.namesTwins else { return nil }
    if case .split(let split) = node, split.value.twinFault(in: split.value.columns.compact) != nil { return id }
    var found: ControllerID?
    forEachHeld { held, _ in found = found ?? held.splitLosingTwins }
    return found
  }
}

extension Session {
  /// Takes away the words that name what is no longer in the columns (D-432).
  mutating func forgetLostTwins() {
    while let split = root.splitLosingTwins { updateSplit(split) { $0.forgetLostTwins() } }
  }

  /// Throws for words that the tab bar `id`, or a tab of it, cannot have.
  func checkTwins(of id: ControllerID) throws(Rejection) {
    guard let location = root.locate(id), let bar = location.controller.tabBar, bar.namesTwins else { return }
    let split = location.holder?.split
    let fault =
      split?.columns.compact?.id == id ? split?.twinFault(in: location.controller) : bar.twinFault(of: id)
    if let fault { throw fault.refused(in: "") }
  }
}
