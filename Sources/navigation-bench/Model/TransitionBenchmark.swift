import NavigationAPI
import NavigationJSON
import NavigationModel

/// The subcommand `transitions`: what one transition costs in the model, and its JSON around it, without sockets.
struct TransitionBenchmark: Benchmark {
  /// Calls of one sample, so that reading the clock hardly counts.
  private static let calls = 16

  private let samples: Int

  /// Nil on wrong usage.
  init?(_ arguments: some Collection<String>) {
    guard let options = CommandLineOptions(arguments, known: [], flags: ["quick"]) else { return nil }
    samples = options.has("quick") ? 11 : 1_001
  }

  /// Transitions that are measured together, from the example session after others.
  private struct Family {
    let name: String
    var after: [String] = [ExampleSession.showDetail()]
    let transitions: [String]
  }

  private static let families: [Family] = [
    Family(name: "push", transitions: [#"{"type": "push", "screen": {"id": "info", "route": "info"}}"#]),
    Family(name: "pop", transitions: [ExampleSession.pop]),
    Family(
      name: "popToRoot of 3",
      after: [ExampleSession.showDetail()] + ["a", "b"].map { #"{"type": "push", "screen": {"id": "\#($0)", "route": "info"}}"# },
      transitions: [#"{"type": "popToRoot"}"#]),
    Family(name: "replaceTop", transitions: [#"{"type": "replaceTop", "screen": {"id": "info", "route": "info"}}"#]),
    Family(name: "show", transitions: [#"{"type": "show", "screen": {"id": "info", "route": "info"}, "from": "chat-list"}"#]),
    Family(name: "showDetail, first", after: [], transitions: [ExampleSession.showDetail()]),
    Family(name: "showDetail, another", transitions: [ExampleSession.showDetail("chat-43")]),
    Family(name: "tapTab", transitions: [#"{"type": "tapTab", "tab": "contacts"}"#]),
    Family(name: "selectRow", transitions: [#"{"type": "selectRow", "controller": "chat-list", "row": "42"}"#]),
    Family(name: "setBadge", transitions: [#"{"type": "setBadge", "tab": "contacts", "badge": "3"}"#]),
    Family(name: "updateScreen", transitions: [#"{"type": "updateScreen", "controller": "chat-42", "title": "Grace"}"#]),
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
      var events = 0
      let time = try median {
        var session = start
        events = 0
        for transition in transitions { events += try session.apply(transition).events.count }
        return events
      }
      table.append([family.name, time.text(digits: 0), "\(events)"])
    }
    writeLine(table.text, to: 1)
    writeLine("", to: 1)
    try measureJSON()
    writeLine("", to: 1)
    try measureService()
    return []
  }

  private func measureJSON() throws {
    let request = Array(ExampleSession.showDetail().utf8)
    let creation = Array(ExampleSession.creation.utf8)
    var session = try Self.session(after: [])
    let transition = try Self.transition(ExampleSession.showDetail())
    let answer = try session.apply(transition)
    let can = Can(goBack: session.canGoBack, undo: false, redo: false)
    let id = SessionID(high: 1, low: 2)
    let time = Timestamp(milliseconds: 1_795_000_000_123)
    let record = TransitionRecord(
      sessionID: id, revision: 1, at: time, content: .single(transition, answer.outcome), events: answer.events.map { .event($0) },
      visible: session.visible, can: can)
    let view = SessionView(
      summary: SessionSummary(
        id: id, client: "kitchen-ipad", labels: Labels(), revision: 1, createdAt: time, updatedAt: time, expiresAt: time),
      environment: session.environment, root: session.root, visible: session.visible, can: can)
    let snapshot = Snapshot(session)
    let snapshotBytes = snapshot.json()
    var table = TextTable(columns: ["JSON", "ns", "bytes"])
    let append = { (table: inout TextTable, name: String, bytes: Int, body: () throws -> Int) in
      table.append([name, try median(body).text(digits: 0), "\(bytes)"])
    }
    try append(&table, "read a transition", request.count) { try TransitionRequest(request: request) == .batch([]) ? 1 : 0 }
    try append(&table, "read a creation", creation.count) { try CreateSession(request: creation).client?.utf8.count ?? 0 }
    try append(&table, "read a snapshot", snapshotBytes.count) { try Snapshot(answer: snapshotBytes).root.isPlaceholder ? 1 : 0 }
    try append(&table, "write a record", record.json().count) { Self.written(record) }
    try append(&table, "write a session", view.json().count) { Self.written(view) }
    try append(&table, "write a snapshot", snapshotBytes.count) { Self.written(snapshot) }
    writeLine(table.text, to: 1)
  }

  private func measureService() throws {
    let service = InProcessService()
    let created = try service.ask(try InProcessService.request("/v1/sessions", body: ExampleSession.creation))
    let path = created.value(of: "Location") ?? ""
    let show = try InProcessService.request(path + "/transitions", body: ExampleSession.showDetail())
    let pop = try InProcessService.request(path + "/transitions", body: ExampleSession.pop)
    let read = try InProcessService.request(path + "/snapshot")
    let health = try InProcessService.request("/healthz")
    var table = TextTable(columns: ["in the service, without HTTP", "ns"])
    table.append(["GET /healthz", try median { try service.ask(health).body.count }.text(digits: 0)])
    table.append(["GET snapshot", try median { try service.ask(read).body.count }.text(digits: 0)])
    let pair = try median { try service.ask(show).body.count + service.ask(pop).body.count }
    table.append(["POST showDetail, POST pop: each", (pair / 2).text(digits: 0)])
    writeLine(table.text, to: 1)
  }

  private static func written(_ body: some JSONBody) -> Int {
    var writer = JSONWriter(reserving: 2_048)
    body.write(to: &writer)
    return writer.bytes.count
  }

  private static func session(after transitions: [String]) throws -> Session {
    let body = try CreateSession(request: Array(ExampleSession.creation.utf8))
    var session = try body.open().session
    for text in transitions { _ = try session.apply(try transition(text)) }
    return session
  }

  private static func transition(_ text: String) throws -> Transition {
    guard case .transition(let transition) = try TransitionRequest(request: Array(text.utf8)) else { throw WrongExample(text: text) }
    return transition
  }

  private struct WrongExample: Error {
    let text: String
  }

  /// Nanoseconds of one call, the median of all samples. `body` returns something that depends on all it does.
  private func median(_ body: () throws -> Int) throws -> Double {
    var times: [Double] = []
    for _ in 0..<samples {
      let start = MonotonicClock.now()
      for _ in 0..<Self.calls { Self.consume(try body()) }
      times.append(Double(MonotonicClock.now() - start) / Double(Self.calls))
    }
    return times.median
  }

  /// Takes a result where the optimiser cannot see that nobody needs it.
  @inline(never)
  @_optimize(none)
  private static func consume(_ value: Int) {}
}
