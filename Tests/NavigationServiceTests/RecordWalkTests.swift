import HTTPMessages
import Navigation
import SeededRandom
import StoreKinds
import Testing

/// Records and states that are read again after more changes, in every store (D-134).
@Suite struct RecordWalkTests {
  typealias Service = ServiceUnderTest

  /// The walks of 140 requests in each store: `NAVIGATION_RECORD_WALKS`, or 3.
  static let walks = UInt64(TestLength.steps(3, or: "NAVIGATION_RECORD_WALKS"))

  /// That of the session.
  private static let layout =
    #"{"name": "tabsInPrimary", "tabs": [{"id": "chats", "screen": {"id": "chat-list", "route": "chats"}}, "#
    + #"{"id": "contacts", "screen": {"id": "contact-list", "route": "contacts"}}], "#
    + #""placeholder": {"route": "nothing-selected"}}"#
  private static let column = #"{"type": "setColumn", "column": "secondary", "controller": null}"#

  /// A random request: batches that cancel out, ids of the counter, events without a change, changes without an event.
  private static func request(_ random: inout Seeded) -> String {
    let screen = #""screen": {"route": "r"}"#
    let (push, pop) = (#"{"type": "push", \#(screen), "stack": "chats"}"#, #"{"type": "pop", "stack": "chats"}"#)
    let ids = ["chat-list", "c1", "c2", "c3"]
    let sheet = #"{"type": "present", \#(screen)}, {"type": "dismiss"}"#
    let requests = [
      #"{"transitions": [\#(push), \#(pop)]}"#, #"{"transitions": [\#(sheet)]}"#,
      #"{"transitions": [\#(sheet), \#(push), \#(pop)]}"#, push, push, pop, column,
      #"{"type": "showDetail", \#(screen), "from": "chat-list"}"#, #"{"type": "tapTab", "tab": "chats"}"#,
      #"{"type": "selectTab", "tab": "\#(Bool.random(using: &random) ? "chats" : "contacts")"}"#,
      #"{"type": "updateScreen", "controller": "\#(ids.randomElement(using: &random) ?? "c1")", "title": "\#(Int.random(in: 0..<3, using: &random))"}"#,
      #"{"type": "setMultitasking", "multitasking": "\#(Bool.random(using: &random) ? "slideOver" : "fullScreen")"}"#,
      // The same ids again, so that the walk goes on.
      #"{"type": "setRoot", "layout": \#(layout), "dismisses": true}"#,
      #"{"transitions": [\#(push), {"type": "setRoot", "layout": \#(layout), "dismisses": true}, \#(push)]}"#,
      #"{"type": "back", "stack": "chats", "phase": "began"}"#, #"{"type": "undo"}"#, #"{"type": "redo"}"#,
      #"{"type": "setSplit", "behavior": {"onShowDetail": "\#(["handled", "replaceAbovePlaceholder", "replaceDetails"].randomElement(using: &random) ?? "handled")"}}"#,
    ]
    return requests.randomElement(using: &random) ?? pop
  }

  @Test(arguments: StoreKind.allCases, 0..<walks) func `D-134: what was answered is read again`(
    kind: StoreKind, seed: UInt64
  )
    throws
  {
    var random = Seeded(seed)
    let service = Service(store: try kind.make())
    let path = try service.created()
    var log: [String] = []
    var (records, snapshots): ([Int: [UInt8]], [Int: [UInt8]]) = ([:], [0: try service.get(path + "/snapshot").body])
    var (latest, cancelled) = (0, 0)
    for step in 0..<140 {
      let body = Self.request(&random)
      log.append(body)
      let response = try service.post(path + "/transitions", body)
      guard response.status == .ok else { continue }
      let (record, snapshot) = (try response.record(), try service.get(path + "/snapshot").body)
      let isRevision = record.revision > latest
      if case .single(_, let outcome) = record.content { #expect(outcome.handled == isRevision, "\(log)") }
      if isRevision {
        records[record.revision] = Array(response.body)
        snapshots[record.revision] = snapshot
      } else {
        cancelled += 1
        #expect(snapshot == snapshots[latest], "no revision, but another state after \(log)")
        // What has events has a revision, unless nothing was handled.
        if case .batch(_, let outcomes) = record.content, outcomes.contains(where: \.handled) {
          #expect(record.events.isEmpty, "events that no stream has after \(log)")
        }
      }
      latest = record.revision
      if step % 3 == 0 { _ = try service.created() }
    }
    #expect(cancelled > 10 && latest > 40)
    let kept = try service.get(path + "/transitions?limit=1000").records()
    #expect(kept.map(\.revision) == Array(0...latest))
    for record in kept.dropFirst() {
      #expect(record.json() == records[record.revision], "revision \(record.revision) after \(log)")
    }
    for revision in 0...latest {
      #expect(
        try service.get(path + "/snapshot?revision=\(revision)").body == snapshots[revision], "\(revision): \(log)")
    }
    try undoesAll(service, path, snapshots)
  }

  /// Each `undo` leads to a state that was answered, until the first; `can` says so each time.
  private func undoesAll(_ service: Service, _ path: String, _ snapshots: [Int: [UInt8]]) throws {
    let states = Set(snapshots.values.map { Self.tree(of: $0) })
    var can = try service.get(path).session().can
    while can.undo {
      let record = try service.post(path + "/transitions", #"{"type": "undo"}"#).record()
      guard case .history(_, let outcome) = record.content, outcome.handled else {
        Issue.record("can.undo, but not handled")
        return
      }
      #expect(states.contains(Self.tree(of: try service.get(path + "/snapshot").body)))
      can = record.can
    }
    #expect(try !service.post(path + "/transitions", #"{"type": "undo"}"#).record().can.undo)
  }

  /// A snapshot without its id counter, which never goes back.
  private static func tree(of snapshot: [UInt8]) -> String {
    String(decoding: snapshot, as: UTF8.self).replacing(#/,"countedIds":\d+/#, with: "")
  }

  @Test(arguments: StoreKind.allCases) func `D-134: a batch that cancels out leaves the counter`(kind: StoreKind) throws
  {
    let service = Service(store: try kind.make())
    let path = try service.created()
    let push = #"{"type": "push", "screen": {"route": "y"}, "stack": "chats"}"#
    func post(_ body: String) throws -> TransitionRecord { try service.post(path + "/transitions", body).record() }
    func title(_ id: String, _ title: Int) throws {
      _ = try post(#"{"type": "updateScreen", "controller": "\#(id)", "title": "\#(title)"}"#)
    }
    try title("chat-list", 1)
    let record = try post(#"{"transitions": [\#(push), {"type": "pop", "stack": "chats"}]}"#)
    #expect(record.revision == 1 && record.events.isEmpty)
    #expect(try post(push).visible.first?.id == "c1")
    try title("c1", 2)
    for number in 3..<15 { try title("chat-list", number) }
    #expect(try service.get(path + "/transitions?after=0").records().count == 15)
    #expect(try service.get(path + "/snapshot?revision=3").status == .ok)
    #expect(try service.post(path + "/fork", #"{"revision": 3}"#).status == .created)
    for _ in 0..<14 { #expect(try post(#"{"type": "undo"}"#).can.redo) }
  }
}
