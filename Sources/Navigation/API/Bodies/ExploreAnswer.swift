/// What a search of all states has found.
public struct ExploreAnswer: Hashable, Sendable, JSONBody, MemberBody {
  /// The states of one size class that show a route.
  public struct Count: Hashable, Sendable, MemberBody {
    public var states: Int
    /// A user's steps on the shortest way to the first of them.
    public var taps: Int
    /// The first of them, with the way there; nil where the answer has no map or no room for it.
    public var example: Example?

    package static var empty: Self { Self(states: 0, taps: 0) }

    package mutating func members(_ m: inout some Members) {
      m.required("states", &states)
      m.required("taps", &taps)
      var (environment, way, snapshot) = (example?.environment, example?.way, example?.snapshot)
      m.optional("environment", &environment)
      // An empty one is that of the start.
      m.optional("way", &way)
      m.optional("snapshot", &snapshot)
      if let environment, let way, let snapshot {
        example = ExploreAnswer.Example(environment: environment, way: way, snapshot: snapshot)
      }
    }
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
  public struct Example: Hashable, Sendable, MemberBody {
    /// The window in which the app starts.
    public var environment: Environment
    public var way: [Navigation.Finding.Step]
    /// The state at the end of the way.
    public var snapshot: Snapshot

    package static var empty: Self {
      let snapshot = Snapshot(environment: Environment(), root: .screen(route: ""), countedIDs: nil)
      return Self(environment: Environment(), way: [], snapshot: snapshot)
    }

    package mutating func members(_ m: inout some Members) {
      m.required("environment", &environment)
      m.required("way", &way)
      m.required("snapshot", &snapshot)
    }
  }

  public struct Finding: Hashable, Sendable, MemberBody {
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

    package static var empty: Self {
      Self(check: "", sizeClass: .compact, fault: "", message: "", count: 0, windows: [], examples: [])
    }

    package mutating func members(_ m: inout some Members) {
      m.required("check", &check)
      m.optional("route", &route)
      m.required("class", &sizeClass)
      m.required("fault", &fault)
      m.optional("reason", &reason)
      m.optional("pose", &pose)
      m.required("message", &message)
      m.required("count", &count)
      m.required("windows", &windows)
      m.required("examples", &examples)
    }
  }

  /// What grew until a bound ended the search.
  public struct Grown: Hashable, Sendable, MemberBody {
    /// The stack or the tab that holds the most screens.
    public var controller: ControllerID
    public var screens: Int
    public var example: Example

    package static var empty: Self { Self(controller: .automatic, screens: 0, example: .empty) }

    package mutating func members(_ m: inout some Members) {
      m.required("controller", &controller)
      m.required("screens", &screens)
      m.required("example", &example)
    }
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

  package static var empty: Self {
    Self(
      states: 0, tried: 0, repeats: 0, behindSidebar: 0, withoutRoutes: false, routes: [], known: [], findings: [],
      suggestions: [])
  }

  package mutating func members(_ m: inout some Members) {
    var isComplete = bound == nil
    m.required("complete", &isComplete)
    m.optional("bound", &bound)
    m.optional("tabsAtATime", &tabsAtATime)
    m.optional("grown", &grown)
    m.required("states", &states)
    m.required("tried", &tried)
    m.required("repeats", &repeats)
    m.required("behindSidebar", &behindSidebar)
    m.flag("withoutRoutes", &withoutRoutes)
    m.required("routes", of: &routes, RouteCounts.init) { counts, writer in
      writer.key(counts.route)
      counts.write(to: &writer)
    }
    m.optional("known", of: &known, { (name, json) throws(BodyRefusal) in Number(name: name, count: try json.int()) }) {
      number, writer in
      writer.key(number.name)
      writer.int(number.count)
    }
    m.required("findings", &findings)
    m.list("suggestions", &suggestions)
  }
}

extension ExploreAnswer {
  public init(_ report: Report) {
    var writer = JSONWriter()
    writer.object { report.table?.writeMembers(to: &$0) }
    var room = Search.exampleBytes
    /// The app's routes are in as many of the snapshots as there is room for.
    func example(_ found: Navigation.Finding.Example) -> Example {
      room -= writer.count
      return Example(
        environment: found.environment, way: found.way,
        snapshot: Snapshot(found.session, routes: room < 0 ? nil : report.table))
    }
    (bound, tabsAtATime) = (report.bound, report.tabsAtATime)
    grown = report.grown.map { Grown(controller: $0.container, screens: $0.screens, example: example($0.example)) }
    (states, tried) = (report.states, report.tried)
    (repeats, behindSidebar, withoutRoutes) = (report.repeats, report.behindSidebar, report.table == nil)
    routes = report.routes.map { route, counts, locked in
      RouteCounts(route: route, counts: counts.mapValues { Count(states: $0.states, taps: $0.taps) }, locked: locked)
    }
    known = report.known.map { Number(name: $0.key.rawValue, count: $0.value) }.sorted { $0.name < $1.name }
    findings = report.findings.map { Finding($0, examples: $0.examples.map(example)) }
    suggestions = report.suggestions
    for cell in report.map {
      guard let index = routes.firstIndex(where: { $0.route == cell.route }) else { continue }
      routes[index].counts[cell.sizeClass]?.example = example(cell.example)
    }
  }
}

extension ExploreAnswer.Finding {
  fileprivate init(_ finding: Navigation.Finding, examples: [ExploreAnswer.Example]) {
    (check, route, sizeClass) = (finding.check.word, finding.route, finding.sizeClass)
    (fault, message) = (finding.fault.word, finding.message)
    if case .link(let link) = finding.fault { reason = link.word }
    if case .invisible(let pose) = finding.fault { self.pose = pose }
    (count, windows, self.examples) = (finding.count, finding.windows, examples)
  }
}

extension ExploreAnswer.RouteCounts: MemberBody {
  package static var empty: Self { Self(route: "", counts: [:]) }

