import Navigation
import Testing

/// D-434, D-435: links that are pushed where the user is.
@Suite struct HereLinkTests {
  private static func app(_ layout: String) -> LinkedApp {
    LinkedApp(
      name: layout,
      json: #"""
        "layout": \#(layout), "routes": {"timeline": {"path": "/"}, "me": {}, "list": {},
        "post": {"opens": "push", "path": "/p/{post}", "params": {"seen": "boolean"}},
        "likes": {"opens": "push", "path": "/p/{post}/likes", "parent": "post"},
        "tag": {"opens": "push", "path": "/t/{tag}", "again": "replace"},
        "sheet": {"opens": "present", "path": "/sheet"},
        "share": {"opens": "present", "path": "/share", "offers": [{"route": "post", "params": {"post": "9"}}]}, "top": {"opens": "push", "path": "/top", "parent": "sheet"}}
        """#)
  }
  private static let tabs = app(
    #"""
    {"name": "tabBar", "tabs": [{"id": "t1", "screen": {"id": "timeline", "route": "timeline"}},
     {"id": "t2", "screen": {"id": "me", "route": "me"}}]}
    """#)
  private static let columns = app(
    #"""
    {"name": "doubleColumn", "primary": {"id": "list", "route": "list"}, "secondary": {"id": "me", "route": "me"}}
    """#)
  private static let bare = LinkedApp(
    name: "bare",
    json:
      #""root": {"kind": "screen", "id": "a", "route": "a"}, "routes": {"a": {}, "p": {"opens": "push", "path": "/p"}}"#
  )

  static let cases: [OpenTests.Case] = [
    .init(tabs, "wide", "/p/1", "push(post.1)", "tabs[t1*: timeline > post.1 | t2: me]"),
    .init(tabs, "wide /p/1", "/p/2", "push(post.2)", "tabs[t1*: timeline > post.1 > post.2 | t2: me]"),
    .init(tabs, "wide /p/1", "/p/1", "already-there", "tabs[t1*: timeline > post.1 | t2: me]"),
    .init(tabs, "wide /p/1", "/p/1?seen=true", "updateScreen", "tabs[t1*: timeline > post.1 | t2: me]"),
    .init(tabs, "wide /p/1 /p/2", "/p/1", "popTo(post.1)", "tabs[t1*: timeline > post.1 | t2: me]"),
    // Left in another tab.
    .init(tabs, "wide /p/1 t2", "/p/1", "push()", "tabs[t1: timeline > post.1 | t2*: me > c1]"),
    // On the sheet's own stack, without a dismissal.
    .init(
      tabs, "wide /p/1 /sheet", "/p/2", "push(post.2)", "tabs[t1*: timeline > post.1 | t2: me] ^ c1: sheet > post.2"),
    // Which has one, as it offers what is pushed.
    .init(tabs, "wide /share", "/p/9", "push(post.9)", "tabs[t1*: timeline | t2: me] ^ c1: share > post.9"),
    // Only the sheet's own.
    .init(tabs, "wide sheet", "/p/2", "no-target", "tabs[t1*: timeline | t2: me] ^pageSheet sheet"),
    // For the routes below it, it is a parent as any other.
    .init(
      tabs, "wide /p/1", "/p/1/likes", "push(likes.1)", "tabs[t1*: timeline > post.1 > likes.1 | t2: me]"),
    .init(tabs, "wide", "/p/1/likes", "no-target", "tabs[t1*: timeline | t2: me]"),
    .init(columns, "wide", "/p/1", "push(post.1)", "split/2[list || me > post.1]"),
    .init(columns, "narrow", "/p/1", "push(post.1)", "split/2<list > {secondary: me > post.1}>"),
    .init(bare, "wide", "/p", "no-target", "a"),
    // D-434: the last step replaces its like.
    .init(tabs, "wide /t/a", "/t/b", "push(tag.b)", "tabs[t1*: timeline > tag.b | t2: me]"),
    .init(tabs, "wide /t/a /p/1", "/t/b", "push(tag.b)", "tabs[t1*: timeline > tag.a > post.1 > tag.b | t2: me]"),
  ]

  @Test(arguments: cases) func `D-435: a link`(_ row: OpenTests.Case) throws { try row.check() }
}
