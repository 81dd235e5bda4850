@testable import Navigation
import Testing

/// D-167: what a link names and a user has before them is there already, wherever it stands; a way agrees (D-168).
@Suite struct ShownLinkTests {
  /// The app, what comes before, as JSON, the link and its steps, or the reason that it is not handled.
  static let rows: [(name: String, app: LinkedApp, before: [String], link: String, steps: String, end: String)] = [
    (
      "a detail of another tab", .messenger,
      [
        #"{"type": "selectTab", "tab": "t2"}"#,
        #"{"type": "showDetail", "screen": {"id": "ada", "route": "chat", "params": {"chat": 1}}}"#,
      ],
      "/chats/1", "already-there", "split[tabs[t1: chats | t2*: people] || none > ada]"
    ),
    (
      "the same with other params", .messenger,
      [
        #"{"type": "selectTab", "tab": "t2"}"#,
        #"{"type": "showDetail", "screen": {"id": "ada", "route": "chat", "params": {"chat": 1}}}"#,
      ],
      "/chats/1?unread=true", "updateScreen", "split[tabs[t1: chats | t2*: people] || none > ada]"
    ),
    (
      "the same under a sheet", .messenger,
      [
        #"{"type": "selectTab", "tab": "t2"}"#,
        #"{"type": "showDetail", "screen": {"id": "ada", "route": "chat", "params": {"chat": 1}}}"#,
        #"{"type": "present", "screen": {"id": "help", "route": "help"}}"#,
      ],
      "/chats/1", "dismiss", "split[tabs[t1: chats | t2*: people] || none > ada]"
    ),
    (
      "a detail that collapsed into another tab", .systemDetails,
      [
        #"{"type": "open", "url": "/chats/1"}"#, #"{"type": "selectTab", "tab": "t2"}"#,
        #"{"type": "setMultitasking", "multitasking": "slideOver"}"#,
      ],
      "/chats/1", "already-there", "split<tabs[t1: chats | t2*: people > {c1: chat.1}]>"
    ),
    (
      "a screen that the app presents", .stack,
      [#"{"type": "present", "screen": {"id": "c", "route": "item", "params": {"item": "1"}}}"#],
      "/1", "already-there", "stack: home ^ c"
    ),
    (
      "a screen without the one to begin from", .stack,
      [#"{"type": "open", "url": "/1"}"#, #"{"type": "setStack", "children": ["item.1"]}"#],
      "/1", "already-there", "stack: item.1"
    ),
    (
      "a column without it", .columns,
      [
        #"{"type": "open", "url": "/notes/1"}"#,
        #"{"type": "setColumn", "column": "primary", "controller": {"kind": "screen", "id": "other", "route": "other"}}"#,
      ],
      "/notes/1", "already-there", "split/2[other || note.1]"
    ),
    (
      "a list beside what covers the other column alone", .columns,
      [
        #"{"type": "open", "url": "/notes/1"}"#,
        #"{"type": "present", "screen": {"id": "help", "route": "help"}, "style": "currentContext", "from": "note.1"}"#,
      ],
      "/notes", "already-there", "split/2[notes || note.1 ^currentContext help]"
    ),
    (
      "what it covers", .columns,
      [
        #"{"type": "open", "url": "/notes/1"}"#,
        #"{"type": "present", "screen": {"id": "help", "route": "help"}, "style": "currentContext", "from": "note.1"}"#,
      ],
      "/notes/1", "dismiss", "split/2[notes || note.1]"
    ),
    (
      "a list beside it under a sheet", .columns,
      [
        #"{"type": "open", "url": "/notes/1"}"#,
        #"{"type": "present", "screen": {"id": "help", "route": "help"}, "style": "currentContext", "from": "note.1"}"#,
        #"{"type": "present", "screen": {"id": "more", "route": "more"}, "from": "help"}"#,
      ],
      "/notes", "dismiss", "split/2[notes || note.1 ^currentContext help]"
    ),
  ]

  @Test(arguments: rows) func `D-167, D-168: what is on display is there`(
    row: (name: String, app: LinkedApp, before: [String], link: String, steps: String, end: String)
  ) throws {
    var (session, routes) = try row.app.open("wide")
    for json in row.before {
      _ = try session.apply(Transition(json: JSONDocument(Array(json.utf8)).root), routes: routes)
    }
    let goal = try LinkGoal(.url(row.link), in: routes)
    #expect(goal.isShown(in: session) != (row.steps == "dismiss"), "\(row.name)")
    let outcome = try session.apply(Transition(.open(url: row.link)), routes: routes).outcome
    #expect(
      outcome.reason?.rawValue ?? outcome.steps.map(\.action.type).joined(separator: " ") == row.steps, "\(row.name)")
    #expect(session.sketch == row.end, "\(row.name)")
    #expect(goal.isShown(in: session), "\(row.name)")
  }
}
