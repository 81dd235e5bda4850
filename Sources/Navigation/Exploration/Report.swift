/// What a search has found.
public struct Report: Sendable {
  /// The states of one size class that show a route.
  public struct Count: Hashable, Sendable {
    public var states: Int
    /// A user's steps within the app on the shortest way to the first of them.
    public var taps: Int
  }

  /// The first state of a size class that shows a route.
  public struct Cell: Sendable {
    public var route: String
    public var sizeClass: SizeClass
    public var example: Finding.Example
  }

  /// The stack or the tab that holds the most screens, and the way there.
  public struct Grown: Sendable {
    public var container: ControllerID
    public var screens: Int
    public var example: Finding.Example
  }

  /// What ended the search before every state was seen; nil where none did.
  public var bound: SearchBound?
  /// At a bound, up to how many tabs hold screens that were opened, in the states that were all seen: the rest of the
  /// report is of these. Nil without a bound, and where not even those of one tab were all seen.
  public var tabsAtATime: Int?
  /// At a bound: what grew.
  public var grown: Grown?
  public var states: Int
  public var tried: Int
  /// The states that show a screen twice in one stack, in which no opening was tried.
  public var repeats: Int
  /// Changes of the window that hide a screen which the sidebar's button brings back.
  public var behindSidebar: Int
  /// The app's table of routes; without it only its containers were tried.
  public var table: ScreenRoutes?
  /// By route and size class, those of the table in its order, then others; and in how many states each could not be
  /// opened for want of a condition.
  public var routes: [(route: String, counts: [SizeClass: Count], locked: Int)]
  /// The first states of routes and size classes, as far as they were asked for and there is room (D-416).
  public var map: [Cell]
  /// Round trips that show other screens by a rule of UIKit.
  public var known: [KnownRule: Int]
  /// In the order of the checks.
  public var findings: [Finding]
  /// Other answers of the delegate, and what they come to, the best first; empty where none was asked for.
  public var suggestions: [Suggestion]
}

/// A rule of UIKit by which a round trip may show other screens.
public enum KnownRule: String, Hashable, Sendable, CaseIterable {
  case columns = "M7"
  case classic = "M11"
  case savedDetails = "D-36"

  /// What it means for the app.
  public var sentence: String {
    switch self {
    case .columns:
      "a collapse shows the deepest column again, also a page that the user had left by Back; lastTop keeps the place"
    case .classic:
      "a collapse pushes the detail on the primary's stack, and an expansion takes the top back, whatever it is by then"
    case .savedDetails: "the details saved for the selected tab return to the column as soon as it expands"
    }
  }
}

extension Search {
  /// What has been found. The checks that concern all states are made only if all were seen, or all of so many tabs.
  ///
  /// - Parameter mapped: of how many routes, from the first on, the first state of each size class is told.
  public func report(mapping mapped: Int = 0) -> Report {
    let seen = SeenStates(self)
    let tallies = seen.tallies
    var room = Self.exampleBytes
    let findings = space.checks.flatMap { check in
      (tallies.findings[check]?.kinds ?? []).map { finding(check, $0, &room) }
    }
    let routes = routeCounts(tallies.routes)
    return Report(
      bound: bound, tabsAtATime: seen.tabs, grown: bound == nil ? nil : grown(), states: tallies.states,
      tried: tallies.tried, repeats: tallies.repeats, behindSidebar: tallies.behindSidebar,
      table: space.routes, routes: routes, map: map(of: routes.prefix(mapped).map(\.route), tallies.routes, &room),
      known: seen.known, findings: findings, suggestions: [])
  }

  /// The first states that there is room for.
  private func map(of routes: [String], _ tally: RouteTally, _ room: inout Int) -> [Report.Cell] {
    var cells: [Report.Cell] = []
    for route in routes {
      for sizeClass in SizeClass.allCases where room > 0 {
        guard let first = tally.first(route, in: sizeClass) else { continue }
        cells.append(
          Report.Cell(route: route, sizeClass: sizeClass, example: example(FindingList.Place(state: first), &room)))
      }
    }
    return cells
  }

