@testable import Navigation
import SeededRandom
import Testing

/// D-294: a screen leaves from wherever a container keeps it, once its condition ceases to hold.
@Suite struct WithdrawalTests {
  struct Place: Sendable, CustomTestStringConvertible {
    var layout: String
    /// What brings it there, and what hides it.
    var before: String

    var testDescription: String { before }
  }

  /// A place of each kind of holding of each kind of container: a new one has to be named here.
  private static func places(in kind: Controller.Kind, _ holding: Holding) -> [Place] {
    switch (kind, holding) {
    case (.screen, .child), (.screen, .preserved), (.screen, .pending), (.stack, .preserved), (.stack, .pending),
      (.tabBar, .pending), (.topTabs, .preserved), (.topTabs, .pending):
      []
    case (.stack, .child):
      [
        Place(layout: stack, before: "wide push"), Place(layout: stack, before: "wide push pushed"),
        Place(layout: tabsInStack, before: "narrow detail"),
      ]
    case (.tabBar, .child): [Place(layout: tabs, before: "wide push tab2"), Place(layout: tabs, before: "wide push")]
    case (.tabBar, .preserved): [Place(layout: tabsInStack, before: "wide detail tab2")]
    case (.topTabs, .child): [Place(layout: pages, before: "wide push page2")]
    case (.split, .child):
      [
        Place(layout: columns, before: "wide detail"), Place(layout: columns, before: "wide supplementary"),
        Place(layout: columns, before: "wide column"), Place(layout: list, before: "wide detail"),
        Place(layout: list, before: "narrow detail"), Place(layout: columns, before: "narrow detail"),
        Place(layout: columns, before: "narrow supplementary detail pushed"),
      ]
    case (.split, .preserved):
      [Place(layout: compact, before: "wide detail narrow"), Place(layout: columns, before: "wide detail narrow back")]
    case (.split, .pending): [Place(layout: list, before: "wide pending"), Place(layout: list, before: "wide above")]
    case (.screen, .presented), (.stack, .presented), (.tabBar, .presented), (.topTabs, .presented),
      (.split, .presented):
      [Place(layout: presenting(kind), before: "wide present"), Place(layout: presenting(kind), before: "wide sheets")]
    }
  }

  private static let holdings: [Holding] = [.child, .preserved, .presented, .pending]
  static let all = Controller.Kind.allCases.flatMap { kind in holdings.flatMap { places(in: kind, $0) } }

  @Test(arguments: all) func `D-294: it leaves from there`(_ place: Place) throws {
    let app = LinkedApp(name: place.before, json: place.layout + Self.routes)
    var (session, routes) = try app.openWithConditions("wide in")
    for word in place.before.split(separator: " ") {
      _ = try session.perform(Self.words[String(word)] ?? String(word), routes)
    }
    let before = session
    #expect(before.secrets.count == 1, "\(before.sketch)")
    let inSession = before.secrets.filter { before.root.findInSession($0) != nil }
    let answer = try session.apply(Transition(.setConditions([.init("signedIn", holds: false)])), routes: routes)
    #expect(answer.outcome.handled && session.secrets.isEmpty, "\(session.sketch)")
    let discarded = answer.events.compactMap { if case .discarded(let id) = $0 { id } else { nil } }
    #expect(Set(inSession).isSubset(of: discarded))
    // What stood above it is gone with it.
    #expect(before.root.find("pushed") == nil || session.root.find("pushed") == nil)
    // What it took with it was on display, too.
    let wasVisible = before.visible.contains { session.root.findInSession($0.id) == nil }
    #expect((session.visible.last?.route == "sign-in") == wasVisible, "\(session.sketch)")
    #expect(session.violations == [] && session.violations(of: routes) == [])
    // It comes back with the condition, by undo alone.
    let undone = session.restore(before)
    #expect(undone.outcome.handled && session.isSame(as: before))
  }
}

extension Session {
  fileprivate var secrets: [ControllerID] {
    var secrets: [ControllerID] = []
    root.forEachController { if $0.screen?.route == "secret" { secrets.append($0.id) } }
    return secrets
  }
}

