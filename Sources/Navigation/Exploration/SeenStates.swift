/// The states that a report is of, and the checks that look at several of them.
struct SeenStates {
  private let search: Search
  private let taken: ArraySlice<Paths.State>
  /// Of each state its place among those taken; -1 where it is none of them.
  private var places: [Int32]
  private(set) var tallies: Tallies
  private(set) var tabs: Int?
  /// Whether all states were seen, or all of so many tabs.
  private let isWhole: Bool
  /// Round trips that show other screens by a rule of UIKit.
  private(set) var known: [KnownRule: Int] = [:]

  init(_ search: Search) {
    self.search = search
    let finished = search.bound == nil ? nil : search.finished
    (tabs, tallies) = (finished?.tabs, finished?.tallies ?? search.tallies)
    isWhole = search.bound == nil || finished != nil
    taken = search.paths.taken.prefix(tallies.states)
    places = Array(repeating: -1, count: search.states.count)
    for (place, seen) in taken.enumerated() { places[Int(seen.state)] = Int32(place) }
    check()
  }

  /// How many kinds each check has found, without those that have found none.
  var kinds: [(check: String, kinds: Int)] {
    var kinds: [(check: String, kinds: Int)] = []
    for check in search.space.checks {
      guard let count = tallies.findings[check]?.kinds.count, count > 0 else { continue }
      if let index = kinds.firstIndex(where: { $0.check == check.word }) {
        kinds[index].kinds += count
      } else {
        kinds.append((check.word, count))
      }
    }
    return kinds
  }

  private mutating func check() {
    let checks = search.plan.checks
    if checks.contains(.roundTrip) { checkRoundTrips() }
    guard isWhole else { return }
    if checks.contains(.everyScreen) { checkRoutes() }
    if checks.contains(.wayHome) { checkWaysHome() }
  }

  /// - Parameter window: that of the state where nil.
  private mutating func find(
    _ check: Check, _ fault: FindingFault, route: String?, in sizeClass: SizeClass, at state: Int,
    by steps: [Step.Number] = [], window: Environment? = nil
  ) {
    let name = search.plan.name(
      of: window ?? search.states.environment(state), start: search.states.start(of: state))
    tallies.findings[check, default: FindingList()].add(
      FindingList.Kind(route: route, sizeClass: sizeClass, fault: fault),
      at: FindingList.Place(state: state, steps: steps, length: search.states.depth(of: state) + steps.count),
      in: name, keeping: search.limits.examples)
  }

  private mutating func checkRoutes() {
    // The first state of each window.
    var windows: [(window: Environment, state: Int)] = []
    for seen in taken {
      let (state, window) = (Int(seen.state), search.states.environment(Int(seen.state)))
      if !windows.contains(where: { $0.window == window }) { windows.append((window, state)) }
    }
    for route in search.space.routes?.routes.map(\.name) ?? [] {
      for sizeClass in tallies.routes.classes(without: route) {
        for (_, state) in windows.filter({ $0.window.horizontal == sizeClass }) {
          find(.everyScreen, .invisible(in: nil), route: route, in: sizeClass, at: state)
        }
      }
      for (pose, sizeClass) in tallies.routes.poses(without: route) {
        for (_, state) in windows.filter({ $0.window.pose == pose }) {
          find(.everyScreen, .invisible(in: pose), route: route, in: sizeClass, at: state)
        }
      }
    }
  }

  /// Follows the ways backwards from the states at home.
  private mutating func checkWaysHome() {
    var leading: [[Int32]] = Array(repeating: [], count: taken.count)
    var leads = taken.map(\.isHome)
    for index in taken.indices {
      for target in search.paths.steps(at: index) {
        let place = Int(places[Int(target)])
        if place >= 0 { leading[place].append(Int32(index)) }
      }
    }
    var queue = leads.indices.filter { leads[$0] }
    while let index = queue.popLast() {
      for earlier in leading[index] where !leads[Int(earlier)] {
        leads[Int(earlier)] = true
        queue.append(Int(earlier))
      }
    }
    for index in leads.indices where !leads[index] {
      let state = Int(taken[index].state)
      let session = search.states.session(state)
      find(.wayHome, .deadEnd, route: session.shown.last?.route, in: session.environment.horizontal, at: state)
    }
  }

  // MARK: Round trips: there by one change of the window, and back by another

  private mutating func checkRoundTrips() {
    for index in taken.indices {
      let state = Int(taken[index].state)
      let own = search.states.environment(state).place
      guard let home = windows(of: state).firstIndex(where: { $0.place == own }) else { continue }
      for (number, target) in search.paths.windows(at: index) where Int(target) != state {
        guard let now = display(after: home, from: Int(target)), now != taken[index].display else { continue }
        find(showing: now, at: index, by: [Int(number), home].map(Step.Number.init(window:)))
      }
    }
  }

  private func windows(of state: Int) -> [Environment] {
    search.space.starts[search.states.start(of: state)].windows
  }

  /// What is shown after a change of the window, as a number; nil where it is refused, or was not seen.
  private func display(after window: Int, from state: Int) -> Int32? {
    guard case let place = Int(places[state]), place >= 0 else { return nil }
    guard let back = search.paths.windows(at: place).first(where: { Int($0.number) == window })?.state else {
      return nil
    }
    return places[Int(back)] < 0 ? nil : taken[Int(places[Int(back)])].display
  }

