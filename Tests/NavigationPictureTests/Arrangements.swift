@testable import NavigationPicture

/// The drawn sessions.
extension Pictured.Arrangement {
  static let rows = """
    "params": {"rows": [{"id": "chat-42", "title": "Ada", "subtitle": "Hello! Did you see the notes?"}, \
    {"id": "chat-43", "title": "Grace", "subtitle": "The moth is in the log book"}, \
    {"id": "chat-44", "title": "Edsger", "subtitle": "Considered harmful"}, \
    {"id": "chat-45", "title": "Barbara"}, \
    {"id": "chat-46", "title": "A group with a name that is much too long for its row", "subtitle": "And a text that has no end in sight at all"}]}
    """

  /// `tabsInPrimary`
  static let messenger = Self.layout(
    """
    {"name": "tabsInPrimary", "tabs": [
      {"id": "chats", "title": "Chats", "screen": {"id": "chat-list", "route": "chats", "title": "Chats", \(rows)}},
      {"id": "people", "title": "People", "screen": {"id": "people-list", "route": "people", "title": "People"}},
      {"id": "settings", "title": "Settings", "screen": {"id": "settings-list", "route": "settings", "title": "Settings"}}],
     "placeholder": {"route": "nothing-selected", "title": "No chat selected"}}
    """)

  /// The layout of the README, without titles.
  static let untitled = Self.layout(
    """
    {"name": "tabsInPrimary", "tabs": [{"id": "chats", "screen": {"id": "chat-list", "route": "chats"}},
      {"id": "people", "screen": {"id": "people-list", "route": "people"}}], "placeholder": {"route": "nothing-selected"}}
    """)

  /// `tabBarInStack`
  static let tabBarInStack = Self.layout(
    """
    {"name": "tabBarInStack", "tabs": [
      {"id": "feed", "title": "Feed", "screen": {"id": "feed", "route": "feed", "title": "Feed"}},
      {"id": "saved", "title": "Saved", "screen": {"id": "saved", "route": "saved", "title": "Saved"}}],
     "placeholder": {"route": "nothing-selected", "title": "Nothing selected"}}
    """)

  /// `listDetail`
  static let listDetail = Self.layout(
    """
    {"name": "listDetail", "primary": {"id": "notes", "route": "notes", "title": "Notes"},
     "secondary": {"id": "note", "route": "note", "title": "Shopping"}}
    """)

  /// `doubleColumn`, `tripleColumn`
  static let doubleColumn = Self.layout(
    """
    {"name": "doubleColumn", "primary": {"id": "folders", "route": "folders", "title": "Folders"},
     "secondary": {"id": "files", "route": "files", "title": "Files"},
     "compact": {"kind": "tabBar", "id": "compact-tabs", "tabs": [
       {"title": "Browse", "child": {"kind": "stack", "id": "browse", "children": [{"kind": "screen", "id": "browser", "route": "browse", "title": "Browse"}]}},
       {"title": "Recents", "child": {"kind": "stack", "id": "recents", "children": [{"kind": "screen", "id": "recent", "route": "recents", "title": "Recents"}]}}]}}
    """)

  static let inspected = Self.layout(
    """
    {"name": "doubleColumn", "primary": {"id": "folders", "route": "folders", "title": "Folders"},
     "secondary": {"id": "file", "route": "file", "title": "File"},
     "inspector": {"id": "details", "route": "details", "title": "Details"}}
    """)

  static let mail = Self.layout(
    """
    {"name": "tripleColumn", "primary": {"id": "mailboxes", "route": "mailboxes", "title": "Mailboxes"},
     "supplementary": {"id": "inbox", "route": "inbox", "title": "Inbox"},
     "secondary": {"id": "letter", "route": "letter", "title": "Re: The Analytical Engine"}}
    """)

  /// `topTabs`
  static let news = Self.layout(
    """
    {"name": "topTabs", "pages": [
      {"title": "Today", "screen": {"id": "today", "route": "today", "title": "Today", \(rows)}},
      {"title": "World", "screen": {"id": "world", "route": "world", "title": "World"}},
      {"title": "Science", "screen": {"id": "science", "route": "science", "title": "Science"}}]}
    """)

  static let pages = Self.layout(
    """
    {"name": "topTabs", "inStack": false, "pages": [{"title": "One", "screen": {"id": "one", "route": "one"}},
      {"title": "Two", "screen": {"id": "two", "route": "two"}}]}
    """)

