import Navigation

/// Tab bars and pages.
extension SceneWalk {
  mutating func add(_ shown: Shown, _ tabBar: TabBar, in place: Area) {
    guard let child = shown.children.first else { return }
    var inner = place.within(place.frame)
    guard let tabs = shown.tabs, let place = shown.bar else { return enter(child, inner) }
    let items = items(shown, tabBar, tabs)
    switch place {
    case .sidebar: return addSidebar(of: shown, tabBar, around: child, in: inner)
    case .side: return addSideBar(of: shown, tabBar, items, around: child, in: inner)
    case .bottom, .top, .none: break
    }
    let button = place == .top && medium == .text ? sidebarButton(of: shown, in: inner) : nil
    let bar = tabBarPart(items, shown.traits, isAtTop: place == .top, after: button?.frame, &inner)
    let apart = searchApart(from: bar, tabBar, tabs)
    let accessory = accessory(of: shown, tabBar, &inner)
    let beside = bar.isAtTop && bar.shape == .capsule
    let shown = beside ? sidebarButton(of: shown, in: inner, beside: bar.frame) : button
    if beside {
      let start = shown?.frame.maxX ?? inner.inner.x
      inner.besideTabs = Frame(x: start, y: bar.frame.y, width: bar.frame.x - start, height: bar.frame.height)
    }
    enter(child, inner)
    add(.tabBar(apart?.rest ?? bar))
    if let search = apart?.search { add(.tabBar(search)) }
    if let shown { add(.bar(shown)) }
    for element in accessory { add(element) }
  }

  /// After the title of a group, which is one item (D-443).
  private static let groupMark = " ▾"

  private func items(
    _ shown: Shown, _ tabBar: TabBar, _ tabs: (inBar: ArraySlice<Int>, behindMore: ArraySlice<Int>)
  ) -> [Scene.Tab] {
    let canReach = shown.canReachControls
    var items = tabs.inBar.map { index in
      let tab = tabBar.tabs[index]
      return Scene.Tab(
        title: tab.shownTitle + (tab.isGroup ? Self.groupMark : ""), badge: tab.badge, icon: tab.icon,
        isSelected: index == tabBar.selectedIndex,
        tap: canReach ? tabBar.tap(on: index) : nil)
    }
    // The list that a tap on More shows is no state of the session (TB-6).
    if !tabs.behindMore.isEmpty {
      let isSelected = tabs.behindMore.contains(tabBar.selectedIndex)
      items.append(Scene.Tab(title: "More", icon: Glyph.ellipsis.rawValue, isSelected: isSelected))
    }
    return items
  }

