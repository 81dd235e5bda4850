import Navigation
import Testing

/// A 422 of a `root` points into it.
@Suite struct RootProblemTests {
  typealias Service = ServiceUnderTest

  private static let screen = #"{"kind": "screen", "route": "r"}"#
  private static let split =
    #"{"kind": "split", "style": "classic", "primary": \#(stack(screen)), "secondary": \#(stack(screen))}"#
  private static func stack(_ children: String...) -> String {
    #"{"kind": "stack", "children": [\#(children.joined(separator: ", "))]}"#
  }
  private static func named(_ id: String) -> String { #"{"kind": "screen", "id": "\#(id)", "route": "r"}"# }
  private static func tabs(_ children: String...) -> String {
    #"{"kind": "tabBar", "tabs": [\#(children.map { #"{"child": \#($0)}"# }.joined(separator: ", "))]}"#
  }

  static let rows: [(root: String, code: String, pointer: String)] = [
    (stack(screen, stack(screen)), "cannot-push", "/root/children/1"),
    (tabs(stack(named("c1")), stack(screen, split)), "cannot-push", "/root/tabs/1/child/children/1"),
    (
      #"{"kind": "split", "style": "doubleColumn", "primary": \#(screen), "secondary": \#(split)}"#, "cannot-push",
      "/root/secondary"
    ),
    (
      #"{"kind": "split", "style": "tripleColumn", "primary": \#(split), "secondary": \#(screen)}"#, "cannot-push",
      "/root/primary"
    ),
    (
      #"{"kind": "split", "style": "classic", "primary": \#(screen), "supplementary": \#(screen)}"#, "no-such-column",
      "/root/supplementary"
    ),
    (tabs(named("a"), stack(named("b"), named("a"))), "duplicate-controller", "/root/tabs/1/child/children/1"),
    (#"{"kind": "screen", "route": "r", "placeholder": true}"#, "cannot-contain", "/root"),
    (
      #"{"kind": "split", "style": "doubleColumn", "primary": \#(tabs(screen)), "secondary": \#(screen)}"#,
      "cannot-contain", "/root/primary"
    ),
    (stack(screen, tabs(screen, stack(stack(screen)))), "cannot-push", "/root/children/1/tabs/1/child/children/0"),
  ]

  @Test(arguments: rows, ["/v1/sessions", "/v1/picture"])
  func `a refused root has a pointer`(_ row: (root: String, code: String, pointer: String), path: String) throws {
    let response = try Service().post(path, #"{"root": \#(row.root)}"#)
    let problem = try response.problem()
    #expect(problem.code == row.code && problem.pointer == row.pointer, "\(problem.detail)")
    if row.pointer.hasSuffix("ary") && row.code == "cannot-push" { #expect(problem.detail.contains("column style")) }
  }

  /// A layout with two controllers of one id, and the pointer to the second one.
  static let layouts = [
    (
      #"{"name": "tabBar", "tabs": [{"screen": {"id": "a", "route": "r", "params": {"x": {"id": "a"}}}}, "#
        + #"{"screen": {"id": "a", "route": "s", "params": {"id": "a"}}}]}"#, "/tabs/1/screen"
    ),
    (#"{"name": "tabBar", "tabs": [{"id": "a", "screen": {"id": "a", "route": "r"}}]}"#, "/tabs/0/screen"),
    (
      #"{"name": "listDetail", "primary": {"id": "split", "route": "r"}, "placeholder": {"route": "p"}}"#, "/primary"
    ),
    (
      #"{"name": "doubleColumn", "primary": {"route": "r"}, "secondary": {"id": "a", "route": "s"}, "#
        + #""compact": {"kind": "stack", "children": [{"id": "a", "route": "t"}]}}"#, "/compact/children/0"
    ),
    (
      #"{"name": "topTabs", "pages": [{"title": "A", "screen": {"id": "a", "route": "r"}}, "#
        + #"{"title": "B", "screen": {"id": "a", "route": "s"}}]}"#, "/pages/1/screen"
    ),
  ]

  @Test(arguments: layouts) func `a refused layout has a pointer`(layout: String, pointer: String) throws {
    let service = Service()
    for target in ["/v1/sessions", "/v1/picture", "/v1/explore"] {
      let problem = try service.post(target, #"{"layout": \#(layout)}"#).problem()
      #expect(problem.code == "duplicate-controller" && problem.pointer == "/layout" + pointer, "\(target)")
    }
    let path = try service.created() + "/transitions"
    let root = #"{"type": "setRoot", "layout": \#(layout)}"#
    #expect(try service.post(path, root).problem().pointer == "/layout" + pointer)
    let batch = try service.post(path, #"{"transitions": [{"type": "enterBackground"}, \#(root)]}"#).problem()
    #expect(batch.pointer == "/transitions/1/layout" + pointer && batch.index == 1)
  }

  @Test func `a refused snapshot has a pointer`() throws {
    let service = Service()
    let path = try service.created() + "/snapshot"
    let snapshot = try service.get(path).text.replacing(#""id":"chat-list""#, with: #""id":"chats""#)
    let problem = try service.post("/v1/sessions", snapshot).problem()
    #expect(problem.code == "duplicate-controller" && problem.pointer == "/root/primary/tabs/0/child/children/0")
  }
}
