import Foundation
import Navigation
import NavigationClient
import Testing

extension BrowserPastTests {
  /// Changes of the session, and its history.
  @Suite struct HistoryTests {}
}

extension BrowserPastTests.HistoryTests {
  private static let people = #"{"type": "tapTab", "tab": "people"}"#

  @Test func `another client's changes are shown`() async throws {
    try await BrowserTests.inspector { inspector in
      let chat = try await inspector.open(session: Sample.messenger)
      // A picture counts as seen in the frame that paints it.
      try await inspector.page.run(
        """
        window.seen = {};
        const note = () => {
          const revision = $('#stage').dataset.revision;
          requestAnimationFrame(() => { seen[revision] ??= Date.now(); });
        };
        new MutationObserver(note).observe($('#stage'), {attributes: true, childList: true});
        """)
      var times: [Int] = []
      for revision in 1...10 {
        let start = Date().timeIntervalSince1970 * 1000
        try await chat.apply(Transition(revision % 2 == 1 ? Self.people : Sample.chats))
        try await inspector.page.wait(until: "window.seen[\(revision)]")
        times.append(Int(try await inspector.page.number("seen[\(revision)]") - start))
      }
      times.sort()
      #expect(times.count == 10)
      print(
        "inspector: a transition of another client is seen after \(times[5]) ms (median of 10; from \(times[0]) to \(times[9]))"
      )
    }
  }

  @Test func `the slider shows any revision, and the present`() async throws {
    try await BrowserTests.inspector { inspector in
      let chat = try await inspector.open(
        session: Sample.messenger, after: [Sample.show, Self.people, Sample.slideOver])
      let page = inspector.page
      #expect(try await page.texts("['min', 'max', 'value'].map(name => $('#timeline')[name])") == ["0", "3", "3"])
      #expect(try await page.holds("$('#live').checkVisibility()") == false)
      try await page.run("$('#timeline').focus()")
      for revision in [2, 1, 0] {
        try await page.press(.left)
        try await inspector.see(revision)
        let snapshot = try await chat.snapshot(at: revision)
        let session = Session(restored: snapshot.root, environment: snapshot.environment, countedIDs: 0)
        for screen in session.visible {
          #expect(
            try await page.holds(
              "$('#stage [data-controller=\"\(screen.id)\"]') && $('#tree').textContent.includes('\(screen.id)')"))
        }
        // A picture of the past has no taps.
        #expect(
          try await page.holds("$('#live').checkVisibility() && $$('#stage [data-tap][tabindex=\"0\"]').length === 0"))
      }
      // A new revision does not leave the past.
      try await chat.apply(Transition(#"{"type": "setMultitasking", "multitasking": "fullScreen"}"#))
      try await page.wait(until: "$('#timeline').max === '4'")
      #expect(try await page.text("$('#stage').dataset.revision") == "0")
      try await page.press(.right)
      try await inspector.see(1)
      try await page.wait(until: "$('#changes').textContent.includes('chat-42')")
      try await page.tap("#live")
      try await inspector.see(4)
      #expect(try await page.holds("$('#live').checkVisibility()") == false)
      #expect(try await page.text("$('#timeline').value") == "4")
    }
  }

  @Test func `a change is undone and redone`() async throws {
    try await BrowserTests.inspector { inspector in
      let chat = try await inspector.open(session: Sample.messenger)
      let (page, before) = (inspector.page, try await inspector.sketch(of: chat))
      #expect(try await page.holds("$('#undo').disabled && $('#redo').disabled"))
      try await chat.apply(Transition(Sample.show))
      let after = try await inspector.sketch(of: chat)
      try await page.wait(until: "!$('#undo').disabled")
      for (control, revision, sketch) in [("#undo", 2, before), ("#redo", 3, after)] {
        try await page.tap(control)
        try await inspector.see(revision)
        #expect(try await inspector.sketch(of: chat) == sketch, "\(control)")
      }
      try await page.wait(until: "!$('#undo').disabled && $('#redo').disabled")
    }
  }

  @Test func `a fork continues from a revision of the past`() async throws {
    try await BrowserTests.inspector { inspector in
      let chat = try await inspector.open(session: Sample.messenger, after: [Sample.show, Self.people])
      let page = inspector.page
      try await page.run("$('#timeline').focus()")
      try await page.press(.left)
      try await inspector.see(1)
      try await page.tap("#fork")
      try await page.wait(until: "$('#stage').dataset.revision === '0' && location.hash !== '#\(chat.id)'")
      let fork = try #require(SessionID(try await page.text("$('#stage').dataset.session")))
      #expect(try await inspector.client.session(fork).snapshot() == chat.snapshot(at: 1))
      #expect(try await chat.read().revision == 2)
      try await page.wait(until: "$('#sessions button[data-session=\"\(fork)\"]')")
    }
  }

  @Test func `the callbacks of a transition are in order, with will and did marked`() async throws {
    try await BrowserTests.inspector { inspector in
      let chat = try await inspector.open(session: Sample.messenger, after: [Sample.show])
      let record = try await chat.apply(Transition(Self.people))
      try await inspector.see(2)
      try await inspector.page.wait(until: "$$('#callbacks > li').length === \(record.events.count)")
      let shown = try await inspector.page.texts(
        "$$('#callbacks > li').map(item => item.className + ' ' + item.textContent)")
      for (event, text) in zip(record.events, shown) {
        let json = String(decoding: event.json(), as: UTF8.self)
        for (part, kind) in [("viewWill", "will"), ("viewDid", "did")] where json.contains(part) {
          #expect(text.hasPrefix(kind) && text.contains(part), "\(text)")
        }
        if let id = json.firstMatch(of: /"controller":"([^"]+)"/) { #expect(text.contains(id.1), "\(text)") }
      }
    }
  }

  @Test func `hidden screens are drawn beside the window`() async throws {
    try await BrowserTests.inspector { inspector in
      _ = try await inspector.open(session: Sample.messenger, after: [Sample.show])
      #expect(try await inspector.page.holds("$('#stage [data-controller=people-list]')") == false)
      try await inspector.page.tap("#hidden-toggle")
      try await inspector.page.wait(until: "$('#stage .hidden-cards [data-controller=people-list]')")
      try await inspector.page.tap("#hidden-toggle")
      try await inspector.page.wait(until: "$('#stage .hidden-cards') === null")
    }
  }

  @Test func `the shown command has the same effect`() async throws {
    try await BrowserTests.inspector { inspector in
      let chat = try await inspector.open(session: Sample.messenger)
      let page = inspector.page
      try await page.tap(Inspector.tap("tapTab", "people"))
      try await inspector.see(1)
      let command = try await page.text("$('#curl').textContent")
      try await chat.apply(Transition(Sample.chats))
      let run = try await Run("/bin/sh", ["-c", command + " --silent --show-error --noproxy '*'"])
      #expect(run.end == .exit(0), "\(command): \(run.error)")
      try await inspector.see(3)
      let records = try await chat.transitions().all()
      #expect(records.count == 4 && records[1].content == records[3].content, "\(command)")
      try await page.driver.post("/permissions", #"{"descriptor": {"name": "clipboard-read"}, "state": "granted"}"#)
      try await page.tap("#copy-curl")
      try await page.wait(
        until: "navigator.clipboard.readText().then(text => { window.copied = text }) && window.copied")
      #expect(try await page.text("window.copied") == command)
    }
  }
}
