#if SQLite
import NavigationAPI
import SessionStorage

/// The answers to one owner's latest creations with a key.
struct CreationLog: Sendable {
  private var answers = CreationAnswers()
  /// What the answers wait for that are not kept yet.
  private var commits: [IdempotencyKey: Commit] = [:]

  /// - Parameter kept: what the file has, oldest first.
  init(_ kept: [StoredAnswer]) {
    for answer in kept { answers.append(answer) }
  }

  func answer(for key: IdempotencyKey) -> Decided<StoredAnswer>? {
    answers.answer(for: key).map { Decided(.success($0), commit: commits[key]) }
  }

  mutating func append(_ answer: StoredAnswer, _ commit: Commit) {
    answers.append(answer)
    commits[answer.key] = commit
  }

  /// The answer stands in the file at `place`; or nothing came of the request.
  mutating func settle(_ key: IdempotencyKey, _ outcome: Commit.Outcome, at place: Int64?) {
    commits[key] = nil
    switch outcome {
    case .kept: if let place { answers.settle(key, as: .kept(place)) }
    case .failed: answers.forget(key)
    }
  }
}
#endif
