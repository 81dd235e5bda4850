public import Navigation

/// The stored answer to an accepted request with an idempotency key.
public struct StoredAnswer: Sendable {
  public let key: IdempotencyKey
  /// Distinguishes a repetition from another request with the same key.
  public let fingerprint: Fingerprint
  public let sessionID: SessionID
  /// The revision after the request.
  public let revision: Int
  public var reply: Reply

  /// The body of an answer.
  public enum Reply: Sendable {
    /// As JSON. Shared with the record, where it has the same bytes.
    case written([UInt8])
    /// Stored in the backend at this place; read on demand.
    case stored(Int64)
    /// Evicted, since it exceeded the room of its session. The request's acceptance remains recorded.
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
  /// The body as a row of a durable store, with its checksum; empty without a body.
  package var row: [UInt8] { body.map { RowChecksum(self).sealed($0) } ?? [] }

  /// The body in a row; empty if it was evicted. Throws `unreadable` if the row is not from `row`.
  package func body(row: [UInt8]) throws(StoreError) -> [UInt8] {
    row.isEmpty ? [] : try RowChecksum(self).opened(row)
  }

  /// The body. Throws `answerGone`, or `unreadable` if the body is only in the backend.
  package func readBody() throws(StoreError) -> [UInt8] {
    if case .gone = reply { throw .answerGone(revision: revision) }
    guard let body else { throw .unreadable }
    return body
  }

  /// The body; nil if it is evicted or only in the backend.
  public var body: [UInt8]? {
    switch reply {
    case .written(let bytes): bytes
    case .stored, .gone: nil
    }
  }

  /// Bytes of the body if it is written.
  package var byteCount: Int { body?.count ?? 0 }
}

/// The latest answers of one session, oldest first.
public struct AnswerLog: Sendable {
  /// Answers retained for one session.
  public static let limit = 64

  public private(set) var answers: [StoredAnswer]
  /// Bytes of the written bodies.
  package private(set) var byteCount: Int

  public init(_ answers: [StoredAnswer] = []) {
    self.answers = answers.suffix(Self.limit)
    byteCount = self.answers.reduce(0) { $0 + $1.byteCount }
  }

  public func answer(for key: IdempotencyKey) -> StoredAnswer? { answers.last { $0.key == key } }

  /// Appends an answer and drops the oldest beyond the limit.
  public mutating func append(_ answer: StoredAnswer) {
    if answers.count >= Self.limit {
      let surplus = answers.count - Self.limit + 1
      for answer in answers.prefix(surplus) { byteCount -= answer.byteCount }
      answers.removeFirst(surplus)
    }
    byteCount += answer.byteCount
    answers.append(answer)
  }

  /// Evicts the oldest written bodies until at most `bytes` remain.
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
