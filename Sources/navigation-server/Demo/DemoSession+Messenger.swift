extension DemoSession {
  /// Tabs in the primary column, whose chats move along when the window collapses.
  static let messenger = DemoSession(
    title: "a messenger: tabs beside the chat, on an iPad",
    creation: """
      {"client": "messenger",
       "environment": {"device": "iPad Pro 11-inch (M4)", "orientation": "landscape"},
       "layout": {"name": "tabsInPrimary",
         "tabs": [
           {"id": "chats", "title": "Chats", "icon": "message", "screen": {"id": "chat-list", "route": "chats", "title": "Chats", "params": {"rows": [
             {"id": "ada", "title": "Ada", "subtitle": "The engine arrives on Monday.", "image": "ada"},
             {"id": "grace", "title": "Grace", "subtitle": "Found it. There was a moth in the relay.", "image": "grace"},
             {"id": "alan", "title": "Alan", "subtitle": "Does it ever stop?", "image": "alan"},
             {"id": "book-club", "title": "Book club", "subtitle": "Hedy: I have only read the last page.", "image": "person.2"},
             {"id": "edsger", "title": "Edsger", "subtitle": "You: The shortest way is through the park.", "image": "edsger"},
             {"id": "family", "title": "Family", "subtitle": "Photo", "image": "person.2"},
             {"id": "barbara", "title": "Barbara", "subtitle": "One stands in for the other, always.", "image": "barbara"}]}}},
           {"id": "contacts", "title": "Contacts", "icon": "person.crop.circle", "screen": {"id": "contact-list", "route": "contacts", "title": "Contacts", "params": {"rows": [
             {"id": "ada", "title": "Ada"}, {"id": "alan", "title": "Alan"}, {"id": "barbara", "title": "Barbara"},
             {"id": "edsger", "title": "Edsger"}, {"id": "grace", "title": "Grace"}, {"id": "hedy", "title": "Hedy"}]}}},
           {"id": "settings", "title": "Settings", "icon": "gear", "screen": {"id": "setting-list", "route": "settings", "title": "Settings", "params": {"rows": [
             {"id": "account", "title": "Account"}, {"id": "notifications", "title": "Notifications"},
             {"id": "appearance", "title": "Appearance"}, {"id": "storage", "title": "Storage", "subtitle": "1.2 GB"}]}}}],
         "placeholder": {"route": "nothing-selected", "title": "No chat selected"}, "behavior": {"allowsReturnToPlaceholder": false}}}
      """,
    transitions: [
      #"{"type": "setBadge", "tab": "chats", "badge": "3"}"#,
      chat("grace", "Grace"),
      #"{"type": "setBadge", "tab": "chats", "badge": "2"}"#,
      // Portrait, where the button makes room for the chat.
      #"{"type": "rotate", "orientation": "portrait"}"#,
      #"{"type": "tapDisplayModeButton"}"#,
      #"{"type": "tapDisplayModeButton"}"#,
      // Narrow, and back.
      #"{"type": "setMultitasking", "multitasking": "slideOver"}"#,
      #"{"type": "back"}"#,
      chat("ada", "Ada"),
      #"{"type": "setMultitasking", "multitasking": "fullScreen"}"#,
      #"{"type": "rotate", "orientation": "landscape"}"#,
      // A tab without an open chat, and one with a chat.
      #"{"type": "tapTab", "tab": "settings"}"#,
      #"{"type": "tapTab", "tab": "chats"}"#,
      #"{"type": "present", "style": "formSheet", "screen": {"id": "new-chat", "route": "new-chat", "title": "New chat"}}"#,
      #"{"type": "dismiss"}"#,
    ])

  /// What the app does when a chat is chosen.
  private static func chat(_ row: String, _ title: String) -> String {
    """
    {"transitions": [
      {"type": "selectRow", "controller": "chat-list", "row": "\(row)"},
      {"type": "showDetail", "from": "chat-list",
       "screen": {"id": "chat-\(row)", "route": "chats/row", "title": "\(title)", "params": {"row": "\(row)"}}}]}
    """
  }
}
