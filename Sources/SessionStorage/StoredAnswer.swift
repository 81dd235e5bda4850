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
    /// Written by whoever asks, always the same bytes; until they have been written once.
    case deferred(@Sendable () -> [UInt8])
    /// As packed JSON.
    case packed([UInt8])
    /// The store has it at this place, and reads it when it is asked for.
    case kept(Int64)
  }

  public init(key: IdempotencyKey, fingerprint: Fingerprint, sessionID: SessionID, revision: Int, reply: Reply) {
    self.key = key
    self.fingerprint = fingerprint
    self.sessionID = sessionID
    self.revision = revision
    self.reply = reply
  }
}

/// The latest answers of one session, oldest first.
public struct AnswerLog: Sendable {
  /// Answers kept of one session.
  public static let limit = 64

  public private(set) var answers: [StoredAnswer]

  public init(_ answers: [StoredAnswer] = []) { self.answers = answers.suffix(Self.limit) }

  public func answer(for key: IdempotencyKey) -> StoredAnswer? { answers.last { $0.key == key } }

  /// Keeps one more, and forgets the oldest beyond the limit.
  public mutating func append(_ answer: StoredAnswer) {
    if answers.count >= Self.limit { answers.removeFirst(answers.count - Self.limit + 1) }
    answers.append(answer)
  }

  /// Replaces the reply of the answer with this key, if it is kept.
  package mutating func settle(_ key: IdempotencyKey, as reply: StoredAnswer.Reply) {
    guard let index = answers.lastIndex(where: { $0.key == key }) else { return }
    answers[index].reply = reply
  }
}
