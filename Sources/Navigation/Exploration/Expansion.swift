/// What is tried in one state, and what comes of it: a function of the state alone, so that several are worked out at
/// once.
struct Expansion: Sendable {
  /// A state that a step leads to.
  struct Reached: Sendable {
    var number: Step.Number
    var isUsers: Bool
    var tree: FormedTree
    var environment: Environment
    var showsGoal: Bool
  }

  /// A fault of one kind, found here or after these steps.
  struct Violation: Sendable {
    var check: Check
    var kind: FindingList.Kind
    var steps: [Step.Number]
    var window: String
  }

  /// The transitions that were tried, those refused too.
  private(set) var attempts = 0
  /// Those that were accepted.
  private(set) var tried = 0
  private(set) var reached: [Reached] = []
  private(set) var violations: [Violation] = []
  private(set) var behindSidebar = 0
  /// The routes that could not be opened for want of a condition.
  private(set) var locked: [String] = []
  let sizeClass: SizeClass
  let pose: Pose?
  /// What the state shows.
  let looks: [Look]
  let routes: [String]
  /// Whether a way home ends here.
  let isHome: Bool
  /// Whether no opening was tried.
  let repeats: Bool

  private let plan: SearchPlan
  private let session: Session
  private let start: Int
  /// The screen that was opened last.
  private let last: Shown?

  init(of state: Session, start: Int, _ plan: SearchPlan) {
    var session = state
    session.cacheDisplay()
    (self.plan, self.session, self.start) = (plan, session, start)
    let environment = session.environment
    let shown = session.shown
    (sizeClass, pose) = (environment.horizontal, environment.pose)
    looks = shown.map(plan.look)
    routes = shown.map(\.route)
    last = shown.last(where: plan.isOpened)
    repeats = session.root.repeatsScreen
    isHome = repeats || environment.isInBackground || shown.contains(where: plan.isHome)
    checkState()
    tryAll()
  }

  private mutating func tryAll() {
    let steps = plan.steps(in: session, start: start, opens: !repeats)
    let hasGestures = steps.contains { $0.step.isGesture }
    var displays: Set<Glance> = []
    let known = KnownTree(session.root, plan.form)
    for (number, step) in steps {
      attempts += 1
      guard let attempt = step.attempt(on: session, plan.space.routes) else { continue }
      if hasGestures, step.isUsers {
        // A gesture is a step of its own only where no control does the same (D-285).
        guard displays.insert(Glance(attempt.session.display)).inserted || !step.isGesture else { continue }
      }
      tried += 1
      if case .opening(let opening, _) = step, !attempt.needs.isEmpty, let route = opening.opened?.route,
        !locked.contains(route)
      {
        locked.append(route)
      }
      check(attempt, of: step, number)
      guard attempt.isHandled else { continue }
      let after = attempt.session
      reached.append(
        Reached(
          number: number, isUsers: step.isUsers, tree: plan.form(after.root, after.conditions, known: known),
          environment: after.environment,
          showsGoal: plan.goal?.isShown(in: after) == true))
    }
  }

  private mutating func find(
    _ check: Check, _ fault: FindingFault, route: String?, in window: Environment, by steps: [Step.Number] = []
  ) {
    violations.append(
      Violation(
        check: check, kind: FindingList.Kind(route: route, sizeClass: window.horizontal, fault: fault), steps: steps,
        window: plan.name(of: window, start: start)))
  }

  // MARK: The checks of a state

  private mutating func checkState() {
    let window = session.environment
    if plan.checks.contains(.everyScreen) {
      for route in Set(routes).sorted() where plan.lacksRoute(route) {
        find(.everyScreen, .noRoute, route: route, in: window)
      }
    }
    if plan.checks.contains(.links), !window.isInBackground {
      for link in plan.links {
        if let fault = link.fault(in: session, routes: plan.space.routes) {
          find(.links, .link(fault), route: link.route, in: window)
        }
      }
    }
    for check in plan.space.checks {
      guard case .never(let forbidden, let only) = check, only == nil || only == sizeClass,
        let leaf = session.display.visibleLeaves.first(where: { $0.isForbidden(forbidden) })
      else { continue }
      find(check, .visible, route: leaf.route, in: window)
    }
  }

