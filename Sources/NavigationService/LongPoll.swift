import HTTPMessages
import NavigationAPI
import SessionStorage
import Synchronization

/// A read of a session that waits for another revision.
final class LongPoll: Sendable {
  private struct State {
    var visit: Visit
    /// When wake-ups began: data read must be no older.
    var beginning: Int64 = .min
    var wake: HTTPWake?
  }

  private let service: NavigationService
  private let watcher: Watcher
  private let conditions: ReadConditions
  private let request: HTTPRequest
  private let state: Mutex<State>

  init(
    _ service: NavigationService, _ watcher: Watcher, _ conditions: ReadConditions, _ request: HTTPRequest,
    _ visit: Visit
  ) {
    self.service = service
    self.watcher = watcher
    self.conditions = conditions
    self.request = request
    state = Mutex(State(visit: visit))
  }

  func begin(_ wake: @escaping HTTPWake) {
    state.withLock { $0.wake = wake }
    watcher.begin(wake)
    state.withLock { $0.beginning = service.configuration.uptime() }
  }

  /// The session at another revision; nil while it is unchanged or being read.
  func next() -> HTTPAnswer? {
    switch read() {
    case .success(let response): return response.status == .notModified ? nil : .response(response)
    case .failure(.problem(let problem)): return .response(self.response(problem))
    case .failure(.heavy):
      return service.answerByWorker(request, .session(watcher.id, .getSession), state.withLock { $0.visit })
    case .failure(.wanting(let fetch)):
      let wake = state.withLock { state in
        state.visit.moment.add(fetch)
        return state.wake
      }
      if let wake { fetch.whenDone(wake) }
      return nil
    }
  }

  /// The response when the wait has timed out.
  func last() -> HTTPResponse {
    switch read() {
    case .success(let response): response
    case .failure(.problem(let problem)): response(problem)
    // Nothing newer is known than the client has.
    case .failure(.wanting), .failure(.heavy): HTTPResponse(.notModified, fields: [.noCache])
    }
  }

  private func read() -> Result<HTTPResponse, Halt> {
    let visit = state.withLock { state in
      // Earlier fetches are older than this read; only the session in memory counts.
      state.visit.moment = Moment(now: service.configuration.now(), arrival: state.beginning)
      return state.visit
    }
    return Result { () throws(Halt) in
      try Halt.check { () throws(Problem) in try service.requireKeyInForce(visit) }
      return try service.read(watcher.id, as: .session, conditions, visit)
    }
  }

  private func response(_ problem: Problem) -> HTTPResponse {
    service.response(to: request, state.withLock { $0.visit }, problem)
  }
}
