import NavigationAPI

/// The answers of one client's latest creations with a key.
package struct CreationAnswers: Sendable {
  /// Answers kept.
  package static let limit = 1_024
  /// Bytes of the sessions that the answers are about, which they hold; beyond them the oldest answers are gone.
  package static let byteLimit = 64 << 20

  private var answers: [IdempotencyKey: StoredAnswer] = [:]
  /// The keys, the oldest at `oldest` once there are as many as may be.
  private var keys: [IdempotencyKey] = []
  private var oldest = 0
  /// What the answers wait for that are not kept yet.
  private var commits: [IdempotencyKey: Commit] = [:]
  /// Bytes that an answer holds, where it does.
  private var sizes: [IdempotencyKey: Int] = [:]
  private(set) var byteCount = 0

  /// - Parameter kept: what a backend has, oldest first.
  init(_ kept: [StoredAnswer] = []) {
    for answer in kept { append(answer, bytes: 0, nil) }
  }

  func answer(for key: IdempotencyKey) -> Decided<StoredAnswer>? {
    answers[key].map { Decided(.success($0), commit: commits[key]) }
  }

  /// Keeps one more, whose key is not there yet, and forgets the oldest beyond the limits.
  ///
  /// - Parameter bytes: those of the session that it holds.
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

  /// The oldest answers that hold a session are gone where all hold too much: that their requests were accepted is
  /// still known.
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

  /// The answer stands in the backend at `place`; or nothing came of the request.
  mutating func settle(_ key: IdempotencyKey, _ settlement: CommitQueue.Settlement) {
    commits[key] = nil
    switch settlement.outcome {
    case .kept: if let place = settlement.place { settle(key, as: .kept(place)) }
    case .failed, .superseded: forget(key)
    }
  }

  /// The answer was never given.
  private mutating func forget(_ key: IdempotencyKey) {
    answers[key] = nil
    letGo(of: key)
    // Its place too, which would take the key away again when its turn comes.
    keys = (keys[oldest...] + keys[..<oldest]).filter { $0 != key }
    oldest = 0
  }
}
