/// A walk of the display that finds its controls: bars before their content, leading to trailing, the lower layer first.
///
/// Rows are left out: which of them are drawn depends on the room, which a picture alone knows.
struct TapWalk {
  private(set) var taps: [Tap] = []
  private let session: Session
  private let display: Display
  private let environment: Environment
  /// The presentations of the current tree, entered after it: inner ones first, the root's last.
  private var waiting: [(presenter: ControllerID, presented: Presented, place: Place)] = []

  /// What a controller inherits from the containers around it.
  private struct Place {
    var traits: Traits
    /// The controls of split views for the first bar of their column.
    var items: [Tap] = []
    /// The stack around a nested stack, and the controller below that, for the inner bar's back button (NV-17).
    var outer: (stack: ControllerID, below: Controller)?
    /// Its split view's app allows no return to the placeholder (SYS0-3).
    var forbidsPlaceholder = false
    /// It is the lower screen of a swipe back, which nothing reaches.
    var isAppearing = false

    /// The place of a child, not nested in a stack until its container sets that.
    var ofChild: Place {
      var place = self
      place.outer = nil
      place.forbidsPlaceholder = false
      return place
    }
  }

  /// - Parameter session: in the background nothing is in reach.
  init(_ session: Session) {
    self.session = session
    display = session.display
    environment = session.environment
    if !environment.isInBackground { enterTree(session.root, Place(traits: environment.traits)) }
  }

  private mutating func enterTree(_ root: Controller, _ place: Place) {
    enter(root, place)
    let above = waiting
    waiting = []
    for (presenter, presented, place) in above { present(presented, by: presenter, place) }
  }

  private mutating func present(_ presented: Presented, by presenter: ControllerID, _ place: Place) {
    let isOnTop = session.canReach(presented.child)
    var inner = Place(traits: environment.traits)
    switch presented.style.adapted(to: environment.horizontal) {
    case .fullScreen, .overFullScreen: break
    case .currentContext: (inner.traits, inner.isAppearing) = (place.traits, place.isAppearing)
    case .pageSheet, .formSheet: if isOnTop { taps.append(.swipeDown(presenter)) }
    case .popover: if isOnTop { taps.append(.tapOutside(presenter)) }
    }
    enterTree(presented.child, inner)
  }

  private mutating func enter(_ controller: Controller, _ place: Place) {
    var place = place
    if let traitOverride = controller.traitOverride {
      place.traits = traitOverride.applied(to: place.traits, in: environment.horizontal)
    }
    if controller.presented?.style.coversPresenter != true { enterContent(of: controller, place) }
    guard let presented = controller.presented else { return }
    waiting.append((controller.id, presented, place))
  }

  private mutating func enterContent(of controller: Controller, _ place: Place) {
    let id = controller.id
    switch controller.node {
    case .screen: addItems(of: place)
    case .stack(let stack): enter(stack.value, id, in: place)
    case .tabBar(let tabBar): enter(tabBar.value, id, in: place)
    case .topTabs(let topTabs): enter(topTabs.value, id, in: place)
    case .split(let split): enter(split.value, id, in: place)
    }
  }

  private mutating func addItems(of place: Place) { taps += place.items }

  /// Whether a user can operate the bars around a container's children.
  private func canReach(_ container: ControllerID, _ place: Place) -> Bool {
    !place.isAppearing && display.canReach(container)
  }
}

extension TapWalk {
  private mutating func enter(_ stack: Stack, _ id: ControllerID, in place: Place) {
    if stack.isInteractiveBack, let behind = stack.behind {
      var below = stack
      _ = below.truncate(to: stack.count - 1)
      var still = place
      (still.isAppearing, still.items) = (true, [])
      addPage(of: below, id, showing: behind, in: still)
    }
    addPage(of: stack, id, showing: stack.top, in: place)
  }

