import Navigation

/// The answers to one owner's latest creations with a key.
package struct CreationAnswers: Sendable {
  /// Answers retained.
  package static let limit = 1_024
  /// Bytes of the bodies in memory; beyond that, the oldest are evicted.
  package static let byteLimit = 64 << 20

  private var answers: [IdempotencyKey: StoredAnswer] = [:]
  /// The keys as a ring once full, with the oldest at `oldest`.
  private var keys: [IdempotencyKey] = []
  private var oldest = 0
  /// Bytes of the bodies in memory.
  private(set) var byteCount = 0

  /// - Parameter answers: the backend's answers, oldest first.
  init(_ answers: [StoredAnswer] = []) {
    for answer in answers { append(answer) }
  }

  func answer(for key: IdempotencyKey) -> StoredAnswer? { answers[key] }

  /// Appends an answer with a new key, and drops the oldest beyond the limits.
  mutating func append(_ answer: StoredAnswer) {
    if keys.count < Self.limit {
      keys.append(answer.key)
    } else {
      byteCount -= answers.removeValue(forKey: keys[oldest])?.byteCount ?? 0
      keys[oldest] = answer.key
      oldest = (oldest + 1) % Self.limit
    }
    answers[answer.key] = answer
    byteCount += answer.byteCount
    trim()
  }

  /// Evicts the oldest bodies, down to `byteLimit`; their requests' acceptance remains recorded.
  private mutating func trim() {
    guard byteCount > Self.byteLimit else { return }
    for key in keys[oldest...] + keys[..<oldest] {
      guard let bytes = answers[key]?.byteCount, bytes > 0 else { continue }
      answers[key]?.reply = .gone
      byteCount -= bytes
      if byteCount <= Self.byteLimit { return }
    }
  }
}

/// The key of a creation, whose turn it takes.
struct CreationKey: Hashable, Sendable {
  let owner: Owner
  let key: IdempotencyKey
}
