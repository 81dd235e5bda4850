@testable import Navigation
import Testing

/// D-295: a search of an app whose screens require a signed-in user.
@Suite struct ConditionSearchTests {
  /// What differs from a sound app: members of the routes or of the condition.
  struct Row: Sendable, CustomTestStringConvertible {
    var about: String
    var order = #""opens": "detail", "path": "/orders/{order}", "parent": "shop", "requires": ["signedIn"]"#
    var signIn = #""opens": "present", "style": "fullScreen""#
    var condition = #"{"otherwise": "sign-in"}"#
    /// Checks and routes of the findings.
    var findings: [String] = []
    var locked = true
    var showsOrder = true

    var testDescription: String { about }

    var design: String {
      """
      {"environment": {"device": "iPhone 16"}, "layout": {"name": "stack", "screen": {"id": "shop", "route": "shop"}}, \
      "routes": {"shop": {"path": "/shop", "offers": [{"route": "order", "params": {"order": "1"}}, {"route": "about"}]}, \
      "about": {"opens": "push"}, "order": {\(order.replacing(#""detail""#, with: #""push""#))}, \
      "sign-in": {\(signIn)}}, "conditions": {"signedIn": \(condition)}}
      """
    }
  }

  static let rows = [
    Row(about: "a sound app"),
    Row(
      about: "signed in from the start", condition: #"{"holds": true, "otherwise": "sign-in"}"#,
      findings: ["everyScreen sign-in"], locked: false),
    Row(
      about: "a door without a key", condition: "{}", findings: ["everyScreen order", "everyScreen sign-in"],
      showsOrder: false),
    Row(about: "a sign-in that is pushed", signIn: #""opens": "push", "parent": "shop""#),
    Row(
      about: "no condition", order: #""opens": "detail", "path": "/orders/{order}", "parent": "shop""#,
      findings: ["everyScreen sign-in"], locked: false),
  ]

  @Test(arguments: rows) func `D-295: a search`(_ row: Row) throws {
    let report = try Design(json: row.design.utf8).space().explore()
    let findings = report.findings.map { "\($0.check.word) \($0.route ?? "-")" }
    #expect(Set(findings) == Set(row.findings) && report.bound == nil)
    let order = try #require(report.routes.first { $0.route == "order" })
    #expect((order.locked > 0) == row.locked)
    #expect(!order.counts.isEmpty == row.showsOrder)
  }

  /// The way to a locked screen leads through the sign-in, if that is on display.
  @Test func `D-295: the way to a locked screen`() throws {
    let creation = try Design(json: Row(about: "").design.utf8).app
    var session = try creation.open().session
    let routes = try #require(creation.routes)
    let goal = Transition.Destination.route("order", Params(members: [.init(name: "order", json: #""1""#)]))
    func way() throws -> [String]? {
      var search = try Search(from: session, to: goal, routes: routes, limits: .usual)
      search.run(transitions: .max)
      return try? search.way().get().map(\.name)
    }
    #expect(try way() == nil)
    _ = try session.apply(Transition(.open(url: "/orders/1")), routes: routes)
    #expect(try way() == ["Meet signedIn"])
    // Without the link the sign-in leads back to the shop, which offers it.
    session.conditions?.parked = nil
    #expect(try way() == ["Meet signedIn", "Open order.1"])
  }

  @Test func `D-295: a locked offer is a move that needs`() throws {
    let creation = try Design(json: Row(about: "").design.utf8).app
    let moves = try creation.open().session.moves(routes: try #require(creation.routes))
    let order = try #require(moves.first { $0.name == "Open order.1" })
    #expect(order.needs == ["signedIn"] && order.reason == .conditionUnmet)
  }
}
