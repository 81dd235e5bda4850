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
