import HTTPMessages
import Navigation
import PatchedJSON
import SeededRandom
import StoreKinds
import Testing

@Suite struct HistoryTests {
  typealias Service = ServiceUnderTest

  private func records(_ response: HTTPResponse) throws -> [TransitionRecord] {
    try TransitionList(answer: response.body).transitions
  }

  @Test func recordsHaveTheOriginalAnswers() throws {
    let service = Service(residentSessions: 1)
    let created = try service.post("/v1/sessions", Service.create())
    let path = try #require(created.value(of: "Location"))
    var answers = [try created.record()]
    answers[0].session = nil
    for id in ["a", "b", "c"] {
      service.wait(seconds: 1)
      answers.append(try service.post(path + "/transitions", Service.push(id)).record())
    }
    let batch = #"{"transitions": [\#(Service.push("d")), {"type": "pop", "stack": "chats"}, \#(Service.push("e"))]}"#
    answers.append(try service.post(path + "/transitions", batch).record())
    // The second read is from the form at rest.
    for _ in 0..<2 {
      let response = try service.get(path + "/transitions")
      #expect(
        response.value(of: "ETag") == "\"4\"" && response.value(of: "Cache-Control") == "no-cache"
          && response.value(of: "Link") == nil)
      #expect(try records(response).map { $0.json() } == answers.map { $0.json() })
      _ = try service.created()
    }
  }

  private static let ways = [
    Service.push("a$"), Service.showDetail.replacing("chat-42", with: "chat-$"),
    #"{"type": "tapTab", "tab": "contacts"}"#,
    #"{"type": "setMultitasking", "multitasking": "slideOver"}"#, #"{"type": "undo"}"#,
    #"{"type": "tapTab", "tab": "chats"}"#,
    #"{"type": "setMultitasking", "multitasking": "slideOver"}"#, #"{"type": "back"}"#,
    #"{"type": "present", "screen": {"route": "sheet"}, "style": "formSheet"}"#,
    #"{"type": "setMultitasking", "multitasking": "fullScreen"}"#, #"{"type": "dismiss"}"#,
    #"{"transitions": [\#(Service.push("b$")), {"type": "setBadge", "tab": "chats", "badge": "$"}]}"#,
  ]

  /// Older records are retained as requests; replayed, they have the original answers and states.
  @Test(arguments: StoreKind.allCases) func oldRecordsHaveTheOriginalAnswers(kind: StoreKind) throws {
    let service = Service(store: try kind.make())
    let path = try service.created()
    var answers: [TransitionRecord] = []
    for number in 0..<150 {
      service.wait(seconds: 1)
      let body = Self.ways[number % Self.ways.count].replacing("$", with: "\(number)")
      let answer = try service.post(path + "/transitions?include=session", body)
      try #require(answer.status == .ok, "\(body): \(answer.text)")
      let record = try answer.record()
      if record.revision == (answers.last?.revision ?? 0) + 1 { answers.append(record) }
      // The session is evicted in stores with few resident sessions.
      if number % 50 == 20 { _ = try service.created() }
    }
    #expect(answers.count > 130)
    let kept = try records(service.get(path + "/transitions?include=session&limit=1000&after=0"))
    #expect(kept.map(\.revision) == answers.map(\.revision))
    for (record, answer) in zip(kept, answers) {
      #expect(record.json() == answer.json(), "revision \(answer.revision)")
    }
    for revision in [1, 7, 64, 100, answers.count - 20] {
      let snapshot = try service.get(path + "/snapshot?revision=\(revision)")
      #expect(snapshot.status == .ok && snapshot.value(of: "ETag") == "\"\(revision)\"")
    }
  }

  /// The usual history in memory is within `--history-bytes` there.
  @Test func aBusySessionHasItsHistory() throws {
    let service = Service()
    let path = try service.created()
    for number in 0..<300 {
      let body =
        number.isMultiple(of: 2)
        ? Service.showDetail.replacing("chat-42", with: "chat-\(number)") : #"{"type": "back"}"#
      #expect(try service.post(path + "/transitions", body).status == .ok)
    }
    let residency = service.store.residency
    #expect(residency.sessions == 1 && residency.bytes < 768 << 10, "\(residency.bytes)")
    #expect(try records(service.get(path + "/transitions?limit=1000")).count == 256)
  }

  @Test func requestsWithoutARevisionHaveNoRecord() throws {
    let service = Service()
    let path = try service.created()
    _ = try service.post(path + "/transitions?dryRun=true", Service.push("a"))
    _ = try service.post(path + "/transitions", #"{"type": "pop", "stack": "chats"}"#)
    _ = try service.post(path + "/transitions", Service.push("chat-list"))
    #expect(try records(service.get(path + "/transitions")).map(\.revision) == [0])
  }

  @Test(arguments: StoreKind.allCases) func aChangeOfTheBackgroundIsARevision(kind: StoreKind) throws {
    let service = Service(store: try kind.make())
    let path = try service.created()
    for (revision, body) in [#"{"type": "enterBackground"}"#, Service.push("a"), #"{"type": "enterForeground"}"#]
      .enumerated()
    {
      #expect(try service.post(path + "/transitions", body).record().revision == revision + 1)
      _ = try service.created()
    }
    let all = try records(service.get(path + "/transitions?include=changes"))
    #expect(all.map(\.revision) == [0, 1, 2, 3])
    let tells = all.map { String(decoding: $0.json(), as: UTF8.self).contains(#""path":"/environment/background""#) }
    #expect(tells == [false, true, false, true])
    #expect(try service.get(path + "/snapshot?revision=2").text.contains(#""background":true"#))
    #expect(try !service.get(path + "/snapshot").text.contains("background"))
  }

  /// Later scrolls, and later resizes of a drag, replace earlier ones without loss of an event.
  @Test(arguments: StoreKind.allCases) func everyEventOfAnAnswerIsInTheRecords(kind: StoreKind) throws {
    let service = Service(store: try kind.make())
    let pages = ["a", "b", "c"].map { #"{"title": "\#($0)", "screen": {"id": "\#($0)", "route": "r"}}"# }.joined(
      separator: ", ")
    let path = try #require(
      try service.post(
        "/v1/sessions", #"{"layout": {"name": "topTabs", "pages": [\#(pages)], "pageAppearance": "current"}}"#
      )
      .value(of: "Location"))
    var random = Seeded(0x5C01)
    var told: [String] = []
    for step in 1...120 {
      let offset = Int.random(in: -100...3_000, using: &random)
      let body =
        switch Int.random(in: 0..<12, using: &random) {
        case 0: #"{"type": "tapTitle", "page": "b"}"#
        case 1: #"{"type": "undo"}"#
        case 2: #"{"type": "scroll", "contentOffset": \#(offset), "phase": "ended"}"#
        case 3: #"{"type": "resize", "width": \#(500 + abs(offset) / 10), "height": 834, "phase": "began"}"#
        case 4, 5: #"{"type": "resize", "width": \#(500 + abs(offset) / 10), "height": 834, "phase": "changed"}"#
        default: #"{"type": "scroll", "contentOffset": \#(offset), "phase": "dragging"}"#
        }
      told += try service.post(path + "/transitions", body).record().events.map { "\($0)" }
      // A read of another session evicts this one.
      if step % 10 == 0 { _ = try service.created() }
    }
    let kept = try records(service.get(path + "/transitions?after=0&limit=1000"))
    #expect(kept.count < 120 && told.count > 60)
    #expect(kept.flatMap(\.events).map { "\($0)" } == told)
  }

  @Test func pagesFollowEachOther() throws {
    let service = Service()
    let path = try service.created()
    for number in 1...5 { _ = try service.post(path + "/transitions", Service.push("s\(number)")) }
    var target: String? = path + "/transitions?after=0&limit=2&include=changes"
    var pages: [[Int]] = []
    while let next = target {
      let response = try service.get(next)
      pages.append(try records(response).map(\.revision))
      #expect(try records(response).allSatisfy { $0.changes != nil && $0.session == nil })
      target = response.value(of: "Link").map { String($0.drop { $0 != "/" }.prefix { $0 != ">" }) }
      if let target { #expect(target == path + "/transitions?after=\(pages.count * 2)&limit=2&include=changes") }
    }
    #expect(pages == [[1, 2], [3, 4], [5]])
  }

  /// A page stays within its budget, has at least one record, and all pages together have all records.
  @Test(arguments: StoreKind.allCases, [4_096, 40_000]) func aPageHasABudget(kind: StoreKind, budget: Int) throws {
    let service = Service(pageBytes: budget, store: try kind.make())
    let path = try service.created()
    for number in 1...40 {
      let text = String(repeating: "x", count: number * 50)
      _ = try service.post(
        path + "/transitions",
        #"{"type": "push", "stack": "chats", "screen": {"id": "s\#(number)", "route": "\#(text)"}}"#)
    }
    var target: String? = path + "/transitions?limit=1000&include=session"
    var (revisions, pages): ([Int], Int) = ([], 0)
    while let next = target {
      let response = try service.get(next)
      let found = try records(response)
      #expect(!found.isEmpty && (found.count == 1 || response.body.count < budget + 64))
      (revisions, pages) = (revisions + found.map(\.revision), pages + 1)
      target = response.value(of: "Link").map { String($0.drop { $0 != "/" }.prefix { $0 != ">" }) }
    }
    #expect(revisions == Array(0...40) && pages > 10)
  }

  @Test func changesLeadFromOneStateToTheNext() throws {
    let service = Service()
    let path = try service.created()
    var state = try service.get(path).json()
    for body in [Service.showDetail, #"{"type": "setMultitasking", "multitasking": "slideOver"}"#, Service.push("x")] {
      _ = try service.post(path + "/transitions", body)
    }
    let all = try records(service.get(path + "/transitions?include=session,changes"))
    #expect(all[0].changes == nil && all[0].session?.revision == 0)
    for record in all.dropFirst() {
      state = try JSONPatch.apply(try #require(record.changes), to: state).root
      var patched = try state.object()
      let session = try JSONDocument(try #require(record.session).json()).root
      var told = try session.object()
      for member: StaticString in ["environment", "root"] {
        #expect(
          try JSONPatch.difference(from: patched.require(member), to: told.require(member)).isEmpty,
          "\(record.revision)")
      }
    }
    #expect(try service.get(path).text == String(decoding: #require(all.last?.session).json(), as: UTF8.self))
  }

  @Test func droppedRecordsAreReported() throws {
    let service = Service(history: .init(revisions: 2))
    let path = try service.created()
    for number in 1...4 { _ = try service.post(path + "/transitions", Service.push("s\(number)")) }
    #expect(try records(service.get(path + "/transitions?after=2")).map(\.revision) == [3, 4])
    let gone = try service.get(path + "/transitions?after=1")
    #expect(gone.code == "revision-gone" && gone.status == .gone)
    #expect(try gone.problem().revision == 4)
    let ahead = try service.get(path + "/transitions?after=5")
    #expect(ahead.code == "no-such-revision" && ahead.status == .notFound)
    // Without the previous state the change has the whole new one.
    let oldest = try #require(try records(service.get(path + "/transitions?include=changes")).first?.changes)
    #expect(oldest.count == 2)
  }

  @Test func conditionsApplyToRecords() throws {
    let service = Service()
    let path = try service.created() + "/transitions"
    #expect(try service.get(path, [("If-None-Match", "\"0\"")]).status == .notModified)
    #expect(try service.get(path, [("If-None-Match", "\"1\"")]).status == .ok)
    #expect(try service.get(path, [("If-Match", "\"1\"")]).code == "stale-revision")
    #expect(try service.get("/v1/sessions/s_00000000000000000000000000/transitions").code == "no-such-session")
  }

  @Test(arguments: [
    "after=-1", "after=01", "after=x", "limit=0", "limit=1001", "include=all", "dryRun=true", "before=3",
  ])
  func parametersAreRefused(query: String) throws {
    let service = Service()
    #expect(try service.get(try service.created() + "/transitions?" + query).code == "invalid-parameter")
  }
}
