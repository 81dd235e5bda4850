import HTTPMessages
import NavigationAPI
import SessionStorage

/// Answers that wait until what they tell is kept.
extension NavigationService {
  /// Milliseconds that a store may take to keep a change.
  private static let commitMilliseconds = 30_000

  /// The answer to what was decided: at once where all of it is kept, else as soon as it is.
  ///
  /// - Parameter respond: called once at most.
  func answer<Value>(
    to decided: Decided<Value>, _ requestID: String, _ respond: @escaping @Sendable (Value) throws(Problem) -> HTTPResponse
  ) throws(Problem) -> HTTPAnswer {
    guard let commit = decided.commit else { return .response(try Self.response(to: decided, .kept, respond)) }
    let response: @Sendable (Commit.Outcome) -> HTTPResponse = { outcome in
      do throws(Problem) { return try Self.response(to: decided, outcome, respond) } catch { return .problem(error, requestID: requestID) }
    }
    return .later(
      HTTPLater(
        milliseconds: Self.commitMilliseconds, isOnItsWay: true, begin: { wake in commit.whenDecided { _ in wake() } },
        next: { commit.outcome.map(response) }, timeout: { .problem(Self.undecided, requestID: requestID) }))
  }

  private static func response<Value>(
    to decided: Decided<Value>, _ outcome: Commit.Outcome, _ respond: (Value) throws(Problem) -> HTTPResponse
  ) throws(Problem) -> HTTPResponse {
    let value: Value
    do throws(StoreError) { value = try decided.answer(outcome) } catch { throw problem(error) }
    return try respond(value)
  }

  private static var undecided: Problem {
    Problem(
      .storeUnavailable,
      "The store has not said in \(commitMilliseconds / 1_000) s whether it keeps the change: it may yet, or not. "
        + "The same request with the same Idempotency-Key acts once.")
  }
}
