/// What a search has found.
public struct Report: Sendable {
  /// The states of one size class that show a route.
  public struct Count: Hashable, Sendable {
    public var states: Int
    /// A user's steps within the app on the shortest way to the first of them.
    public var taps: Int

    public init(states: Int, taps: Int) {
      self.states = states
      self.taps = taps
    }
  }

  /// Nil where every state was seen.
  public var bound: SearchBound?
  public var states: Int
  public var tried: Int
  /// By route and size class, those of the table in its order, then others.
  public var routes: [(route: String, counts: [SizeClass: Count])]
  /// Round trips that show other screens for a known reason, by its rule's id.
  public var known: [String: Int]
  /// Of each check those that are told, and the number of all.
  public var findings: [(check: Check, told: [Finding], count: Int)]
}

/// Which routes are visible in how many states.
struct RouteTally {
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
  /// As they were first seen.
  private(set) var routes: [String] = []
  private(set) var classes: [SizeClass] = []

  mutating func add(_ sizeClass: SizeClass) {
    if !classes.contains(sizeClass) { classes.append(sizeClass) }
  }

  /// Counts a state once, also if two of its screens are of the route.
  mutating func add(_ route: String, in sizeClass: SizeClass, at state: Int) {
    if !routes.contains(route) { routes.append(route) }
    var counted = seen[Key(route: route, sizeClass: sizeClass)] ?? Seen(first: state)
    if counted.last != state { (counted.states, counted.last) = (counted.states + 1, state) }
    seen[Key(route: route, sizeClass: sizeClass)] = counted
  }

  func states(_ route: String, in sizeClass: SizeClass) -> Int {
    seen[Key(route: route, sizeClass: sizeClass)]?.states ?? 0
  }

  func first(_ route: String, in sizeClass: SizeClass) -> Int? { seen[Key(route: route, sizeClass: sizeClass)]?.first }
}

extension Search {
  func routeCounts() -> [(route: String, counts: [SizeClass: Report.Count])] {
    let named = design.routes?.routes.map(\.name) ?? []
    return (named + tally.routes.filter { !named.contains($0) }).map { route in
      var counts: [SizeClass: Report.Count] = [:]
      for sizeClass in SizeClass.allCases {
        guard let first = tally.first(route, in: sizeClass) else { continue }
        counts[sizeClass] = Report.Count(states: tally.states(route, in: sizeClass), taps: taps(to: first))
      }
      return (route, counts)
    }
  }

  /// The steps from the start to a state, each by its number in the state before.
  private func path(to state: Int) -> [Int] {
    var (path, state) = ([Int](), state)
    while let origin = states.origin(of: state) {
      path.append(origin.step)
      state = origin.state
    }
    return path.reversed()
  }

  private func taps(to state: Int) -> Int {
    var (count, state) = (0, state)
    while let origin = states.origin(of: state) {
      let session = states.session(origin.state)
      if steps(in: session, start: states.start(of: state))[origin.step].isUsers { count += 1 }
      state = origin.state
    }
    return count
  }

  /// The findings of a list that there is room for.
  func told(_ list: FindingList, of check: Check, _ room: inout Int) -> [Finding] {
    var told: [Finding] = []
    for found in list.told where told.isEmpty || room > 0 {
      let finding = finding(check, found)
      // A step may bring as much as the state at the end holds.
      room -= finding.session.jsonBytesAtMost * (finding.way.count + 1)
      told.append(finding)
    }
    return told
  }

  /// A finding with its way, walked anew from the start: a session that has lived on counts its ids on.
  func finding(_ check: Check, _ found: FindingList.Found) -> Finding {
    let (way, session) = way(to: found.state, then: found.steps)
    return Finding(
      check: check, route: found.route, sizeClass: found.sizeClass, message: found.message,
      environment: design.starts[states.start(of: found.state)].session.environment, way: way, session: session)
  }

  func way(to state: Int, then last: [Int] = []) -> (steps: [Finding.Step], session: Session) {
    let start = states.start(of: state)
    var session = design.starts[start].session
    var way: [Finding.Step] = []
    for number in path(to: state) + last {
      let steps = steps(in: session, start: start)
      guard steps.indices.contains(number), let attempt = steps[number].attempt(on: session) else { break }
      way.append(Finding.Step(name: steps[number].name, transitions: attempt.transitions))
      session = attempt.session
    }
    return (way, session)
  }
}
