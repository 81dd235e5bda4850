import HTTPMessages
import NavigationAPI
import SessionStorage

/// Responses that wait for their commit.
extension NavigationService {
  /// The reply to a decision: at once where all of it is committed, else after the commit.
  ///
  /// - Parameter respond: called until it answers. Where it is called at once it must not throw `heavy`, since the
  ///   endpoint has acted.
  func reply<Value>(
    to decided: Decided<Value>, _ visit: Visit,
    _ respond: @escaping @Sendable (Value, Visit) throws(Halt) -> HTTPResponse
  ) throws(Halt) -> Reply {
    guard let commit = decided.commit else {
      return .answer(.response(try Self.response(to: decided, nil, visit.withWorker, respond)))
    }
    return .decided(commit) { (failure, visit) throws(Halt) in try Self.response(to: decided, failure, visit, respond) }
  }

  private static func response<Value>(
    to decided: Decided<Value>, _ failure: StoreError?, _ visit: Visit,
    _ respond: (Value, Visit) throws(Halt) -> HTTPResponse
  ) throws(Halt) -> HTTPResponse {
    let value: Value
    do throws(StoreError) {
      if let failure { throw failure }
      value = try decided.result.get()
    } catch { throw Halt(error) }
    return try respond(value, visit)
  }
}
