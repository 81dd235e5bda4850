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

/// The tabs of a compact tree and the stacks of the columns that they stand for (D-431 to D-433).
extension Split {
  /// The first word in the compact tree that names no stack or tab of the columns, or one that has another tab.
  func twinFault(in compact: Controller?) -> TwinFault? {
    guard let bar = compact?.tabBar, bar.namesTwins else { return nil }
    var named: Set<ControllerID> = []
    for (index, tab) in bar.tabs.enumerated() {
      let twin = tab.twin
      if let stack = twin.stack {
        let rejection: Rejection? =
          tab.child.kind != .stack
          ? .wrongKind(tab.child.id, expected: .stack)
          : holder(ofStack: stack) == nil
            ? .noMember(stack, of: .split, in: nil) : named.insert(stack).inserted ? nil : .duplicateController(stack)
        if let rejection { return TwinFault(tab: index, member: "twin", rejection: rejection) }
      }
      if let other = twin.onExpand, holder(ofTab: other) == nil {
        return TwinFault(tab: index, member: "onExpand", rejection: .noMember(other, of: .tabBar, in: nil))
      }
    }
    return nil
  }

  mutating func forgetLostTwins() {
    while let fault = twinFault(in: columns.compact), var bar = columns.compact?.tabBar {
      _ = bar.updateTab(at: fault.tab) { tab in
        if fault.member == "twin" { tab.twin.stack = nil } else { tab.twin.onExpand = nil }
      }
      columns.compact?.content = .tabBar(bar)
    }
  }

  /// The column that is this stack, or whose tab bar has it as a tab.
  private func holder(ofStack id: ControllerID) -> Column? {
    style.columns.first { column in
      let content = currentContent(of: column)
      return (content?.id == id ? content : content?.tabBar?.tabs.first { $0.child.id == id }?.child)?.kind == .stack
    }
  }

  private func holder(ofTab id: ControllerID) -> Column? {
    style.columns.first { currentContent(of: $0)?.tabBar?.index(of: id) != nil }
  }

  /// What stands above the root of a stack goes above its twin's: onto the compact tree that comes on display, or from
  /// the one that leaves it. What stood there lies below.
  mutating func passPages(toCompact isComing: Bool) {
    guard let bar = columns.compact?.tabBar, bar.namesTwins else { return }
    for tab in bar.tabs {
      guard let twin = tab.twin.stack, let column = holder(ofStack: twin) else { continue }
      let (from, to) =
        isComing ? ((column, twin), (.compact, tab.child.id)) : ((.compact, tab.child.id), (column, twin))
      let pages = columns[from.0]?.update(from.1) { $0.updateStack { $0.truncate(to: 1) } ?? [] } ?? []
      if !pages.isEmpty { _ = columns[to.0]?.update(to.1) { $0.updateStack { $0.above += pages } } }
    }
  }

  /// The compact tree comes on display: its stacks take over, and the tab for what was on display is selected.
  mutating func enterCompactTree(_ recorder: inout EventRecorder) {
    let tab = columns.compact?.tabBar.flatMap(tabOnDisplay)
    passPages(toCompact: true)
    if let tab { select(tab, in: .compact, &recorder) }
  }

  /// The compact tree leaves the display: the columns get back what is on its stacks, with its selection.
  mutating func leaveCompactTree(_ recorder: inout EventRecorder) {
    let twin = columns.compact?.tabBar?.selected.twin
    passPages(toCompact: false)
    guard let tab = twin?.onExpand ?? twin?.stack, let column = holder(ofTab: tab) else { return }
    select(tab, in: column, &recorder)
  }

  /// The tab whose twin is on display, in the deepest column with content (M7), else that for the route of the column
  /// before the last, or of the last of two.
  private func tabOnDisplay(in bar: TabBar) -> ControllerID? {
    guard bar.namesTwins else { return nil }
    for column in style.columns.reversed() {
      guard let content = columns[column], content.isSomething else { continue }
      let shown = content.tabBar?.selectedChild.id ?? content.id
      if let tab = bar.tabs.first(where: { $0.twin.stack == shown }) { return tab.child.id }
    }
    let decisive: Column = style == .tripleColumn ? .supplementary : .secondary
    guard let route = columns[decisive]?.lowest?.screen?.route else { return nil }
    return bar.tabs.first { $0.twin.routes.contains(route) }?.child.id
  }

  private mutating func select(_ tab: ControllerID, in column: Column, _ recorder: inout EventRecorder) {
    guard case .tabBar(let box)? = columns[column]?.node, let index = box.value.index(of: tab),
      index != box.value.selectedIndex
    else { return }
    recorder.add(.tabSelected(tabBar: box.id, from: box.value.selectedChild.id, to: tab), to: .changes)
    var bar = box.value
    bar.select(index)
    columns[column]?.content = .tabBar(bar)
  }
}
