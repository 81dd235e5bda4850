import NavigationAPI

/// The answers of one client's latest creations with a key.
package struct CreationAnswers: Sendable {
  /// Answers kept.
  package static let limit = 1_024

  private var answers: [IdempotencyKey: StoredAnswer] = [:]
  /// The keys, the oldest at `oldest` once there are as many as may be.
  private var keys: [IdempotencyKey] = []
  private var oldest = 0

  package init() {}

  package func answer(for key: IdempotencyKey) -> StoredAnswer? { answers[key] }

  /// Keeps one more, whose key is not there yet, and forgets the oldest beyond the limit.
  package mutating func append(_ answer: StoredAnswer) {
    answers[answer.key] = answer
    guard keys.count >= Self.limit else { return keys.append(answer.key) }
    answers[keys[oldest]] = nil
    keys[oldest] = answer.key
    oldest = (oldest + 1) % Self.limit
  }

  package mutating func settle(_ key: IdempotencyKey, as reply: StoredAnswer.Reply) { answers[key]?.reply = reply }

  /// The answer was never given.
  package mutating func forget(_ key: IdempotencyKey) {
    answers[key] = nil
    // Its place too, which would take the key away again when its turn comes.
    keys = (keys[oldest...] + keys[..<oldest]).filter { $0 != key }
    oldest = 0
  }
}
