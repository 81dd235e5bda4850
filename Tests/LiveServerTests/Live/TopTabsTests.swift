import Navigation
import NavigationClient
import Testing

extension LiveTests {
  @Suite struct TopTabsTests {}
}

extension LiveTests.TopTabsTests {
  static let body = """
    {"environment": {"device": "iPhone 15"},
     "layout": {"name": "topTabs",
                "pages": [{"title": "Today", "screen": {"id": "today", "route": "day"}},
                          {"title": "Week", "screen": {"id": "week", "route": "week"}},
                          {"title": "All", "screen": {"id": "all", "route": "all"}}]}}
    """

  static let steps = [
    #"{"type": "tapTitle", "page": "week"}"#,
    #"{"type": "scroll", "contentOffset": 500, "phase": "dragging"}"#,
    #"{"type": "scroll", "contentOffset": 600.5, "phase": "ended"}"#,
    #"{"type": "rotate", "orientation": "landscape"}"#,
    #"{"type": "push", "screen": {"id": "note", "route": "note"}}"#,
    #"{"type": "setPages", "topTabs": "top", "pages": [{"title": "Week", "child": "week"}, {"title": "All", "child": "all"}]}"#,
    #"{"type": "back"}"#,
    #"{"type": "setTopTabs", "allowedBounceEdges": ["leading"]}"#,
  ]

  @Test func `SYS4-10 SYS4-16: a session has the offset of its pages, and a snapshot restores it`() async throws {
    let client = try live.client
    let chat = try await client.createSession(json: Self.body)
    for step in Self.steps {
      try await chat.apply(Transition(step))
      let session = try await chat.read()
      let copy = try await client.createSession(from: chat.snapshot()).read()
      #expect(copy.root == session.root && copy.visible == session.visible, "\(step)")
      let topTabs = try #require(session.root.find("top")?.topTabs)
      #expect(topTabs.contentWidth == session.environment.size.width * Double(topTabs.pages.count))
      #expect(abs(topTabs.indicator.x - topTabs.contentOffset / Double(topTabs.pages.count)) < 1e-9)
    }
  }

  @Test func `SYS4-9: covered titles cannot be tapped`() async throws {
    let client = try live.client
    let chat = try await client.createSession(json: Self.body)
    try await chat.push("note", route: "page")
    let refused = await failure { try await chat.tapTitle(of: "week") }
    #expect(refused?.code == .notOnDisplay)
  }
}
