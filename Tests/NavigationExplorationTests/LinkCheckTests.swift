import Testing
import TreeSketch

@testable import Navigation

/// D-167 in every state of a design: its check `links`.
@Suite struct LinkCheckTests {
  private static let windows = """
    "environments": [{"orientation": "landscape"}, {"orientation": "portrait"}, \
    {"orientation": "landscape", "multitasking": "slideOver"}]
    """
  private static let older = windows.replacing("\"orientation\"", with: "\"system\": \"iOS14\", \"orientation\"")
  private static let tabs = """
    "tabs": [{"id": "t1", "screen": {"id": "chats", "route": "chats"}}, {"id": "t2", "screen": {"id": "people", "route": "people"}}]
    """
  private static let chats = """
    "routes": {"chats": {"path": "/chats", "offers": [{"route": "chat", "params": {"chat": 1}, "row": "1"}, {"route": "new"}]}, \
    "people": {"path": "/people", "offers": [{"route": "person", "params": {"person": "ann"}, "row": "1"}]}, \
    "chat": {"opens": "detail", "path": "/chats/{chat}", "parent": "chats", "params": {"chat": "integer"}, \
    "offers": [{"route": "info", "params": {"chat": 1}}]}, \
    "info": {"opens": "push", "path": "/chats/{chat}/info", "parent": "chat"}, \
    "person": {"opens": "detail", "path": "/people/{person}", "parent": "people"}, \
    "new": {"opens": "present", "style": "formSheet", "path": "/new"}}
    """
  private static let notes = """
    "routes": {"notes": {"path": "/", "offers": [{"route": "note", "params": {"note": "1"}, "row": "1"}, \
    {"route": "note", "params": {"note": "2"}, "row": "2"}]}, \
    "note": {"opens": "detail", "path": "/{note}", "parent": "notes", "offers": [{"route": "page", "params": {"note": "1"}}]}, \
    "page": {"opens": "push", "path": "/{note}/page", "parent": "note"}}
    """
  private static let secondary = #""secondary": {"id": "none", "route": "none", "placeholder": true}"#
  private static let mail = """
    "layout": {"name": "tripleColumn", "primary": {"id": "boxes", "route": "boxes"}, \
    "supplementary": {"id": "inbox", "route": "box", "params": {"box": "in"}}, \(secondary)}, \
    "routes": {"boxes": {"path": "/", "offers": [{"route": "box", "params": {"box": "sent"}, "row": "1"}]}, \
    "box": {"opens": "column", "path": "/{box}", "parent": "boxes", \
    "offers": [{"route": "letter", "params": {"box": "in", "letter": 1}, "row": "1"}]}, \
    "letter": {"opens": "detail", "path": "/{box}/{letter}", "parent": "box", "params": {"letter": "integer"}}}
    """

  private static func layout(_ name: String, _ members: String, _ routes: String) -> String {
    #""layout": {"name": "\#(name)", \#(members)}, \#(routes)"#
  }

  static let designs: [ExploredDesign] = [
    ("tabsInPrimary", layout("tabsInPrimary", tabs + #", "placeholder": {"route": "none"}"#, chats)),
    ("tabBarInStack", layout("tabBarInStack", tabs + #", "placeholder": {"route": "none"}"#, chats)),
    (
      "listDetail",
      layout("listDetail", #""primary": {"id": "n", "route": "notes"}, "placeholder": {"route": "none"}"#, notes)
    ),
    ("doubleColumn", layout("doubleColumn", #""primary": {"id": "n", "route": "notes"}, \#(secondary)"#, notes)),
    ("tripleColumn", mail),
  ].flatMap { name, json in
    [("iOS 26", windows), ("iOS 14", older)].map { system, windows in
      ExploredDesign(name: "\(name) on \(system)", json: "\(json), \(windows)")
    }
  }

  @Test(arguments: designs) func `D-167: every link in every state`(_ design: ExploredDesign) throws {
    let report = try design.search(#""checks": ["links"]"#).report()
    #expect(report.bound == nil && report.states > 40)
    for finding in report.findings {
      let example = finding.examples.first
      Issue.record("\(finding.message): \(example?.way.map(\.name) ?? []) to \(example?.session.sketch ?? "")")
    }
  }

  /// No app can break these, so no search looks for them: a link is the batch of its steps, and a second one does nothing.
  @Test(arguments: designs.filter { $0.name.hasSuffix("iOS 26") })
  func `D-167: in every state a link is its steps, and once`(_ design: ExploredDesign) throws {
    let search = try design.search(#""checks": []"#)
    let (links, routes) = (search.plan.links, search.space.routes)
    #expect(!links.isEmpty)
    for state in 0..<search.states.count {
      let session = search.states.session(state)
      for link in links {
        var (end, batched) = (session, session)
        guard let outcome = try? end.apply(link.transition, routes: routes).outcome, !outcome.steps.isEmpty else {
          continue
        }
        #expect((try? batched.apply(batch: outcome.steps)) != nil && !batched.differs(from: end), "\(session.sketch)")
        guard link.goal.isShown(in: end) else { continue }
        #expect(try !end.apply(link.transition, routes: routes).outcome.handled, "\(link.route) at \(session.sketch)")
      }
    }
  }

  @Test func `a detail without a split view leads nowhere`() throws {
    let design = ExploredDesign(
      name: "tabBar", json: Self.layout("tabBar", Self.tabs, Self.chats) + ", " + Self.windows)
    let report = try design.search(#""checks": ["links"]"#).report()
    let found = report.findings
    #expect(Set(found.compactMap(\.route)) == ["chat", "info", "person"])
    #expect(found.first?.fault == .link(.noTarget(.container(.split))))
    #expect(
      found.first?.message == "a link to chat leads nowhere (no-target: a detail without a split view around)"
        && found.first?.examples.first?.way.isEmpty == true)
  }
}
