/// A tab of any depth, and where it stands.
struct TabPlace {
  let bar: ContentStorage<TabBar>
  /// Of the root tab.
  let index: Int
  /// From the root tab on; empty for itself.
  let path: [Int]
  /// Those of the tab bar, innermost first.
  let containers: ArraySlice<Controller>

  var tab: Tab { bar.value.tabs[index] }
  /// Nil for a tab that is no group and has no id of its own.
  var root: TabNode? { tab.node?.value }
  var isSelected: Bool { isSelected(path) }
  var isHidden: Bool {
    tab.isHidden || path.indices.contains { root?[path[...$0]].isHidden == true }
  }

  func isSelected(_ path: [Int]) -> Bool {
    index == bar.value.selectedIndex && path == root?.selectedPath ?? []
  }

  func id(at path: [Int]) -> ControllerID { root?[path].id ?? tab.id }
}

/// Tabs in groups (TG-1 to TG-3, TG-8, TG-9, D-440 to D-452).
extension Session {
  /// The only place that knows where the bar of a tab bar is a sidebar.
  func isSidebar(_ tabBar: ControllerID) -> Bool {
    BarChanges.places(in: root, environment).contains { $0.id == tabBar && $0.bar == .sidebar }
  }

  /// Throws `noSuchController`, and `noMember` for a controller that is no tab (TB-3).
  func place(of tab: ControllerID) throws(Rejection) -> TabPlace {
    let location = root.locateInSession(tab)
    if case .tabBar(let bar)? = location?.parent?.node, let index = bar.value.index(of: tab) {
      return TabPlace(bar: bar, index: index, path: [], containers: location?.containers.dropFirst() ?? [])
    }
    if let place = groupPlace(of: tab) { return place }
    guard let location else { throw .noSuchController(tab) }
    throw .noMember(tab, of: .tabBar, in: location.member(of: .tabBar))
  }

  private func groupPlace(of tab: ControllerID) -> TabPlace? {
    for id in root.barsWithTabNames {
      guard let location = root.locateInSession(id), case .tabBar(let bar) = location.controller.node else { continue }
      for (index, own) in bar.value.tabs.enumerated() {
        guard let path = own.node?.value.path(to: tab) else { continue }
        return TabPlace(bar: bar, index: index, path: path, containers: location.containers[...])
      }
    }
    return nil
  }

  /// Selects a tab of any depth, with the details that follow it (TG-8, D-445).
  ///
  /// - Parameter isTap: whether a user taps it, which may begin a search (TG-11).
  mutating func select(
    _ path: [Int], of place: TabPlace, isTap: Bool = false, _ recorder: inout EventRecorder
  ) {
    let id = place.bar.id
    // Most tabs are no groups.
    guard place.tab.node != nil else {
      return handOver(place.bar, in: place.containers, &recorder) { bar in
        if isTap { bar.tap(place.index) } else { bar.select(place.index) }
      }
    }
    let (isSidebar, details) = (isSidebar(id), detailPlace(of: id, in: place.containers))
    handOver(place.bar, in: place.containers, &recorder) { bar in
      if isTap { bar.tap(place.index) } else { bar.select(place.index) }
      _ = bar.updateTab(at: place.index) { $0.select(path, inSidebar: isSidebar, details: details) }
    }
    reportLevels(of: id, &recorder)
  }

  /// The delegate is asked once for each level, outermost first, and again after each change of the levels (TG-9, D-446).
  private func reportLevels(of tabBar: ControllerID, _ recorder: inout EventRecorder) {
    guard let tab = root.find(tabBar)?.tabBar?.selected, let node = tab.node?.value, node.isManaged,
      let stack = tab.child.stack
    else { return }
    let (levels, path) = (node.levelsOnStack, node.selectedPath)
    for way in (0...path.count).map({ Array(path.prefix($0)) }) where node[way].level != .none {
      let shown = levels.firstIndex(of: way).map { index in
        way == path ? stack.children[index...].map(\.id) : [stack.children[index].id]
      }
      var proposed = shown ?? []
      if case .kept(let controller) = node[way].level { proposed = [controller.id] }
      recorder.call(
        .displayedViewControllers(tabBar: tabBar, tab: node[way].id, proposed: proposed, answer: shown ?? []))
    }
  }

  /// Puts the levels on their stacks that the bars ask for: a landing page comes or goes beneath the top (D-447).
  mutating func showLevels(_ recorder: inout EventRecorder) {
    for id in root.barsWithTabNames {
      guard let bar = root.find(id)?.tabBar else { continue }
      let isSidebar = isSidebar(id)
      for index in bar.tabs.indices {
        var tab = bar.tabs[index]
        guard tab.showLevels(inSidebar: isSidebar) else { continue }
        updateTabBar(id) { bar in _ = bar.updateTab(at: index) { $0 = tab } }
        if index == bar.selectedIndex, tab.node != bar.tabs[index].node { reportLevels(of: id, &recorder) }
      }
    }
  }

