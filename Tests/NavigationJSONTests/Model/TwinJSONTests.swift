@testable import Navigation
import Testing

/// D-431 to D-434: the words of a compact tree's tabs, and `again: replace`, in JSON.
@Suite struct TwinJSONTests {
  private static func tree(_ words: String, _ more: String = "") -> String {
    #"""
    {"kind":"split","id":"p","style":"doubleColumn","primary":{"kind":"stack","id":"l","children":[{"kind":"screen","id":"a","route":"r"}]},"compact":{"kind":"tabBar","id":"t","tabs":[{"title":"A",\#(words)"child":{"kind":"stack","id":"x","children":[{"kind":"screen","id":"b","route":"r"}]}}\#(more)],"selected":"x"},"displayMode":"secondaryOnly"}
    """#
  }
  private static let second =
    #",{"twin":"l","child":{"kind":"stack","id":"y","children":[{"kind":"screen","id":"c","route":"r"}]}}"#

  @Test(
    arguments: [
      ("", TabTwin()), (#""twin":"l","#, TabTwin(stack: "l")), (#""for":["r","s"],"#, TabTwin(routes: ["r", "s"])),
    ] as [(String, TabTwin)])
  func `D-431 D-433: a tab's words are written as they are read`(words: String, twin: TabTwin) throws {
    let tree = try Controller(json: document(Self.tree(words)))
    #expect(tree.split?.columns.compact?.tabBar?.tabs[0].twin == twin)
    #expect(written { tree.write(to: &$0, form: .request) } == Self.tree(words))
  }

  static let refused: [(json: String, rejection: Rejection, pointer: String)] = [
    (tree(#""twin":"z","#), .noMember("z", of: .split, in: nil), "/compact/tabs/0/twin"),
    (tree(#""onExpand":"l","#), .noMember("l", of: .tabBar, in: nil), "/compact/tabs/0/onExpand"),
    (tree(#""twin":"l","#, second), .duplicateController("l"), "/compact/tabs/1/twin"),
  ]

  @Test(arguments: refused) func `D-432: at its pointer`(json: String, rejection: Rejection, pointer: String) throws {
    #expect(throws: BodyRefusal.model(rejection, pointer: pointer)) { try Controller(json: document(json)) }
  }

  @Test func `D-432: a tab bar that is no compact tree has none`() throws {
    let bar = #"{"kind":"tabBar","id":"t","tabs":[{"for":["r"],"child":{"kind":"screen","id":"b","route":"r"}}]}"#
    let tree = try Controller(json: document(bar))
    #expect(throws: Rejection.noCompactTree("t")) { try Session.open(tree, in: Environment()) }
  }

  @Test(
    arguments: [
      (tree(#""twin":"l","for":["r"],"#), "/compact/tabs/0", "only one of"),
      (#"{"type":"present","screen":{"route":"r"},"again":"replace"}"#, "/again", "\"replace\""),
    ])
  func `D-433 D-434: no two at once, and a presentation replaces nothing`(json: String, pointer: String, detail: String)
    throws
  {
    let refusal = #expect(throws: BodyRefusal.self) {
      if json.hasPrefix(#"{"type"#) {
        _ = try Transition(json: document(json))
      } else {
        _ = try Controller(json: document(json))
      }
    }
    guard case .json(let fault)? = refusal else { return #expect(Bool(false), "\(json)") }
    #expect(fault.pointer == pointer && fault.detail.contains(detail))
  }

  @Test(
    arguments: [
      (#"{"a":{"opens":"push","again":"replace"}}"#, Transition.Again.replace), (#"{"a":{"opens":"push"}}"#, .return),
    ])
  func `D-434: a route's word`(json: String, again: Transition.Again) throws {
    let routes = try ScreenRoutes(routes: document(json))
    #expect(routes.routes[0].again == again)
    #expect(
      written {
        $0.beginObject(); routes.writeMembers(to: &$0); $0.endObject()
      } == #"{"routes":\#(json)}"#)
    #expect(throws: BodyRefusal.self) {
      try ScreenRoutes(routes: document(#"{"a":{"opens":"push","again":"another"}}"#))
    }
  }

  @Test func `D-432 D-33: a description's words, and null that takes one away`() throws {
    let json = #"{"type":"setTabs","tabs":[{"twin":"l","onExpand":null,"child":"x"},{"twin":null,"child":"y"}]}"#
    let transition = try Transition(json: document(json))
    #expect(
      transition
        == Transition(
          .setTabs(tabs: [
            .init(twin: .some("l"), onExpand: .some(nil), child: .existing("x")),
            .init(twin: .some(nil), child: .existing("y")),
          ])))
    #expect(written { transition.write(to: &$0) } == json)
  }
}
