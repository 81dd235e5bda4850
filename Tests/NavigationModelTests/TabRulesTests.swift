import Navigation
import Testing

/// TB: tab bars around and beside other containers.
@Suite struct TabRulesTests {
  @Test func `TB-11: the nearest tab bar is that of a screen, and an item has its own title`() throws {
    var session = try Session.open(SketchParser.tree("outer[*=inner[x*: a > b] | y: c]"), in: Environment()).session
    let containers = try #require(session.visible.first).containers
    #expect(containers.last { session.root.find($0)?.kind == .tabBar } == "inner")
    _ = try session.apply(.update("a") { $0.title = "A" })
    #expect(session.root.find("inner")?.tabBar?.tabs.map(\.title) == [nil])
  }

  @Test func `TB-13: an app moves a controller between two tab bars`() throws {
    let start = "split/2[A || t[x*: a > b1 > b2 | y: c] @ u[p*: d | q: e]]"
    var session = try Session.open(SketchParser.tree(start, behavior: SplitDelegate()), in: Environment()).session
    _ = try session.apply(batch: [.popToRoot("p"), .move("b1", to: "p"), .move("b2", to: "p"), .select("p"), .collapse])
    #expect(session.sketch == "split/2<u[p*: d > b1 > b2 | q: e] @ A || t[x*: a | y: c]>")
    _ = try session.apply(batch: [.popToRoot("x"), .move("b1", to: "x"), .move("b2", to: "x"), .select("x"), .expand])
    #expect(session.sketch == start)
  }
}
