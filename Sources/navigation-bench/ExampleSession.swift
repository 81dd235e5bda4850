/// The session that is measured: two tabs in the primary column of a split view, as the interface's own example has it.
enum ExampleSession {
  static let creation = """
    {"client": "kitchen-ipad", \
    "environment": {"device": "iPad Pro 11-inch (M4)", "orientation": "landscape"}, \
    "layout": {"name": "tabsInPrimary", \
    "tabs": [{"id": "chats", "title": "Chats", "screen": {"id": "chat-list", "route": "chats"}}, \
    {"id": "contacts", "title": "Contacts", "screen": {"id": "contact-list", "route": "contacts"}}], \
    "placeholder": {"route": "nothing-selected", "title": "No chat selected"}}}
    """

  /// Opens a chat in the detail column.
  static func showDetail(_ id: String = "chat-42") -> String {
    #"{"type": "showDetail", "screen": {"id": "\#(id)", "route": "chat", "title": "Ada", "params": {"chat": 42}}, "from": "chat-list"}"#
  }

  /// Goes back from the chat to the placeholder.
  static let pop = #"{"type": "pop"}"#
}
