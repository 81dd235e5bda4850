extension DemoSession {
  /// Three columns, hidden one by one and collapsed onto one.
  static let mail = DemoSession(
    title: "mail: three columns, on a large iPad",
    creation: """
      {"client": "mail",
       "environment": {"device": "iPad Pro 13-inch (M4)", "orientation": "landscape"},
       "layout": {"name": "tripleColumn",
         "primary": {"id": "mailboxes", "route": "mailboxes", "title": "Mailboxes", "params": {"rows": [
           {"id": "inbox", "title": "Inbox", "subtitle": "6 letters"}, {"id": "flagged", "title": "Flagged"},
           {"id": "drafts", "title": "Drafts", "subtitle": "1 letter"}, {"id": "sent", "title": "Sent"},
           {"id": "archive", "title": "Archive"}, {"id": "bin", "title": "Bin"}]}},
         "supplementary": {"id": "messages", "route": "messages", "title": "Inbox", "params": {"rows": [
           {"id": "lunch", "title": "Katherine", "subtitle": "Lunch at the observatory?"},
           {"id": "minutes", "title": "Margaret", "subtitle": "Minutes of Tuesday, and one alarm"},
           {"id": "invoice", "title": "Bookshop", "subtitle": "Your invoice 1843"},
           {"id": "notes", "title": "Ada", "subtitle": "Notes on note G"},
           {"id": "trip", "title": "Railway", "subtitle": "Your tickets for Friday"},
           {"id": "garden", "title": "Mary", "subtitle": "Too many tomatoes"}]}},
         "secondary": {"id": "no-letter", "route": "no-letter", "title": "No letter selected", "placeholder": true},
         "behavior": {"topColumnForCollapsing": "byProvenance", "onDetailPopped": "discard",
           "placeholder": {"id": "no-letter", "route": "no-letter", "title": "No letter selected"}}}}
      """,
    transitions: [
      mailbox("inbox"),
      letter("minutes", "Minutes of Tuesday"),
      // The columns make room for the letter one by one.
      #"{"type": "hideColumn", "column": "primary"}"#,
      #"{"type": "hideColumn", "column": "supplementary"}"#,
      // Over the dimmed letter.
      #"{"type": "setSplit", "preferredSplitBehavior": "overlay"}"#,
      #"{"type": "showColumn", "column": "primary"}"#,
      #"{"type": "tapDimmedSecondary"}"#,
      #"{"type": "setSplit", "preferredSplitBehavior": "tile"}"#,
      // Two thirds of the screen, then so little that all columns are one stack.
      #"{"type": "setMultitasking", "multitasking": "twoThirds"}"#,
      #"{"type": "setMultitasking", "multitasking": "slideOver"}"#,
      #"{"type": "back"}"#,
      letter("lunch", "Lunch at the observatory?"),
      #"{"type": "setMultitasking", "multitasking": "fullScreen"}"#,
      """
      {"type": "present", "style": "pageSheet",
       "screen": {"id": "answer", "route": "compose", "title": "Re: Lunch at the observatory?"}}
      """,
      #"{"type": "dismiss"}"#,
    ])

  private static func mailbox(_ row: String) -> String {
    """
    {"transitions": [
      {"type": "selectRow", "controller": "mailboxes", "row": "\(row)"}, {"type": "showColumn", "column": "supplementary"}]}
    """
  }

  private static func letter(_ row: String, _ title: String) -> String {
    """
    {"transitions": [
      {"type": "selectRow", "controller": "messages", "row": "\(row)"},
      {"type": "showDetail", "from": "messages",
       "screen": {"id": "letter-\(row)", "route": "messages/row", "title": "\(title)", "params": {"row": "\(row)"}}}]}
    """
  }
}
