import NavigationAPI
import NavigationClient
import NavigationJSON
import NavigationModel
import Testing

extension LiveTests {
  @Suite struct WalkTests {}
}

extension LiveTests.WalkTests {
  /// One step: what is sent, what the app is told, and how the tree stands then.
  struct Step: Sendable {
    var transition: String
    var events: [String]
    var tree: String

    init(_ transition: String, _ events: [String], _ tree: String) {
      self.transition = transition
      self.events = events
      self.tree = tree
    }
  }

  static let steps: [Step] = [
    Step(
      #"{"type": "selectRow", "controller": "chat-list", "row": "42"}"#, ["selectionChanged chat-list"],
      "split[tabs[chats*: chat-list(42) | contacts: contact-list] || placeholder]"),
    Step(
      #"{"type": "showDetail", "screen": {"id": "chat-42", "route": "chat"}}"#,
      [
        "splitViewController(_:showDetail:sender:) split", "viewWillDisappear placeholder", "viewWillAppear chat-42",
        "viewDidDisappear placeholder", "viewDidAppear chat-42",
      ], "split[tabs[chats*: chat-list(42) | contacts: contact-list] || placeholder > chat-42]"),
    Step(
      #"{"type": "showDetail", "screen": {"id": "chat-43", "route": "chat"}}"#,
      [
        "splitViewController(_:showDetail:sender:) split", "viewWillDisappear chat-42", "viewWillAppear chat-43",
        "viewDidDisappear chat-42", "viewDidAppear chat-43", "discarded chat-42",
      ], "split[tabs[chats*: chat-list(42) | contacts: contact-list] || placeholder > chat-43]"),
    Step(
      #"{"type": "push", "screen": {"id": "profile", "route": "profile"}}"#,
      ["viewWillDisappear chat-43", "viewWillAppear profile", "viewDidDisappear chat-43", "viewDidAppear profile"],
      "split[tabs[chats*: chat-list(42) | contacts: contact-list] || placeholder > chat-43 > profile]"),
    Step(
      #"{"type": "tapTab", "tab": "contacts"}"#,
      [
        "tabBarController(_:shouldSelect:) tabs", "parentChanged chat-43", "parentChanged profile", "tabSelected tabs",
        "placeholderWillAppear placeholder", "viewWillDisappear chat-list", "viewWillDisappear profile", "viewWillAppear contact-list",
        "viewWillAppear placeholder", "viewDidDisappear chat-list", "viewDidDisappear profile", "viewDidAppear contact-list",
        "viewDidAppear placeholder", "tabBarController(_:didSelect:) tabs",
      ], "split[tabs[chats: chat-list(42) > chat-43 > profile | contacts*: contact-list] || placeholder]"),
    Step(
      #"{"type": "rotate", "orientation": "portrait"}"#, [],
      "split[tabs[chats: chat-list(42) > chat-43 > profile | contacts*: contact-list] || placeholder]"),
    Step(
      #"{"type": "setMultitasking", "multitasking": "slideOver"}"#,
      [
        "primaryViewController(forCollapsing:) split", "splitViewController(_:collapseSecondary:onto:) split",
        "splitViewController(_:willHide:) split", "parentChanged secondary", "collapsed split", "viewWillDisappear placeholder",
        "viewDidDisappear placeholder", "splitViewControllerDidCollapse(_:) split", "splitViewController(_:didHide:) split",
        "showDetailTargetDidChange split",
      ], "split<tabs[chats: chat-list(42) > chat-43 > profile | contacts*: contact-list] / placeholder>"),
    Step(
      #"{"type": "tapTab", "tab": "chats"}"#,
      [
        "tabBarController(_:shouldSelect:) tabs", "tabSelected tabs", "viewWillDisappear contact-list", "viewWillAppear profile",
        "viewDidDisappear contact-list", "viewDidAppear profile", "tabBarController(_:didSelect:) tabs",
      ], "split<tabs[chats*: chat-list(42) > chat-43 > profile | contacts: contact-list] / placeholder>"),
    Step(
      #"{"type": "rotate", "orientation": "landscape"}"#, [],
      "split<tabs[chats*: chat-list(42) > chat-43 > profile | contacts: contact-list] / placeholder>"),
    Step(
      #"{"type": "setMultitasking", "multitasking": "fullScreen"}"#,
      [
        "primaryViewController(forExpanding:) split", "splitViewController(_:separateSecondaryFrom:) split",
        "splitViewController(_:willShow:) split", "splitViewController(_:willShow:) split", "parentChanged secondary",
        "parentChanged chat-43", "parentChanged profile", "expanded split", "viewWillAppear chat-list", "viewDidAppear chat-list",
        "splitViewControllerDidExpand(_:) split", "splitViewController(_:didShow:) split", "splitViewController(_:didShow:) split",
        "showDetailTargetDidChange split",
      ], "split[tabs[chats*: chat-list(42) | contacts: contact-list] || placeholder > chat-43 > profile]"),
  ]

  @Test func `a messenger on an iPad comes back as it was`() async throws {
    let client = try live.client
    let created = try await client.createSession(Messenger.body)
    let id = created.body.sessionID
    #expect(try sketch(#require(created.body.session)) == "split[tabs[chats*: chat-list | contacts: contact-list] || placeholder]")
    var revision = 0
    for step in Self.steps {
      let answer = try await client.apply(Transition(step.transition), to: id, ifMatch: revision, include: [.session])
      revision += 1
      #expect(answer.revision == revision && answer.body.revision == revision, "\(step.transition)")
      #expect(try answer.body.events.map(line) == step.events, "\(step.transition)")
      let session = try #require(answer.body.session)
      #expect(sketch(session) == step.tree, "\(step.transition)")
      #expect(try await client.session(id) == Answer(body: session, revision: revision), "\(step.transition)")
    }
  }

  private func sketch(_ session: SessionView) -> String {
    Session(restored: session.root, environment: session.environment, countedIDs: 0).sketch
  }

  /// An event in two words: its type, or the delegate method it calls, and whom it concerns.
  private func line(_ event: ReceivedEvent) throws -> String {
    let document = try JSONDocument(event.json(), unknownMembers: .skip)
    var members = try document.root.object()
    let type = try members.string("method") ?? members.require("type").string()
    let names: [StaticString] = ["placeholder", "controller", "split", "tabBar"]
    let subject = try names.lazy.compactMap { try members.string($0) }.first
    return "\(type) \(subject ?? "-")"
  }
}