  fileprivate init(_ route: String, json: JSONValue) throws(BodyRefusal) {
    try self.init(json: json)
    self.route = route
  }

  package mutating func members(_ m: inout some Members) {
    m.optional("regular", &counts[.regular])
    m.optional("compact", &counts[.compact])
    var locked = locked == 0 ? nil : self.locked
    m.optional("locked", &locked)
    self.locked = locked ?? 0
  }
}

extension Suggestion: MemberBody {
  package static var empty: Self { Self(answers: [], kinds: [], known: [], verdict: .mendsNothing) }

  package mutating func members(_ m: inout some Members) {
    m.optional("split", &split)
    m.required("behavior", of: &answers, Answer.init) { $0.write(to: &$1) }
    m.required("kinds", &kinds)
    m.list("known", &known)
    m.required("verdict", &verdict)
  }
}

extension Suggestion.Kinds: MemberBody {
  package static var empty: Self { Self(check: "", before: 0, after: 0) }

  package mutating func members(_ m: inout some Members) {
    m.required("check", &check)
    m.required("before", &before)
    m.required("after", &after)
  }
}

extension Finding.Step: MemberBody {
  package static var empty: Self { Self(name: "", transitions: []) }

  package mutating func members(_ m: inout some Members) {
    m.required("name", &name)
    m.required("transitions", &transitions)
  }
}

extension Suggestion.Answer {
  fileprivate init(_ name: String, json: JSONValue) throws(BodyRefusal) {
    self.init(name: name, value: json.kind == .bool ? .flag(try json.bool()) : .word(try json.string()))
  }

  func write(to writer: inout JSONWriter) {
    writer.key(name)
    switch value {
    case .word(let word): writer.string(word)
    case .flag(let flag): writer.bool(flag)
    }
  }
}

/// Objects with a member for each element of a list.
extension Archive where Self: ~Copyable {
  fileprivate mutating func required<Element>(
    _ name: StaticString, of list: inout [Element],
    _ read: (String, JSONValue) throws(BodyRefusal) -> Element, _ write: (Element, inout JSONWriter) -> Void
  ) {
    member(
      { (reader) throws(BodyRefusal) in list = try reader.require(name).members(read) },
      else: { writer in writer.object(name) { for element in list { write(element, &$0) } } })
  }

  /// Absent for none.
  fileprivate mutating func optional<Element>(
    _ name: StaticString, of list: inout [Element],
    _ read: (String, JSONValue) throws(BodyRefusal) -> Element, _ write: (Element, inout JSONWriter) -> Void
  ) {
    member(
      name, ifPresent: { (json) throws(BodyRefusal) in list = try json.members(read) },
      else: { writer in
        if !list.isEmpty { writer.object(name) { for element in list { write(element, &$0) } } }
      })
  }
}

extension JSONValue {
  fileprivate func members<Element>(
    _ read: (String, JSONValue) throws(BodyRefusal) -> Element
  ) throws(BodyRefusal) -> [Element] {
    var (object, list) = (try object(), [Element]())
    for (name, json) in object.members { list.append(try read(name, json)) }
    return list
  }
}