  // MARK: The checks of a step

  private mutating func check(_ attempt: Attempt, of step: Step, _ number: Step.Number) {
    switch step {
    case .window: checkWindow(attempt, number)
    case .tap(let tap): checkBack(tap, attempt, number)
    case .opening, .gesture, .condition, .link, .app: break
    }
  }

  private mutating func checkWindow(_ attempt: Attempt, _ number: Step.Number) {
    guard plan.checks.contains(.keepsPlace) else { return }
    let after = attempt.session
    if let last, !after.display.visibleLeaves.contains(where: { $0.id == last.id }) {
      if after.bringsBack(last.id, plan.space.routes) {
        behindSidebar += 1
      } else if !after.holdsBehindTab(last.id) {
        find(.keepsPlace, .hides, route: last.route, in: after.environment, by: [number])
      }
    }
    for case .discarded(let id) in attempt.events {
      guard let screen = session.root.find(id)?.screen, !screen.isPlaceholder else { continue }
      find(.keepsPlace, .discards, route: screen.route, in: after.environment, by: [number])
    }
  }

  /// What `canGoBack` promises shows something else.
  private mutating func checkBack(_ tap: Tap, _ attempt: Attempt, _ number: Step.Number) {
    guard plan.checks.contains(.backLeaves), case .back = tap, session.canGoBack else { return }
    guard session.display.visibleLeaves.map(\.id) == attempt.session.display.visibleLeaves.map(\.id) else { return }
    find(.backLeaves, .doesNothing, route: routes.last, in: session.environment, by: [number])
  }
}

/// What is on display, and where: all that tells a gesture from a tap.
private struct Glance: Hashable {
  private struct Leaf: Hashable {
    var id: ControllerID
    var column: Column?
  }

  private let leaves: [Leaf]
  private let modes: [DisplayMode]
  private let detents: [Detent]

  init(_ display: Display) {
    leaves = display.visibleLeaves.map { Leaf(id: $0.id, column: $0.column) }
    modes = display.entries.compactMap { entry in
      if case .split(let split) = entry.controller.node { split.value.displayMode } else { nil }
    }
    detents = display.trees.compactMap(\.detent)
  }
}

extension Session {
  /// Whether a screen is on the stack that a split view collapses onto (D-414).
  fileprivate func holdsBehindTab(_ screen: ControllerID) -> Bool {
    root.holdsSplit { split in
      guard split.isCollapsed, let target = split.collapseTarget else { return false }
      return split.primary?.find(target)?.find(screen) != nil
    }
  }

  /// Whether the sidebar's button shows a screen: a user knows that it is there, having hidden it (D-60, D-282).
  fileprivate func bringsBack(_ screen: ControllerID, _ routes: ScreenRoutes?) -> Bool {
    taps.contains { tap in
      tap.isSidebarButton
        && Attempt(tap.transitions, on: self, routes)?.session.display.visibleLeaves.contains {
          $0.id == screen
        }
          == true
    }
  }
}

extension Tap {
  fileprivate var isSidebarButton: Bool {
    if case .displayMode = self { true } else if case .secondaryOnly = self { true } else { false }
  }
}

extension Shown {
  fileprivate func isForbidden(_ forbidden: Check.Forbidden) -> Bool {
    switch forbidden {
    case .route(let route): route == self.route
    case .placeholder: isPlaceholder
    }
  }
}

/// One thing that is tried in a state.
enum Step: Sendable {
  case tap(Tap)
  /// From the screen in reach with this id.
  case opening(RouteOpening, from: Shown)
  /// A user's movement without a control.
  case gesture(Tap)
  /// To a window of the device, by these transitions.
  case window(Environment, [Transition])
  /// The user does what a condition asks for, on a screen that asks for it, such as a sign-in (D-295).
  case condition(String)
  /// The app gets a link that waits for a condition.
  case link(SampleLink)
  case app(Transition)

