extension ExploreAnswer: JSONBody, MemberBody {
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

extension ExploreAnswer.Count: MemberBody {
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

extension ExploreAnswer.Finding: MemberBody {
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

extension ExploreAnswer.Example: MemberBody {
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

extension ExploreAnswer.Grown: MemberBody {
  package static var empty: Self { Self(controller: .automatic, screens: 0, example: .empty) }

  package mutating func members(_ m: inout some Members) {
    m.required("controller", &controller)
    m.required("screens", &screens)
    m.required("example", &example)
  }
}

extension ExploreAnswer.Suggestion: MemberBody {
  package static var empty: Self { Self(behavior: [], kinds: [], known: [], verdict: .mendsNothing) }

  package mutating func members(_ m: inout some Members) {
    m.optional("split", &split)
    m.required("behavior", of: &behavior, Suggestion.Answer.init) { $0.write(to: &$1) }
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
      { (reader) throws(BodyRefusal) in
        var object = try reader.require(name).object()
        for (name, json) in object.members { list.append(try read(name, json)) }
      },
      else: { $0.members(name, list, write) })
  }

  /// Absent for none.
  fileprivate mutating func optional<Element>(
    _ name: StaticString, of list: inout [Element],
    _ read: (String, JSONValue) throws(BodyRefusal) -> Element, _ write: (Element, inout JSONWriter) -> Void
  ) {
    member(
      name,
      ifPresent: { (json) throws(BodyRefusal) in
        var object = try json.object()
        for (name, json) in object.members { list.append(try read(name, json)) }
      },
      else: { if !list.isEmpty { $0.members(name, list, write) } })
  }
}

extension JSONWriter {
  fileprivate mutating func members<Element>(
    _ name: StaticString, _ list: [Element], _ write: (Element, inout JSONWriter) -> Void
  ) {
    key(name)
    beginObject()
    for element in list { write(element, &self) }
    endObject()
  }
}