  static let sixTabs = Self.layout(
    """
    {"name": "tabBar", "tabs": [\((1...6).map { #"{"id": "tab\#($0)", "title": "Tab \#($0)", "screen": {"id": "screen\#($0)", "route": "r", "title": "Screen \#($0)"}}"# }.joined(separator: ","))]}
    """)

  static let stack = Self.layout(
    #"{"name": "stack", "screen": {"id": "list", "route": "list", "title": "A list with a title that is too long for any bar of any phone", "selection": "row-40"}}"#
  )
}

/// Layouts with symbols, large titles and pictures of rows.
extension Pictured.Arrangement {
  private static let photos = """
    "params": {"rows": [{"id": "ada", "title": "Ada", "subtitle": "Hello! Did you see the notes?", "image": "ada.jpg"}, \
    {"id": "group", "title": "Book club", "subtitle": "Chapter seven", "image": "person.2.fill"}, \
    {"id": "none", "title": "No picture", "subtitle": "The title begins at the margin"}]}
    """

  static let home = Self.layout(
    """
    {"name": "tabBar", "tabs": [
      {"id": "chats", "title": "Chats", "icon": "message.fill",
       "screen": {"id": "chat-list", "route": "chats", "title": "Chats", "largeTitle": true, \(photos)}},
      {"id": "people", "title": "People", "icon": "person.2", "screen": {"id": "people-list", "route": "people", "title": "People"}},
      {"id": "unknown", "title": "Élan", "icon": "no.such.symbol", "screen": {"id": "a", "route": "a", "title": "A"}},
      {"id": "settings", "title": "Settings", "icon": "gearshape", "screen": {"id": "settings-list", "route": "settings", "title": "Settings"}}]}
    """)

  /// Tabs too long for a line of text.
  static let longTabs = Self.layout(
    """
    {"name": "tabBar", "tabs": [\(["Recommendations", "Subscriptions", "Downloads", "Purchases", "Notifications"].map {
      #"{"title": "\#($0)", "screen": {"id": "\#($0.prefix(4))", "route": "r", "title": "\#($0)"}}"#
    }.joined(separator: ","))]}
    """)

  /// One tab for each symbol.
  static let symbols = Self.layout(
    """
    {"name": "tabBar", "tabs": [\(Glyph.allCases.map {
      #"{"title": "\#($0.rawValue)", "icon": "\#($0.rawValue)", "screen": {"route": "r", "title": "\#($0.rawValue)"}}"#
    }.joined(separator: ","))]}
    """)
}

extension Pictured.Arrangement {
  static let splitInTabs = Self.root(
    """
    {"kind": "tabBar", "id": "tabs", "tabs": [
      {"title": "Split", "child": {"kind": "split", "id": "split", "style": "tripleColumn",
        "primary": {"kind": "screen", "id": "a", "route": "r"}, "supplementary": {"kind": "screen", "id": "s", "route": "r"},
        "secondary": {"kind": "screen", "id": "b", "route": "r"}}},
      {"title": "Stack", "child": {"kind": "stack", "id": "y", "children": [{"kind": "screen", "id": "c", "route": "r"}]}}]}
    """)

  /// Classic columns with nested pages, and a sheet over them.
  static let nested = Self.root(
    """
    {"kind": "split", "id": "split", "style": "classic",
     "primary": {"kind": "stack", "id": "A", "children": [{"kind": "topTabs", "id": "top", "pages": [
       {"title": "One", "child": {"kind": "screen", "id": "a", "route": "r"}},
       {"title": "Two", "child": {"kind": "stack", "id": "s", "children": [{"kind": "screen", "id": "b", "route": "r"}]}}]}]},
     "secondary": {"kind": "topTabs", "id": "top2", "pages": [
       {"title": "Three", "child": {"kind": "screen", "id": "c", "route": "r"}},
       {"title": "Four", "child": {"kind": "screen", "id": "d", "route": "r"}}]},
     "presented": {"style": "pageSheet", "child": {"kind": "split", "id": "inner", "style": "doubleColumn",
       "primary": {"kind": "screen", "id": "p", "route": "r"}, "secondary": {"kind": "screen", "id": "q", "route": "r"}}}}
    """)
}
