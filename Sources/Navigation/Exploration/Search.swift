/// A search, breadth first, of every state that a user can reach in an app, in each of its windows.
///
/// A value without a clock: who runs it decides when, and whether to go on. Equal designs give equal reports.
public struct Search: Sendable {
  /// About the bytes, as JSON, of all findings that are told; one of each check always is.
  static let toldBytes = 8 << 20

  public let design: Design
  private let limits: SearchLimits
  private let openings: [String: [RouteOpening]]
  private let routes: Set<String>
  let links: [SampleLink]
  /// The routes of details, and of what is presented.
  let opened: Set<String>
  var states = StateTable()
  /// The first state that is not yet expanded.
  private var next = 0
  /// The transitions that were tried, those refused too.
  private var attempts = 0
  /// Those that were accepted.
  private(set) var tried = 0
  private var bound: SearchBound?
  /// What ends it as soon as a state shows it.
  private let goal: LinkGoal?
  private var reached: Int?
  /// Of each state those that a user's step within the app leads to, once each.
  var ways: [[Int32]] = []
  private var bytesOfWays = 0
  /// The screens that each start shows.
  private var homes: [Set<ControllerID>] = []
  /// The states that show such a screen.
  var home: [Bool] = []
  var tally = RouteTally()
  var findings: [Check: FindingList] = [:]
  /// Round trips that show other screens for a known reason, by its rule's id.
  var known: [String: Int] = [:]

  public init(_ design: Design, limits: SearchLimits) { self.init(design, limits: limits, goal: nil) }

  /// A search for the fewest steps of a user to what a link names, from a state and in its window.
  ///
  /// Throws `noSuchRoute` and `invalidParam`.
  public init(
    from session: Session, to destination: Transition.Destination, routes: ScreenRoutes?, limits: SearchLimits
  ) throws(Rejection) {
    let goal = try LinkGoal(destination, in: routes)
    let design = Design(starts: [Design.Start(session, windows: [])], routes: routes, checks: [])
    self.init(design, limits: limits, goal: goal)
  }

  private init(_ design: Design, limits: SearchLimits, goal: LinkGoal?) {
    self.design = design
    self.goal = goal
    self.limits = limits
    openings = design.routes.map(RouteOpening.all(in:)) ?? [:]
    links = design.routes.map(SampleLink.all) ?? []
    routes = Set(design.routes?.routes.map(\.name) ?? [])
    opened = Set(design.routes?.routes.filter { $0.opensAlone }.map(\.name) ?? [])
    for check in design.checks { findings[check] = FindingList() }
    for (index, start) in design.starts.enumerated() {
      var session = start.session
      // No step depends on what they have been told, and each memory of it would be another state (D-201).
      session.root = session.root.untold
      session.cacheDisplay()
      homes.append(Set(session.shown.map(\.id)))
      _ = reach(session, start: index, from: nil)
    }
  }

  public var stateCount: Int { states.count }

  /// Whether there is nothing left to do.
  public var isOver: Bool { bound != nil || reached != nil || next == states.count }

  /// The way to what it looks for, or what ended it before: nil where no way leads there.
  public func way() -> Result<[Finding.Step], SearchEnd> {
    guard let reached else { return .failure(SearchEnd(bound: bound)) }
    return .success(way(to: reached).steps)
  }

  /// Goes on, for about so many transitions: a state that is begun is finished.
  public mutating func run(transitions: Int) {
    let end = attempts + transitions
    while attempts < end, !isOver {
      expand(next)
      next += 1
    }
  }

  /// Ends it, as its time is over.
  public mutating func end() { if !isOver { bound = .time } }

  /// What has been found. The checks that concern all states are made only if it is complete.
  public func report() -> Report {
    var search = self
    if bound == nil { search.checkAll() }
    var room = Self.toldBytes
    return Report(
      bound: bound, states: states.count, tried: tried, routes: routeCounts(), known: known,
      findings: design.checks.map { check in
        let list = search.findings[check] ?? FindingList()
        return (check, search.told(list, of: check, &room), list.count)
      })
  }

  /// What is tried in a state: what a user does within the app, then its other windows, then the app's moves.
  func steps(in session: Session, start: Int) -> [Step] {
    var steps = session.taps.map(Step.tap)
    if !openings.isEmpty {
      for leaf in session.shown where session.display.canReach(leaf: leaf.id) {
        for opening in openings[leaf.route] ?? [] { steps.append(.opening(opening, from: leaf)) }
      }
    }
    for window in design.starts[start].windows where !session.environment.transitions(to: window).isEmpty {
      steps.append(.window(window))
    }
    return steps + design.moves.map(Step.app)
  }

  private mutating func expand(_ index: Int) {
    var session = states.session(index)
    session.cacheDisplay()
    let start = states.start(of: index)
    for (number, step) in steps(in: session, start: start).enumerated() {
      attempts += 1
      guard let attempt = step.attempt(on: session) else { continue }
      tried += 1
      check(attempt, of: step, in: session, at: (index, number))
      guard attempt.isHandled else { continue }
      let reached = reach(attempt.session, start: start, from: (index, number))
      guard let reached else { return }
      if step.isUsers, !ways[index].contains(Int32(reached)) { ways[index].append(Int32(reached)) }
    }
    bytesOfWays += ways[index].capacity * MemoryLayout<Int32>.stride
  }

  /// The index of a state that was reached; nil at a bound.
  private mutating func reach(_ session: Session, start: Int, from origin: (state: Int, step: Int)?) -> Int? {
    let (index, isNew) = states.insert(session, start: start, from: origin)
    guard isNew else { return index }
    ways.append([])
    home.append(session.shown.contains { homes[start].contains($0.id) })
    if reached == nil, goal?.isShown(in: session) == true { reached = index }
    visit(session, index)
    if states.count >= limits.states { bound = .states }
    if states.bytes + bytesOfWays >= limits.bytes { bound = .bytes }
    return bound == nil ? index : nil
  }

  /// Counts what a new state shows.
  private mutating func visit(_ session: Session, _ index: Int) {
    checkLinks(session, index)
    let sizeClass = session.environment.horizontal
    for leaf in session.shown {
      tally.add(leaf.route, in: sizeClass, at: index)
      if !routes.isEmpty, !routes.contains(leaf.route) {
        find(.everyScreen, route: leaf.route, in: sizeClass, message: "the table has no route \(leaf.route)", at: index)
      }
    }
    tally.add(sizeClass)
    for check in design.checks {
      guard case .never(let forbidden, let only) = check, only == nil || only == sizeClass,
        let leaf = session.display.visibleLeaves.first(where: { $0.isForbidden(forbidden) })
      else { continue }
      find(check, route: leaf.route, in: sizeClass, message: "\(leaf.id) is visible", at: index)
    }
  }

  /// Adds a finding, if its check is wanted.
  mutating func find(
    _ check: Check, route: String?, in sizeClass: SizeClass, message: String, at state: Int, then steps: [Int] = []
  ) {
    findings[check]?.add(
      FindingList.Found(route: route, sizeClass: sizeClass, message: message, state: state, steps: steps))
  }
}

/// Why a search has found no way: a bound, or nil if every state was seen.
public struct SearchEnd: Error, Hashable, Sendable {
  public let bound: SearchBound?
}

extension ScreenRoute {
  fileprivate var opensAlone: Bool {
    switch opening {
    case .detail, .present: true
    case .push, .column, nil: false
    }
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

  fileprivate func isForbidden(_ forbidden: Check.Forbidden) -> Bool {
    switch forbidden {
    case .route(let route): route == self.route
    case .placeholder: isPlaceholder
    }
  }
}