  /// - Parameter button: in text, a button before it.
  private func tabBarPart(
    _ tabs: [Scene.Tab], _ traits: Traits, isAtTop: Bool, after button: Frame?, _ place: inout Area
  ) -> Scene.TabBar {
    let isPad = environment.idiom == .pad
    let isLow = isPad && traits.horizontal == .regular || traits.vertical == .compact
    var item: Scene.TabBar.Item = isAtTop ? .title : isLow ? .symbolBesideTitle : .symbolAboveTitle
    if medium == .text { return textPart(tabs, item, isAtTop: isAtTop, after: button, &place) }
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

  private func textPart(
    _ tabs: [Scene.Tab], _ item: Scene.TabBar.Item, isAtTop: Bool, after button: Frame?, _ place: inout Area
  ) -> Scene.TabBar {
    let grid = TextGrid(environment.size, unit: unit)
    let taken = button?.width ?? 0
    let room = grid.cells(across: place.frame.inset(left: taken))
    let lines = TabLines.count(tabs, room: room, height: grid.line(place.inner.height))
    let height = points(Measure.tabBar + Measure.line * Double(lines - 1))
    let frame = (isAtTop ? place.takeTop(height) : place.takeBottom(height)).inset(left: taken)
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
  mutating func add(_ shown: Shown, _ topTabs: TopTabs, in place: Area) {
    var inner = place
    addStrip(shown.itemsOfColumn, &inner)
    inner.isTitled = !topTabs.isTabControlHidden
    // In points of the model, which ignores a sheet's width.
    let pageWidth = topTabs.pageWidth ?? place.frame.width
    let scale = pageWidth > 0 ? place.frame.width / pageWidth : 0
    if !topTabs.isTabControlHidden {
      let part = inner.takeTop(points(Measure.titles))
      let control = Frame(x: place.frame.x, y: part.y, width: place.frame.width, height: part.height)
      addTitles(on: control, of: shown, topTabs, scale: scale)
    }
    let area = place.frame.inset(top: inner.safe.top)
    inner.safe.top = 0
    let isScrolling =
      topTabs.displayedIndices.count > 1 || topTabs.contentOffset != Double(topTabs.mostVisibleIndex) * pageWidth
    if isScrolling { add(.clip(area)) }
    let pages = shown.children.filter(\.isInView)
    for (index, shownPage) in zip(topTabs.displayedIndices, pages) {
      let x = (Double(index) * pageWidth - topTabs.contentOffset) * scale
      var page = inner.within(area)
      if isScrolling { page.frame = area.moved(x: x) }
      enter(shownPage, page)
    }
    if isScrolling { add(.endClip) }
  }

  private mutating func addTitles(on control: Frame, of shown: Shown, _ topTabs: TopTabs, scale: Double) {
    let titles = topTabs.pages.enumerated().map { index, page in
      Scene.Tab(
        title: page.title, isSelected: index == topTabs.mostVisibleIndex, tap: shown.tap(onPage: index))
    }
    add(.titles(control, titles))
    let height = points(Measure.indicator)
    let indicator = topTabs.indicator
    let (start, end) = (control.x + indicator.x * scale, control.x + (indicator.x + indicator.width) * scale)
    let (left, right) = (max(start, control.x), min(end, control.maxX))
    add(.indicator(Frame(x: left, y: control.maxY - height, width: right - left, height: height)))
  }

  // MARK: A tab bar that is a sidebar or stands at a side, and what stands beside it (TG-4, TG-12, WN-7)

  /// Of a row in a section, in units.
  private static let indent = 20.0

  /// A panel with a row for each tab. Its content is drawn beside it, though it may extend below it: so a split view's
  /// own sidebar can be seen (D-467).
  private mutating func addSidebar(of shown: Shown, _ tabBar: TabBar, around child: Shown, in place: Area) {
    let width = min(SystemRules.sidebarWidth, place.frame.width)
    var content = place.within(place.frame.inset(left: width))
    let accessory = accessory(of: shown, tabBar, &content)
    enter(child, content)
    for element in accessory { add(element) }
    let frame = Frame(x: place.frame.x, y: place.frame.y, width: width, height: place.frame.height)
    var panel = place.within(frame)
    if hasPanels {
      addPanel(frame, &panel)
    } else {
      add(.surface(.column(.primary, line: .trailing), frame))
    }
    let head = panel.takeTop(points(Measure.bar))
    if let button = sidebarButton(of: shown, in: panel) {
      add(.bar(Bar(frame: head, items: button.items, title: nil, isTitleMade: false)))
    }
    var rest = panel.inner
    for (row, tap) in shown.sidebarRows where rest.height >= points(Measure.row) {
      let parts = rest.cut(top: points(Measure.row))
      rest = parts.rest
      let frame = parts.top.inset(left: points(Self.indent) * Double(row.depth))
      add(
        .row(
          Scene.Row(
            frame: frame, title: row.title, subtitle: row.badge, image: row.icon, isSelected: row.isSelected,
            isDimmed: false, hasLine: false, tap: tap)))
    }
  }

  /// A strip at the trailing edge, where the hardware has it in every language.
  private mutating func addSideBar(
    of shown: Shown, _ tabBar: TabBar, _ items: [Scene.Tab], around child: Shown, in place: Area
  ) {
    let width = min(SystemRules.sideBarWidth, place.frame.width / 2)
    var content = place.within(place.frame.inset(right: width))
    let accessory = accessory(of: shown, tabBar, &content)
    enter(child, content)
    for element in accessory { add(element) }
    let strip = Frame(x: place.frame.maxX - width, y: place.frame.y, width: width, height: place.frame.height)
    let inner = strip.inset(top: place.safe.top, bottom: place.safe.bottom)
    add(
      .tabBar(
        Scene.TabBar(
          frame: inner, inner: inner, shape: .strip, item: .symbolAboveTitle, isAtTop: false,
          hasSearchLast: tabBar.holdsSearch, tabs: items)))
  }

  /// The button that turns the bar into a sidebar and back; nil without one.
  ///
  /// - Parameter tabs: the capsule of the tabs, before which it stands.
  private func sidebarButton(of shown: Shown, in place: Area, beside tabs: Frame? = nil) -> Bar? {
    guard let shows = shown.sidebarButton else { return nil }
    let tap = Tap.sidebar(tabBar: shown.id, shows: shows)
    let height = points(Measure.bar)
    let middle = tabs?.midY ?? place.inner.y + height / 2
    let frame = Frame(
      x: place.inner.x, y: middle - height / 2, width: points(medium == .text ? 110 : 66), height: height)
    var bar = Bar(frame: frame, items: [.displayMode(tap)], title: nil, isTitleMade: false)
    if medium == .text { bar.line = frame.x...frame.maxX }
    return bar
  }

  /// What stands above the bar, and takes its room from the content (TG-12).
  private func accessory(of shown: Shown, _ tabBar: TabBar, _ place: inout Area) -> [Scene.Element] {
    guard let accessory = tabBar.form.accessory else { return [] }
    let gap = points(6)
    let room = place.takeBottom(points(Measure.row) + gap)
    let width = min(room.width, points(620))
    let frame = Frame(x: room.midX - width / 2, y: room.y, width: width, height: room.height - gap)
      .inset(left: gap * 2, right: gap * 2)
    let tap = routes.flatMap { routes in
      shown.accessory(routes).flatMap { $0.opening.tap(from: $0.leaf, in: session, routes) }
    }
    let button = Scene.Button(
      frame: frame, title: accessory.title, isDimmed: tap?.isDimmed ?? false, tap: tap.map(Tap.offer))
    return [.surface(.popover, frame), .button(button)]
  }

  /// A search tab stands apart at the trailing end of a capsule (TG-11); nil where it does not, and without room.
  private func searchApart(
    from bar: Scene.TabBar, _ tabBar: TabBar, _ tabs: (inBar: ArraySlice<Int>, behindMore: ArraySlice<Int>)
  ) -> (rest: Scene.TabBar, search: Scene.TabBar)? {
    guard bar.shape == .capsule, tabs.behindMore.isEmpty, bar.tabs.count > 1, let last = tabs.inBar.last,
      tabBar.tabs[last].form.role == .search, let need = bar.needs.last
    else { return nil }
    let (gap, side) = (points(8), max(bar.frame.height, points(need)))
    var (rest, search) = (bar, bar)
    rest.frame = bar.frame.inset(right: side + gap)
    guard rest.frame.width >= bar.frame.height else { return nil }
    search.frame = Frame(x: bar.frame.maxX - side, y: bar.frame.y, width: side, height: bar.frame.height)
    (rest.inner, search.inner) = (rest.frame, search.frame)
    (rest.tabs, search.tabs) = (bar.tabs.dropLast(), [bar.tabs[bar.tabs.count - 1]])
    (rest.needs, search.needs) = (bar.needs.dropLast(), [need])
    return (rest, search)
  }
}

extension TabBar {
  fileprivate var holdsSearch: Bool { tabs.contains { $0.form.role == .search && !$0.isHidden } }
}
