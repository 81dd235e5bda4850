import NavigationAPI

/// The answers of one client's latest creations with a key.
package struct CreationAnswers: Sendable {
  /// Answers kept.
  package static let limit = 1_024

  private var answers: [IdempotencyKey: StoredAnswer] = [:]
  /// The keys, the oldest at `oldest` once there are as many as may be.
  private var keys: [IdempotencyKey] = []
  private var oldest = 0
  /// What the answers wait for that are not kept yet.
  private var commits: [IdempotencyKey: Commit] = [:]

  /// - Parameter kept: what a backend has, oldest first.
  init(_ kept: [StoredAnswer] = []) {
    for answer in kept { append(answer, nil) }
  }

  func answer(for key: IdempotencyKey) -> Decided<StoredAnswer>? {
    answers[key].map { Decided(.success($0), commit: commits[key]) }
  }

  /// Keeps one more, whose key is not there yet, and forgets the oldest beyond the limit.
  mutating func append(_ answer: StoredAnswer, _ commit: Commit?) {
    answers[answer.key] = answer
    commits[answer.key] = commit
    guard keys.count >= Self.limit else { return keys.append(answer.key) }
    answers[keys[oldest]] = nil
    keys[oldest] = answer.key
    oldest = (oldest + 1) % Self.limit
  }

  mutating func settle(_ key: IdempotencyKey, as reply: StoredAnswer.Reply) { answers[key]?.reply = reply }

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
    // Its place too, which would take the key away again when its turn comes.
    keys = (keys[oldest...] + keys[..<oldest]).filter { $0 != key }
    oldest = 0
  }
}