  /// The top of a stack under its bar. A nested stack has its own bar.
  private mutating func addPage(of stack: Stack, _ id: ControllerID, showing top: Controller, in place: Place) {
    var inner = place.ofChild
    if top.kind == .stack {
      inner.outer = stack.below(top.id).map { (id, $0) } ?? place.outer
    } else if !stack.isNavigationBarHidden {
      addItems(of: place)
      inner.items = []
      let back = BackButton(of: stack, outer: place.outer?.below, allowsReturnToPlaceholder: !place.forbidsPlaceholder)
      if back.isVisible, canReach(id, place) {
        let target = stack.above.isEmpty ? place.outer?.stack ?? id : id
        taps.append(.back(target, title: back.title == BackButton.plainTitle ? nil : back.title))
      }
      if let left = top.screen?.leftBarButton, !place.isAppearing, display.canReach(leaf: top.id) {
        taps.append(.leftBarButton(of: top.id, title: left))
      }
    }
    enter(top, inner)
  }

  private mutating func enter(_ tabBar: TabBar, _ id: ControllerID, in place: Place) {
    if !tabBar.selected.child.hidesBottomBar, canReach(id, place) {
      for index in tabBar.items(in: place.traits.horizontal).inBar {
        let tab = tabBar.tabs[index]
        taps.append(
          .tab(tab.child.id, title: tab.shownTitle, badge: tab.badge, isSelected: index == tabBar.selectedIndex))
      }
    }
    enter(tabBar.selected.child, place.ofChild)
  }

  private mutating func enter(_ topTabs: TopTabs, _ id: ControllerID, in place: Place) {
    var inner = place.ofChild
    addItems(of: place)
    inner.items = []
    if !topTabs.isTabControlHidden, canReach(id, place) {
      for (index, page) in topTabs.pages.enumerated() where !topTabs.isSettled(on: index) {
        let isSelected = index == topTabs.mostVisibleIndex
        taps.append(.page(page.child.id, topTabs: id, title: page.title, isSelected: isSelected))
      }
    }
    for index in topTabs.displayedIndices { enter(topTabs.pages[index].child, inner) }
  }

  private mutating func enter(_ split: Split, _ id: ControllerID, in place: Place) {
    var inner = place.ofChild
    inner.forbidsPlaceholder = !split.delegate.allowsReturnToPlaceholder
    if split.isCollapsed {
      if let only = split.columns[split.collapsedColumn] { enter(only, inner) }
      return
    }
    let columns = split.displayMode.visibleColumns(split.style)
    let buttons: (mode: Tap?, secondaryOnly: Tap?) = canReach(id, place) ? buttons(of: split, id) : (nil, nil)
    let isDimmed = split.displayMode.dimsSecondary
    let buttonColumn = split.style == .classic && !isDimmed ? columns.last : columns.first
    for column in split.preferences.primaryEdge == .trailing ? columns.reversed() : columns {
      inner.items = column == columns.first ? place.items : []
      if column == buttonColumn, let mode = buttons.mode { inner.items.append(mode) }
      if column == .secondary, !isDimmed, let only = buttons.secondaryOnly { inner.items.append(only) }
      // An expanded split view makes its sidebars compact (CL-19).
      inner.traits.horizontal = column == .secondary ? place.traits.horizontal : .compact
      if let content = split.columns[column] { enter(content, inner) } else { addItems(of: inner) }
      if column == .secondary, isDimmed, canReach(id, place) { taps.append(.dimmed(split: id)) }
    }
  }

  /// The buttons of an expanded split view (DM-10 to DM-12).
  private func buttons(of split: Split, _ id: ControllerID) -> (mode: Tap?, secondaryOnly: Tap?) {
    let count = { (mode: DisplayMode) in mode.visibleColumns(split.style).count }
    let mode = split.displayModeButtonTarget(in: split.room(in: environment)).map {
      Tap.displayMode(split: id, shows: count($0) > count(split.displayMode))
    }
    let hasOther = split.style == .tripleColumn && split.preferences.showsSecondaryOnlyButton
    return (mode, hasOther ? .secondaryOnly(split: id, shows: split.displayMode == .secondaryOnly) : nil)
  }
}

extension Tab {
  /// The title that a tab's item shows.
  package var shownTitle: String { title ?? child.id.description }
}

extension Controller {
  /// Whether a pushed screen asks for it (NV-14).
  package var hidesBottomBar: Bool {
    guard case .stack(let stack) = node else { return false }
    return stack.value.hidesBottomBar
  }
}
