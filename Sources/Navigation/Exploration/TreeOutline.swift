/// What tells the trees of one app apart most often, and what a tree has to be changed in for its form (D-280).
struct TreeOutline: Sendable {
  /// A controller that an opening made.
  struct Made: Sendable {
    let id: ControllerID
    /// The id that the opening gives it.
    let given: ControllerID?
  }

  /// Of all but the ids in `made`.
  private(set) var mix = Mix()
  /// In the order of the walk.
  private(set) var made: [Made] = []
  /// The lists with a selected row, the screens with a row, and what presents a sheet whose lowest detent is selected.
  private(set) var selecting: [ControllerID] = []
  /// The tabs and pages that hold a screen which an opening made, the innermost of each.
  private(set) var tabs = 0
  /// Whether such a screen is in no tab of the tree.
  private var holdsMadeScreen = false

  /// - Parameter known: the trees that its place held before.
  init(of controller: Controller, _ form: StateForm, known: [KnownTree?] = []) {
    enter(controller, form)
    switch controller.node {
    case .tabBar(let tabBar): enter(tabsOf: tabBar.value, form, known)
    case .topTabs(let topTabs):
      for (slot, page) in topTabs.value.pages.enumerated() {
        add(.held(page.child, at: slot, form, known), inTab: true)
      }
    case .screen, .stack, .split:
      for slot in controller.slots where slot != Controller.presentedSlot {
        guard let held = controller.held(at: slot) else { continue }
        mix.add(slot)
        add(.held(held, at: slot, form, known))
      }
    }
    guard let presented = controller.presentedChild else { return }
    mix.add(Controller.presentedSlot)
    if let sheet = controller.presentation.sheet {
      mix.add(sheet.selectedPlace)
      if sheet.selectsLowest { selecting.append(controller.id) }
    }
    add(.held(presented, at: Controller.presentedSlot, form, known))
  }

  private init() {}

  private static func held(_ controller: Controller, at slot: Int, _ form: StateForm, _ known: [KnownTree?])
    -> TreeOutline
  {
    let place = slot - Controller.presentedSlot
    let known = known.indices.contains(place) ? known[place] : nil
    if let known, known.controller.isIdentical(to: controller) { return known.outline }
    return TreeOutline(of: controller, form, known: known?.held ?? [])
  }

  /// A tab holds what stands in it, and the details that are saved beside it.
  private mutating func enter(tabsOf tabBar: TabBar, _ form: StateForm, _ known: [KnownTree?]) {
    var saved = tabBar.tabs.count
    var kept = saved + tabBar.tabs.reduce(0) { $0 + $1.savedDetails.count }
    for (slot, tab) in tabBar.tabs.enumerated() {
      guard !tab.savedDetails.isEmpty || tab.node != nil else {
        add(.held(tab.child, at: slot, form, known), inTab: true)
        continue
      }
      var whole = TreeOutline()
      whole.add(.held(tab.child, at: slot, form, known))
      for detail in tab.savedDetails {
        whole.add(.held(detail, at: saved, form, known))
        saved += 1
      }
      if let node = tab.node?.value {
        whole.enter(node)
        for slot in kept..<kept + node.keptCount {
          if let held = tabBar[slot] { whole.add(.held(held, at: slot, form, known)) }
        }
        kept += node.keptCount
      }
      add(whole, inTab: true)
    }
  }

  private mutating func enter(_ controller: Controller, _ form: StateForm) {
    let number = form.number(of: controller)
    mix.add(number ?? 0)
    var given: ControllerID?
    switch controller.node {
    case .screen(let screen):
      holdsMadeScreen = number == nil
      if number == nil { given = form.givenID(for: screen.value) }
      if screen.value.hasSelection || screen.value.row != nil { selecting.append(controller.id) }
    case .stack(let stack): mix.add(stack.value.detailIndex << 1 | (stack.value.isInteractiveBack ? 1 : 0))
    case .tabBar(let tabBar):
      mix.add(tabBar.value.selectedIndex)
      if tabBar.value.reportsBar { enter(tabBar.value.form) }
    case .topTabs(let topTabs): mix.add(Int(topTabs.value.contentOffset))
    case .split(let split): enter(split.value)
    }
    if number == nil { made.append(Made(id: controller.id, given: given)) }
  }

  /// Which tab is selected in each group, or was.
  private mutating func enter(_ node: TabNode) {
    var selected = 1
    for (index, tab) in node.tabs.enumerated() where tab.id == node.selectedTab { selected = index + 2 }
    mix.add(selected << 16 | node.pages << 8 | node.keptCount)
    for tab in node.tabs { enter(tab) }
  }

  private mutating func enter(_ form: TabBarForm) {
    mix.add(form.sidebar.isHidden.map { $0 ? 2 : 1 } ?? 0)
    mix.add(form.isSearching ? 1 : 0)
  }

  private mutating func enter(_ split: Split) {
    let column = Column.allCases.firstIndex(of: split.topColumn) ?? 0
    let last = split.lastTopColumn.flatMap(Column.allCases.firstIndex).map { $0 + 1 } ?? 0
    mix.add(Self.number(split.displayMode) << 6 | column << 4 | last)
    mix.add((split.inspector == .hidden ? 0 : 4) | (split.isCollapsed ? 2 : 0) | (split.isDetailChosen ? 1 : 0))
    mix.add(split.modeBeforeSecondaryOnly.map { Self.number($0) + 1 } ?? 0)
    for chosen in split.chosenModes { mix.add(Self.number(chosen.automatic) << 4 | Self.number(chosen.mode)) }
  }

  private static func number(_ mode: DisplayMode) -> Int { DisplayMode.allCases.firstIndex(of: mode) ?? 0 }

  private mutating func add(_ held: TreeOutline, inTab: Bool = false) {
    mix.add(held.mix.value)
    if !held.made.isEmpty { made += held.made }
    if !held.selecting.isEmpty { selecting += held.selecting }
    tabs += held.tabs + (inTab && held.holdsMadeScreen ? 1 : 0)
    if !inTab, held.holdsMadeScreen { holdsMadeScreen = true }
  }
}

/// A quick hash: equal trees have equal ones, and others are compared.
struct Mix: Sendable {
  private(set) var value = 0

  mutating func add(_ number: Int) {
    value = (value &* 31 &+ number) &* 0x1E37_79B9_7F4A_7C15
    value ^= value &>> 29
  }
}

/// The outlines of a tree and of each tree in it: a step changes a small part of it, and shares the rest.
final class KnownTree: Sendable {
  fileprivate let controller: Controller
  fileprivate let outline: TreeOutline
  /// By their slots, that of the presented tree first.
  let held: [KnownTree?]

  init(_ controller: Controller, _ form: StateForm) {
    self.controller = controller
    held = (Controller.presentedSlot..<max(controller.slots.upperBound, 0)).map { slot in
      controller.held(at: slot).map { KnownTree($0, form) }
    }
    outline = TreeOutline(of: controller, form, known: held)
  }
}
