import HTTPMessages
import NavigationAPI
import SessionStorage

/// Why an endpoint has no answer yet.
enum Halt: Error {
  case problem(Problem)
  /// The data is not in memory: the endpoint is called again when the fetch is done.
  case wanting(Fetch)
  /// It would block a shard too long: a worker calls the endpoint again.
  case heavy

  init(_ error: StoreError) {
    if case .notAtHand(let fetch) = error {
      self = .wanting(fetch)
    } else {
      self = .problem(NavigationService.problem(error))
    }
  }

  /// - Parameter revision: the session's current one.
  init(_ gap: HistoryGap, _ revision: Int) {
    if case .failed(.notAtHand(let fetch)) = gap {
      self = .wanting(fetch)
    } else {
      self = .problem(NavigationService.problem(gap, revision))
    }
  }

  /// Runs checks that need no store, and turns their problem into a halt.
  static func check<Value>(_ body: () throws(Problem) -> Value) throws(Halt) -> Value {
    do throws(Problem) { return try body() } catch { throw .problem(error) }
  }
}

/// An endpoint's reply.
enum Reply {
  case answer(HTTPAnswer)
  /// Decided; answered when the commit is done.
  case decided(Commit, Respond)

  /// The response for a committed change, or for the error that its commit failed with.
  typealias Respond = @Sendable (StoreError?, Visit) throws(Halt) -> HTTPResponse
}
