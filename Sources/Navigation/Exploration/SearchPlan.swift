/// What a search does in every state: worked out once, from its space.
final class SearchPlan: Sendable {
  let space: SearchSpace
  /// What ends the search as soon as a state shows it.
  let goal: LinkGoal?
  let openings: [String: [RouteOpening]]
  let links: [SampleLink]
  let form: StateForm
  let checks: Set<Check>
  /// The names of the table's routes.
  private let routes: Set<String>
  /// The routes of details, and of what is presented.
  private let opened: Set<String>
  private let homes: Homes
  /// The steps from each window of a start to its others: to work them out takes 20,000 instructions in each state.
  private let windows: [[Environment: [NumberedStep]]]

  typealias NumberedStep = (number: Step.Number, step: Step)

  init(_ space: SearchSpace, goal: LinkGoal? = nil) {
    (self.space, self.goal) = (space, goal)
    openings = space.routes.map(RouteOpening.all(in:)) ?? [:]
    links = space.routes.map(SampleLink.all) ?? []
    checks = Set(space.checks)
    routes = Set(space.routes?.routes.map(\.name) ?? [])
    opened = Set(space.routes?.routes.filter(\.opensAlone).map(\.name) ?? [])
    let trees = space.starts.map(\.session.root) + space.moves.compactMap(\.action.newRoot)
    homes = Homes(of: trees)
    // A text that is no id of a controller does no harm.
    var kept = Set(space.moves.flatMap(\.texts).compactMap { ControllerID($0) })
    for tree in trees {
      _ = tree.first { controller in
        kept.insert(controller.id)
        return false
      }
    }
    windows = space.starts.map { start in
      Dictionary(start.windows.map { ($0, Self.steps(to: start.windows, from: $0)) }) { first, _ in first }
    }
    form = StateForm(keeping: kept, openings: openings.values.joined())
  }

  /// A screen's name for what a user sees: two that an opening made are one if route and params are the same.
  func look(of leaf: Shown) -> Look {
    guard form.isMade(leaf.controller), case .screen(let screen) = leaf.controller.node else { return .id(leaf.id) }
    return .screen(screen.value.route, screen.value.params)
  }

  /// Whether a screen was opened: its route is a detail's or presented, or it is not the root of its stack. A detail may
  /// be the root of a stack that was made for it (SH-9, CO-3). A detail with which the app starts counts only once it
  /// is chosen (D-47, D-286).
  func isOpened(_ leaf: Shown) -> Bool {
    if opened.contains(leaf.route) {
      guard !form.isMade(leaf.controller), case .split(let split)? = leaf.innermost(.split)?.node else { return true }
      return split.value.isDetailChosen
    }
    guard case .stack(let stack)? = leaf.around?.controller.node else { return false }
    return stack.value.root.id != leaf.id
  }

  func isHome(_ leaf: Shown) -> Bool { homes.contains(leaf.controller) }

  func lacksRoute(_ route: String) -> Bool { !routes.isEmpty && !routes.contains(route) }

  /// What is tried in a state: what a user does within the app, then its other windows, then the app's moves.
  ///
  /// - Parameter opens: whether screens are opened.
  func steps(in session: Session, start: Int, opens: Bool = true) -> [NumberedStep] {
    var steps = session.taps.filter { !$0.isGesture }.map(Step.tap)
    if !openings.isEmpty {
      for leaf in session.shown where session.display.canReach(leaf: leaf.id) {
        for opening in openings[leaf.route] ?? [] where opens || opening.closingTitle != nil {
          steps.append(.opening(opening, from: leaf))
        }
      }
    }
    if opens, let routes = space.routes {
      steps += session.accessories(routes).map { .opening($0.opening, from: $0.leaf) }
    }
    steps += session.gestures.map(Step.gesture) + conditionSteps(in: session)
    var numbered = steps.enumerated().map { (number: Step.Number($0), step: $1) }
    numbered +=
      windows[start][session.environment]
      ?? Self.steps(to: space.starts[start].windows, from: session.environment)
    for (number, move) in space.moves.enumerated() {
      numbered.append((Step.Number(steps.count + number), .app(move)))
    }
    return numbered
  }