extension WithdrawalTests {
  private static let routes = """
    , "routes": {"secret": {"opens": "push", "requires": ["signedIn"]}, "sign-in": {"opens": "present"}}, \
    "conditions": {"signedIn": {"otherwise": "sign-in"}}
    """
  private static let tab =
    #"{"title": "A", "screen": {"id": "a", "route": "a"}}, {"title": "B", "screen": {"id": "b", "route": "b"}}"#
  private static let stack = #""layout": {"name": "stack", "screen": {"id": "a", "route": "a"}}"#
  private static let tabs = #""layout": {"name": "tabBar", "tabs": [\#(tab)]}"#
  private static let tabsInStack =
    #""layout": {"name": "tabBarInStack", "tabs": [\#(tab)], "placeholder": {"id": "none", "route": "none"}}"#
  private static let pages = """
    "root": {"kind": "topTabs", "id": "pages", "pages": [\
    {"title": "A", "child": {"kind": "stack", "id": "p1", "children": [{"kind": "screen", "id": "a", "route": "a"}]}}, \
    {"title": "B", "child": {"kind": "stack", "id": "p2", "children": [{"kind": "screen", "id": "b", "route": "b"}]}}]}
    """
  private static let list = """
    "layout": {"name": "listDetail", "primary": {"id": "a", "route": "a"}, "placeholder": {"id": "none", "route": "none"}}
    """
  private static let columns = """
    "layout": {"name": "tripleColumn", "primary": {"id": "a", "route": "a"}, "supplementary": {"id": "b", "route": "b"}, \
    "secondary": {"id": "none", "route": "none", "placeholder": true}}
    """
  private static let compact = """
    "layout": {"name": "doubleColumn", "primary": {"id": "a", "route": "a"}, "secondary": {"id": "none", "route": "none"}, \
    "compact": {"kind": "stack", "id": "x", "children": [{"kind": "screen", "id": "c", "route": "c"}]}}
    """

  private static func presenting(_ kind: Controller.Kind) -> String {
    switch kind {
    case .screen: #""root": {"kind": "screen", "id": "a", "route": "a"}"#
    case .stack: stack
    case .tabBar: tabs
    case .topTabs: pages
    case .split: list
    }
  }

  private static let secret = #"{"id": "s", "route": "secret"}"#
  private static let words = [
    "push": #"{"type": "push", "screen": \#(secret)}"#,
    "detail": #"{"type": "showDetail", "screen": \#(secret)}"#,
    "column":
      #"{"type": "setColumn", "column": "secondary", "controller": {"kind": "screen", "id": "s", "route": "secret"}}"#,
    "supplementary":
      #"{"type": "setColumn", "column": "supplementary", "controller": {"kind": "stack", "children": [{"kind": "screen", "id": "s", "route": "secret"}]}}"#,
    "tab2": #"{"type": "selectTab", "tab": "b"}"#, "page2": #"{"type": "setTopTabs", "currentPage": "p2"}"#,
    "back": #"{"type": "back"}"#, "narrow": #"{"type": "setMultitasking", "multitasking": "slideOver"}"#,
    "wide": #"{"type": "setMultitasking", "multitasking": "fullScreen"}"#,
    "pending":
      #"{"type": "setSplit", "behavior": {"secondaryForSeparating": {"kind": "screen", "id": "s", "route": "secret"}}}"#,
    "above":
      #"{"type": "setSplit", "behavior": {"primaryForCollapsing": {"kind": "stack", "children": [{"kind": "screen", "route": "r"}, {"kind": "screen", "id": "s", "route": "secret"}]}}}"#,
    "present": #"{"type": "present", "screen": \#(secret)}"#,
    "sheets":
      #"{"type": "present", "controller": {"kind": "stack", "children": [{"kind": "screen", "id": "r", "route": "r"}, {"kind": "screen", "id": "s", "route": "secret"}]}}"#,
  ]
}
