/// What a search of all states has found.
public struct ExploreAnswer: Hashable, Sendable {
  /// The states of one size class that show a route.
  public struct Count: Hashable, Sendable {
    public var states: Int
    /// A user's steps on the shortest way to the first of them.
    public var taps: Int
    /// The first of them, with the way there; nil where the answer has no map or no room for it.
    public var example: Example?
  }

  public struct RouteCounts: Hashable, Sendable {
    public var route: String
    public var counts: [SizeClass: Count]
    /// The states in which it could not be opened for want of a condition.
    public var locked = 0
  }

  public struct Number: Hashable, Sendable {
    public var name: String
    public var count: Int
  }

  /// One state of a finding, and the way there.
  public struct Example: Hashable, Sendable {
    /// The window in which the app starts.
    public var environment: Environment
    public var way: [Navigation.Finding.Step]
    /// The state at the end of the way.
    public var snapshot: Snapshot
  }

  public struct Finding: Hashable, Sendable {
    /// The word of its check.
    public var check: String
    public var route: String?
    public var sizeClass: SizeClass
    /// The word of its fault.
    public var fault: String
    /// Why a link leads nowhere, in a word.
    public var reason: String?
    /// The pose in which a route is not visible.
    public var pose: Pose?
    public var message: String
    /// How often it was found.
    public var count: Int
    /// The names of the windows in which it was found.
    public var windows: [String]
    /// The shortest way first; none where the answer has no room for it.
    public var examples: [Example]
  }

  /// What grew until a bound ended the search.
  public struct Grown: Hashable, Sendable {
    /// The stack or the tab that holds the most screens.
    public var controller: ControllerID
    public var screens: Int
    public var example: Example
  }

  /// Another answer of the delegate, and what a search with it finds.
  public struct Suggestion: Hashable, Sendable {
    public var split: ControllerID?
    /// Members of `behavior`.
    public var behavior: [Navigation.Suggestion.Answer]
    public var kinds: [Navigation.Suggestion.Kinds]
    /// Rules of UIKit by which round trips show other screens with these answers alone, by their ids.
    public var known: [String]
    public var verdict: Navigation.Suggestion.Verdict
  }

  /// Nil where every state was seen.
  public var bound: SearchBound?
  /// At a bound, up to how many tabs hold screens that were opened, in the states that were all seen.
  public var tabsAtATime: Int?
  public var grown: Grown?
  public var states: Int
  /// The transitions that were accepted.
  public var tried: Int
  /// The states that show a screen twice in one stack, in which no opening was tried.
  public var repeats: Int
  /// Changes of the window that hide a screen which the sidebar's button brings back.
  public var behindSidebar: Int
  /// Whether the app has no routes: only its containers were tried.
  public var withoutRoutes: Bool
  public var routes: [RouteCounts]
  /// Round trips that show other screens for a reason of UIKit, by its rule's id.
  public var known: [Number]
  public var findings: [Finding]
  public var suggestions: [Suggestion]
}

extension ExploreAnswer {
  public init(_ report: Report) {
    (bound, tabsAtATime) = (report.bound, report.tabsAtATime)
    var included = SnapshotRoutes(report.table)
    grown = report.grown.map {
      Grown(controller: $0.container, screens: $0.screens, example: Example($0.example, &included))
    }
    (states, tried) = (report.states, report.tried)
    (repeats, behindSidebar, withoutRoutes) = (report.repeats, report.behindSidebar, report.table == nil)
    routes = report.routes.map { route, counts, locked in
      RouteCounts(route: route, counts: counts.mapValues { Count(states: $0.states, taps: $0.taps) }, locked: locked)
    }
    known = report.known.map { Number(name: $0.key.rawValue, count: $0.value) }.sorted { $0.name < $1.name }
    findings = report.findings.map { Finding($0, &included) }
    suggestions = report.suggestions.map { suggestion in
      Suggestion(
        split: suggestion.split, behavior: suggestion.answers,
        kinds: suggestion.kinds, known: suggestion.known, verdict: suggestion.verdict)
    }
    for cell in report.map {
      guard let index = routes.firstIndex(where: { $0.route == cell.route }) else { continue }
      routes[index].counts[cell.sizeClass]?.example = Example(cell.example, &included)
    }
  }
}

/// The app's routes in the snapshots of an answer: in as many as there is room for.
private struct SnapshotRoutes {
  private let routes: ScreenRoutes?
  private let bytes: Int
  private var room = Search.exampleBytes

  init(_ routes: ScreenRoutes?) {
    self.routes = routes
    var writer = JSONWriter()
    writer.beginObject()
    routes?.writeMembers(to: &writer)
    writer.endObject()
    bytes = writer.bytes.count
  }

  mutating func snapshot(of session: Session) -> Snapshot {
    room -= bytes
    return Snapshot(session, routes: room < 0 ? nil : routes)
  }
}

extension ExploreAnswer.Example {
  fileprivate init(_ example: Navigation.Finding.Example, _ routes: inout SnapshotRoutes) {
    environment = example.environment
    way = example.way
    snapshot = routes.snapshot(of: example.session)
  }
}

extension ExploreAnswer.Finding {
  fileprivate init(_ finding: Navigation.Finding, _ routes: inout SnapshotRoutes) {
    (check, route, sizeClass) = (finding.check.word, finding.route, finding.sizeClass)
    (fault, message) = (finding.fault.word, finding.message)
    if case .link(let link) = finding.fault { reason = link.word }
    if case .invisible(let pose) = finding.fault { self.pose = pose }
    (count, windows) = (finding.count, finding.windows)
    examples = finding.examples.map { ExploreAnswer.Example($0, &routes) }
  }
}