  /// After a change of the stacks of managed groups (D-448).
  ///
  /// Throws `cannotContain` for a stack that does not begin with levels, `cannotPush` for a level that is elsewhere.
  mutating func settleGroups(since before: Controller, _ recorder: inout EventRecorder) throws(Rejection) {
    for id in root.barsWithTabNames {
      guard let bar = root.find(id)?.tabBar, let old = before.find(id)?.tabBar else { continue }
      for (index, tab) in bar.tabs.enumerated() where tab.isManaged {
        guard let then = old.tabs.first(where: { $0.id == tab.id }) else { continue }
        var settled = tab
        let left = try settled.settle(since: then)
        if left.isEmpty { continue }
        if let elsewhere = left.first(where: { root.findInSession($0) != nil }) { throw .cannotPush(elsewhere) }
        updateTabBar(id) { bar in _ = bar.updateTab(at: index) { $0 = settled } }
        guard index == bar.selectedIndex else { continue }
        recorder.add(
          .tabSelected(
            tabBar: id, from: tab.child.id, to: tab.child.id,
            tabs: Event.TabChange(from: then.selectedID, to: settled.selectedID)), to: .changes)
      }
    }
  }
}

extension Session {
  /// The tab, of any depth, whose own child shows what a newcomer would, or begins with it (D-456).
  func tab(showing newcomer: Transition.Newcomer) -> ControllerID? {
    guard let bar = root.first(where: { $0.tabBar?.tab(showing: newcomer) != nil }) else { return nil }
    return bar.tabBar?.tab(showing: newcomer)
  }
}

extension TabBar {
  fileprivate func tab(showing newcomer: Transition.Newcomer) -> ControllerID? {
    for tab in tabs {
      if !tab.isManaged, tab.child.lowest?.shows(newcomer) == true { return tab.id }
      guard let root = tab.node?.value, root.isManaged else { continue }
      let levels = zip(root.levelsOnStack, tab.child.stack?.children ?? [])
      if let level = levels.first(where: { $0.1.lowest?.shows(newcomer) == true }) { return root[level.0].id }
      if let kept = root.tab(keeping: newcomer) { return kept }
    }
    return nil
  }
}

extension TabNode {
  fileprivate func tab(keeping newcomer: Transition.Newcomer) -> ControllerID? {
    if case .kept(let controller) = level, controller.lowest?.shows(newcomer) == true { return id }
    return tabs.lazy.compactMap { $0.tab(keeping: newcomer) }.first
  }
}

extension Controller {
  /// The tab bars with tabs that have ids of their own, outermost first.
  var barsWithTabNames: [ControllerID] {
    guard summary.namesTabs else { return [] }
    var bars = tabBar?.namesTabs == true ? [id] : []
    forEachPresent { held, _ in bars += held.barsWithTabNames }
    return bars
  }

  /// Whether a tab has this id, and its controller another one.
  func namesTab(_ id: ControllerID) -> Bool {
    guard summary.namesTabs else { return false }
    if case .tabBar(let bar) = node, bar.value.tabs.contains(where: { $0.namesTab(id) }) { return true }
    var isNamed = false
    forEachHeld { held, _ in isNamed = isNamed || held.namesTab(id) }
    return isNamed
  }
}

extension Tab {
  /// The ids of its own and of the tabs in it that are no controllers' ids.
  var names: [ControllerID] {
    guard let root = node?.value else { return [] }
    var names: [ControllerID] = []
    let (levels, stack) = (root.levelsOnStack, child.stack)
    collectNames(of: root, [], &names) { way in
      if way.isEmpty, !root.isManaged || root.level == .none { return child.id }
      return levels.firstIndex(of: way).flatMap { stack?.children[$0].id }
    }
    return names
  }

  fileprivate func namesTab(_ id: ControllerID) -> Bool { node?.value.path(to: id) != nil && names.contains(id) }

  private func collectNames(
    of node: TabNode, _ way: [Int], _ names: inout [ControllerID], onStack: ([Int]) -> ControllerID?
  ) {
    let own: ControllerID? = if case .kept(let controller) = node.level { controller.id } else { onStack(way) }
    if node.id != own { names.append(node.id) }
    for (index, tab) in node.tabs.enumerated() { collectNames(of: tab, way + [index], &names, onStack: onStack) }
  }
}
