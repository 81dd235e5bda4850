@testable import Navigation
import Testing

@Suite struct MoveStepTests {
  /// One transition, and several.
  @Test(arguments: [
    #"[{"type":"back"}]"#,
    #"[{"type":"setColumn","column":"secondary","controller":null},{"type":"showColumn","column":"secondary"}]"#,
  ]) func `D-365: moves, ways and findings have a list, also of one`(transitions: String) throws {
    let step = #"{"name":"a","transitions":\#(transitions)}"#
    let moves = try MoveList(answer: Array(#"{"moves":[\#(step)]}"#.utf8))
    #expect(text(moves) == #"{"moves":[\#(step)]}"#)
    let way = try Way(answer: Array(#"{"way":[\#(step)]}"#.utf8))
    #expect(text(way) == #"{"way":[\#(step)]}"#)
    #expect(way.way?.map(\.transitions) == moves.moves.map(\.transitions))

    let root = #"{"kind":"screen","id":"a","route":"a"}"#
    let state = #""snapshot":{"schema":1,"environment":{},"root":\#(root),"countedIds":0}"#
    let example = #"{"environment":{},"way":[\#(step)],\#(state)}"#
    let finding =
      #"{"check":"wayHome","class":"compact","fault":"deadEnd","message":"m","count":1,"windows":[],"examples":[\#(example)]}"#
    let found = text(ExploreAnswer.empty).replacing(#""findings":[]"#, with: #""findings":[\#(finding)]"#)
    let explored = try ExploreAnswer(answer: Array(found.utf8))
    #expect(explored.findings.first?.examples.first?.way == way.way)
    #expect(text(explored).contains(#""way":[\#(step)]"#))
  }

  @Test func `D-365: there is no other form`() {
    let step = #"[{"name":"a","transition":{"type":"back"}}]"#
    #expect(throws: BodyRefusal.self) { try MoveList(answer: Array(#"{"moves":\#(step)}"#.utf8)) }
    #expect(throws: BodyRefusal.self) { try Way(answer: Array(#"{"way":\#(step)}"#.utf8)) }
  }
}

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

/// The body of a creation, or a snapshot, may have routes beside its tree.
@Suite struct RoutesOfSessionTests {
  private static let routes = #""routes":{"a":{"offers":[{"route":"b"}]},"b":{"opens":"push"}}"#
  private static let root = #""environment":{"device":"iPhone 15"},"root":{"kind":"screen","id":"s","route":"a"}"#

  @Test func `a body is written as it was read`() throws {
    let json = #"{"root":{"kind":"screen","route":"a"},\#(Self.routes)}"#
    let design = try read(CreateSession.self, json)
    #expect(design.routes?.routes.map(\.name) == ["a", "b"])
    #expect(try read(CreateSession.self, text(design)) == design)
  }

  /// A record keeps it.
  @Test func `a layout in a window by default is written as short as it was read`() throws {
    let json = #"{"layout":{"name":"stack","screen":{"route":"a"}},\#(Self.routes)}"#
    #expect(text(try read(CreateSession.self, json)) == json)
  }

  @Test func `a snapshot may have routes`() throws {
    let creation = try read(CreateSession.self, "{\(Self.root),\(Self.routes)}")
    let session = try creation.open().session
    let bytes = Snapshot(session, routes: creation.routes).json()
    let again = try CreateSession(request: bytes)
    #expect(try again.routes == creation.routes && again.open().session == session)
  }

  @Test(arguments: [#""schema":1,"#, ""])
  func `a snapshot has routes beside it`(schema: String) throws {
    #expect(try read(CreateSession.self, "{\(schema)\(Self.root),\(Self.routes)}").routes?.routes.count == 2)
    let json = #"{\#(schema)\#(Self.root),"routes":{"a":{"offers":[{"route":"b"}]}}}"#
    #expect(throws: BodyRefusal.routes(.unknownRoute("b"), pointer: "/routes/a/offers/0/route")) {
      try read(CreateSession.self, json)
    }
  }

  /// D-361: beside the routes, in a creation and in a snapshot; alone they say nothing.
  @Test(arguments: [#""schema":1,"#, ""])
  func `prefixes stand beside routes`(schema: String) throws {
    let json = "{\(schema)\(Self.root),\(Self.routes),\"prefixes\":[\"/en\"]}"
    let creation = try read(CreateSession.self, json)
    #expect(creation.routes?.prefixes.map(\.text) == ["/en"])
    #expect(try read(CreateSession.self, text(creation)) == creation)
    let bytes = Snapshot(try creation.open().session, routes: creation.routes).json()
    #expect(try CreateSession(request: bytes).routes == creation.routes)
    let refusal = #expect(throws: BodyRefusal.self) {
      try read(CreateSession.self, "{\(schema)\(Self.root),\"prefixes\":[]}")
    }
    #expect(refusal?.pointer == "/prefixes")
    guard case .json(let error)? = refusal else { return #expect(refusal == nil) }
    #expect(error.detail.contains("\"routes\""))
  }

  @Test func `nothing else may stand beside it`() {
    let refusal = #expect(throws: BodyRefusal.self) {
      try read(CreateSession.self, "{\(Self.root),\(Self.routes),\"checks\":[]}")
    }
    #expect(refusal?.pointer == "/checks")
  }
}
