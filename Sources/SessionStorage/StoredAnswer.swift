public import NavigationAPI

/// What an accepted request with an idempotency key was answered.
public struct StoredAnswer: Sendable {
  public let key: IdempotencyKey
  /// Tells a repetition from another request with the same key.
  public let fingerprint: Fingerprint
  public let sessionID: SessionID
  /// The revision after the request.
  public let revision: Int
  public var reply: Reply

  /// The body of the answer.
  public enum Reply: Sendable {
    /// Written by the first reader, always the same bytes; until they have been written once.
    case deferred(@Sendable () -> [UInt8])
    /// As packed JSON.
    case packed([UInt8])
    /// The store has it at this place, and reads it when it is asked for.
    case kept(Int64)
    /// It took more room than its session has. That the request was accepted is still known.
    case gone
  }

  public init(key: IdempotencyKey, fingerprint: Fingerprint, sessionID: SessionID, revision: Int, reply: Reply) {
    self.key = key
    self.fingerprint = fingerprint
    self.sessionID = sessionID
    self.revision = revision
    self.reply = reply
  }
}

extension StoredAnswer {
  /// Its body, unless the store has it elsewhere. Throws `answerGone` and `unreadable`.
  package func readBody() throws(StoreError) -> [UInt8] {
    if case .gone = reply { throw .answerGone(revision: revision) }
    guard let body else { throw .unreadable }
    return body
  }

  /// Bytes of its body where it is packed.
  package var byteCount: Int {
    switch reply {
    case .packed(let packed): packed.count
    case .deferred, .kept, .gone: 0
    }
  }
}

/// The latest answers of one session, oldest first.
public struct AnswerLog: Sendable {
  /// Answers kept of one session.
  public static let limit = 64

  public private(set) var answers: [StoredAnswer]
  /// Bytes of the bodies that are packed.
  package private(set) var byteCount: Int

  public init(_ answers: [StoredAnswer] = []) {
    self.answers = answers.suffix(Self.limit)
    byteCount = self.answers.reduce(0) { $0 + $1.byteCount }
  }

  public func answer(for key: IdempotencyKey) -> StoredAnswer? { answers.last { $0.key == key } }

  /// Keeps one more, and forgets the oldest beyond the limit.
  public mutating func append(_ answer: StoredAnswer) {
    if answers.count >= Self.limit {
      let surplus = answers.count - Self.limit + 1
      for answer in answers.prefix(surplus) { byteCount -= answer.byteCount }
      answers.removeFirst(surplus)
    }
    byteCount += answer.byteCount
    answers.append(answer)
  }

  /// Replaces the reply of the answer with this key, if it is kept.
  package mutating func settle(_ key: IdempotencyKey, as reply: StoredAnswer.Reply) {
    guard let index = answers.lastIndex(where: { $0.key == key }) else { return }
    byteCount -= answers[index].byteCount
    answers[index].reply = reply
    byteCount += answers[index].byteCount
  }

  /// Lets go of the oldest bodies beyond so many bytes.
  package mutating func trim(to bytes: Int) {
    for index in answers.indices {
      guard byteCount > bytes else { return }
      let freed = answers[index].byteCount
      guard freed > 0 else { continue }
      answers[index].reply = .gone
      byteCount -= freed
    }
  }
}
