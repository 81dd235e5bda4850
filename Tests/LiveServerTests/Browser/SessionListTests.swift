import Navigation
import NavigationClient
import Testing

extension BrowserTests {
  /// The start page's layouts, and the list of sessions.
  @Suite struct SessionListTests {}
}

extension BrowserTests.SessionListTests {
  /// Creates sessions with clients and labels.
  private static func fill(_ inspector: Inspector) async throws {
    for (client, labels) in [("kitchen", #"{"order": "1234"}"#), ("hall", #"{"order": "77"}"#), ("kitchen", "{}")] {
      let body =
        #"{"client": "\#(client)", "labels": \#(labels), "layout": {"name": "stack", "screen": {"route": "home"}}}"#
      _ = try await inspector.client.createSession(json: body)
    }
  }

  @Test(arguments: [
    ("kitchen", 2), ("ITCH", 2), ("1234", 1), ("order", 2), ("client:hall", 1), ("client:hal", 0),
    ("label:order:77", 1),
    ("label:order:7", 0),
    ("nothing", 0), ("", 3),
  ]) func `sessions are searched`(text: String, count: Int) async throws {
    try await BrowserTests.inspector { inspector in
      try await Self.fill(inspector)
      try await inspector.open()
      try await inspector.page.wait(until: "$$('#sessions button').length === 3")
      try await inspector.page.type(text.isEmpty ? "x" : text, into: "#find")
      if text.isEmpty {
        try await inspector.page.run("$('#find').value = ''; $('#find').dispatchEvent(new Event('input'))")
      }
      try await inspector.page.wait(
        until: "$$('#sessions button').length === \(count) && $('#no-sessions').hidden === \(count > 0)")
    }
  }

  @Test func `a search includes older sessions than the list`() async throws {
    try await BrowserTests.inspector { inspector in
      try await Self.fill(inspector)
      for _ in 0..<30 { _ = try await inspector.client.messenger() }
      try await inspector.open()
      try await inspector.page.wait(until: "$$('#sessions button').length === 20 && $('#more').checkVisibility()")
      try await inspector.page.type("hall", into: "#find")
      try await inspector.page.wait(until: "$$('#sessions button').length === 1 && !$('#more').checkVisibility()")
    }
  }

  @Test func `sessions and layouts have pictures, which are no controls`() async throws {
    try await BrowserTests.inspector { inspector in
      let id = try await inspector.client.messenger().id
      try await inspector.open()
      let page = inspector.page
      try await page.wait(
        until: "$$('#layouts button svg .window').length === 8 && $('#sessions [data-session=\"\(id)\"] svg .window')")
      #expect(
        try await page.holds(
          "$$('.thumbnail [data-tap], .thumbnail [role], .thumbnail [aria-label], .thumbnail [id]').length === 0"))
      // The pictures are those of the chosen device.
      try await page.choose("iPhone 16", in: "#create-device")
      try await page.wait(
        until: "$$('#layouts rect.window').every(window => window.height.baseVal.value > window.width.baseVal.value)")
      #expect(try await inspector.client.allSessions().count == 1)
    }
  }

  @Test func `a picture refused by the rate limit stays absent`() async throws {
    try await BrowserTests.inspector(["--rate-limit", "60"], excusing: ["status of 429"]) {
      inspector in
      try await inspector.open()
      // The list of devices comes with the first choice.
      try await inspector.page.choose("iPad mini (A17 Pro)", in: "#create-device")
      try await inspector.page.settle()
      try await inspector.page.run("performance.setResourceTimingBufferSize(100000)")
      // Other requests of the client use the limit up, for as long as it takes.
      try await inspector.page.run(
        "window.flood = setInterval(() => { for (let count = 0; count < 20; count++) fetch('/v1/devices') }, 50)")
      for device in ["iPhone 16", "iPhone 16 Pro", "iPhone 16 Pro Max"] {
        try await inspector.page.choose(device, in: "#create-device")
        try await inspector.page.settle()
      }
      try await inspector.page.wait(
        until:
          "performance.getEntriesByType('resource').some(entry => entry.name.includes('/picture') && entry.responseStatus === 429)"
      )
      try await inspector.page.run("clearInterval(flood)")
      #expect(try await inspector.page.text("$('#problem').textContent.trim()") == "")
    }
  }

  @Test func `a button leads to a new session`() async throws {
    try await BrowserTests.inspector { inspector in
      _ = try await inspector.open(session: Sample.messenger)
      try await inspector.page.tap("#new")
      try await inspector.page.wait(
        until: "$('#welcome').checkVisibility() && !$('#session').checkVisibility() && !$('#new').checkVisibility()")
      try await inspector.create("stack")
      try await inspector.page.wait(until: "$('#stage [data-controller=settings-list]') && $('#new').checkVisibility()")
    }
  }

  @Test func `the page links to the documents`() async throws {
    try await BrowserTests.inspector { inspector in
      try await inspector.open()
      #expect(try await inspector.page.text("$('#docs').href") == inspector.server.url + "/docs")
    }
  }
}
