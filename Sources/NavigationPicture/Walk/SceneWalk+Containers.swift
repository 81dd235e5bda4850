import Navigation

/// Stacks, with their bars (NV-16, NV-17).
extension SceneWalk {
  mutating func add(_ shown: Shown, _ stack: Stack, in place: Area) {
    let pages = shown.children
    guard pages.count == 2 else {
      if let top = pages.first { addPage(top, of: shown, stack, in: place) }
      return
    }
    // The user is swiping: the previous page enters from the leading edge, at half the speed.
    var still = place
    still.frame = place.frame.moved(x: -place.frame.width * 0.2)
    add(.clip(place.frame))
    addPage(pages[1], of: shown, stack, in: still)
    var moving = place
    moving.frame = place.frame.moved(x: place.frame.width * 0.4)
    add(.surface(.page, moving.frame))
    addPage(pages[0], of: shown, stack, in: moving)
    add(.endClip)
  }

  /// Adds a page of a stack under its bar. A nested stack has its own bar.
  private mutating func addPage(_ page: Shown, of shown: Shown, _ stack: Stack, in place: Area) {
    var inner = place.within(place.frame)
    if page.controller.kind == .stack { return enter(page, inner) }
    if let items = shown.barItems(over: page) {
      addBar(
        items + closeButton(of: page), over: page, isLow: shown.traits.vertical == .compact, in: &inner,
        beside: place.besideTabs)
      inner.isTitled = true
    }
    inner.isRoot = stack.root.id == page.id
    enter(page, inner)
  }

  /// Adds a navigation bar. A large title is below it, except at a compact height, where UIKit shows none. The bar then
  /// shares the row of a tab bar at the top; in text, one without buttons takes no line.
  private mutating func addBar(
    _ items: [BarItem], over page: Shown, isLow: Bool, in place: inout Area, beside tabs: Frame?
  ) {
    let top = page.controller
    let (title, isMade) = top.shownTitle
    let isLarge = top.screen?.hasLargeTitle == true && !top.isPlaceholder && !isLow
    if isLarge, let tabs {
      add(.bar(Bar(frame: tabs, items: items, title: nil, isTitleMade: false)))
    } else if !isLarge || medium == .svg || !items.isEmpty {
      let shown = top.isPlaceholder || isLarge ? nil : title
      var bar = Bar(frame: place.takeTop(points(Measure.bar)), items: items, title: shown, isTitleMade: isMade)
      // With a large title the older bar has no line either, until content has scrolled below it.
      if !isLarge, look == .bars || medium == .text { bar.line = place.frame.x...place.frame.maxX }
      add(.bar(bar))
    }
    if isLarge { add(.heading(title, isMade: isMade, isLarge: true, place.takeTop(points(Measure.largeTitle)))) }
  }

  /// The button by which the app's routes close a screen (D-262).
  mutating func closeButton(of screen: Shown) -> [BarItem] {
    offers(on: screen)?.close.map { [$0] } ?? []
  }

  /// What the app's routes offer on a screen; nil without routes. It is tried once for a picture.
  mutating func offers(on screen: Shown) -> ScreenOffers? {
    guard let routes else { return nil }
    if let known = offered[screen.id] { return known }
    let offers = ScreenOffers(on: screen, in: session, routes, for: medium)
    offered[screen.id] = offers
    return offers
  }

  /// Adds a strip for a split view's items, or what closes a screen, where no stack provides a bar.
  mutating func addStrip(_ items: [BarItem], _ place: inout Area) {
    guard !items.isEmpty else { return }
    add(.bar(Bar(frame: place.takeTop(points(Measure.bar)), items: items, title: nil, isTitleMade: false)))
  }

  // MARK: Columns at their frames (CW-11), and the buttons that change them (DM-10 to DM-12)

  mutating func add(_ shown: Shown, _ split: Split, in place: Area) {
    let contents = shown.children
    if split.isCollapsed {
      modes.append((shown.id, "collapsed"))
      var inner = place.within(place.frame)
      inner.isTitled = false
      inner.isRoot = false
      return contents.forEach { enter($0, inner) }
    }
    modes.append((shown.id, split.displayMode.rawValue))
    let columns = columns(of: split, in: place.frame)
    // A column over another one is drawn after it.
    let floats = columns.contains { $0.free != $0.frame }
    for column in split.displayMode.dimsSecondary || floats ? columns.reversed() : columns {
      add(column, of: shown, split, contents.first { $0.column == column.column }, in: place)
    }
  }

