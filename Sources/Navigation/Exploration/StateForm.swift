/// The form in which two states are one: what no rule reads that shows a screen is left out (D-280).
///
/// Screens that openings made are told apart by route, params and their order in the tree, not by the ids that they got.
struct StateForm: Sendable {
  /// The ids that are kept, numbered: those of the app's own trees, and those that its moves name.
  private let kept: [ControllerID: Int]
  /// The ids that openings give, by route.
  private let given: [String: [(params: Params, id: ControllerID)]]

  init(keeping kept: Set<ControllerID>, openings: some Sequence<RouteOpening>) {
    self.kept = Dictionary(uniqueKeysWithValues: kept.sorted().enumerated().map { ($1, $0 + 1) })
    var given: [String: [(params: Params, id: ControllerID)]] = [:]
    for opening in openings {
      guard let (screen, id) = opening.named, !kept.contains(id) else { continue }
      if given[screen.route]?.contains(where: { $0.params == screen.params }) != true {
        given[screen.route, default: []].append((screen.params, id))
      }
    }
    self.given = given
  }

  /// Whether a controller was made by an opening, or for one.
  func isMade(_ controller: Controller) -> Bool { number(of: controller) == nil }

  /// The number of a kept id; nil of another one.
  func number(of controller: Controller) -> Int? { kept[controller.id] }

  /// The id that a screen has if it is the first of its route and params.
  func givenID(for screen: Screen) -> ControllerID? { given[screen.route]?.first { $0.params == screen.params }?.id }

  /// A tree in its form.
  ///
  /// - Parameters:
  ///   - conditions: what holds with it.
  ///   - known: a tree that it shares most of its own with.
  func callAsFunction(_ root: Controller, _ conditions: AppConditions?, known: KnownTree? = nil) -> FormedTree {
    let outline = TreeOutline(of: root, self, known: known?.held ?? [])
    var mix = outline.mix
    var changes = formedIDs(of: outline.made, &mix)
    for id in outline.selecting where changes[id] == nil { changes[id] = id }
    var conditions = conditions
    if let parked = conditions?.parked, let id = changes[parked.at] { conditions?.parked?.at = id }
    return FormedTree(
      root: changes.isEmpty ? root : root.formed(by: changes), conditions: conditions, outline: mix.value,
      tabs: outline.tabs)
  }

  /// The ids that are others in the form: an opening's own for the first screen of a route and its params, and numbers
  /// for all others, in the order of the tree.
  private func formedIDs(of made: [TreeOutline.Made], _ mix: inout Mix) -> [ControllerID: ControllerID] {
    var changes: [ControllerID: ControllerID] = [:]
    var counted = 0
    for (index, own) in made.enumerated() {
      var id: ControllerID
      if let given = own.given, !made[..<index].contains(where: { $0.given == given }) {
        id = given
      } else {
        repeat {
          counted += 1
          id = .counted(counted)
        } while kept[id] != nil
      }
      mix.add(id.hashValue)
      if id != own.id { changes[own.id] = id }
    }
    return changes
  }
}

/// A tree in its form, with what a walk tells of it.
struct FormedTree: Sendable {
  let root: Controller
  let conditions: AppConditions?
  /// A hash of what tells the trees of one app apart most often; that of the whole tree would take five times as long.
  let outline: Int
  /// How many tabs and pages hold screens that openings made.
  let tabs: Int
}

extension Controller {
  /// - Parameter changes: the ids in the tree of what is not in its form, each with the one that it gets.
  fileprivate func formed(by changes: [ControllerID: ControllerID]) -> Controller {
    var formed = self
    for slot in slots {
      guard let held = held(at: slot) else { continue }
      let changed = held.formed(by: changes)
      if !changed.isIdentical(to: held) { formed.replace(at: slot, with: changed) }
    }
    if case .split(let split) = node, let columns = split.value.collapse?.columns,
      columns.contains(where: { own in changes[own.id] != nil })
    {
      guard var changed = formed.split else { return formed }
      changed.collapse?.columns = columns.map { CollapsedColumn(column: $0.column, id: changes[$0.id] ?? $0.id) }
      formed.content = .split(changed)
    }
    if let sender = formed.presentedSender, let id = changes[sender] { formed.presented?.sender = id }
    // The lowest detent is where a sheet stands without a selected one, too.
    if formed.presentation.sheet?.selectsLowest == true { formed.presented?.form.sheet?.selectedDetent = nil }
    guard let id = changes[id] else { return formed }
    if case .screen(let screen) = node, screen.value.hasSelection || screen.value.row != nil {
      var changed = screen.value
      (changed.selection, changed.row) = (nil, nil)
      formed.content = .screen(changed)
    }
    if id != formed.id { formed.id = id }
    return formed
  }
}

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
