import NavigationExploration
import NavigationJSON
import NavigationModel

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
  init(_ finding: NavigationExploration.Finding) {
    (check, route, sizeClass) = (finding.check.word, finding.route, finding.sizeClass)
    (message, environment) = (finding.message, finding.environment)
    way = finding.way.map(ExploreAnswer.Step.init)
    snapshot = Snapshot(finding.session)
  }
}

extension ExploreAnswer: JSONBody {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    _ = try reader.requireBool("complete")
    bound = try reader.word("bound", SearchBound.self)
    states = try reader.require("states").int()
    tried = try reader.require("tried").int()
    var routes = try reader.require("routes").object()
    self.routes = try routes.members.map { (name, value) throws(BodyRefusal) in try RouteCounts(name, json: value) }
    known = try reader.object("known")?.numbers() ?? []
    findings = try reader.require("findings").array(Finding.init(json:))
    more = try reader.object("more")?.numbers() ?? []
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("complete", bound == nil)
    writer.word("bound", bound)
    writer.member("states", states)
    writer.member("tried", tried)
    writer.key("routes")
    writer.beginObject()
    for route in routes { route.write(to: &writer) }
    writer.endObject()
    writer.numbers("known", known)
    writer.array("findings", findings)
    writer.numbers("more", more)
    writer.endObject()
  }
}

extension ExploreAnswer.RouteCounts {
  fileprivate init(_ route: String, json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    self.init(route: route, counts: [:])
    for sizeClass in SizeClass.allCases {
      guard var count = try reader.value(sizeClass.rawValue)?.object() else { continue }
      counts[sizeClass] = ExploreAnswer.Count(
        states: try count.require("states").int(), taps: try count.require("taps").int())
      try count.finish()
    }
    try reader.finish()
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.key(route)
    writer.beginObject()
    for sizeClass in SizeClass.allCases.reversed() {
      guard let count = counts[sizeClass] else { continue }
      writer.key(sizeClass.rawValue)
      writer.beginObject()
      writer.member("states", count.states)
      writer.member("taps", count.taps)
      writer.endObject()
    }
    writer.endObject()
  }
}

extension ExploreAnswer.Finding: JSONWritable {
  fileprivate init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    check = try reader.requireString("check")
    route = try reader.string("route")
    sizeClass = try reader.requireWord("class", SizeClass.self)
    message = try reader.requireString("message")
    environment = try Environment(json: reader.require("environment"))
    way = try reader.require("way").array(ExploreAnswer.Step.init(json:))
    snapshot = try Snapshot(json: reader.require("snapshot"))
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("check", check)
    writer.member("route", route)
    writer.word("class", sizeClass)
    writer.member("message", message)
    writer.key("environment")
    environment.write(to: &writer, form: .request)
    writer.array("way", way)
    writer.key("snapshot")
    snapshot.write(to: &writer)
    writer.endObject()
  }
}

extension ExploreAnswer.Step {
  init(_ step: NavigationExploration.Finding.Step) {
    name = step.name
    request = step.transitions.count == 1 ? .transition(step.transitions[0]) : .batch(step.transitions)
  }
}

extension ExploreAnswer.Step: JSONWritable {
  init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    name = try reader.requireString("name")
    if let transitions = reader.optional("transitions") {
      request = .batch(try TransitionRequest.batch(transitions))
    } else {
      request = .transition(try Transition(json: reader.require("transition")))
    }
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", name)
    switch request {
    case .transition(let transition):
      writer.key("transition")
      transition.write(to: &writer)
    case .batch(let transitions): writer.array("transitions", transitions)
    case .history: break
    }
    writer.endObject()
  }
}

extension JSONObjectReader {
  fileprivate consuming func numbers() throws(BodyRefusal) -> [ExploreAnswer.Number] {
    var numbers: [ExploreAnswer.Number] = []
    for (name, value) in members { numbers.append(ExploreAnswer.Number(name: name, count: try value.int())) }
    return numbers
  }
}

extension JSONWriter {
  fileprivate mutating func numbers(_ name: StaticString, _ numbers: [ExploreAnswer.Number]) {
    guard !numbers.isEmpty else { return }
    key(name)
    beginObject()
    for number in numbers {
      key(number.name)
      int(number.count)
    }
    endObject()
  }
}
