import NavigationModel

/// Tab bars and pages.
extension SceneWalk {
  mutating func add(_ id: ControllerID, _ tabBar: TabBar, _ place: Place) {
    guard !tabBar.selected.child.hidesBottomBar else { return enter(tabBar.selected.child, place.within(place.frame)) }
    let (rest, bar) = place.frame.cut(bottom: points(Measure.tabBar))
    enter(tabBar.selected.child, place.within(rest))
    let behindMore = tabBar.behindMore(in: place.traits.horizontal).count
    let shown = tabBar.tabs.count - behindMore
    let canReach = canReach(id, place)
    var items = tabBar.tabs.prefix(shown).enumerated().map { index, tab in
      let title = tab.shownTitle
      let isSelected = index == tabBar.selectedIndex
      let tap = Tap.tab(tab.child.id, title: title, badge: tab.badge, isSelected: isSelected)
      return Scene.Tab(title: title, badge: tab.badge, isSelected: isSelected, tap: canReach ? tap : nil)
    }
    // What a tap on More shows is no state of the session (TB-6).
    if behindMore > 0 { items.append(Scene.Tab(title: "More", isSelected: tabBar.selectedIndex >= shown)) }
    add(.tabBar(bar, items))
  }

  /// Pages side by side under their titles; in the middle of a scroll there are two (SYS4-5, SYS4-10).
  mutating func add(_ id: ControllerID, _ topTabs: TopTabs, _ place: Place) {
    var area = addStrip(place)
    var inner = place
    inner.items = []
    inner.isTitled = !topTabs.isTabControlHidden
    // In points of the model, which does not know of a sheet's width.
    let pageWidth = topTabs.pageWidth ?? area.width
    let scale = pageWidth > 0 ? area.width / pageWidth : 0
    if !topTabs.isTabControlHidden {
      let (control, rest) = area.cut(top: points(Measure.titles))
      area = rest
      addTitles(control, id, topTabs, scale, place)
    }
    let isScrolling = topTabs.displayedIndices.count > 1 || topTabs.contentOffset != Double(topTabs.mostVisibleIndex) * pageWidth
    if isScrolling { add(.clip(area)) }
    for index in topTabs.displayedIndices {
      let x = (Double(index) * pageWidth - topTabs.contentOffset) * scale
      enter(topTabs.pages[index].child, inner.within(isScrolling ? area.moved(x: x) : area))
    }
    if isScrolling { add(.endClip) }
  }

  private mutating func addTitles(_ control: Frame, _ id: ControllerID, _ topTabs: TopTabs, _ scale: Double, _ place: Place) {
    let canReach = canReach(id, place)
    let selected = topTabs.mostVisibleIndex
    let titles = topTabs.pages.enumerated().map { index, page in
      let tap = Tap.page(page.child.id, topTabs: id, title: page.title, isSelected: index == selected)
      return Scene.Tab(title: page.title, isSelected: index == selected, tap: canReach ? tap : nil)
    }
    add(.titles(control, titles))
    let height = points(Measure.indicator)
    let indicator = topTabs.indicator
    let (start, end) = (control.x + indicator.x * scale, control.x + (indicator.x + indicator.width) * scale)
    let (left, right) = (max(start, control.x), min(end, control.maxX))
    add(.indicator(Frame(x: left, y: control.maxY - height, width: right - left, height: height)))
  }
}

extension Controller {
  /// A pushed screen says so (NV-14).
  fileprivate var hidesBottomBar: Bool {
    guard case .stack(let stack) = node else { return false }
    return stack.value.above.contains { $0.screen?.hidesBottomBarWhenPushed == true }
  }
}
