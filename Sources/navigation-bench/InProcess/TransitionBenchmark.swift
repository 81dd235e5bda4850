import NavigationAPI
import NavigationJSON
import NavigationModel

/// The subcommand `transitions`: the cost of one transition in the model, its JSON, and the service, without sockets.
struct TransitionBenchmark: Benchmark {
  private let stopwatch: Stopwatch

  init(_ options: inout CommandLineOptions) throws(CommandLineOptions.WrongUsage) {
    stopwatch = Stopwatch(samples: options.isQuick ? 11 : 1_001)
  }

  /// Transitions measured together, from the example session after `after`.
  private struct Family {
    let name: String
    var after: [String] = [ExampleSession.showDetail("chat-42")]
    let transitions: [String]
  }

  private static let families: [Family] = [
    Family(name: "push", transitions: [#"{"type": "push", "screen": {"id": "info", "route": "info"}}"#]),
    Family(name: "pop", transitions: [ExampleSession.pop]),
    Family(
      name: "popToRoot of 3",
      after: [ExampleSession.showDetail()]
        + ["a", "b"].map { #"{"type": "push", "screen": {"id": "\#($0)", "route": "info"}}"# },
      transitions: [#"{"type": "popToRoot"}"#]),
    Family(name: "replaceTop", transitions: [#"{"type": "replaceTop", "screen": {"id": "info", "route": "info"}}"#]),
    Family(
      name: "show", transitions: [#"{"type": "show", "screen": {"id": "info", "route": "info"}, "from": "chat-list"}"#]),
    Family(name: "showDetail, first", after: [], transitions: [ExampleSession.showDetail()]),
    Family(name: "showDetail, another", transitions: [ExampleSession.showDetail("chat-43")]),
    Family(name: "tapTab", transitions: [ExampleSession.tapTab("contacts")]),
    Family(name: "selectRow", transitions: [#"{"type": "selectRow", "controller": "chat-list", "row": "42"}"#]),
    Family(name: "setBadge", transitions: [#"{"type": "setBadge", "tab": "contacts", "badge": "3"}"#]),
    Family(
      name: "updateScreen", transitions: [#"{"type": "updateScreen", "controller": "chat-42", "title": "Grace"}"#]),
    Family(name: "removeItem", transitions: [#"{"type": "removeItem", "route": "chat", "params": {"chat": 42}}"#]),
    Family(name: "rotate", transitions: [#"{"type": "rotate", "orientation": "portrait"}"#]),
    Family(name: "collapse", transitions: [#"{"type": "setMultitasking", "multitasking": "third"}"#]),
    Family(
      name: "collapse + expand",
      transitions: ["third", "fullScreen"].map { #"{"type": "setMultitasking", "multitasking": "\#($0)"}"# }),
  ]

  func measure() throws -> [Target] {
    var table = TextTable(columns: ["in the model", "ns", "events"])
    for family in Self.families {
      let start = try Self.session(after: family.after)
      let transitions = try family.transitions.map(Self.transition)
      let apply = {
        var session = start
        return try transitions.reduce(0) { try $0 + session.apply($1).events.count }
      }
      table.append([family.name, try stopwatch.median(apply).text(), "\(try apply())"])
    }
    writeLine("\n" + table.text, to: 1)
    try measureJSON()
    return try measureService()
  }

  private func measureJSON() throws {
    let request = Array(ExampleSession.showDetail("chat-42").utf8)
    let creation = Array(ExampleSession.creation.utf8)
    var session = try Self.session(after: [])
    let transition = try Self.transition(ExampleSession.showDetail("chat-42"))
    let answer = try session.apply(transition)
    let record = TransitionRecord(
      sessionID: SessionID(high: 1, low: 2), revision: 1, at: Timestamp(milliseconds: 1_795_000_000_123),
      content: .single(transition, answer.outcome), events: answer.events.map { .event($0) }, visible: session.visible,
      can: Can(goBack: session.canGoBack, undo: false, redo: false))
    let snapshot = Snapshot(session).json()
    var table = TextTable(columns: ["JSON", "ns", "bytes"])
    let rows: [(String, Int, () throws -> Int)] = [
      ("read a transition", request.count, { try TransitionRequest(request: request) == .batch([]) ? 1 : 0 }),
      ("read a creation", creation.count, { try CreateSession(request: creation).client?.utf8.count ?? 0 }),
      ("read a snapshot", snapshot.count, { try Snapshot(answer: snapshot).root.isPlaceholder ? 1 : 0 }),
      ("write a record", record.json().count, { record.json().count }),
      ("write a snapshot", snapshot.count, { Snapshot(session).json().count }),
    ]
    for (name, bytes, body) in rows { table.append([name, try stopwatch.median(body).text(), "\(bytes)"]) }
    writeLine("\n" + table.text, to: 1)
  }

  private func measureService() throws -> [Target] {
    let service = InProcessService()
    let path = try service.open()
    let rows = [
      ("GET /healthz", [try InProcessService.request("/healthz")]),
      ("GET snapshot", [try InProcessService.request(path + "/snapshot")]),
      ("GET session", [try InProcessService.request(path)]),
      ("POST push, POST pop: each", try InProcessService.posts(path, ExampleSession.pushPop)),
      (
        "POST showDetail, POST pop: each",
        try InProcessService.posts(path, [ExampleSession.showDetail(), ExampleSession.pop])
      ),
    ]
    var table = TextTable(columns: ["in the service, without HTTP", "ns", "allocations"])
    var targets: [Target] = []
    for (name, requests) in rows {
      let count = Double(requests.count)
      let time = try stopwatch.median { try service.askAll(requests) } / count
      let allocations = try Stopwatch.allocations { try service.askAll(requests) } / count
      table.append([name, time.text(), allocations.text(digits: 1)])
      if requests.count > 1 {
        targets.append(.atMost(8, "", "\(name), in the service: allocations", allocations, digits: 1))
      }
    }
    writeLine("\n" + table.text, to: 1)
    return targets
  }

  private static func session(after transitions: [String]) throws -> Session {
    let body = try CreateSession(request: Array(ExampleSession.creation.utf8))
    var session = try body.open().session
    for text in transitions { _ = try session.apply(try transition(text)) }
    return session
  }

  private static func transition(_ text: String) throws -> Transition {
    guard case .transition(let transition) = try TransitionRequest(request: Array(text.utf8)) else {
      throw WrongExample(text: text)
    }
    return transition
  }

  private struct WrongExample: Error {
    let text: String
  }
}
