import NavigationAPI

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
  /// The pending commits of answers.
  private var commits: [IdempotencyKey: Commit] = [:]
  /// Bytes that answers hold in memory.
  private var sizes: [IdempotencyKey: Int] = [:]
  private(set) var byteCount = 0

  /// - Parameter answers: the backend's answers, oldest first.
  init(_ answers: [StoredAnswer] = []) {
    for answer in answers { append(answer, bytes: 0, nil) }
  }

  func answer(for key: IdempotencyKey) -> Decided<StoredAnswer>? {
    answers[key].map { Decided(.success($0), commit: commits[key]) }
  }

  /// Appends an answer with a new key, and drops the oldest beyond the limits.
  ///
  /// - Parameter bytes: size of the session that it holds.
  mutating func append(_ answer: StoredAnswer, bytes: Int, _ commit: Commit?) {
    answers[answer.key] = answer
    commits[answer.key] = commit
    if keys.count < Self.limit {
      keys.append(answer.key)
    } else {
      letGo(of: keys[oldest])
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
      settle(key, as: .gone)
      if byteCount <= Self.byteLimit { return }
    }
  }

  private mutating func letGo(of key: IdempotencyKey) { byteCount -= sizes.removeValue(forKey: key) ?? 0 }

  mutating func settle(_ key: IdempotencyKey, as reply: StoredAnswer.Reply) {
    answers[key]?.reply = reply
    letGo(of: key)
  }

  /// Records the answer's place in the backend, or drops the answer if its request failed.
  mutating func settle(_ key: IdempotencyKey, _ settlement: CommitQueue.Settlement) {
    commits[key] = nil
    switch settlement.outcome {
    case .committed: if let place = settlement.place { settle(key, as: .stored(place)) }
    case .failed, .superseded: forget(key)
    }
  }

  /// Drops an answer that was never sent.
  private mutating func forget(_ key: IdempotencyKey) {
    answers[key] = nil
    letGo(of: key)
    // The slot too, or its turn in the ring would drop a later answer with this key.
    keys = (keys[oldest...] + keys[..<oldest]).filter { $0 != key }
    oldest = 0
  }
}