  private mutating func find(showing display: Int32, at index: Int, by steps: [Step.Number]) {
    let state = Int(taken[index].state)
    let session = search.states.session(state)
    if let reason = session.reasonForOtherScreens { return known[reason, default: 0] += 1 }
    let (shown, now) = (session.shown, search.paths.looks(display))
    let lost = shown.first { !now.contains(search.plan.look(of: $0)) } ?? shown.first
    // A tree that ends with its sender loses nothing by fault.
    if lost?.endsWithSender == true { return }
    find(
      .roundTrip, .showsAnother, route: lost?.route, in: session.environment.horizontal, at: state, by: steps,
      window: windows(of: state)[steps[0].window ?? 0])
  }
}

extension Shown {
  /// Whether it stands in a presented tree that ends with its sender (D-423).
  fileprivate var endsWithSender: Bool {
    presenter?.controller.presentedSender != nil || holders.contains { $0.presenter?.controller.presentedSender != nil }
  }
}

extension Session {
  /// The rule by which UIKit itself shows other screens after a round trip; nil where none does.
  fileprivate var reasonForOtherScreens: KnownRule? {
    guard let split = root.first(where: { $0.kind == .split })?.split else { return nil }
    if split.style != .classic { return split.delegate.topColumnForCollapsing == .proposed ? .columns : nil }
    if split.primary?.stack?.root.kind == .tabBar { return .savedDetails }
    guard split.delegate.onCollapse == .system else { return nil }
    return switch split.delegate.onSeparate {
    case .system, .wrapped: .classic
    case .moveAboveRoot, .preservedSecondary: nil
    }
  }
}

/// What is counted of the states that were taken up.
struct Tallies: Sendable {
  private(set) var states = 0
  private(set) var tried = 0
  private(set) var repeats = 0
  private(set) var behindSidebar = 0
  private(set) var routes = RouteTally()
  /// By the word of their check and what it forbids.
  var findings: [Check: FindingList] = [:]

  /// - Parameters:
  ///   - depth: of the state, in steps from its start.
  ///   - limit: of the places of a finding that are kept.
  mutating func add(_ expansion: Expansion, at state: Int, depth: Int, keeping limit: Int) {
    states += 1
    tried += expansion.tried
    if expansion.repeats { repeats += 1 }
    behindSidebar += expansion.behindSidebar
    routes.add(expansion, at: state)
    for violation in expansion.violations {
      findings[violation.check, default: FindingList()].add(
        violation.kind,
        at: FindingList.Place(state: state, steps: violation.steps, length: depth + violation.steps.count),
        in: violation.window, keeping: limit)
    }
  }
}

/// Which routes are visible in how many states.
struct RouteTally: Sendable {
  private struct Key: Hashable {
    var route: String
    var sizeClass: SizeClass
  }

  private struct Seen {
    var states = 0
    var first: Int
    var last = -1
  }

  private var seen: [Key: Seen] = [:]
  private var seenInPose: [Pose: Set<String>] = [:]
  /// Of each pose the size classes of its windows.
  private var classesOfPose: [Pose: Set<SizeClass>] = [:]
  /// As they were first seen.
  private(set) var routes: [String] = []
  private(set) var classes: [SizeClass] = []
  /// In how many states each could not be opened for want of a condition.
  private(set) var locked: [String: Int] = [:]

  /// Counts a state once, also if two of its screens are of the route.
  mutating func add(_ expansion: Expansion, at state: Int) {
    let sizeClass = expansion.sizeClass
    if !classes.contains(sizeClass) { classes.append(sizeClass) }
    for route in expansion.locked { locked[route, default: 0] += 1 }
    if let pose = expansion.pose { classesOfPose[pose, default: []].insert(sizeClass) }
    for route in expansion.routes {
      if !routes.contains(route) { routes.append(route) }
      if let pose = expansion.pose { seenInPose[pose, default: []].insert(route) }
      var counted = seen[Key(route: route, sizeClass: sizeClass)] ?? Seen(first: state)
      if counted.last != state { (counted.states, counted.last) = (counted.states + 1, state) }
      seen[Key(route: route, sizeClass: sizeClass)] = counted
    }
  }

  func states(_ route: String, in sizeClass: SizeClass) -> Int {
    seen[Key(route: route, sizeClass: sizeClass)]?.states ?? 0
  }

  func first(_ route: String, in sizeClass: SizeClass) -> Int? { seen[Key(route: route, sizeClass: sizeClass)]?.first }

  /// The size classes in which no state shows a route.
  func classes(without route: String) -> [SizeClass] { classes.filter { first(route, in: $0) == nil } }

  /// The poses in which no state shows a route, but those all of whose size classes lack it everywhere; each with one of
  /// its classes (D-287).
  func poses(without route: String) -> [(pose: Pose, sizeClass: SizeClass)] {
    let lacking = classes(without: route)
    return Pose.allCases.compactMap { pose in
      guard let classes = classesOfPose[pose], seenInPose[pose]?.contains(route) != true,
        let sizeClass = SizeClass.allCases.first(where: { classes.contains($0) && !lacking.contains($0) })
      else { return nil }
      return (pose, sizeClass)
    }
  }
}
