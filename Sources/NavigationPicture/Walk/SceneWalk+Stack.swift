import NavigationModel

/// Stacks, with their bars (NV-16, NV-17).
extension SceneWalk {
  mutating func add(_ id: ControllerID, _ stack: Stack, _ place: Place) {
    guard stack.isInteractiveBack, let behind = stack.behind else { return addPage(id, stack, stack.top, place) }
    // The user is swiping: what is behind comes from the leading edge, half as fast.
    var below = stack
    _ = below.truncate(to: stack.count - 1)
    var still = place
    still.isLive = false
    still.frame = place.frame.moved(x: -place.frame.width * 0.2)
    add(.clip(place.frame))
    addPage(id, below, behind, still)
    var moving = place
    moving.frame = place.frame.moved(x: place.frame.width * 0.4)
    add(.surface(.page, moving.frame))
    addPage(id, stack, stack.top, moving)
    add(.endClip)
  }

  /// The top of a stack under its bar. A stack within a stack has its bar to itself.
  private mutating func addPage(_ id: ControllerID, _ stack: Stack, _ top: Controller, _ place: Place) {
    var inner = place.within(place.frame)
    if top.kind == .stack {
      inner.outer = stack.below(top.id).map { (id, $0) } ?? place.outer
      return enter(top, inner)
    }
    if !stack.isNavigationBarHidden {
      let (bar, rest) = place.frame.cut(top: points(Measure.bar))
      addBar(bar, id, stack, top, place)
      inner.frame = rest
      inner.items = []
      inner.isTitled = true
    }
    inner.isRoot = stack.above.isEmpty
    enter(top, inner)
  }

  private mutating func addBar(_ frame: Frame, _ id: ControllerID, _ stack: Stack, _ top: Controller, _ place: Place) {
    var items = place.items
    let back = BackButton(of: stack, outer: place.outer?.below, allowsReturnToPlaceholder: !place.forbidsPlaceholder)
    if back.isVisible {
      let target = stack.above.isEmpty ? place.outer?.stack ?? id : id
      let tap = Tap.back(target, title: back.title == BackButton.plainTitle ? nil : back.title)
      items.append(.back(title: back.title, canReach(id, place) ? tap : nil))
    }
    if let left = top.screen?.leftBarButton { items.append(.left(left)) }
    let (title, isMade) = top.shownTitle
    add(.bar(Bar(frame: frame, items: items, title: top.isPlaceholder ? nil : title, isTitleMade: isMade, isBare: false)))
  }

  /// What a split view's items stand in where no stack gives them a bar; answers what is left below it.
  mutating func addStrip(_ place: Place) -> Frame {
    guard !place.items.isEmpty else { return place.frame }
    let (strip, rest) = place.frame.cut(top: points(Measure.bar))
    add(.bar(Bar(frame: strip, items: place.items, title: nil, isTitleMade: false, isBare: true)))
    return rest
  }
}

extension Controller {
  /// The title of what is seen first in it, or its id where that has none.
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
