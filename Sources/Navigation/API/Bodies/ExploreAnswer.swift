/// What a search of all states has found.
public struct ExploreAnswer: Hashable, Sendable {
  /// The states of one size class that show a route.
  public struct Count: Hashable, Sendable {
    public var states: Int
    /// A user's steps on the shortest way to the first of them.
    public var taps: Int
  }

  public struct RouteCounts: Hashable, Sendable {
    public var route: String
    public var counts: [SizeClass: Count]
  }

  public struct Number: Hashable, Sendable {
    public var name: String
    public var count: Int
  }

  /// A step of a way, as a request of transitions.
  public struct Step: Hashable, Sendable {
    public var name: String
    public var request: TransitionRequest
  }

  public struct Finding: Hashable, Sendable {
    /// The word of its check.
    public var check: String
    public var route: String?
    public var sizeClass: SizeClass
    public var message: String
    /// The window in which the app starts.
    public var environment: Environment
    public var way: [Step]
    /// The state at the end of the way.
    public var snapshot: Snapshot
  }

  /// Nil where every state was seen.
  public var bound: SearchBound?
  public var states: Int
  /// The transitions that were accepted.
  public var tried: Int
  public var routes: [RouteCounts]
  /// Round trips that show other screens for a reason of UIKit, by its rule's id.
  public var known: [Number]
  public var findings: [Finding]
  /// Of each check the findings beyond those that are told.
  public var more: [Number]
}

extension ExploreAnswer {
  public init(_ report: Report) {
    bound = report.bound
    (states, tried) = (report.states, report.tried)
    routes = report.routes.map { route, counts in
      RouteCounts(route: route, counts: counts.mapValues { Count(states: $0.states, taps: $0.taps) })
    }
    known = report.known.sorted { $0.key < $1.key }.map { Number(name: $0.key, count: $0.value) }
    findings = report.findings.flatMap { _, told, _ in told.map(Finding.init) }
    more = []
    for (check, told, count) in report.findings where count > told.count {
      if let index = more.firstIndex(where: { $0.name == check.word }) {
        more[index].count += count - told.count
      } else {
        more.append(Number(name: check.word, count: count - told.count))
      }
    }
  }
}

extension ExploreAnswer.Finding {
  init(_ finding: Navigation.Finding) {
    (check, route, sizeClass) = (finding.check.word, finding.route, finding.sizeClass)
    (message, environment) = (finding.message, finding.environment)
    way = finding.way.map(ExploreAnswer.Step.init)
    snapshot = Snapshot(finding.session)
  }
}

extension ExploreAnswer: JSONBody, MemberBody {
  package static var blank: Self { Self(states: 0, tried: 0, routes: [], known: [], findings: [], more: []) }

  package mutating func members(_ m: inout some Members) {
    var isComplete = bound == nil
    m.required("complete", &isComplete)
    m.optional("bound", &bound)
    m.required("states", &states)
    m.required("tried", &tried)
    m.member(
      { (reader) throws(BodyRefusal) in
        var object = try reader.require("routes").object()
        for (route, json) in object.members { routes.append(try RouteCounts(route, json: json)) }
      },
      else: { writer in
        writer.key("routes")
        writer.beginObject()
        for counts in routes {
          writer.key(counts.route)
          counts.write(to: &writer)
        }
        writer.endObject()
      })
    m.numbers("known", &known)
    m.required("findings", &findings)
    m.numbers("more", &more)
  }
}

extension ExploreAnswer.RouteCounts: MemberBody {
  package static var blank: Self { Self(route: "", counts: [:]) }

  fileprivate init(_ route: String, json: JSONValue) throws(BodyRefusal) {
    try self.init(json: json)
    self.route = route
  }

  package mutating func members(_ m: inout some Members) {
    m.optional("regular", &counts[.regular])
    m.optional("compact", &counts[.compact])
  }
}

extension ExploreAnswer.Count: MemberBody {
  package static var blank: Self { Self(states: 0, taps: 0) }

  package mutating func members(_ m: inout some Members) {
    m.required("states", &states)
    m.required("taps", &taps)
  }
}

extension ExploreAnswer.Step {
  init(_ step: Navigation.Finding.Step) {
    name = step.name
    request = step.transitions.count == 1 ? .transition(step.transitions[0]) : .batch(step.transitions)
  }
}

extension ExploreAnswer.Finding: MemberBody {
  package static var blank: Self {
    let snapshot = Snapshot(environment: Environment(), root: .screen(route: ""), countedIDs: nil)
    return Self(check: "", sizeClass: .compact, message: "", environment: Environment(), way: [], snapshot: snapshot)
  }

  package mutating func members(_ m: inout some Members) {
    m.required("check", &check)
    m.optional("route", &route)
    m.required("class", &sizeClass)
    m.required("message", &message)
    m.required("environment", &environment)
    m.required("way", &way)
    m.required("snapshot", &snapshot)
  }
}

extension ExploreAnswer.Step: MemberBody {
  package static var blank: Self { Self(name: "", request: .batch([])) }

  package mutating func members(_ m: inout some Members) {
    m.required("name", &name)
    m.member(
      { (reader) throws(BodyRefusal) in
        request =
          if let transitions = reader.optional("transitions") {
            .batch(try TransitionRequest.batch(transitions))
          } else { .transition(try Transition(json: reader.require("transition"))) }
      },
      else: {
        switch request {
        case .transition(let transition): $0.member("transition", transition)
        case .batch(let transitions): $0.array("transitions", transitions)
        case .history: break
        }
      })
  }
}

extension Archive where Self: ~Copyable {
  /// An object with a member for each; absent where there are none.
  fileprivate mutating func numbers(_ name: StaticString, _ numbers: inout [ExploreAnswer.Number]) {
    member(
      { (reader) throws(BodyRefusal) in
        guard var object = try reader.object(name) else { return }
        for (name, json) in object.members { numbers.append(ExploreAnswer.Number(name: name, count: try json.int())) }
      },
      else: { writer in
        guard !numbers.isEmpty else { return }
        writer.key(name)
        writer.beginObject()
        for number in numbers {
          writer.key(number.name)
          writer.int(number.count)
        }
        writer.endObject()
      })
  }
}
