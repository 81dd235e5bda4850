import HTTPMessages
import Navigation
import NavigationService
import Testing

/// The map of an exploration: the first state of each route in each size class, with the way there.
@Suite struct MapTests {
  typealias Service = ServiceUnderTest

  private static let app = """
    "layout": {"name": "listDetail", "primary": {"id": "list", "route": "list"}, \
    "placeholder": {"id": "none", "route": "none"}, "behavior": {"onCollapse": "discard"}}, \
    "routes": {"list": {"offers": [{"route": "note", "row": "1"}]}, "note": {"opens": "detail", \
    "offers": [{"route": "form"}]}, "form": {"opens": "present", "offers": [{"closes": true}]}, "never": {}}
    """
  private static let windows = #""environments": [{"orientation": "landscape"}, {"multitasking": "slideOver"}]"#

  private func explored(_ members: String, app: String = app) throws -> ExploreAnswer {
    let answer = try Service().post("/v1/explore", "{\(app), \(members)}")
    #expect(answer.status == .ok)
    let explored = try ExploreAnswer(answer: answer.body)
    #expect(try ExploreAnswer(answer: explored.json()) == explored)
    return explored
  }

  @Test func `D-416: each cell has its way`() throws {
    let answer = try explored("\(Self.windows), \"map\": true")
    let rows = answer.routes.flatMap { route in
      SizeClass.allCases.compactMap { sizeClass -> String? in
        guard let count = route.counts[sizeClass] else { return nil }
        let way = count.example.map { $0.way.map(\.name).joined(separator: " > ") } ?? "nothing"
        return "\(route.route) \(sizeClass): \(count.states) states, \(count.taps) taps, [\(way)]"
      }
    }
    #expect(rows == Self.rows)
  }

  static let rows = [
    "list compact: 9 states, 0 taps, [Window: landscape slideOver]", "list regular: 6 states, 0 taps, []",
    "note compact: 6 states, 1 taps, [Window: landscape slideOver > Open note]",
    "note regular: 6 states, 1 taps, [Open note]",
    "form compact: 6 states, 2 taps, [Open note > Open form > Window: landscape slideOver]",
    "form regular: 3 states, 2 taps, [Open note > Open form]",
  ]

  @Test func `D-416: a way leads to its snapshot, which has the routes`() throws {
    let service = Service()
    let body = "{\(Self.app), \(Self.windows), \"map\": true}"
    var explored = try JSONDocument(service.post("/v1/explore", body).body).root.object()
    var cells = 0
    var table = try explored.require("routes").object()
    for route in table.members {
      var counts = try route.value.object()
      for cell in counts.members where cell.name != "locked" {
        cells += 1
        var cell = try cell.value.object()
        let environment = try cell.require("environment").compactText()
        let created = try service.post("/v1/sessions", "{\(Self.app), \"environment\": \(environment)}")
        let path = try #require(created.value(of: "Location"))
        for step in try cell.require("way").elements {
          var step = try step.object()
          let batch = try "{\"transitions\": \(step.require("transitions").compactText())}"
          #expect(try service.post(path + "/transitions", batch).status == .ok)
        }
        let snapshot = try cell.require("snapshot").compactText()
        #expect(try service.get(path + "/snapshot").text == snapshot && snapshot.contains("\"routes\""))
        #expect(try service.post("/v1/picture", snapshot).status == .ok)
      }
    }
    #expect(cells == Self.rows.count)
  }

  @Test func `D-416: without a map an answer has no ways but those of findings`() throws {
    let answer = try explored(Self.windows)
    #expect(answer.routes.allSatisfy { $0.counts.values.allSatisfy { $0.example == nil } })
    let mapped = try explored("\(Self.windows), \"map\": true")
    #expect(mapped.findings == answer.findings && mapped.states == answer.states)
    #expect(answer.findings.allSatisfy { $0.examples[0].snapshot.routes?.routes.count == 4 })
  }

  @Test func `D-416: of 64 routes`() throws {
    let offers = (1...65).map { #"{"route": "r\#($0)"}"# }.joined(separator: ", ")
    let routes = (1...65).map { #""r\#($0)": {"opens": "push"}"# }.joined(separator: ", ")
    let app = """
      "layout": {"name": "stack", "screen": {"route": "home"}}, \
      "routes": {"home": {"offers": [\(offers)]}, \(routes)}, "checks": [], "environments": [{}]
      """
    let answer = try explored("\"map\": true", app: app)
    let withWay = answer.routes.filter { $0.counts.values.contains { $0.example != nil } }
    #expect(answer.routes.count == 66 && withWay.map(\.route) == answer.routes.prefix(64).map(\.route))
  }
}
