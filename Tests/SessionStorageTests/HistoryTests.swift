import Navigation
import SessionStorage
import StoreKinds
import Testing

/// The records and states that a store retains of a session.
@Suite struct HistoryTests {
  static let push = #"{"type":"push","stack":"chats","screen":{"id":"s$","route":"r","params":{"n":$}}}"#

  @Test(arguments: StoreKind.allCases)
  func stepsComeOnceAndInOrder(kind: StoreKind) throws {
    let store = try kind.filled(revisions: 40)
    let all = try store.steps(after: nil, limit: 1_000)
    #expect(all.map(\.record.revision) == Array(0...40))
    for after in [0, 1, 7, 39, 40] {
      #expect(try store.steps(after: after, limit: 1_000).map(\.record.revision) == Array((after + 1)..<41), "\(after)")
      #expect(
        try store.steps(after: after, limit: 3).map(\.record.revision) == Array(Array((after + 1)..<41).prefix(3)),
        "\(after)")
    }
  }

  @Test(arguments: StoreKind.allCases)
  func everyStepHasItsRecordAndBothStates(kind: StoreKind) throws {
    var session = try Sample.layout()
    let store = try kind.filled(revisions: 70)
    for step in try store.steps(after: 0, limit: 1_000) {
      let before = session
      let transition = try Transition.numbered(Self.push, step.record.revision)
      let answer = try session.apply(transition)
      #expect(step.before?.state == before && step.record.state == session)
      let record = try TransitionRecord(json: JSONDocument(step.record.bytes).root)
      #expect(record.content == .single(transition, answer.outcome))
      #expect(record.events == answer.events.map(ReceivedEvent.event) && record.at == step.record.at)
      #expect(step.record.at == Sample.time(step.record.revision) && step.record.can.goBack == session.canGoBack)
    }
  }

  /// Before its commit, the states of a session are needed by a long decision.
  @Test(arguments: StoreKind.allCases)
  func everyStateIsFoundBeforeAndAfterItsCommit(kind: StoreKind) async throws {
    let store = try kind.make()
    _ = try store.make(try Sample.session(0), answer: nil)
    var states = [try store.session(Sample.id(0), at: Sample.start).session]
    let moment = Moment(now: Sample.start)
    for revision in 1...24 {
      let push = try Transition.numbered(Self.push, revision)
      let change = TestChange(long: { stored in
        (stored.change(push, at: Sample.start), await store.states(of: stored))
      })
      #expect(try await store.make(change, of: Sample.id(0), at: moment) == states, "of \(revision)")
      let stored = try await store.session(Sample.id(0), at: moment)
      states.append(stored.session)
      #expect(await store.states(of: stored) == states, "of \(revision)")
      await #expect(throws: HistoryGap.ahead) { try await store.state(of: stored, at: revision + 1, moment) }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func onlyTheLatestRevisionsAreRetained(kind: StoreKind) throws {
    let store = try kind.filled(revisions: 12, limits: .init(revisions: 5))
    #expect(try store.steps(after: nil, limit: 100).map(\.record.revision) == [8, 9, 10, 11, 12])
    #expect(try store.steps(after: nil, limit: 100).first?.before == nil)
    #expect(try store.steps(after: 7, limit: 100).count == 5)
    #expect(throws: HistoryGap.gone(start: 7)) { try store.steps(after: 6, limit: 100) }
    #expect(throws: HistoryGap.ahead) { try store.steps(after: 13, limit: 100) }
    #expect(try store.steps(after: 12, limit: 100).isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func retainedRecordsStayWithinTheirBytes(kind: StoreKind) throws {
    let limits = History.Limits(revisions: 256, bytes: 40_000)
    let store = try kind.filled(revisions: 200, limits: limits)
    let revisions = try store.steps(after: nil, limit: 1_000).map(\.record.revision)
    #expect(revisions.count < 200 && revisions.count > 8, "\(revisions.count)")
    #expect(revisions == Array((201 - revisions.count)...200))
  }

  @Test(arguments: StoreKind.allCases) func theLatestRecordIsRetainedRegardlessOfItsSize(kind: StoreKind) throws {
    let store = try kind.filled(revisions: 3, limits: .init(revisions: 256, bytes: 1))
    #expect(try store.steps(after: nil, limit: 1_000).map(\.record.revision) == [3])
  }

  @Test(arguments: StoreKind.allCases) func `D-117: scrolls without events are replaced by the next`(
    kind: StoreKind
  ) throws {
    let store = try kind.make()
    _ = try store.make(try Sample.session(0), answer: nil)
    let pages =
      #"[{"title":"1","child":{"kind":"screen","id":"p1","route":"r"}},{"title":"2","child":{"kind":"screen","id":"p2","route":"r"}}]"#
    try store.apply(
      #"{"type":"push","stack":"secondary","controller":{"kind":"topTabs","id":"top","pages":\#(pages)}}"#)
    let offsets = [10, 20, 30]
    var states: [Session] = []
    for offset in offsets {
      try store.apply(#"{"type":"scroll","contentOffset":\#(offset),"phase":"dragging"}"#)
      states.append(try store.session(Sample.id(0), at: Sample.start).session)
    }
    // The first scroll had an event, the appearance of the second page; the third scroll has replaced the second.
    #expect(try store.steps(after: nil, limit: 10).map(\.record.revision) == [0, 1, 2, 4])
    // A reader with the replaced revision, or the one before, receives the step from the state before it.
    #expect(try store.steps(after: 3, limit: 10).map(\.before?.state) == [states[1]])
    #expect(try store.steps(after: 2, limit: 10).map(\.before?.state) == [states[0]])
    let gesture = try store.steps(after: 1, limit: 10)
    #expect(
      gesture.map(\.record.revision) == [2, 4] && gesture[0].before != nil && gesture[1].before?.state == states[0])
    try store.apply(#"{"type":"setBadge","tab":"chats","badge":"1"}"#)
    try store.apply(#"{"type":"scroll","topTabs":"top","contentOffset":40,"phase":"ended"}"#)
    #expect(try store.steps(after: nil, limit: 10).map(\.record.revision) == [0, 1, 2, 4, 5, 6])
  }

  @Test(arguments: StoreKind.allCases) func recordsSurviveRepeatedEviction(kind: StoreKind) throws {
    let store = try kind.make()
    for number in 0..<2 { _ = try store.make(try Sample.session(number), answer: nil) }
    for revision in 1...100 {
      try store.apply(Self.push.replacing("$", with: "\(revision)"), at: revision)
      if revision % 3 == 0 { _ = try store.session(Sample.id(1), at: Sample.start) }
    }
    let steps = try store.steps(after: nil, limit: 1_000)
    #expect(steps.map(\.record.revision) == Array(0...100))
    for (step, next) in zip(steps, steps.dropFirst()) { #expect(next.before?.state == step.record.state) }
  }
}

extension StoreKind {
  /// A store with a session of `revisions` revisions, and a second session.
  func filled(revisions: Int, limits: History.Limits = .init()) throws -> SessionStore {
    let store = try make(history: limits)
    for number in 0..<2 { _ = try store.make(try Sample.session(number, timeToLive: 1_000), answer: nil) }
    for revision in 1...revisions {
      try store.apply(HistoryTests.push.replacing("$", with: "\(revision)"), at: revision)
      // A read of the other session, so that this one is evicted.
      if revision % 16 == 0 || revision == revisions { _ = try store.session(Sample.id(1), at: Sample.start) }
    }
    return store
  }
}

extension SessionStore {
  /// All states of a session.
  fileprivate func states(of stored: StoredSession) async -> [Session] {
    var states: [Session] = []
    for revision in 0...stored.revision {
      guard let state = try? await state(of: stored, at: revision, Moment(now: Sample.start)) else { break }
      states.append(state)
    }
    return states
  }

  func steps(after revision: Int?, limit: Int) throws -> [HistoryStep] {
    try steps(of: session(Sample.id(0), at: Sample.start), after: revision, limit: limit)
  }

  /// Applies a transition as the service does.
  func apply(_ json: String, to number: Int = 0, at seconds: Int = 0) throws {
    let transition = try Transition(request: Array(json.utf8))
    let isDone = try change(Sample.id(number), at: Sample.start) { stored in
      let change = stored.change(transition, at: Sample.time(seconds))
      return (change, change != nil)
    }
    try #require(isDone)
  }
}

extension Transition {
  static func numbered(_ json: String, _ number: Int) throws -> Transition {
    try Transition(request: Array(json.replacing("$", with: "\(number)").utf8))
  }
}