  /// Its name in a way. Windows have numbers of their own, as which others there are depends on the state.
  struct Number: Hashable, Sendable {
    private static let windows: UInt32 = 1 << 31

    private let rawValue: UInt32

    /// - Parameter window: its place among those of the start.
    init(window: Int) { rawValue = Self.windows | UInt32(window) }
    /// - Parameter index: its place among the steps that are no windows.
    init(_ index: Int) { rawValue = UInt32(index) }

    var window: Int? { rawValue & Self.windows == 0 ? nil : Int(rawValue & ~Self.windows) }
  }

  /// Whether a user does it within the app.
  var isUsers: Bool {
    switch self {
    case .tap, .opening, .gesture, .condition: true
    case .window, .link, .app: false
    }
  }

  var isGesture: Bool { if case .gesture = self { true } else { false } }

  var name: String {
    switch self {
    case .tap(let tap), .gesture(let tap): tap.name
    case .opening(let opening, _): opening.name
    case .window(let window, _): "Window: \(window.windowName)"
    case .condition(let name): "Meet \(name)"
    case .link(let link): "Link: \(link.name)"
    case .app(let transition): "App: \(transition.action.type)"
    }
  }

  /// Tries it; nil where it is refused.
  func attempt(on session: Session, _ routes: ScreenRoutes?) -> Attempt? {
    switch self {
    case .tap(let tap), .gesture(let tap): Attempt(tap.transitions, on: session, routes)
    case .opening(let opening, let leaf): opening.open(from: leaf, in: session, routes)
    case .window(_, let transitions): Attempt(transitions, on: session, routes)
    case .condition(let name):
      Attempt([Transition(.setConditions([ConditionValue(name, holds: true)]))], on: session, routes)
    case .link(let link): Attempt([link.transition], on: session, routes)
    case .app(let transition): Attempt([transition], on: session, routes)
    }
  }
}

/// A stack as a user walks back through it: with the stacks nested in it, and with its tab's saved details.
struct Pile {
  /// The stack or the tab.
  let id: ControllerID
  private(set) var screens: [Look] = []

  fileprivate init(_ id: ControllerID) { self.id = id }

  fileprivate mutating func add(_ controller: Controller) {
    switch controller.node {
    case .screen(let screen):
      if !screen.value.isPlaceholder { screens.append(.screen(screen.value.route, screen.value.params)) }
    case .stack(let stack): for child in stack.value.children { add(child) }
    case .tabBar, .topTabs, .split: break
    }
  }

  /// Whether it holds two screens of one route with equal params.
  var repeatsScreen: Bool { screens.indices.contains { screens[..<$0].contains(screens[$0]) } }
}

extension Controller {
  var piles: [Pile] {
    var walk = PileWalk()
    walk.visit(self, isNested: false)
    return walk.piles
  }

  /// Whether an opening could go on for ever from here: in a state that shows a screen twice in one stack none is tried,
  /// and there are finitely many states (D-283).
  var repeatsScreen: Bool { piles.contains(where: \.repeatsScreen) }
}

private struct PileWalk {
  var piles: [Pile] = []

  mutating func visit(_ controller: Controller, isNested: Bool) {
    if case .tabBar(let tabBar) = controller.node {
      for tab in tabBar.value.tabs where !tab.savedDetails.isEmpty {
        var pile = Pile(tab.child.id)
        for held in [tab.child] + tab.savedDetails { pile.add(held) }
        piles.append(pile)
      }
    }
    let isStack = controller.kind == .stack
    if isStack, !isNested {
      var pile = Pile(controller.id)
      pile.add(controller)
      piles.append(pile)
    }
    controller.forEachPresent { held, holding in
      visit(held, isNested: isStack && holding == .child)
    }
  }
}
