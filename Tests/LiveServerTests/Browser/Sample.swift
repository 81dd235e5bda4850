import Foundation

/// Sample sessions and transitions.
enum Sample {
  /// README's app, whose letter is lost in a narrow window.
  static let lostLetter =
    (try? String(contentsOf: ReadmePictureTests.root.appending(path: "Tests/Examples/mail.json"), encoding: .utf8))
    ?? ""
  static let rows = """
    {"rows": [{"id": "ada", "title": "Ada", "subtitle": "Hello, Grace!", "image": "ada"}, {"id": "grace", "title": "Grace", "subtitle": "See you at ten", "image": "grace"},
              {"id": "edsger", "title": "Edsger", "image": "edsger"}]}
    """
  static let tabs = """
    "tabs": [{"id": "chats", "title": "Chats", "icon": "message",
              "screen": {"id": "chat-list", "route": "chats", "title": "Chats", "params": \(rows)}},
             {"id": "people", "title": "People", "icon": "person.2", "screen": {"id": "people-list", "route": "people", "title": "People"}}],
    "placeholder": {"route": "nothing-selected", "title": "No chat selected"}
    """
  static let columns = """
    "primary": {"id": "boxes", "route": "boxes", "title": "Mailboxes"}, "secondary": {"id": "letter", "route": "letter", "title": "Letter"}
    """
  static let inbox = #""supplementary": {"id": "inbox", "route": "inbox", "title": "Inbox"}"#
  static let iPad = #""environment": {"device": "iPad Pro 11-inch (M4)", "orientation": "landscape"}"#

  static let messenger = #"{\#(iPad), "layout": {"name": "tabsInPrimary", \#(tabs)}}"#
  /// The tabs of this layout have the ids of their screens.
  static let savedDetails = messenger.replacing("tabsInPrimary", with: "tabBarInStack").replacing(
    #"{"id": "chats", "#, with: "{"
  )
  .replacing(#"{"id": "people", "#, with: "{")
  static let listDetail = #"{\#(iPad), "layout": {"name": "listDetail", \#(columns)}}"#
  static let twoColumns = #"{\#(iPad), "layout": {"name": "doubleColumn", \#(columns)}}"#
  static let mail = #"{\#(iPad), "layout": {"name": "tripleColumn", \#(columns), \#(inbox)}}"#
  static let news = """
    {\(iPad), "layout": {"name": "topTabs", "pages": [{"title": "Today", "screen": {"id": "today", "route": "today"}},
      {"title": "Sport", "screen": {"id": "sport", "route": "sport"}}]}}
    """
  static let phone = """
    {"environment": {"device": "iPhone 16"}, "layout": {"name": "stack", "screen": {"id": "home", "route": "home", "title": "Home"}}}
    """

  static let chats = #"{"type": "tapTab", "tab": "chats"}"#
  static let show = #"{"type": "showDetail", "screen": {"id": "chat-42", "route": "chat", "title": "Ada"}}"#
  static let push = #"{"type": "push", "screen": {"id": "page", "route": "page", "title": "Page"}}"#
  static let overlay = #"{"type": "setDisplayMode", "mode": "oneOverSecondary"}"#
  static let sheet = #"{"type": "present", "screen": {"id": "note", "route": "note", "title": "Note"}}"#
  static let slideOver = #"{"type": "setMultitasking", "multitasking": "slideOver"}"#
}
