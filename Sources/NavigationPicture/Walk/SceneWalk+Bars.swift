import Navigation

/// A tab bar that is a sidebar or stands at a side, and what stands beside it (TG-4, TG-12, WN-7).
extension SceneWalk {
  /// Of a row in a section, in units.
  private static let indent = 20.0

  /// A panel with a row for each tab. Its content is drawn beside it, though it may extend below it: so a split view's
  /// own sidebar can be seen (D-467).
  mutating func addSidebar(
    of shown: Shown, _ tabBar: TabBar, around child: Shown, in place: Area
  ) {
    let width = min(SystemRules.sidebarWidth, place.frame.width)
    var content = place.within(place.frame.inset(left: width))
    let accessory = accessory(of: shown, tabBar, &content)
    enter(child, content)
    for element in accessory { add(element) }
    let frame = Frame(x: place.frame.x, y: place.frame.y, width: width, height: place.frame.height)
    var panel = place.within(frame)
    if look == .glass, medium == .svg {
      let inset = points(Measure.panelInset)
      add(.surface(.panel, frame.inset(by: inset)))
      panel.safe.top = max(panel.safe.top, inset)
      panel.safe.bottom = max(panel.safe.bottom, inset)
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
  mutating func addSideBar(
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
  func sidebarButton(of shown: Shown, in place: Area, beside tabs: Frame? = nil) -> Bar? {
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
  func accessory(of shown: Shown, _ tabBar: TabBar, _ place: inout Area) -> [Scene.Element] {
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
  func searchApart(
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
