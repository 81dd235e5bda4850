/// What is searched: an app's start in each device, its routes, and the windows that each device has.
public struct SearchSpace: Sendable {
  /// The app on one device, as it starts, and the windows that a user gives it there.
  public struct Start: Sendable {
    public let session: Session
    public let windows: [Environment]

    public init(_ session: Session, windows: [Environment]) {
      self.session = session
      self.windows = windows
    }
  }

  /// A device is a start of its own, since no app changes its device while it runs.
  public let starts: [Start]
  /// Nil: nothing is known of what a user can open.
  public let routes: ScreenRoutes?
  /// Transitions of the app, tried in every state.
  public let moves: [Transition]
  /// Once each.
  public let checks: [Check]

  public init(starts: [Start], routes: ScreenRoutes?, moves: [Transition] = [], checks: [Check] = Check.plain) {
    self.starts = starts
    self.routes = routes
    self.moves = moves
    self.checks = checks.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Every state that a user can reach, and what the checks find, on the caller's thread.
  ///
  /// A report with a `bound` lacks the checks that concern all states. Equal designs and limits give equal reports.
  public func explore(limits: SearchLimits = .usual) -> Report {
    var search = Search(self, limits: limits)
    search.run(transitions: .max)
    return search.report()
  }
}

/// What is looked for.
public enum Check: Hashable, Sendable {
  /// A change of the window hides the screen opened last, or discards a screen.
  case keepsPlace
  /// To another window and back shows other screens.
  case roundTrip
  /// A route is visible in no state of a size class, or a screen's route is not in the table.
  case everyScreen
  /// No moves or openings lead to a screen that the start shows.
  case wayHome
  /// `back` shows the same screens.
  case backLeaves
  /// A link from here is refused, or does not show its screen.
  case links
  /// What must not be visible, in a size class or in any.
  case never(Forbidden, in: SizeClass?)

  public enum Forbidden: Hashable, Sendable {
    case route(String)
    case placeholder
  }

  /// All without arguments.
  public static let plain: [Check] = [.keepsPlace, .roundTrip, .everyScreen, .wayHome, .backLeaves, .links]

  /// Its word in JSON.
  public var word: String {
    switch self {
    case .keepsPlace: "keepsPlace"
    case .roundTrip: "roundTrip"
    case .everyScreen: "everyScreen"
    case .wayHome: "wayHome"
    case .backLeaves: "backLeaves"
    case .links: "links"
    case .never: "never"
    }
  }
}

/// What a search may cost.
public struct SearchLimits: Hashable, Sendable {
  public var states: Int
  /// About the bytes of memory of all states.
  public var bytes: Int
  /// Of each kind of finding the examples: 1, the shortest, or all with `.max`.
  public var examples: Int

  /// 20,000 states, as in a request that names no bound, and 256 MiB.
  public static let usual = SearchLimits(states: 20_000, bytes: 256 << 20)

  public init(states: Int, bytes: Int, examples: Int = 1) {
    self.states = states
    self.bytes = bytes
    self.examples = examples
  }
}

/// What ended a search before every state was seen.
public enum SearchBound: String, Hashable, Sendable, CaseIterable {
  case states, bytes, time
}

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
