import HTTPMessages
import NavigationAPI
import SessionStorage

/// Why an endpoint has no answer.
enum Halt: Error {
  case problem(Problem)
  /// The store does not have it at hand: the endpoint is asked again when it does.
  case wanting(Fetch)
  /// It takes longer than a shard may be held up: a worker asks the endpoint again.
  case heavy

  init(_ error: StoreError) {
    if case .notAtHand(let fetch) = error {
      self = .wanting(fetch)
    } else {
      self = .problem(NavigationService.problem(error))
    }
  }

  /// - Parameter revision: the session's present one.
  init(_ gap: HistoryGap, _ revision: Int) {
    if case .failed(.notAtHand(let fetch)) = gap {
      self = .wanting(fetch)
    } else {
      self = .problem(NavigationService.problem(gap, revision))
    }
  }

  /// Judges what needs no store.
  static func check<Value>(_ body: () throws(Problem) -> Value) throws(Halt) -> Value {
    do throws(Problem) { return try body() } catch { throw .problem(error) }
  }
}

/// What an endpoint has to say.
enum Reply {
  case answer(HTTPAnswer)
  /// What was decided is told when it is kept.
  case decided(Commit, Respond)

  /// The response, once it is known whether the commit is kept, or why it is not.
  typealias Respond = @Sendable (StoreError?, Visit) throws(Halt) -> HTTPResponse
}
