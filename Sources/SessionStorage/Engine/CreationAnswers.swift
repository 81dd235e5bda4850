import Navigation

/// The answers to one owner's latest creations with a key.
package struct CreationAnswers: Sendable {
  /// Answers retained.
  package static let limit = 1_024
  /// Bytes of the sessions that unwritten answers hold in memory; beyond that, the oldest answers are evicted.
  package static let byteLimit = 64 << 20

  private var answers: [IdempotencyKey: StoredAnswer] = [:]
  /// The keys as a ring once full, with the oldest at `oldest`.
  private var keys: [IdempotencyKey] = []
  private var oldest = 0
  /// Bytes that answers hold in memory.
  private var sizes: [IdempotencyKey: Int] = [:]
  private(set) var byteCount = 0

  /// - Parameter answers: the backend's answers, oldest first.
  init(_ answers: [StoredAnswer] = []) {
    for answer in answers { append(answer, bytes: 0) }
  }

  func answer(for key: IdempotencyKey) -> StoredAnswer? { answers[key] }

  /// Appends an answer with a new key, and drops the oldest beyond the limits.
  ///
  /// - Parameter bytes: size of the session that it holds.
  mutating func append(_ answer: StoredAnswer, bytes: Int) {
    answers[answer.key] = answer
    if keys.count < Self.limit {
      keys.append(answer.key)
    } else {
      releaseBytes(of: keys[oldest])
      answers[keys[oldest]] = nil
      keys[oldest] = answer.key
      oldest = (oldest + 1) % Self.limit
    }
    sizes[answer.key] = bytes > 0 ? bytes : nil
    byteCount += bytes
    trim()
  }

  /// Evicts the oldest answers that hold a session, down to `byteLimit`; their requests' acceptance remains recorded.
  private mutating func trim() {
    guard byteCount > Self.byteLimit else { return }
    for key in keys[oldest...] + keys[..<oldest] where sizes[key] != nil {
      replaceReply(key, as: .gone)
      if byteCount <= Self.byteLimit { return }
    }
  }

  private mutating func releaseBytes(of key: IdempotencyKey) { byteCount -= sizes.removeValue(forKey: key) ?? 0 }

  mutating func replaceReply(_ key: IdempotencyKey, as reply: StoredAnswer.Reply) {
    answers[key]?.reply = reply
    releaseBytes(of: key)
  }
}

/// The key of a creation, whose turn it takes.
struct CreationKey: Hashable, Sendable {
  let owner: Owner
  let key: IdempotencyKey
}
