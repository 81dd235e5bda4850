import Navigation
import StoreKinds
import Testing

@testable import SessionStorage

/// The answers that every store retains for repeated requests.
@Suite struct StoreAnswerTests {
  private func body(_ answer: StoredAnswer?, in store: SessionStore) throws -> String? {
    try answer.map { String(decoding: try store.body(of: $0), as: UTF8.self) }
  }

  @Test(arguments: StoreKind.allCases) func aRepeatedCreationHasTheSameAnswer(kind: StoreKind) throws {
    let store = try kind.make()
    let key = try Sample.key("k")
    #expect(try store.answer(for: key, of: .unnamed) == nil)
    guard case .created = try store.make(try Sample.session(1), answer: Sample.answer(key, "first")) else {
      Issue.record("nothing was created")
      return
    }
    guard
      case .repeated(let earlier) = try store.make(
        try Sample.session(2), answer: Sample.answer(key, "second", session: 2))
    else {
      Issue.record("the key was not known")
      return
    }
    #expect(try body(earlier, in: store) == "first")
    #expect(earlier.sessionID == Sample.id(1))
    #expect(store.count == 1)
  }

  @Test(arguments: StoreKind.allCases) func aRefusedCreationHasNoStoredAnswer(kind: StoreKind) throws {
    let store = try kind.make(sessions: 0)
    let key = try Sample.key("k")
    #expect(throws: StoreError.sessionLimit(.ofAll(0))) {
      try store.make(try Sample.session(1), answer: Sample.answer(key, "first"))
    }
    #expect(try store.answer(for: key, of: .unnamed) == nil)
  }

  @Test(arguments: StoreKind.allCases) func answersToTheLatestCreationsAreRetained(kind: StoreKind) throws {
    let store = try kind.make()
    for number in 0..<1_025 {
      _ = try store.make(try Sample.session(number), answer: Sample.answer(try Sample.key("k\(number)"), "\(number)"))
    }
    #expect(try store.answer(for: try Sample.key("k0"), of: .unnamed) == nil)
    #expect(try body(store.answer(for: try Sample.key("k1"), of: .unnamed), in: store) == "1")
    #expect(try body(store.answer(for: try Sample.key("k1024"), of: .unnamed), in: store) == "1024")
  }

  /// A failed creation leaves no trace of its key, which is then retained as long as any other.
  @Test func theKeyOfAFailedCreationIsFree() async throws {
    let backend = TestBackend()
    let store = try backend.store()
    let key = try Sample.key("k")
    backend.hold()
    let task = Task.immediate {
      try await store.create(
        try Sample.session(1), answer: Sample.answer(key, "never given"), at: Moment(now: Sample.start))
    }
    backend.release(.failed(.full))
    await #expect(throws: StoreError.full) { try await task.value }
    backend.release(.committed())
    #expect(try store.answer(for: key, of: .unnamed) == nil && store.count == 0)
    #expect(try store.make(try Sample.session(1), answer: Sample.answer(key, "given")).isCreated)
    for number in 1..<CreationAnswers.limit {
      _ = try store.make(try Sample.session(number + 1), answer: Sample.answer(Sample.key("k\(number)"), "given"))
    }
    #expect(try store.answer(for: key, of: .unnamed) != nil)
    _ = try store.make(try Sample.session(0), answer: Sample.answer(Sample.key("last"), "given"))
    #expect(try store.answer(for: key, of: .unnamed) == nil)
    #expect(try store.answer(for: Sample.key("k1"), of: .unnamed) != nil)
  }

  /// The bytes of successive answers, in halves of the limit, and those that are evicted.
  @Test(
    arguments: [
      ([1, 1], []), ([1, 1, 1], [0]), ([2, 1], [0]), ([1, 2], [0]), ([3], [0]), ([1, 1, 3], [0, 1, 2]),
      ([0, 1, 1, 0, 1], [1]),
    ] as [([Int], [Int])]) func answersToCreationsStayWithinTheLimit(row: (halves: [Int], gone: [Int])) throws
  {
    var answers = CreationAnswers()
    let keys = try row.halves.indices.map { try Sample.key("k\($0)") }
    for (key, halves) in zip(keys, row.halves) {
      var answer = Sample.answer(key, "")
      answer.reply = .written([UInt8](repeating: 0, count: halves * CreationAnswers.byteLimit / 2))
      answers.append(answer)
    }
    let gone = keys.indices.filter {
      if case .gone? = answers.answer(for: keys[$0])?.reply { true } else { false }
    }
    #expect(gone == row.gone && answers.byteCount <= CreationAnswers.byteLimit)
  }

  @Test(arguments: StoreKind.allCases) func onlyOneOfManyCreationsWithAKeyIsExecuted(kind: StoreKind) async throws {
    let store = try kind.make()
    let key = try Sample.key("k")
    let created = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<8 {
        group.addTask {
          let session = try Sample.session(number)
          guard case .created = try store.make(session, answer: Sample.answer(key, "\(number)", session: number)) else {
            return 0
          }
          return 1
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(created == 1)
    #expect(store.count == 1)
  }

  @Test(arguments: StoreKind.allCases) func theLatestAnswersOfASessionAreRetained(kind: StoreKind) throws {
    let store = try kind.make()
    for number in 0..<3 { _ = try store.make(try Sample.session(number), answer: nil) }
    for number in 0..<65 {
      let key = try Sample.key("k\(number)")
      // Every second is an answer alone, without a revision.
      try store.change(Sample.id(1), at: Sample.start) { stored in
        let answer = Sample.answer(key, "\(number)")
        return (number % 2 == 0 ? stored.touched(answer: answer) : stored.change(answeredBy: answer), ())
      }
      _ = try store.session(Sample.id(0), at: Sample.start)
      _ = try store.session(Sample.id(2), at: Sample.start)
    }
    let answers = try store.session(Sample.id(1), at: Sample.start).answers
    #expect(answers.answers.count == AnswerLog.limit)
    #expect(answers.answer(for: try Sample.key("k0")) == nil)
    #expect(try body(answers.answer(for: Sample.key("k1")), in: store) == "1")
    #expect(try body(answers.answer(for: Sample.key("k64")), in: store) == "64")
  }

  /// The room for three answers beside the state, and one byte less.
  @Test(arguments: StoreKind.allCases, [(0, [0, 1]), (1, [0, 1, 2])]) func theSameAnswersAreEvictedInEveryStore(
    kind: StoreKind, row: (lacking: Int, gone: [Int])
  ) throws {
    let count = 5_000
    let room = try Sample.layout().jsonBytesAtMost + 3 * count - row.lacking
    let store = try kind.make(sessionBytes: room)
    _ = try store.make(try Sample.session(1), answer: nil)
    for number in 0..<5 {
      let answer = Sample.answer(try Sample.key("k\(number)"), String(repeating: "\(number)", count: count))
      try store.change(Sample.id(1), at: Sample.start) { ($0.touched(answer: answer), ()) }
    }
    let answers = try store.session(Sample.id(1), at: Sample.start).answers.answers
    let gone = try answers.indices.filter { index in
      do throws(StoreError) { return try store.body(of: answers[index]).count != count } catch {
        guard case .answerGone = error else { throw error }
        return true
      }
    }
    #expect(answers.count == 5 && gone == row.gone)
  }

  @Test(arguments: [
    (["POST", "/a", "", "x"], ["POST", "/a", "", "x"], true),
    (["POST", "/a", "", "x"], ["POST", "/a", "x", ""], false),
    (["POST", "/a", "", "x"], ["POST", "/ax", "", ""], false),
    (["POST", "/a", "", "12345678"], ["POST", "/a", "", "12345679"], false),
    (["POST", "/a", "", "123456789"], ["POST", "/a", "", "12345678"], false),
    (["", "", "", "\0"], ["", "", "", ""], false),
  ]) func aFingerprintDistinguishesRequests(left: [String], right: [String], same: Bool) {
    func fingerprint(_ parts: [String]) -> Fingerprint {
      Fingerprint(
        of: Array(parts[0].utf8)[...], Array(parts[1].utf8)[...], Array(parts[2].utf8)[...], Array(parts[3].utf8)[...])
    }
    #expect((fingerprint(left) == fingerprint(right)) == same)
  }

  @Test func aFingerprintIsTheSameInEveryProcess() {
    #expect(
      Fingerprint(of: Array("POST".utf8)[...], Array("/v1/sessions".utf8)[...])
        == Fingerprint(high: 10_786_176_673_414_380_095, low: 11_377_315_446_023_243_700))
  }
}
