import HTTPMessages
import Navigation
import NavigationService
import Testing

/// Pictures of what a session shows after transitions, without the session (D-415).
@Suite struct PlayedPictureTests {
  typealias Service = ServiceUnderTest

  /// Its detail column is filled where it is empty and on display, at the end of each request.
  private static let app = """
    "root": {"kind": "tabBar", "id": "tabs", "tabs": [{"title": "Home", "child": {"id": "home", "route": "home"}}, \
    {"title": "Notes", "child": {"kind": "split", "id": "notes", "style": "doubleColumn", \
    "behavior": {"placeholder": {"id": "none", "route": "none"}, "emptyDetail": "firstOffer"}, \
    "primary": {"kind": "stack", "children": [{"id": "list", "route": "list"}]}}}]}, \
    "routes": {"home": {"path": "/"}, "list": {"path": "/notes", \
    "offers": [{"route": "note", "params": {"note": 1}, "row": "1"}]}, \
    "note": {"path": "/notes/{note}", "parent": "list", "params": {"note": "integer"}, "opens": "detail"}}
    """
  private static let narrow = #"{"type": "setMultitasking", "multitasking": "slideOver"}"#
  private static let wide = #"{"type": "setMultitasking", "multitasking": "fullScreen"}"#
  private static let (open, back) = (#"{"type": "open", "url": "/notes/7"}"#, #"{"type": "back"}"#)

  private static let tab = #"{"type": "selectTab", "tab": "notes"}"#

  private static func batch(_ steps: String...) -> String { "{\"transitions\": [\(steps.joined(separator: ", "))]}" }

  private static func draw(_ steps: [String]) -> String {
    "{\(app), \"transitions\": [\(steps.joined(separator: ", "))]}"
  }

  static let played: [[String]] = [
    [], [narrow], [tab, narrow], [batch(tab, narrow)],
    [open, narrow], [open, narrow, back, wide], [narrow, back, wide, narrow],
    [tab, batch(narrow, back, wide), narrow], [open, back, narrow, back, back],
  ]

  @Test(arguments: played)
  func `D-415: the picture is that of a session after each step`(_ steps: [String]) throws {
    let service = Service()
    let path = try #require(service.post("/v1/sessions", "{\(Self.app)}").value(of: "Location"))
    for step in steps { #expect(try service.post(path + "/transitions", step).status == .ok) }
    let drawn = try service.post("/v1/picture", Self.draw(steps))
    #expect(try drawn.status == .ok && drawn.text == service.get(path + "/picture").text)
    #expect(service.store.count == 1)
  }

  @Test func `D-415: steps in a batch are another picture`() throws {
    let pictures = try [[Self.tab, Self.narrow], [Self.batch(Self.tab, Self.narrow)]].map {
      try Service().post("/v1/picture", Self.draw($0)).text
    }
    #expect(pictures[0].contains("note.1") && !pictures[1].contains("note.1"))
  }

  struct Refused: Sendable {
    var steps: [String]
    var code: String
    var index: Int?
    var pointer: String
  }

  private static let unknown = #"{"type": "popTo", "controller": "unknown"}"#
  private static let bad =
    #"{"type": "setRoot", "controller": {"kind": "stack", "children": [{"id": "a", "route": "a"}, {"id": "a", "route": "a"}]}}"#

  static let refused = [
    Refused(steps: [open, narrow, unknown], code: "no-such-controller", index: 2, pointer: "/transitions/2"),
    Refused(
      steps: [batch(open, unknown)], code: "no-such-controller", index: 0, pointer: "/transitions/0/transitions/1"),
    Refused(
      steps: [open, bad], code: "duplicate-controller", index: 1, pointer: "/transitions/1/controller/children/1"),
    Refused(
      steps: [open, batch(open, bad)], code: "duplicate-controller", index: 1,
      pointer: "/transitions/1/transitions/1/controller/children/1"),
    Refused(steps: [open, #"{"type": "undo"}"#], code: "not-in-batch", index: 1, pointer: "/transitions/1"),
    Refused(
      steps: [batch(#"{"type": "undo"}"#)], code: "not-in-batch", index: 0, pointer: "/transitions/0/transitions/0"),
    Refused(steps: [open, #"{"type": "tapp"}"#], code: "invalid-body", index: nil, pointer: "/transitions/1/type"),
    Refused(steps: ["1"], code: "invalid-body", index: nil, pointer: "/transitions/0"),
    Refused(steps: Array(repeating: open, count: 257), code: "batch-limit", index: nil, pointer: "/transitions"),
    Refused(
      steps: [batch(open, open)] + Array(repeating: open, count: 255), code: "batch-limit", index: nil,
      pointer: "/transitions"),
  ]

  @Test(arguments: refused)
  func `D-415: a step that is refused is the problem, with its place`(_ row: Refused) throws {
    let problem = try Service().post("/v1/picture", Self.draw(row.steps)).problem()
    #expect(problem.code == row.code && problem.index == row.index && problem.pointer == row.pointer, "\(problem)")
  }

  @Test func `D-415: as many as a batch has are played, by a worker`() throws {
    let steps = Array(repeating: Self.open, count: 254) + [Self.batch(Self.narrow, Self.back)]
    #expect(try Service().post("/v1/picture", Self.draw(steps)).status == .ok)
  }

  @Test func `a request of pictures survives its text`() throws {
    let json = Self.draw([Self.open, Self.batch(Self.narrow, Self.back)])
    let body = try PictureRequest(request: Array(json.utf8))
    #expect(body.steps.map(\.count) == [1, 2])
    #expect(try PictureRequest(request: body.json()) == body)
  }
}
