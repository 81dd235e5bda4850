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
