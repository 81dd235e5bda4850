import Navigation

/// Stacks, with their bars (NV-16, NV-17).
extension SceneWalk {
  mutating func add(_ id: ControllerID, _ stack: Stack, in place: Area) {
    guard stack.isInteractiveBack, let behind = stack.behind else {
      return addPage(id, stack, showing: stack.top, in: place)
    }
    // The user is swiping: the previous page enters from the leading edge, at half the speed.
    var below = stack
    _ = below.truncate(to: stack.count - 1)
    var still = place
    still.isAppearing = true
    still.frame = place.frame.moved(x: -place.frame.width * 0.2)
    add(.clip(place.frame))
    addPage(id, below, showing: behind, in: still)
    var moving = place
    moving.frame = place.frame.moved(x: place.frame.width * 0.4)
    add(.surface(.page, moving.frame))
    addPage(id, stack, showing: stack.top, in: moving)
    add(.endClip)
  }

  /// Adds the top of a stack under its bar. A nested stack has its own bar.
  private mutating func addPage(_ id: ControllerID, _ stack: Stack, showing top: Controller, in place: Area) {
    var inner = place.within(place.frame)
    if top.kind == .stack {
      inner.outer = stack.below(top.id).map { (id, $0) } ?? place.outer
      return enter(top, inner)
    }
    if !stack.isNavigationBarHidden {
      addBar(id, stack, showing: top, in: &inner, outer: place)
      inner.items = []
      inner.isTitled = true
    }
    inner.isRoot = stack.above.isEmpty
    enter(top, inner)
  }

  /// Adds a navigation bar. A large title is below it, except at a compact height, where UIKit shows none. The bar then
  /// shares the row of a tab bar at the top; in text, one without buttons takes no line.
  private mutating func addBar(
    _ id: ControllerID, _ stack: Stack, showing top: Controller, in place: inout Area, outer: Area
  ) {
    var items = place.items
    let back = BackButton(of: stack, outer: outer.outer?.below, allowsReturnToPlaceholder: !outer.forbidsPlaceholder)
    if back.isVisible {
      let target = stack.above.isEmpty ? outer.outer?.stack ?? id : id
      let tap = Tap.back(target, title: back.title == BackButton.plainTitle ? nil : back.title)
      items.append(.back(title: back.title, reached(tap, place)))
    }
    if let left = top.screen?.leftBarButton {
      items.append(.left(left, reached(.leftBarButton(of: top.id, title: left), place)))
    }
    let (title, isMade) = top.shownTitle
    let isLarge = top.screen?.hasLargeTitle == true && !top.isPlaceholder && place.traits.vertical == .regular
    if isLarge, let beside = outer.besideTabs {
      add(.bar(Bar(frame: beside, items: items, title: nil, isTitleMade: false)))
    } else if !isLarge || medium == .svg || !items.isEmpty {
      let shown = top.isPlaceholder || isLarge ? nil : title
      var bar = Bar(frame: place.takeTop(points(Measure.bar)), items: items, title: shown, isTitleMade: isMade)
      // With a large title the older bar has no line either, until content has scrolled below it.
      if !isLarge, look == .bars || medium == .text { bar.line = place.frame.x...place.frame.maxX }
      add(.bar(bar))
    }
    if isLarge { add(.heading(title, isMade: isMade, isLarge: true, place.takeTop(points(Measure.largeTitle)))) }
  }

  /// Adds a strip for a split view's items where no stack provides a bar.
  mutating func addStrip(_ place: inout Area) {
    guard !place.items.isEmpty else { return }
    add(.bar(Bar(frame: place.takeTop(points(Measure.bar)), items: place.items, title: nil, isTitleMade: false)))
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
