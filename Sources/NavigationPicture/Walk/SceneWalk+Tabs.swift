import Navigation

/// Tab bars and pages.
extension SceneWalk {
  mutating func add(_ id: ControllerID, _ tabBar: TabBar, in place: Area) {
    let items = items(id, tabBar, in: place)
    guard !tabBar.selected.child.hidesBottomBar, !items.isEmpty else {
      return enter(tabBar.selected.child, place.within(place.frame))
    }
    var inner = place.within(place.frame)
    let bar = tabBarPart(items, &inner)
    if bar.isAtTop, bar.shape == .capsule {
      inner.besideTabs = Frame(
        x: inner.inner.x, y: bar.frame.y, width: bar.frame.x - inner.inner.x, height: bar.frame.height)
    }
    enter(tabBar.selected.child, inner)
    add(.tabBar(bar))
  }

  private func items(_ id: ControllerID, _ tabBar: TabBar, in place: Area) -> [Scene.Tab] {
    let (inBar, behindMore) = tabBar.items(in: place.traits.horizontal)
    var items = inBar.map { index in
      let tab = tabBar.tabs[index]
      let title = tab.shownTitle
      let isSelected = index == tabBar.selectedIndex
      let tap = Tap.tab(tab.child.id, title: title, badge: tab.badge, isSelected: isSelected)
      return Scene.Tab(
        title: title, badge: tab.badge, icon: tab.icon, isSelected: isSelected, tap: reached(tap, place))
    }
    // The list that a tap on More shows is no state of the session (TB-6).
    if !behindMore.isEmpty {
      let isSelected = behindMore.contains(tabBar.selectedIndex)
      items.append(Scene.Tab(title: "More", icon: Glyph.ellipsis.rawValue, isSelected: isSelected))
    }
    return items
  }

  /// At the top of an iPad's window in iOS 26 where the width is regular (UIKit: from iPadOS 18 on). Otherwise at the
  /// bottom, also in a sidebar, whose width is compact.
  private func tabBarPart(_ tabs: [Scene.Tab], _ place: inout Area) -> Scene.TabBar {
    let isPad = environment.idiom == .pad
    let isAtTop = look == .glass && isPad && place.traits.horizontal == .regular
    let isLow = isPad && place.traits.horizontal == .regular || place.traits.vertical == .compact
    var item: Scene.TabBar.Item = isAtTop ? .title : isLow ? .symbolBesideTitle : .symbolAboveTitle
    if medium == .text { return textPart(tabs, item, isAtTop: isAtTop, &place) }
    var needs = tabs.map(item.need)
    // Side by side only where they fit, which they do not in a phone's sidebar.
    if item == .symbolBesideTitle, points(needs.reduce(0, +)) > place.inner.width * 0.9 {
      item = .symbolAboveTitle
      needs = tabs.map(item.need)
    }
    let (frame, inner, shape): (Frame, Frame, Scene.TabBar.Shape)
    switch look {
    case .bars:
      let below = place.safe.bottom
      inner = place.takeBottom(points(Measure.tabBar))
      frame = Frame(x: place.frame.x, y: inner.y, width: place.frame.width, height: inner.height + below)
      shape = .edge
    case .glass:
      frame = capsule(points(needs.reduce(8, +)), item, isAtTop: isAtTop, &place)
      inner = frame
      shape = .capsule
    }
    return Scene.TabBar(
      frame: frame, inner: inner, shape: shape, item: item, isAtTop: isAtTop, needs: needs, tabs: tabs)
  }

  private func textPart(_ tabs: [Scene.Tab], _ item: Scene.TabBar.Item, isAtTop: Bool, _ place: inout Area)
    -> Scene.TabBar
  {
    let grid = TextGrid(environment.size, unit: unit)
    let lines = TabLines.count(tabs, room: grid.cells(across: place.frame), height: grid.line(place.inner.height))
    let height = points(Measure.tabBar + Measure.line * Double(lines - 1))
    let frame = isAtTop ? place.takeTop(height) : place.takeBottom(height)
    return Scene.TabBar(
      frame: frame, inner: frame, shape: .edge, item: item, isAtTop: isAtTop, lines: lines, tabs: tabs)
  }

  /// A centred capsule, no wider than its items need; it extends into the room of a home indicator.
  private func capsule(_ need: Double, _ item: Scene.TabBar.Item, isAtTop: Bool, _ place: inout Area) -> Frame {
    let height = points(item == .symbolAboveTitle ? Measure.capsule : Measure.lowCapsule)
    let gap = points(6)
    let row: Frame
    if isAtTop {
      let above = place.safe.top > 0 ? 0 : gap
      row = place.takeTop(above + height + gap).inset(top: above, bottom: gap)
    } else {
      place.safe.bottom = max(0, min(place.safe.bottom, points(20)) - gap)
      row = place.takeBottom(height + gap * 3).inset(top: gap, bottom: gap * 2)
    }
    let width = min(need, row.width - min(points(32), row.width / 8))
    return Frame(x: row.midX - width / 2, y: row.y, width: width, height: row.height)
  }

  /// Pages side by side under their titles; in the middle of a scroll there are two (SYS4-5, SYS4-10).
  mutating func add(_ id: ControllerID, _ topTabs: TopTabs, in place: Area) {
    var inner = place
    addStrip(&inner)
    inner.items = []
    inner.isTitled = !topTabs.isTabControlHidden
    // In points of the model, which ignores a sheet's width.
    let pageWidth = topTabs.pageWidth ?? place.frame.width
    let scale = pageWidth > 0 ? place.frame.width / pageWidth : 0
    if !topTabs.isTabControlHidden {
      let part = inner.takeTop(points(Measure.titles))
      let control = Frame(x: place.frame.x, y: part.y, width: place.frame.width, height: part.height)
      addTitles(on: control, id, topTabs, scale: scale, in: place)
    }
    let area = place.frame.inset(top: inner.safe.top)
    inner.safe.top = 0
    let isScrolling =
      topTabs.displayedIndices.count > 1 || topTabs.contentOffset != Double(topTabs.mostVisibleIndex) * pageWidth
    if isScrolling { add(.clip(area)) }
    for index in topTabs.displayedIndices {
      let x = (Double(index) * pageWidth - topTabs.contentOffset) * scale
      var page = inner.within(area)
      if isScrolling { page.frame = area.moved(x: x) }
      enter(topTabs.pages[index].child, page)
    }
    if isScrolling { add(.endClip) }
  }

  private mutating func addTitles(
    on control: Frame, _ id: ControllerID, _ topTabs: TopTabs, scale: Double, in place: Area
  ) {
    let selected = topTabs.mostVisibleIndex
    let titles = topTabs.pages.enumerated().map { index, page in
      let tap = Tap.page(page.child.id, topTabs: id, title: page.title, isSelected: index == selected)
      return Scene.Tab(title: page.title, isSelected: index == selected, tap: reached(tap, place))
    }
    add(.titles(control, titles))
    let height = points(Measure.indicator)
    let indicator = topTabs.indicator
    let (start, end) = (control.x + indicator.x * scale, control.x + (indicator.x + indicator.width) * scale)
    let (left, right) = (max(start, control.x), min(end, control.maxX))
    add(.indicator(Frame(x: left, y: control.maxY - height, width: right - left, height: height)))
  }
}
