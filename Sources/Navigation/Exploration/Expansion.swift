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
}

/// The checks of a state.
extension Expansion {
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
}

/// The checks of a step.
extension Expansion {
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
