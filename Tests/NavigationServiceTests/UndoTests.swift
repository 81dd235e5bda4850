import HTTPMessages
import Navigation
import SessionStorage
import StoreKinds
import Testing

/// Moves through a session's history, in every store.
@Suite struct UndoTests {
  typealias Service = ServiceUnderTest

  private static let undo = #"{"type": "undo"}"#
  private static let redo = #"{"type": "redo"}"#
  private static func revert(_ revision: Int) -> String { #"{"type": "revert", "revision": \#(revision)}"# }
  private static let pager = #"{"layout": {"name": "topTabs", "pages": [\#(page("one")), \#(page("two"))]}}"#
  private static func page(_ id: String) -> String { #"{"title": "\#(id)", "screen": {"id": "\#(id)", "route": "r"}}"# }
  private static func scroll(_ offset: Double) -> String {
    #"{"type": "scroll", "contentOffset": \#(offset), "phase": "\#(offset == 0 ? "ended" : "dragging")"}"#
  }

  /// Requests, with summaries of their answers: `revision stack`, then `-` if not handled, `u` and `r` if undo and redo
  /// are possible.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var steps: [(body: String, answer: String)]

    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(name: "nothing to undo, nothing to redo", steps: [(undo, "0 chat-list -"), (redo, "0 chat-list -")]),
    Row(
      name: "there and back",
      steps: [
        (Service.push("a"), "1 a u"), (Service.push("b"), "2 b u"), (undo, "3 a ur"), (undo, "4 chat-list r"),
        (undo, "4 chat-list - r"),
        (redo, "5 a ur"), (redo, "6 b u"), (redo, "6 b - u"), (undo, "7 a ur"),
      ]),
    Row(
      name: "a change ends what can be redone",
      steps: [
        (Service.push("a"), "1 a u"), (undo, "2 chat-list r"), (Service.push("b"), "3 b u"), (redo, "3 b - u"),
        (undo, "4 chat-list r"),
      ]),
    Row(
      name: "what changes nothing does not",
      steps: [
        (Service.push("a"), "1 a u"), (undo, "2 chat-list r"),
        (#"{"type": "pop", "stack": "chats"}"#, "2 chat-list - r"), (redo, "3 a u"),
      ]),
    Row(
      name: "a revert is a change",
      steps: [
        (Service.push("a"), "1 a u"), (Service.push("b"), "2 b u"), (undo, "3 a ur"), (revert(2), "4 b u"),
        (redo, "4 b - u"),
        (undo, "5 a ur"),
        (revert(0), "6 chat-list u"), (undo, "7 a ur"), (redo, "8 chat-list u"),
      ]),
    Row(
      name: "a revert to the present state changes nothing",
      steps: [
        (Service.push("a"), "1 a u"), (undo, "2 chat-list r"), (revert(2), "2 chat-list - r"),
        (revert(0), "2 chat-list - r"), (redo, "3 a u"),
      ]),
    Row(
      name: "a batch is one change",
      steps: [
        (#"{"transitions": [\#(Service.push("a")), \#(Service.push("b"))]}"#, "1 b u"), (undo, "2 chat-list r"),
        (redo, "3 b u"),
      ]),
    Row(
      name: "D-110 what blocks its removal stays, and so does the way",
      steps: [
        (#"{"type": "push", "screen": {"id": "a", "route": "r", "blocksRemoval": true}, "stack": "chats"}"#, "1 a u"),
        (undo, "1 a - u"),
        (#"{"type": "undo", "confirm": true}"#, "2 chat-list r"),
      ]),
    Row(
      name: "no id is made twice",
      steps: [
        (#"{"type": "push", "screen": {"route": "r"}, "stack": "chats"}"#, "1 c1 u"), (undo, "2 chat-list r"),
        (#"{"type": "push", "screen": {"route": "r"}, "stack": "chats"}"#, "3 c2 u"), (undo, "4 chat-list r"),
        (redo, "5 c2 u"),
      ]),
  ]

  @Test(arguments: rows, StoreKind.allCases) func row(_ row: Row, kind: StoreKind) throws {
    let service = Service(store: try kind.make())
    let path = try service.created()
    for (index, step) in row.steps.enumerated() {
      #expect(try short(service.post(path + "/transitions", step.body)) == step.answer, "\(index)")
      // The session is evicted in stores that evict.
      if !index.isMultiple(of: 3) { _ = try service.created() }
    }
    #expect(try service.get(path).session().can == service.get(path + "/transitions").records().last?.can)
  }

  private func short(_ response: HTTPResponse) throws -> String {
    let record = try response.record()
    let handled =
      switch record.content {
      case .creation: false
      case .single(_, let outcome), .history(_, let outcome): outcome.handled
      case .batch(_, let outcomes): outcomes.allSatisfy(\.handled)
      }
    #expect(response.value(of: "ETag") == "\"\(record.revision)\"")
    let can = (record.can.undo ? "u" : "") + (record.can.redo ? "r" : "")
    return "\(record.revision) \(record.visible.first?.id.description ?? "none")" + (handled ? "" : " -")
      + (can.isEmpty ? "" : " " + can)
  }

  @Test func `D-160: what is not handled says why, a dry run too`() throws {
    let service = Service()
    let path = try service.created() + "/transitions"
    func reason(_ body: String, _ query: String = "") throws -> Outcome.Reason? {
      switch try service.post(path + query, body).record().content {
      case .creation, .batch: nil
      case .single(_, let outcome), .history(_, let outcome): outcome.reason
      }
    }
    let pop = #"{"type": "pop", "stack": "chats"}"#
    #expect(try reason(Self.undo) == .nothingToUndo && reason(Self.redo) == .nothingToRedo)
    #expect(try reason(Self.revert(0)) == .noChange)
    #expect(try reason(pop) == .atRoot && reason(pop, "?dryRun=true") == .atRoot)
    _ = try service.post(path, Service.push("a"))
    _ = try service.post(path, #"{"type": "updateScreen", "controller": "a", "blocksRemoval": true}"#)
    #expect(try reason(Self.revert(0)) == .blocked && reason(pop, "?dryRun=true") == .blocked)
  }

  @Test(arguments: StoreKind.allCases) func aGestureIsOneChange(kind: StoreKind) throws {
    let service = Service(store: try kind.make())
    let path = try #require(try service.post("/v1/sessions", Self.pager).value(of: "Location"))
    func post(_ body: String) throws -> TransitionRecord { try service.post(path + "/transitions", body).record() }
    _ = try post(#"{"type": "updateScreen", "controller": "one", "title": "1"}"#)
    let before = try service.get(path + "/snapshot").body
    for offset in [10.0, 20, 30] {
      #expect(try post(Self.scroll(offset)).can == Can(goBack: false, undo: true, redo: false))
    }
    let after = try service.get(path + "/snapshot").body
    #expect(try post(Self.undo).revision == 5)
    #expect(try service.get(path + "/snapshot").body == before)
    #expect(try post(Self.redo).revision == 6)
    #expect(try service.get(path + "/snapshot").body == after)
    // The replaced revisions are gone.
    let replaced = try service.post(path + "/transitions", Self.revert(3))
    #expect(replaced.code == "revision-gone")
    let detail = "The revision was a stage of a gesture that began after revision 1; revision 4 replaced it."
    #expect(try replaced.problem().detail == detail && replaced.problem().revision == 6)
  }

  /// Widths of the window with their phases, and the widths after each undo.
  static let drags: [(rule: String, resizes: [(Double, String?)], undone: [Double])] = [
    ("a drag is one step", [(1_100, "began"), (1_000, "changed"), (900, "ended")], [1_210]),
    (
      "two drags are two steps", [(1_100, "began"), (1_000, "ended"), (900, "began"), (800, "changed")], [1_000, 1_210]
    ),
    (
      "an ended drag is not continued", [(1_100, "began"), (1_000, "ended"), (900, "changed")], [1_000, 1_210]
    ),
    (
      "nothing new to begin or to end with: the same one",
      [(1_100, "began"), (1_100, "ended"), (1_100, "began"), (900, "changed")], [1_210]
    ),
    ("a beginning that is missing", [(1_100, "changed"), (1_000, "changed")], [1_210]),
    ("without a phase each is a step", [(1_100, "began"), (1_000, nil), (900, "changed")], [1_000, 1_100, 1_210]),
    ("back where it began is no change", [(1_100, nil), (1_000, "began"), (1_100, "ended")], [1_210]),
  ]

  @Test(arguments: StoreKind.allCases, drags) func `D-116: a drag of the windows edge is one change`(
    kind: StoreKind, row: (rule: String, resizes: [(Double, String?)], undone: [Double])
  ) throws {
    let service = Service(store: try kind.make())
    let path = try #require(try service.post("/v1/sessions", Self.pager).value(of: "Location"))
    func post(_ body: String) throws -> TransitionRecord {
      try service.post(path + "/transitions?include=session", body).record()
    }
    var can = Can(goBack: false, undo: false, redo: false)
    for (width, phase) in row.resizes {
      let stage = phase.map { #", "phase": "\#($0)""# } ?? ""
      can = try post(#"{"type": "resize", "width": \#(width), "height": 834\#(stage)}"#).can
    }
    var undone: [Double] = []
    while can.undo {
      let record = try post(Self.undo)
      undone.append(try #require(record.session).environment.size.width)
      can = record.can
    }
    #expect(undone == row.undone, "\(row.rule)")
  }

  @Test(arguments: StoreKind.allCases) func `D-114: a gesture without an effect is no step`(kind: StoreKind) throws {
    let service = Service(store: try kind.make())
    let path = try #require(try service.post("/v1/sessions", Self.pager).value(of: "Location"))
    func post(_ body: String) throws -> TransitionRecord { try service.post(path + "/transitions", body).record() }
    #expect(try post(Self.scroll(10)).can.undo)
    #expect(try !post(Self.scroll(0)).can.undo)
    #expect(try post(Self.undo).revision == 2)
    #expect(try post(Self.scroll(10)).can.undo)
    #expect(try post(Self.undo).revision == 4)
    #expect(try service.get(path + "/snapshot").body == service.get(path + "/snapshot?revision=0").body)
  }

  @Test(arguments: StoreKind.allCases) func aDroppedRevisionIsNoTarget(kind: StoreKind) throws {
    let service = Service(store: try kind.make(history: .init(revisions: 3)))
    let path = try service.created()
    for number in 1...5 { _ = try service.post(path + "/transitions", Service.push("s\(number)")) }
    _ = try service.created()
    let before = try service.get(path).body
    let gone = try service.post(path + "/transitions", Self.revert(2))
    #expect(gone.code == "revision-gone" && gone.status == .gone)
    #expect(try gone.problem().revision == 5 && gone.problem().detail.contains("after revision 2 on"))
    let ahead = try service.post(path + "/transitions", Self.revert(6))
    #expect(ahead.code == "no-such-revision" && ahead.status == .notFound)
    #expect(try ahead.problem().revision == 5 && service.get(path).body == before)
    // An undo adds a revision, too, so the oldest is dropped.
    for (body, answer) in [
      (Self.undo, "6 s4 r"), (Self.undo, "6 s4 - r"), (Self.redo, "7 s5 u"), (Self.redo, "7 s5 - u"),
    ] {
      #expect(try short(service.post(path + "/transitions", body)) == answer)
      #expect(try service.get(path).session().can == service.get(path + "/transitions").records().last?.can)
    }
  }

  private static let leave = #"{"type": "enterBackground"}"#
  private static let comeBack = #"{"type": "enterForeground"}"#

  /// SC-11: undo and redo skip changes to the background and back.
  @Test(arguments: StoreKind.allCases) func theBackgroundIsSkipped(kind: StoreKind) throws {
    let service = Service(store: try kind.make())
    let path = try service.created()
    let steps = [
      (Service.push("a"), "1 a u"), (Self.leave, "2 a u"), (Service.push("b"), "3 b u"), (Self.comeBack, "4 b u"),
      (Self.undo, "5 a ur"),
      (Self.undo, "6 chat-list r"), (Self.leave, "7 chat-list r"), (Self.redo, "8 a ur"), (Self.redo, "9 b u"),
      (Self.undo, "10 a ur"),
      (Self.comeBack, "11 a ur"), (Self.redo, "12 b u"),
    ]
    for (number, (body, answer)) in steps.enumerated() {
      #expect(try short(service.post(path + "/transitions", body)) == answer)
      let isBehind = try service.get(path).text.contains(#""background":true"#)
      #expect(isBehind == ((1...2).contains(number) || (6...9).contains(number)), "\(number)")
      _ = try service.created()
    }
  }

  /// NV-22: a finished or cancelled swipe is one step; no step ends within a swipe.
  @Test(arguments: StoreKind.allCases) func `D-115: a swipe is one change`(kind: StoreKind) throws {
    let service = Service(store: try kind.make())
    let path = try service.created()
    let (began, finished, cancelled) = (Self.back("began"), Self.back("finished"), Self.back("cancelled"))
    let steps = [
      (Service.push("a"), "1 a u"), (began, "2 a u"), (finished, "3 chat-list u"), (Self.undo, "4 a ur"),
      (Self.redo, "5 chat-list u"),
      (Self.undo, "6 a ur"), (began, "7 a u"), (cancelled, "8 a u"), (Self.undo, "9 chat-list r"),
      (Self.redo, "10 a u"), (began, "11 a u"),
      (Service.push("b"), "12 b u"), (Self.undo, "13 a ur"), (began, "14 a u"), (Self.undo, "15 a u"),
      (Self.undo, "16 chat-list r"),
    ]
    for (body, answer) in steps {
      #expect(try short(service.post(path + "/transitions", body)) == answer)
      #expect(try service.get(path).text.contains("interactiveBack") == (body == began))
      _ = try service.created()
    }
  }

  private static func resize(_ width: Int, _ phase: String? = nil) -> String {
    #"{"type": "resize", "width": \#(width), "height": 800\#(phase.map { #", "phase": "\#($0)""# } ?? "")}"#
  }

  /// Each answer with its width, after a screen was pushed in a window of 1,000 points.
  @Test(arguments: StoreKind.allCases) func `D-114 D-115: a drag that begins amid a swipe, and a copy of one`(
    kind: StoreKind
  )
    throws
  {
    let service = Service(store: try kind.make())
    var path = try service.created()
    func post(_ body: String) throws -> TransitionRecord {
      defer { _ = try? service.created() }
      return try service.post(path + "/transitions?include=session", body).record()
    }
    func width(_ record: TransitionRecord) -> Double? { record.session?.environment.size.width }
    for body in [Self.resize(1_000), Service.push("a"), Self.back("began"), Self.resize(500, "began")] {
      #expect(try post(body).can.undo)
    }
    // Back at its start: neither the drag nor the swipe is a step.
    let returned = try post(Self.resize(1_000, "ended"))
    #expect(returned.can.undo && returned.visible.first?.id == "a")
    #expect(try post(Self.undo).visible.first?.id == "chat-list")
    #expect(try post(Self.undo).session?.environment.size.width == 1_210)
    #expect(try post(Self.redo).session?.environment.size.width == 1_000)
    #expect(try post(Self.redo).visible.first?.id == "a")

    // A fork amid a swipe: what follows is undone to its state at rest.
    #expect(try post(Self.back("began")).can.undo)
    path = try #require(try service.post(path + "/fork", "{}").value(of: "Location"))
    #expect(try service.get(path).session().can == Can(goBack: false, undo: false, redo: false))
    let narrow = try post(Self.resize(500))
    #expect(narrow.can.undo && width(narrow) == 500)
    let undone = try post(Self.undo)
    #expect(width(undone) == 1_000 && undone.can == Can(goBack: false, undo: false, redo: true))
    #expect(try !service.get(path).text.contains("interactiveBack"))
    #expect(try width(post(Self.redo)) == 500)
  }

  private static func back(_ phase: String) -> String { #"{"type": "back", "stack": "chats", "phase": "\#(phase)"}"# }

  @Test func aStepIsOneRevisionWithARecord() throws {
    let service = Service()
    let path = try service.created()
    _ = try service.post(path + "/transitions", Service.showDetail)
    let response = try service.post(path + "/transitions?include=session,changes", Self.undo)
    let record = try response.record()
    #expect(record.changes?.isEmpty == false)
    #expect(try record.session == service.get(path).session())
    #expect(record.events.contains(.event(.discarded("chat-42"))))
    let kept = try #require(try service.get(path + "/transitions?after=1&include=session,changes").records().first)
    #expect(kept.json() == response.body)
  }

  @Test func aDryRunMovesNothing() throws {
    let service = Service()
    let path = try service.created()
    _ = try service.post(path + "/transitions", Service.push("a"))
    let before = try service.get(path).body
    let dry = try service.post(path + "/transitions?dryRun=true", Self.undo)
    let real = try service.post(path + "/transitions?dryRun=true", Self.undo)
    #expect(dry.body == real.body && dry.value(of: "ETag") == "\"1\"")
    #expect(try dry.record().revision == 2 && dry.record().can == Can(goBack: false, undo: false, redo: true))
    #expect(try service.get(path).body == before)
    #expect(try short(service.post(path + "/transitions", Self.undo)) == "2 chat-list r")
  }

  @Test func aKeyAndATagApplyToUndo() throws {
    let service = Service(history: .init(revisions: 2))
    let path = try service.created()
    _ = try service.post(path + "/transitions", Service.push("a"))
    let fields = [("Idempotency-Key", "k"), ("If-Match", "\"1\"")]
    let first = try service.post(path + "/transitions", Self.revert(0), fields)
    for number in 1...3 { _ = try service.post(path + "/transitions", Service.push("s\(number)")) }
    // The repetition has the first answer, although the revision is gone.
    let again = try service.post(path + "/transitions", Self.revert(0), fields)
    #expect(again.body == first.body && again.value(of: "Idempotency-Replayed") == "true")
    #expect(try service.post(path + "/transitions", Self.revert(0)).code == "revision-gone")
    #expect(try service.post(path + "/transitions", Self.revert(0), [("If-Match", "\"1\"")]).code == "stale-revision")
  }

  @Test func undoIsRefusedInABatch() throws {
    let service = Service()
    let path = try service.created()
    _ = try service.post(path + "/transitions", Service.push("a"))
    let before = try service.get(path).body
    for step in [Self.undo, Self.redo, Self.revert(0)] {
      let response = try service.post(path + "/transitions", #"{"transitions": [\#(Service.push("b")), \#(step)]}"#)
      #expect(response.code == "not-in-batch" && response.status == .unprocessableContent)
      #expect(try response.problem().index == 1 && service.get(path).body == before)
    }
  }

  @Test(arguments: StoreKind.allCases) func concurrentRequestsEachMoveOneStep(kind: StoreKind) async throws {
    let service = Service(store: try kind.make())
    let path = try service.created()
    for number in 1...40 { _ = try service.post(path + "/transitions", Service.push("s\(number)")) }
    _ = try service.created()
    let revisions = try await withThrowingTaskGroup(of: [Int].self) { group in
      for thread in 0..<8 {
        group.addTask {
          try (0..<10).map { step in
            // Other sessions evict this one, so that some target states are read from the form at rest.
            if step % 3 == thread % 3 { _ = try service.created() }
            return try service.post(path + "/transitions", thread % 4 == 3 ? Self.redo : Self.undo).record().revision
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    // Requests without a target repeat a revision; each other revision occurs once.
    let records = try service.get(path + "/transitions?limit=1000").records()
    #expect(records.map(\.revision) == Array(0...(revisions.max() ?? 0)))
    var depth = 40
    for record in records.dropFirst(41) {
      guard case .history(let request, _) = record.content else { continue }
      depth += request.move == .undo ? -1 : 1
      #expect(record.visible.first?.id.description == (depth == 0 ? "chat-list" : "s\(depth)"), "\(record.revision)")
    }
  }
}

extension HTTPResponse {
  func records() throws -> [TransitionRecord] { try TransitionList(answer: body).transitions }
}
