import Navigation
import Testing

/// SYS1 at the interface: a snapshot and a rest preserve the saved details of tabs.
@Suite struct SavedDetailsTests {
  private static let create = """
    {"layout": {"name": "tabBarInStack", "tabs": [{"screen": {"id": "la", "route": "a"}}, {"screen": {"id": "lb", "route": "b"}}],
                "placeholder": {"route": "none"}}}
    """

  private func created(_ service: ServiceUnderTest) throws -> String {
    try #require(try service.post("/v1/sessions", Self.create).value(of: "Location"))
  }

  private static func detail(_ id: String) -> String {
    #"{"type": "showDetail", "screen": {"id": "\#(id)", "route": "r"}}"#
  }

  /// Transitions, and a text of the resulting session: saved details of the first tab, or the collapsed stack.
  static let states: [(rule: String, steps: [String], holds: String)] = [
    (
      "SYS1-20", [detail("d1"), #"{"type": "tapTab", "tab": "lb"}"#, detail("e1")],
      #""savedDetails":{"la":[{"kind":"screen","id":"d1""#
    ),
    (
      "SYS1-28",
      [detail("d1"), #"{"type": "rotate", "orientation": "portrait"}"#, #"{"type": "selectTab", "tab": "lb"}"#],
      #""children":[{"kind":"tabBar","id":"tabs""#
    ),
  ]

  @Test(arguments: states) func snapshotRestores(_ row: (rule: String, steps: [String], holds: String)) throws {
    let service = ServiceUnderTest()
    let path = try created(service)
    for step in row.steps { #expect(try service.post(path + "/transitions", step).status == .ok) }
    let snapshot = try service.get(path + "/snapshot")
    #expect(snapshot.text.contains(row.holds), "\(row.rule)")
    let again = try #require(try service.post("/v1/sessions", snapshot.text).value(of: "Location"))
    #expect(try service.get(again).session().root == service.get(path).session().root, "\(row.rule)")
  }

  @Test(arguments: states) func aRestPreserves(_ row: (rule: String, steps: [String], holds: String)) throws {
    let service = ServiceUnderTest(residentSessions: 1)
    let path = try created(service)
    for step in row.steps { _ = try service.post(path + "/transitions", step) }
    let before = try service.get(path).body
    for _ in 0..<3 { _ = try created(service) }
    #expect(try service.get(path).body == before, "\(row.rule)")
    #expect(try service.get(path).text.contains(row.holds), "\(row.rule)")
  }

  @Test func `TB-6: a session lists the tabs under More`() throws {
    let service = ServiceUnderTest()
    let tabs = (1...6).map { #"{"screen": {"id": "t\#($0)", "route": "r"}}"# }.joined(separator: ", ")
    let create = """
      {"environment": {"device": "iPhone 15"},
       "layout": {"name": "tabBarInStack", "tabs": [\(tabs)], "placeholder": {"route": "none"}}}
      """
    let path = try #require(try service.post("/v1/sessions", create).value(of: "Location"))
    #expect(try service.get(path).text.contains(#""more":["t5","t6"]"#))
    #expect(
      try service.post(path + "/transitions", #"{"type": "tapTab", "tab": "t6"}"#).record().visible.map(
        \.id.description) == ["t6"])
    #expect(try !service.get(path + "/snapshot").text.contains(#""more""#))
  }
}
