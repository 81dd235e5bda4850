#if PostgreSQL
import NavigationModel
import SessionStorage

/// What may stay of a session's records and of its answers beside its state.
struct KeepingLimits: Hashable, Sendable {
  let history: History.Limits
  /// Bytes of the bodies of answers.
  let answerBytes: Int
  /// Whether what was written is so large that what is beyond the limits is not left to gather.
  let hasLargeContent: Bool
  let hasLargeAnswer: Bool

  /// Writes of which one looks whether there are too many records.
  static let trimInterval: Int64 = 16

  init(_ limits: StoreLimits, beside state: Session, content: Int, answer: Int?) {
    let (history, answerBytes) = (limits.history(beside: state), limits.answerBytes(beside: state))
    (self.history, self.answerBytes) = (history, answerBytes)
    hasLargeContent = content > history.bytes / Int(Self.trimInterval)
    // Without one that is larger, all that are kept are within the limit together.
    hasLargeAnswer = answer.map { $0 > answerBytes / AnswerLog.limit } ?? false
  }
}
#endif
