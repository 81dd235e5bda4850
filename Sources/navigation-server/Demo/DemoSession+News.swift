extension DemoSession {
  /// Pages side by side under their titles, and articles above them.
  static let news = DemoSession(
    title: "news: pages under top tabs, on a phone",
    creation: """
      {"client": "news",
       "environment": {"device": "iPhone 16"},
       "layout": {"name": "topTabs", "pages": [
         {"title": "Today", "screen": {"id": "today", "route": "today", "title": "News", "params": {"rows": [
           {"id": "bridge", "title": "The bridge opens again", "subtitle": "Nobody had closed it"},
           {"id": "clock", "title": "Town clock right once more", "subtitle": "And again in twelve hours"},
           {"id": "library", "title": "Library lends out telescopes", "subtitle": "Quiet hours begin at dusk"},
           {"id": "ferry", "title": "New ferry goes both ways"}]}}},
         {"title": "World", "screen": {"id": "world", "route": "world", "title": "News", "params": {"rows": [
           {"id": "map", "title": "Atlas finds an island", "subtitle": "It was under the fold"},
           {"id": "summit", "title": "Summit agrees on lunch"}, {"id": "tunnel", "title": "Tunnel meets in the middle"}]}}},
         {"title": "Science", "screen": {"id": "science", "route": "science", "title": "News", "params": {"rows": [
           {"id": "comet", "title": "A comet, right on time", "subtitle": "Seventy-six years, to the week"},
           {"id": "bees", "title": "Bees count to five"}, {"id": "moss", "title": "Moss outlives its pot"},
           {"id": "proof", "title": "A proof in one page", "subtitle": "The margin was too wide"}]}}},
         {"title": "Sport", "screen": {"id": "sport", "route": "sport", "title": "News", "params": {"rows": [
           {"id": "draw", "title": "Draw after extra time"}, {"id": "regatta", "title": "Regatta waits for wind"}]}}},
         {"title": "Culture", "screen": {"id": "culture", "route": "culture", "title": "News", "params": {"rows": [
           {"id": "opera", "title": "Opera loses its key", "subtitle": "Found in the second act"},
           {"id": "fair", "title": "Book fair sells out of bags"}]}}}]}}
      """,
    transitions: [
      article("today", "library", title: "Library lends out telescopes"),
      #"{"type": "rotate", "orientation": "landscape"}"#,
      #"{"type": "rotate", "orientation": "portrait"}"#,
      #"{"type": "back"}"#,
      #"{"type": "tapTitle", "page": "science"}"#,
      article("science", "comet", title: "A comet, right on time"),
      #"{"type": "present", "style": "pageSheet", "screen": {"id": "share", "route": "share", "title": "Share"}}"#,
      #"{"type": "dismiss"}"#,
      #"{"type": "back"}"#,
      // A finger between two pages, which settle.
      #"{"type": "scroll", "contentOffset": 1000, "phase": "dragging"}"#,
      #"{"type": "scroll", "contentOffset": 860, "phase": "ended"}"#,
    ])

  /// What the app does when an article is chosen on a page.
  private static func article(_ page: String, _ row: String, title: String) -> String {
    """
    {"transitions": [
      {"type": "selectRow", "controller": "\(page)", "row": "\(row)"},
      {"type": "push", "screen": {"id": "article-\(row)", "route": "\(page)/row", "title": "\(title)", "params": {"row": "\(row)"}}}]}
    """
  }
}
