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

  @Test func `a refused snapshot has a pointer`() throws {
    let service = Service()
    let path = try service.created() + "/snapshot"
    let snapshot = try service.get(path).text.replacing(#""id":"chat-list""#, with: #""id":"chats""#)
    let problem = try service.post("/v1/sessions", snapshot).problem()
    #expect(problem.code == "duplicate-controller" && problem.pointer == "/root/primary/tabs/0/child/children/0")
  }
}
