import Navigation
import Testing

/// The explored designs: a layout with its routes, in three windows of an 11-inch iPad unless said otherwise.
struct ExploredDesign: Sendable, CustomTestStringConvertible {
  var name: String
  var json: String
  /// The states that its users can reach, the transitions, and the findings of each check; others mean that the rules
  /// have changed.
  var found = ""

  var testDescription: String { name }

  func request(_ members: String = "") throws -> Design {
    try Design(request: Array("{\(json)\(members.isEmpty ? "" : ", \(members)")}".utf8))
  }

  func search(_ members: String = "", states: Int = 100_000, examples: Int = 1) throws -> Search {
    var search = Search(
      try request(members).space(), limits: SearchLimits(states: states, bytes: 1 << 30, examples: examples))
    while !search.isOver { search.run(transitions: 512) }
    return search
  }
}

extension ExploredDesign {
  private static let windows = """
    "environments": [{"orientation": "landscape"}, {"orientation": "portrait"}, \
    {"orientation": "landscape", "multitasking": "slideOver"}]
    """

  private static func offers(_ route: String, _ count: Int) -> String {
    let offers = (1...count).map { #"{"route": "\#(route)", "params": {"\#(route)": \#($0)}, "row": "\#($0)"}"# }
    return "\"offers\": [\(offers.joined(separator: ", "))]"
  }

  private static let chats = """
    "chats": {\(offers("chat", 1))}, "people": {\(offers("person", 1))}, "chat": {"opens": "detail", "screen": {"title": "Chat {chat}"}, \
    "offers": [{"route": "info", "params": {"chat": 1}}]}, "person": {"opens": "detail"}, "info": {"opens": "push"}
    """

  private static let tabs = """
    "tabs": [{"id": "chats", "screen": {"id": "chat-list", "route": "chats", "title": "Chats"}}, \
    {"id": "people", "screen": {"id": "people-list", "route": "people", "title": "People"}}], \
    "placeholder": {"route": "nothing-selected"}
    """

  static let tabsInPrimary = ExploredDesign(
    name: "tabsInPrimary", json: #""layout": {"name": "tabsInPrimary", \#(tabs)}, "routes": {\#(chats)}, \#(windows)"#,
    found: "108 states, 600 tried")

  static let duo = ExploredDesign(
    name: "tabsInPrimary on a Duo",
    json: """
      "layout": {"name": "tabsInPrimary", \(tabs)}, "routes": {\(chats)}, "environments": [
      {"system": "iOS27", "device": "iPhone Duo"}, {"system": "iOS27", "device": "iPhone Duo", "pose": "bent"}, \
      {"system": "iOS27", "device": "iPhone Duo", "pose": "open", "orientation": "landscape", "multitasking": "half"}]
      """, found: "144 states, 765 tried")

  static let tabBarInStack = ExploredDesign(
    name: "tabBarInStack", json: #""layout": {"name": "tabBarInStack", \#(tabs)}, "routes": {\#(chats)}, \#(windows)"#,
    found: "126 states, 585 tried, D-36 36")

  static let listDetail = ExploredDesign(
    name: "listDetail",
    json: """
      "layout": {"name": "listDetail", "primary": {"id": "notes", "route": "notes"}, \
      "placeholder": {"route": "nothing-selected"}}, \
      "routes": {"notes": {\(offers("note", 2))}, "note": {"opens": "detail", "offers": [{"route": "info"}]}, \
      "info": {"opens": "push"}}, \(windows)
      """, found: "45 states, 220 tried")

  static let doubleColumn = ExploredDesign(
    name: "doubleColumn",
    json: """
      "layout": {"name": "doubleColumn", "primary": {"id": "notes", "route": "notes"}, \
      "secondary": {"id": "nothing", "route": "nothing-selected", "placeholder": true}}, \
      "routes": {"notes": {\(offers("note", 2))}, "note": {"opens": "detail", "offers": [{"route": "info"}]}, \
      "info": {"opens": "push"}}, \(windows), "moves": [{"type": "hideColumn", "column": "primary"}, \
      {"type": "showColumn", "column": "primary"}, {"type": "showColumn", "column": "secondary"}, \
      {"type": "setColumn", "column": "secondary", "controller": null}, {"type": "pop"}, \
      {"type": "setDisplayMode", "mode": "oneOverSecondary"}]
      """, found: "578 states, 5920 tried, M7 236")

  static let mail = ExploredDesign(
    name: "tripleColumn",
    json: """
      "layout": {"name": "tripleColumn", "primary": {"id": "mailboxes", "route": "mailboxes"}, \
      "supplementary": {"id": "inbox", "route": "mailbox", "params": {"mailbox": 1}}, \
      "secondary": {"id": "no-letter", "route": "no-letter", "placeholder": true}}, \
      "routes": {"mailboxes": {\(offers("mailbox", 1))}, "mailbox": {"opens": "column", \(offers("letter", 1))}, \
      "letter": {"opens": "detail", "offers": [{"route": "info"}]}, "info": {"opens": "push"}}, \(windows)
      """, found: "640 states, 2800 tried, M7 320")

  static let sheets = ExploredDesign(
    name: "tabs with sheets and a form",
    json: """
      "layout": {"name": "tabBar", "tabs": [{"id": "home", "screen": {"id": "home-list", "route": "home"}}, \
      {"id": "search", "screen": {"id": "search-list", "route": "search"}}, \
      {"id": "me", "screen": {"id": "me-list", "route": "me"}}]}, \
      "routes": {"home": {"offers": [{"route": "page", "params": {"page": 1}, "row": "1"}, {"route": "form"}]}, \
      "search": {"offers": [{"route": "page", "params": {"page": 2}, "row": "2"}]}, \
      "me": {"offers": [{"route": "menu"}]}, "page": {"opens": "push", "offers": [{"route": "menu"}]}, \
      "form": {"opens": "present", "style": "formSheet", "screen": {"blocksRemoval": true}}, \
      "menu": {"opens": "present", "style": "popover"}}, \(windows)
      """, found: "66 states, 324 tried")

  static let pages = ExploredDesign(
    name: "topTabs in a stack",
    json: """
      "layout": {"name": "topTabs", "inStack": true, "pages": [{"title": "A", "screen": {"id": "a", "route": "page"}}, \
      {"title": "B", "screen": {"id": "b", "route": "page"}}, {"title": "C", "screen": {"id": "c", "route": "page"}}]}, \
      "routes": {"page": {}}, \(windows)
      """, found: "9 states, 36 tried")

  /// The app logs in and out in any state (D-220).
  static let login = ExploredDesign(
    name: "a login",
    json: """
      "layout": {"name": "stack", "screen": {"id": "login", "route": "login"}}, \
      "routes": {"login": {"offers": [{"route": "help"}]}, "help": {"opens": "present"}, \
      "notes": {\(offers("note", 1))}, "note": {"opens": "detail"}}, \(windows), "moves": [\
      {"type": "setRoot", "dismisses": true, "layout": {"name": "listDetail", \
      "primary": {"id": "notes", "route": "notes"}, "placeholder": {"route": "nothing-selected"}}}, \
      {"type": "setRoot", "dismisses": true, "controller": {"kind": "stack", "id": "stack", "children": [\
      {"kind": "screen", "id": "login", "route": "login"}]}}]
      """, found: "24 states, 134 tried")

  static let all = [tabsInPrimary, duo, tabBarInStack, listDetail, doubleColumn, mail, sheets, pages, login]
}