  private func routeCounts(_ tally: RouteTally) -> [(route: String, counts: [SizeClass: Report.Count], locked: Int)] {
    let named = space.routes?.routes.map(\.name) ?? []
    return (named + tally.routes.filter { !named.contains($0) }).map { route in
      var counts: [SizeClass: Report.Count] = [:]
      for sizeClass in SizeClass.allCases {
        guard let first = tally.first(route, in: sizeClass) else { continue }
        counts[sizeClass] = Report.Count(states: tally.states(route, in: sizeClass), taps: taps(to: first))
      }
      return (route, counts, tally.locked[route] ?? 0)
    }
  }

  /// The steps from the start to a state, each by its number in the state before.
  private func path(to state: Int) -> [Step.Number] {
    var (path, state) = ([Step.Number](), state)
    while let origin = states.origin(of: state) {
      path.append(origin.step)
      state = origin.state
    }
    return path.reversed()
  }

  private func taps(to state: Int) -> Int {
    var (count, state) = (0, state)
    while let origin = states.origin(of: state) {
      if step(origin.step, in: states.session(origin.state), start: states.start(of: state))?.isUsers == true {
        count += 1
      }
      state = origin.state
    }
    return count
  }

  private func step(_ number: Step.Number, in session: Session, start: Int) -> Step? {
    plan.steps(in: session, start: start, opens: !session.root.repeatsScreen).first { $0.number == number }?.step
  }

  /// A kind of finding with the examples that there is room for.
  private func finding(_ check: Check, _ group: FindingList.Group, _ room: inout Int) -> Finding {
    // The shortest first, the others as they were found.
    let lengths = group.places.map(\.length)
    let shortest = lengths.min().flatMap { lengths.firstIndex(of: $0) }
    let ordered = (shortest.map { [$0] } ?? []) + lengths.indices.filter { $0 != shortest }
    var examples: [Finding.Example] = []
    for index in ordered where room > 0 {
      examples.append(example(group.places[index], &room))
    }
    return Finding(
      check: check, route: group.kind.route, sizeClass: group.kind.sizeClass, fault: group.kind.fault,
      count: group.count, windows: group.windows, examples: examples)
  }

  private func example(_ place: FindingList.Place, _ room: inout Int) -> Finding.Example {
    let example = example(place)
    // A step may bring as much as the state at the end holds.
    room -= example.session.jsonBytesAtMost * (example.way.count + 1)
    return example
  }

  private func example(_ place: FindingList.Place) -> Finding.Example {
    let (way, session) = way(to: place)
    return Finding.Example(
      environment: space.starts[states.start(of: place.state)].session.environment, way: way, session: session)
  }

  /// The way to a place, walked anew from the start: a session that has lived on has other ids, and counts them on.
  func way(to place: FindingList.Place) -> (steps: [Finding.Step], session: Session) {
    let start = states.start(of: place.state)
    var session = space.starts[start].session
    var way: [Finding.Step] = []
    for number in path(to: place.state) + place.steps {
      guard let step = step(number, in: session, start: start), let attempt = step.attempt(on: session, space.routes)
      else { break }
      way.append(Finding.Step(name: step.name, transitions: attempt.transitions))
      session = attempt.session
    }
    return (way, session)
  }

  /// The pile of the most screens in any state.
  private func grown() -> Report.Grown? {
    var largest: (pile: Pile, state: Int)?
    for state in 0..<states.count {
      for pile in states.root(state).piles where pile.screens.count > largest?.pile.screens.count ?? 0 {
        largest = (pile, state)
      }
    }
    return largest.map {
      Report.Grown(
        container: $0.pile.id, screens: $0.pile.screens.count, example: example(FindingList.Place(state: $0.state)))
    }
  }
}
