import Navigation
import Testing

/// In which order states are taken up, where a search ends, and that neither slices nor jobs change what it finds.
@Suite struct SearchOrderTests {
  /// Four tabs whose stacks grow apart: the states of two at a time are a product.
  private static let fourTabs: String = {
    let tabs = ["a", "b", "c", "d"]
    let items = tabs.map { #"{"id": "\#($0)", "screen": {"id": "\#($0)-list", "route": "\#($0)"}}"# }
    let routes = tabs.map {
      #""\#($0)": {"offers": [{"route": "page", "params": {"n": 1}}, {"route": "page", "params": {"n": 2}}]}"#
    }
    return """
      "layout": {"name": "tabBar", "tabs": [\(items.joined(separator: ", "))]}, \
      "routes": {\(routes.joined(separator: ", ")), "page": {"opens": "push", "offers": [{"route": "info"}]}, "info": {"opens": "push"}}, \
      "environment": {"device": "iPhone 17"}, "environments": [{"device": "iPhone 17"}]
      """
  }()

  private static let chats = """
    "layout": {"name": "tabsInPrimary", "tabs": [{"id": "chats", "screen": {"id": "chat-list", "route": "chats"}}, \
    {"id": "people", "screen": {"id": "people-list", "route": "people"}}], "placeholder": {"route": "nothing"}, \
    "behavior": {"onCollapse": "system", "onSeparate": "system"}}, \
    "routes": {"chats": {"offers": [{"route": "chat", "params": {"chat": 1}, "row": "1"}]}, "people": {}, \
    "chat": {"opens": "detail"}}, \
    "environments": [{"orientation": "landscape"}, {"orientation": "landscape", "multitasking": "slideOver"}]
    """

  struct Bound: Sendable, CustomTestStringConvertible {
    var states: Int
    /// `states, tabs at a time`
    var seen: String
    var testDescription: String { "\(states) states" }
  }

  // One of four tabs holds a page of two, alone or with its info, or none does: 4 × (1 + 4 × 4) states.
  @Test(arguments: [
    Bound(states: 60, seen: "60 states, no tabs"), Bound(states: 67, seen: "67 states, no tabs"),
    Bound(states: 68, seen: "68 states, 1 tabs"), Bound(states: 300, seen: "68 states, 1 tabs"),
    Bound(states: 500, seen: "452 states, 2 tabs"), Bound(states: 2_000, seen: "1476 states, 3 tabs"),
    Bound(states: 2_500, seen: "2500 states"),
  ])
  func `D-284: the answer is that of the largest number of tabs that was finished`(_ row: Bound) throws {
    let report = try ExploredDesign(name: "", json: Self.fourTabs).search(states: row.states).report()
    let tabs = report.bound == nil ? "" : ", \(report.tabsAtATime.map { "\($0)" } ?? "no") tabs"
    #expect("\(report.states) states\(tabs)" == row.seen)
    #expect(report.findings.isEmpty)
    #expect((report.grown == nil) == (report.bound == nil))
  }

  /// What grew has a way that leads to it.
  @Test func `D-284: a bound names what grew`() throws {
    let report = try ExploredDesign(name: "", json: Self.fourTabs).search(states: 60).report()
    let grown = try #require(report.grown)
    #expect(grown.screens == 3 && grown.example.session.root.find(grown.container)?.stack?.above.count == 2)
    #expect(grown.example.way.map(\.name).last == "Open info")
  }

  @Test(arguments: [1, 2, 3, 7]) func `any number of parts finds the same, expanded in any order`(parts: Int) throws {
    for (json, alone) in try Self.alone.get() {
      let design = ExploredDesign(name: "", json: json)
      var search = Search(
        try design.request().space(), limits: SearchLimits(states: 400, bytes: 1 << 30, examples: .max))
      while !search.isOver {
        let batch = search.takeUp(states: 50)
        let expanded = (0..<parts).reversed().map { batch.expand(part: $0, of: parts) }
        search.join(batch, expanded.reversed())
      }
      #expect(ExploreAnswer(search.report()) == alone)
    }
  }

  /// What a search in one part finds.
  private static let alone = Result {
    try [chats, fourTabs].map { json in
      (json, ExploreAnswer(try ExploredDesign(name: "", json: json).search(states: 400, examples: .max).report()))
    }
  }
}

/// Which other answers mend what a search finds.
@Suite struct SuggestionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var json: String
    /// Each suggestion: its verdict, its answers, and the kinds of each check before and after.
    var suggested: [String]

