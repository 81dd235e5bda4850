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

    func search() throws -> Search { try ExploredDesign(name: name, json: json).search() }
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
        """, check: "keepsPlace", message: "landscape slideOver hides chat.1",
      way: ["Open chat.1", "Window: landscape slideOver"]),
    Fault(
      name: "a letter lost in Slide Over",
      json: """
        "layout": {"name": "doubleColumn", \(columns), "behavior": {"topColumnForCollapsing": "primary"}}, \
        "routes": {"list": {"offers": [{"route": "letter", "row": "1"}]}, "letter": {"opens": "detail"}}, \(iPad)
        """, check: "keepsPlace", message: "landscape slideOver hides letter",
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
        """, check: "wayHome", message: "nothing leads from page to a screen of the start", way: ["Open page"]),
    Fault(
      name: "a back button that stays",
      json: """
        \(stack), "routes": {"home": {"offers": [{"route": "form"}]}, \
        "form": {"opens": "push", "screen": {"blocksRemoval": true}}}, "checks": ["backLeaves"], \(phone)
        """, check: "backLeaves", message: "back shows the same screens", way: ["Open form", "Back"]),
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
        """, check: "never", message: "chat.1 is visible", way: ["Open chat.1"]),
    Fault(
      name: "a window that comes back to the list",
      json: """
        "layout": {"name": "doubleColumn", \(columns), "behavior": {"topColumnForCollapsing": "primary"}}, \
        "routes": {"list": {"offers": [{"route": "letter", "row": "1"}]}, "letter": {"opens": "detail"}}, \
        "checks": ["roundTrip"], \(iPad)
        """, check: "roundTrip", message: "landscape and back shows list, not letter",
      way: ["Window: landscape slideOver", "Open letter", "Window: landscape", "Window: landscape slideOver"]),
  ]

  @Test(arguments: faults) func `a fault is found with the shortest way`(_ fault: Fault) throws {
    let report = try fault.search().report()
    let told = report.findings.flatMap(\.told)
    let finding = try #require(told.first { $0.check.word == fault.check && $0.message == fault.message }, "\(told)")
    #expect(finding.way.map(\.name) == fault.way)
  }

  /// The way of every finding, on a session opened as the finding says, ends in its state.
  @Test(arguments: faults) func `a way leads to what it says`(_ fault: Fault) throws {
    let design = ExploredDesign(name: fault.name, json: fault.json)
    let request = try design.request()
    for finding in try fault.search().report().findings.flatMap(\.told) {
      var creation = request.design
      creation.environment = finding.environment
      var session = try creation.open().session
      for step in finding.way { _ = try session.apply(batch: step.transitions) }
      #expect(session == finding.session)
    }
  }

  /// Held against a search that keeps whole sessions, in the plainest form.
  @Test(arguments: faults) func `another search finds the same states`(_ fault: Fault) throws {
    let search = try fault.search()
    var distances: [Session: Int] = [:]
    for (start, design) in search.design.starts.enumerated() {
      var frontier = [design.session.bare]
      distances[frontier[0]] = 0
      while !frontier.isEmpty {
        var next: [Session] = []
        for session in frontier {
          for step in search.steps(in: session, start: start) {
            guard let attempt = step.attempt(on: session), attempt.isHandled else { continue }
            let reached = attempt.session.bare
            guard distances[reached] == nil else { continue }
            distances[reached] = (distances[session] ?? 0) + 1
            next.append(reached)
          }
        }
        frontier = next
      }
    }
    #expect(distances.count == search.stateCount)
    for finding in search.report().findings.flatMap(\.told) where finding.check != .roundTrip {
      let isOfStep = finding.check == .keepsPlace || finding.check == .backLeaves
      var session = search.design.starts[0].session
      for step in finding.way.dropLast(isOfStep ? 1 : 0) { _ = try session.apply(batch: step.transitions) }
      #expect(distances[session.bare] == finding.way.count - (isOfStep ? 1 : 0))
    }
  }

  @Test(arguments: [
    (SearchLimits(states: 10, bytes: 1 << 30), SearchBound.states), (SearchLimits(states: 1_000, bytes: 9_000), .bytes),
  ])
  func `a bound is named`(limits: SearchLimits, bound: SearchBound) throws {
    var search = Search(try ExploredDesign.listDetail.request().exploration(), limits: limits)
    while !search.isOver { search.run(transitions: 64) }
    let report = search.report()
    #expect(report.bound == bound && report.states <= 75)
    // What concerns all states is not told of some.
    #expect(report.findings.allSatisfy { $0.check != .wayHome || $0.count == 0 })
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
    let report = try design.search().report()
    #expect(report.findings[1].count == 30 && (1...10).contains(report.findings[1].told.count))
    #expect(ExploreAnswer(report).more.map(\.count).reduce(0, +) == 30 - report.findings[1].told.count)
  }

  @Test func `slices of any size find the same`() throws {
    let reports = try [1, 7, 512, 100_000].map { size in
      var search = Search(
        try ExploredDesign.listDetail.request().exploration(), limits: SearchLimits(states: 1_000, bytes: 1 << 30))
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
