import Navigation
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
