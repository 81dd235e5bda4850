@testable import Navigation
import Testing

/// Designs with one fault each, which a search finds with the shortest way.
@Suite struct FindingTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    var name: String
    var json: String
    var check: String
    var message: String
    var way: [String]

    var testDescription: String { name }

    func search(examples: Int = 1) throws -> Search {
      try ExploredDesign(name: name, json: json).search(examples: examples)
    }
  }

  private static let iPad = """
    "environments": [{"orientation": "landscape"}, {"orientation": "landscape", "multitasking": "slideOver"}]
    """
  private static let chats = """
    "routes": {"chats": {"offers": [{"route": "chat", "params": {"chat": 1}, "row": "1"}]}, "chat": {"opens": "detail"}}
    """
  private static let tab = #""tabs": [{"id": "chats", "screen": {"id": "chat-list", "route": "chats"}}]"#
  private static let stack = #""layout": {"name": "stack", "screen": {"id": "home", "route": "home"}}"#
  private static let phone = #""environment": {"device": "iPhone 17"}, "environments": [{"device": "iPhone 17"}]"#
  private static let columns = """
    "primary": {"id": "list", "route": "list"}, "secondary": {"id": "none", "route": "none", "placeholder": true}
    """

  static let faults = [
    Fault(
      name: "a collapse by the system",
      json: """
        "layout": {"name": "tabsInPrimary", \(tab), "placeholder": {"route": "none"}, \
        "behavior": {"onCollapse": "system", "onSeparate": "system"}}, \(chats), \(iPad)
        """, check: "keepsPlace", message: "a change of the window hides chat",
      way: ["Open chat.1", "Window: landscape slideOver"]),
    Fault(
      name: "a letter lost in Slide Over",
      json: """
        "layout": {"name": "doubleColumn", \(columns), "behavior": {"topColumnForCollapsing": "primary"}}, \
        "routes": {"list": {"offers": [{"route": "letter", "row": "1"}]}, "letter": {"opens": "detail"}}, \(iPad)
        """, check: "keepsPlace", message: "a change of the window hides letter",
      way: ["Open letter", "Window: landscape slideOver"]),
    Fault(
      name: "a route without an offer",
      json: #"\#(stack), "routes": {"home": {}, "settings": {"opens": "push"}}, \#(phone)"#,
      check: "everyScreen", message: "settings is visible in no compact window", way: []),
    Fault(
      name: "a screen without a route",
      json: #"\#(stack), "routes": {"house": {}}, "checks": ["everyScreen"], \#(phone)"#,
      check: "everyScreen", message: "the table has no route home", way: []),
    Fault(
      name: "a dead end",
      json: """
        \(stack), "routes": {"home": {"offers": [{"route": "page"}]}, \
        "page": {"opens": "push", "screen": {"hidesBackButton": true}}}, \(phone)
        """, check: "wayHome", message: "nothing leads home from page", way: ["Open page"]),
    Fault(
      name: "a back button that stays",
      json: """
        \(stack), "routes": {"home": {"offers": [{"route": "form"}]}, \
        "form": {"opens": "push", "screen": {"blocksRemoval": true}}}, "checks": ["backLeaves"], \(phone)
        """, check: "backLeaves", message: "back does nothing on form", way: ["Open form", "Back"]),
    Fault(
      name: "a placeholder on a phone",
      json: """
        "layout": {"name": "listDetail", "primary": {"id": "list", "route": "list"}, \
        "placeholder": {"id": "none", "route": "none"}, "behavior": {"onCollapse": "system"}}, \
        "checks": [{"never": {"placeholder": true, "class": "compact"}}], \(phone)
        """, check: "never", message: "none is visible", way: []),
    Fault(
      name: "a route that must not be seen",
      json: """
        "layout": {"name": "tabsInPrimary", \(tab), "placeholder": {"route": "none"}}, \(chats), \
        "checks": [{"never": {"route": "chat"}}], \(iPad)
        """, check: "never", message: "chat is visible", way: ["Open chat.1"]),
    Fault(
      name: "a window that comes back to the list",
      json: """
        "layout": {"name": "doubleColumn", \(columns), "behavior": {"topColumnForCollapsing": "primary"}}, \
        "routes": {"list": {"offers": [{"route": "letter", "row": "1"}]}, "letter": {"opens": "detail"}}, \
        "checks": ["roundTrip"], \(iPad)
        """, check: "roundTrip", message: "another window and back loses letter",
      way: ["Window: landscape slideOver", "Open letter", "Window: landscape", "Window: landscape slideOver"]),
  ]

  @Test(arguments: faults) func `a fault is found in one line, with the shortest way`(_ fault: Fault) throws {
    let found = try fault.search().report().findings.filter {
      $0.check.word == fault.check && $0.message == fault.message
    }
    #expect(found.first?.examples.first?.way.map(\.name) == fault.way)
    // A line for each size class.
    #expect(Set(found.map(\.sizeClass)).count == found.count)
  }

  /// The way of every finding, on a session opened as the finding says, ends in its state.
  @Test(arguments: faults) func `a way leads to what it says`(_ fault: Fault) throws {
    let design = ExploredDesign(name: fault.name, json: fault.json)
    let request = try design.request()
    for finding in try fault.search(examples: .max).report().findings {
      #expect(finding.examples.count == finding.count && !finding.windows.isEmpty)
      let lengths = finding.examples.map(\.way.count)
      #expect(lengths.first == lengths.min())
      for example in finding.examples {
        var creation = request.app
        creation.environment = example.environment
        var session = try creation.open().session
        for step in example.way { _ = try session.apply(batch: step.transitions) }
        #expect(session == example.session)
      }
    }
  }

  /// Held against a search that keeps whole sessions, ids and selections too, in the plainest form.
  @Test(
    arguments: faults.map { ExploredDesign(name: $0.name, json: $0.json) } + [.tabsInPrimary, .listDetail, .sheets])
  func `D-280: another search finds the same states`(_ design: ExploredDesign) throws {
    let search = try design.search()
    let plan = search.plan
    var distances: [Session: Int] = [:]
    for (start, design) in search.space.starts.enumerated() {
      var frontier: Set = [design.session.bare]
      var seen = frontier
      var distance = 0
      while !frontier.isEmpty {
        for session in frontier {
          let tree = plan.form(session.root, nil).root
          let form = Session(restored: tree, environment: session.environment, countedIDs: 0)
          distances[form] = min(distances[form] ?? .max, distance)
        }
        var next: Set<Session> = []
        for session in frontier {
          for (_, step) in plan.steps(in: session, start: start, opens: !session.root.repeatsScreen) {
            guard let attempt = step.attempt(on: session, search.space.routes), attempt.isHandled else { continue }
            let reached = attempt.session.bare
            if seen.insert(reached).inserted { next.insert(reached) }
          }
        }
        (frontier, distance) = (next, distance + 1)
      }
    }
    #expect(distances.count == search.stateCount)
    for state in 0..<search.states.count {
      #expect(distances[search.states.session(state)] == search.states.depth(of: state))
    }
  }

  @Test(arguments: [
    (SearchLimits(states: 10, bytes: 1 << 30), SearchBound.states), (SearchLimits(states: 1_000, bytes: 9_000), .bytes),
  ])
  func `a bound is named`(limits: SearchLimits, bound: SearchBound) throws {
    var search = Search(try ExploredDesign.listDetail.request().space(), limits: limits)
    while !search.isOver { search.run(transitions: 64) }
    let report = search.report()
    #expect(report.bound == bound && report.states <= 75)
    #expect(report.grown != nil && report.tabsAtATime == nil)
    // What concerns all states is not told of some.
    #expect(report.findings.allSatisfy { $0.check != .wayHome })
  }

  /// The details go behind a tab that is not selected, and come back.
  @Test func `D-414: what a split view collapses onto a tab is kept`() throws {
    let design = ExploredDesign(
      name: "onto a tab",
      json: """
        "layout": {"name": "tabsInPrimary", "tabs": [{"id": "chats", "screen": {"id": "chat-list", "route": "chats"}}, \
        {"id": "calls", "screen": {"id": "call-list", "route": "calls"}}], "placeholder": {"route": "none"}, \
        "behavior": {"onTabSwitch": "keepDetail", "collapsesOnto": "chats"}}, \(Self.chats), \(Self.iPad), \
        "checks": ["keepsPlace", "roundTrip", "wayHome"]
        """)
    let report = try design.search(examples: 1).report()
    #expect(report.findings.isEmpty && report.bound == nil && report.states > 6)
  }

  /// Each of these states is about 1 MB: some are told, and the rest are counted.
  @Test func `the states of an answer have a limit`() throws {
    let title = String(repeating: "t", count: 900_000)
    let design = ExploredDesign(
      name: "large",
      json: """
        "layout": {"name": "stack", "screen": {"id": "home", "route": "home", "title": "\(title)"}}, \
        "checks": ["keepsPlace", {"never": {"route": "page"}}], "routes": {"home": {"offers": [\(
          (1...30).map { #"{"route": "page", "params": {"n": \#($0)}}"# }.joined(separator: ", "))]}, \
        "page": {"opens": "push"}}, "environments": [{}]
        """)
    let report = try design.search(examples: .max).report()
    #expect(report.findings.map(\.count) == [30] && (1...10).contains(report.findings[0].examples.count))
  }

  @Test func `slices of any size find the same`() throws {
    let reports = try [1, 7, 512, 100_000].map { size in
      var search = Search(
        try ExploredDesign.listDetail.request().space(), limits: SearchLimits(states: 1_000, bytes: 1 << 30))
      while !search.isOver { search.run(transitions: size) }
      return ExploreAnswer(search.report())
    }
    #expect(reports.allSatisfy { $0 == reports[0] })
  }
}

extension Session {
  /// Without the counter, which tells nothing of a state.
  fileprivate var bare: Session { Session(restored: root, environment: environment, countedIDs: 0) }
}