    init(_ name: String, _ json: String, _ suggested: [String]) {
      (testDescription, self.json, self.suggested) = (name, json, suggested)
    }
  }

  private static let iPad = """
    "environments": [{"orientation": "landscape"}, {"orientation": "landscape", "multitasking": "slideOver"}]
    """
  private static let letter =
    #""routes": {"list": {"offers": [{"route": "letter", "row": "1"}]}, "letter": {"opens": "detail"}}"#

  private static func columns(_ answer: String, compact: String = "") -> String {
    """
    "layout": {"name": "doubleColumn", "primary": {"id": "list", "route": "list"}, \
    "secondary": {"id": "none", "route": "none", "placeholder": true}\(compact), "behavior": {\(answer)}}, \(letter), \(iPad)
    """
  }

  static let rows = [
    Row("a sound app has none", columns(""), []),
    Row(
      "one word", columns(#""topColumnForCollapsing": "primary", "onDetailPopped": "discard""#),
      [
        "mendsAll topColumnForCollapsing proposed: keepsPlace 1 → 0, roundTrip 1 → 0",
        "mendsAll topColumnForCollapsing secondary: keepsPlace 1 → 0, roundTrip 1 → 0",
        "mendsAll topColumnForCollapsing byProvenance: keepsPlace 1 → 0, roundTrip 1 → 0",
        "mendsAll topColumnForCollapsing lastTop: keepsPlace 1 → 0, roundTrip 1 → 0",
      ]),
    Row(
      "a pair, where neither word alone mends it", SearchOrderTests.system,
      ["mendsAll onCollapse moveAbovePlaceholder onSeparate moveAboveRoot: keepsPlace 1 → 0"]),
  ]

  /// The exploration is ended after each few transitions.
  @Test(arguments: rows) func `one that is ended says whether all answers were tried`(_ row: Row) throws {
    let request = try ExploredDesign(name: "", json: row.json).request()
    var exploration = Exploration(
      try request.space(), variants: request.variants(), limits: SearchLimits(states: 5_000, bytes: 1 << 30))
    var ended: [Report] = []
    while !exploration.isOver {
      exploration.run(transitions: 64)
      var copy = exploration
      copy.end()
      ended.append(copy.report())
    }
    let whole = exploration.report().suggestions.map(\.verdict)
    for report in ended
    where report.bound == nil && !report.suggestions.contains(where: { $0.verdict == .notSeenToTheEnd }) {
      #expect(report.suggestions.map(\.verdict) == whole)
    }
  }

  @Test(arguments: rows) func `the answers that mend it, the best first`(_ row: Row) throws {
    let request = try ExploredDesign(name: "", json: row.json).request()
    var exploration = Exploration(
      try request.space(), variants: request.variants(), limits: SearchLimits(states: 5_000, bytes: 1 << 30))
    while !exploration.isOver { exploration.run(transitions: 512) }
    let report = exploration.report()
    let suggested = report.suggestions.filter { $0.verdict == .mendsAll }.map { suggestion in
      let answers = suggestion.answers.map { answer in
        switch answer.value {
        case .word(let word): "\(answer.name) \(word)"
        case .flag(let flag): "\(answer.name) \(flag)"
        }
      }
      let kinds = suggestion.kinds.map { "\($0.check) \($0.before) → \($0.after)" }
      return "\(suggestion.verdict) \(answers.joined(separator: " ")): \(kinds.joined(separator: ", "))"
    }
    #expect(suggested == row.suggested)
    // What is found is that of the app as given.
    #expect(ExploreAnswer(report).findings == ExploreAnswer(Exploration.alone(try request.space())).findings)
  }

  /// A search that met its bound is never recommended, and where the app itself met it only what ended is shown.
  @Test func `what was not seen to the end mends nothing`() throws {
    let request = try ExploredDesign(name: "", json: Self.rows[1].json).request()
    for states in [3, 10, 20] {
      var exploration = Exploration(
        try request.space(), variants: request.variants(), limits: SearchLimits(states: states, bytes: 1 << 30),
        sharesStates: true)
      while !exploration.isOver { exploration.run(transitions: 64) }
      #expect(exploration.stateCount <= states)
      for suggestion in exploration.report().suggestions {
        #expect(suggestion.verdict != .mendsAll && suggestion.verdict != .mendsSome, "\(suggestion)")
      }
    }
  }
}

extension SearchOrderTests {
  /// Tabs in the primary whose app leaves collapse and separation to the system.
  static var system: String { chats }
}

extension Exploration {
  fileprivate static func alone(_ space: SearchSpace) -> Report {
    var exploration = Exploration(space, limits: SearchLimits(states: 5_000, bytes: 1 << 30))
    while !exploration.isOver { exploration.run(transitions: 4_096) }
    return exploration.report()
  }
}
