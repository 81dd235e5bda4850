import Navigation
import Testing

@Suite struct MoveFaultTests {
  private static let push = #"{"type":"push","screen":{"id":"b","route":"b"}}"#

  @Test(arguments: [
    (["a", "b"], "c", #"no move is called "c": there are "a", "b""#),
    ([], "c", #"no move is called "c": there is none"#),
    (["a"], "\n\"", #"no move is called "\n\"": there are "a""#),
    (["a", "a"], "a", #"2 moves are called "a": {"type":"back"} and {"type":"back"}"#),
  ]) func `a name that is not that of one move is told in one line`(names: [String], name: String, line: String) {
    let moves = MoveList(names.map { Move(name: $0, transitions: [Transition(.back())]) })
    #expect {
      try moves.named(name)
    } throws: {
      "\($0)" == line
    }
  }

  @Test func `several transitions are a list`() {
    let (back, push) = (Transition(.back()), Transition(.push(.new(.screen("b", route: "b")))))
    let moves = [[back], [back, push]].map { Move(name: "a", transitions: $0) }
    #expect {
      try MoveList(moves).named("a")
    } throws: {
      "\($0)" == #"2 moves are called "a": {"type":"back"} and [{"type":"back"},\#(Self.push)]"#
    }
  }

  @Test func `a session does what a move is called, or nothing`() throws {
    let routes = try ScreenRoutes(
      [ScreenRoute("list", offers: [.init(route: "note")]), ScreenRoute("note", opening: .push)],
      values: JSONParamValues())
    let stack = Controller.stack("stack", root: .screen("list", route: "list"))
    var session = try Session.open(stack, in: Environment()).session
    let start = session
    #expect(throws: MoveFault.absent("Open note", names: [])) { try session.tap("Open note") }
    #expect(session == start)
    #expect(try session.tap("Open note", routes: routes).isRevision)
    #expect(session.visible.map(\.id) == ["note"])
    try session.tap("Back", routes: routes)
    #expect(session.visible.map(\.id) == ["list"])
  }
}