  private struct Placed {
    var column: Column
    var frame: Frame
    /// The part of it that no other column covers.
    var free: Frame
    var isDimmed = false
    /// What is below it and the primary, where both lie over the secondary.
    var ground: Frame?
  }

  /// Scales the columns to the available area: the model ignores bars around a split view, and a sheet's width.
  private func columns(of split: Split, in area: Frame) -> [Placed] {
    let room = split.room(in: environment)
    let scale = room.size.width > 0 ? area.width / room.size.width : 0
    let dims = split.displayMode.dimsSecondary
    var placed = split.frames(in: room).map { column in
      let frame = Frame(x: area.x + column.x * scale, y: area.y, width: column.width * scale, height: area.height)
      return Placed(
        column: column.column, frame: frame, free: frame,
        isDimmed: dims && (column.column == .secondary || column.column == .inspector))
    }
    // The primary may lie over the supplementary, so that nothing dimmed shows between them (D-181).
    guard placed.count > 2, placed[1].column == .supplementary, let primary = placed.first?.frame else { return placed }
    let isLeading = split.preferences.primaryEdge == .leading
    let over = isLeading ? primary.maxX - placed[1].frame.x : placed[1].frame.maxX - primary.x
    if over > 0 { placed[1].free = placed[1].frame.inset(left: isLeading ? over : 0, right: isLeading ? 0 : over) }
    // Beside a floating primary the secondary would show through, with pieces of its content (D-181).
    if split.displayMode == .twoOverSecondary, hasPanels { placed[1].ground = primary.union(placed[1].frame) }
    return placed
  }

  /// A sidebar floats in iOS 26.
  var hasPanels: Bool { look == .glass && medium == .svg }

  /// Adds a floating sidebar, whose content has room above and below.
  mutating func addPanel(_ frame: Frame, _ place: inout Area) {
    let inset = points(Measure.panelInset)
    add(.surface(.panel, frame.inset(by: inset)))
    place.safe.top = max(place.safe.top, inset)
    place.safe.bottom = max(place.safe.bottom, inset)
  }

  private mutating func add(_ placed: Placed, of shown: Shown, _ split: Split, _ content: Shown?, in place: Area) {
    let isOver =
      split.displayMode.dimsSecondary && split.displayMode != .twoDisplaceSecondary && placed.column != .secondary
      && placed.column != .inspector
    let isLeading = (split.preferences.primaryEdge == .leading) == (placed.column != .inspector)
    let line: HorizontalEdge? = placed.column == .secondary ? nil : isLeading ? .trailing : .leading
    var inner = place.within(placed.free)
    if hasPanels, split.style != .classic, placed.column == .primary {
      let inset = points(Measure.panelInset)
      inner = inner.within(inner.frame.inset(left: inset, right: inset))
      addPanel(placed.frame, &inner)
    } else if let ground = placed.ground {
      add(.surface(.ground, ground))
    } else {
      add(.surface(isOver ? .overlay : .column(placed.column, line: line), placed.frame))
    }
    inner.isTitled = false
    inner.isRoot = false
    inner.isSidebar = placed.column != .secondary
    if let content {
      enter(content, inner)
    } else {
      addStrip(shown.items(of: placed.column), &inner)
    }
    if placed.isDimmed { add(.surface(.dim(shown.tapOnDimmed), placed.frame)) }
  }
}

extension Controller {
  /// The title of the first screen shown in it, or an id where that has none.
  var shownTitle: (title: String, isMade: Bool) {
    switch node {
    case .screen(let screen): screen.value.title.map { ($0, false) } ?? (id.description, true)
    case .stack(let stack): stack.value.top.shownTitle
    case .tabBar(let tabBar): tabBar.value.selected.title.map { ($0, false) } ?? tabBar.value.selected.child.shownTitle
    case .topTabs(let topTabs): topTabs.value.pages[topTabs.value.mostVisibleIndex].child.shownTitle
    case .split: (id.description, true)
    }
  }
}
