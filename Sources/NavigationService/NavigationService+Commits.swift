import HTTPMessages
import NavigationAPI
import SessionStorage

/// Answers that wait until what they tell is kept.
extension NavigationService {
  /// The reply to what was decided: at once where all of it is kept, else as soon as it is.
  ///
  /// - Parameter respond: called until it answers.
  func reply<Value>(
    to decided: Decided<Value>, _ visit: Visit, _ respond: @escaping @Sendable (Value, Visit) throws(Halt) -> HTTPResponse
  ) throws(Halt) -> Reply {
    guard let commit = decided.commit else { return .answer(.response(try Self.response(to: decided, .kept, visit, respond))) }
    return .decided(commit) { (outcome, visit) throws(Halt) in try Self.response(to: decided, outcome, visit, respond) }
  }

  private static func response<Value>(
    to decided: Decided<Value>, _ outcome: Commit.Outcome, _ visit: Visit, _ respond: (Value, Visit) throws(Halt) -> HTTPResponse
  ) throws(Halt) -> HTTPResponse {
    let value: Value
    do throws(StoreError) { value = try decided.answer(outcome) } catch { throw Halt(error) }
    return try respond(value, visit)
  }
}