  /// In a state that shows a condition's `otherwise` the user does what it asks for; and the app gets each link that waits
  /// for one (D-295).
  private func conditionSteps(in session: Session) -> [Step] {
    guard let conditions = session.conditions, let table = space.routes, !session.environment.isInBackground else {
      return []
    }
    let shown = session.shown.map(\.route)
    let met = conditions.values(of: table).all.filter { value in
      !value.holds && table.otherwise(of: value.name).map { shown.contains($0) } == true
    }
    let waiting = goal == nil ? links.filter { $0.waits(in: session) } : []
    return met.map { .condition($0.name) } + waiting.map(Step.link)
  }

  private static func steps(to windows: [Environment], from window: Environment) -> [NumberedStep] {
    windows.enumerated().compactMap { number, other in
      let transitions = other.place == window.place ? [] : window.transitions(to: other).map { Transition($0) }
      return transitions.isEmpty ? nil : (Step.Number(window: number), .window(other, transitions))
    }
  }

  /// The name of a window among those of all devices.
  func name(of window: Environment, start: Int) -> String {
    guard start > 0, let device = window.device else { return window.windowName }
    return "\(device.name) \(window.windowName)"
  }
}

/// A screen as a user sees it.
enum Look: Hashable, Sendable {
  case id(ControllerID)
  case screen(String, Params)
}

/// The screens at which a way home ends: the roots of an app's own containers (D-281).
private struct Homes {
  private var ids: Set<ControllerID> = []
  /// Those whose ids the session gives.
  private var screens: Set<Look> = []

  init(of trees: [Controller]) {
    for tree in trees { add(tree) }
  }

  func contains(_ controller: Controller) -> Bool {
    if ids.contains(controller.id) { return true }
    guard !screens.isEmpty, case .screen(let screen) = controller.node else { return false }
    return screens.contains(.screen(screen.value.route, screen.value.params))
  }

  private mutating func add(_ controller: Controller) {
    switch controller.node {
    case .screen(let screen):
      if screen.value.isPlaceholder { break }
      if controller.id.isAutomatic {
        screens.insert(.screen(screen.value.route, screen.value.params))
      } else {
        ids.insert(controller.id)
      }
    case .stack(let stack): add(stack.value.root)
    case .tabBar(let tabBar): for tab in tabBar.value.tabs { add(tab.child) }
    case .topTabs(let topTabs): for page in topTabs.value.pages { add(page.child) }
    case .split(let split): for column in split.value.lists { add(column) }
    }
  }
}

extension Split {
  /// All but the secondary, wherever a collapse has put them; of a secondary a tab bar, whose tabs are roots as others are.
  fileprivate var lists: [Controller] {
    let tabBars = [columns.secondary, collapse?.preserved.secondary].compactMap(\.self).filter { $0.kind == .tabBar }
    var lists = tabBars + [columns.primary, columns.supplementary, columns.compact].compactMap(\.self)
    guard let collapse else { return lists }
    lists += [collapse.preserved.primary, collapse.preserved.supplementary].compactMap(\.self)
    for own in collapse.columns where own.column == .supplementary {
      lists += lists.compactMap { $0.find(own.id) }
    }
    return lists
  }
}

extension Transition.Action {
  /// The tree that it gives the window as a root; nil for most.
  fileprivate var newRoot: Controller? {
    guard let body = body as? Transition.SetRoot else { return nil }
    switch body.root {
    case .controller(.new(let tree)): return tree
    case .controller(.existing): return nil
    case .layout(let layout): return try? layout.controller()
    }
  }
}

extension ScreenRoute {
  fileprivate var opensAlone: Bool {
    opening.map { $0.mayBe(.detail) || $0.mayBe(.present) } == true
  }
}

extension Session {
  /// The visible screens but placeholders.
  var shown: [Shown] { display.visibleLeaves.filter { !$0.isPlaceholder } }
}

extension Shown {
  var isPlaceholder: Bool { controller.isPlaceholder }

  var route: String {
    guard case .screen(let screen) = controller.node else { return "" }
    return screen.value.route
  }
}
