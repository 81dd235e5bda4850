import HTTPMessages
import NavigationAPI
import SessionStorage
import Synchronization

/// An answer that waits for the store: until what it takes is at hand, or until what it tells is kept.
///
/// Where another one has changed the session meanwhile, the endpoint is asked once more.
final class PendingReply: Sendable {
  enum Phase {
    /// The endpoint is asked again then.
    case wanting(Fetch)
    case deciding(Commit, Reply.Respond)
    /// The commit is kept, or has failed; the response wants something that is being read.
    case responding(Fetch, StoreError?, Reply.Respond)
  }

  private struct State {
    var phase: Phase
    var visit: Visit
    var wake: HTTPWake?
    var tries = 0
  }

  /// Milliseconds that a store may take to keep a change.
  private static let commitMilliseconds = 30_000
  /// Times that an endpoint is asked, for what it wants as for what others were first with.
  private static let askLimit = 64

  private let service: NavigationService
  private let request: HTTPRequest
  private let endpoint: Endpoint
  private let state: Mutex<State>

  init(_ service: NavigationService, _ request: HTTPRequest, _ endpoint: Endpoint, _ visit: Visit, _ phase: Phase) {
    self.service = service
    self.request = request
    self.endpoint = endpoint
    state = Mutex(State(phase: phase, visit: visit))
  }

  var later: HTTPLater {
    HTTPLater(
      milliseconds: Self.commitMilliseconds, isOnItsWay: true, isDecided: { self.isDecided }, admits: { $0.mayBeDecidedEarly },
      begin: { self.begin($0) }, next: { self.next() }, timeout: { self.response(Self.undecided) })
  }

  private var isDecided: Bool {
    switch state.withLock({ $0.phase }) {
    case .wanting: false
    // A request behind one that is decided anew would be before it.
    case .deciding: !service.store.isShared
    case .responding: true
    }
  }

  private func begin(_ wake: @escaping HTTPWake) {
    let phase = state.withLock { state in
      state.wake = wake
      return state.phase
    }
    Self.subscribe(wake, to: phase)
  }

  private static func subscribe(_ wake: @escaping HTTPWake, to phase: Phase) {
    switch phase {
    case .wanting(let fetch), .responding(let fetch, _, _): fetch.whenDone(wake)
    case .deciding(let commit, _): commit.whenDecided { _ in wake() }
    }
  }

  /// The answer, where there is one by now. One shard asks.
  private func next() -> HTTPAnswer? {
    while true {
      let (phase, visit) = state.withLock { ($0.phase, $0.visit) }
      let step: Reply?
      do throws(Halt) { step = try advance(phase, visit) } catch {
        switch (error, phase) {
        case (.problem(let problem), _): return .response(response(problem))
        case (.wanting(let fetch), .deciding(let commit, let respond)):
          switch commit.outcome {
          case .kept?: enter(.responding(fetch, nil, respond))
          case .failed(let error)?: enter(.responding(fetch, error, respond))
          // The endpoint was asked again, and wants this.
          case .superseded?, nil: enter(.wanting(fetch))
          }
        case (.wanting(let fetch), .responding(_, let failure, let respond)): enter(.responding(fetch, failure, respond))
        case (.wanting(let fetch), .wanting): enter(.wanting(fetch))
        }
        continue
      }
      switch step {
      case nil: return nil
      case .answer(let answer)?: return answer
      case .decided(let commit, let respond)?: enter(.deciding(commit, respond))
      }
    }
  }

  /// What comes of a phase; nil while it lasts.
  private func advance(_ phase: Phase, _ visit: Visit) throws(Halt) -> Reply? {
    switch phase {
    case .wanting(let fetch):
      guard fetch.isDone else { return nil }
      return try askAgain(with: fetch)
    case .deciding(let commit, let respond):
      switch commit.outcome {
      case nil: return nil
      case .kept?: return .answer(.response(try respond(nil, visit)))
      case .failed(let error)?: return .answer(.response(try respond(error, visit)))
      case .superseded?: return try askAgain(with: nil)
      }
    case .responding(let fetch, let failure, let respond):
      guard fetch.isDone else { return nil }
      let visit = state.withLock { state in
        state.visit.moment.add(fetch)
        return state.visit
      }
      return .answer(.response(try respond(failure, visit)))
    }
  }

  private func askAgain(with fetch: Fetch?) throws(Halt) -> Reply {
    let (visit, tries) = state.withLock { state in
      if let fetch { state.visit.moment.add(fetch) }
      state.tries += 1
      return (state.visit, state.tries)
    }
    guard tries <= Self.askLimit else { throw .problem(Self.contended) }
    return try service.reply(to: request, endpoint, visit)
  }

  private func enter(_ phase: Phase) {
    let wake = state.withLock { state in
      state.phase = phase
      return state.wake
    }
    if let wake { Self.subscribe(wake, to: phase) }
  }

  private func response(_ problem: Problem) -> HTTPResponse {
    service.response(to: request, state.withLock { $0.visit }, problem)
  }

  private static var undecided: Problem {
    Problem(
      .storeUnavailable,
      "The store has not said in \(commitMilliseconds / 1_000) s whether it keeps the change: it may yet, or not. "
        + "The same request with the same Idempotency-Key acts once.")
  }

  private static var contended: Problem {
    Problem(.storeUnavailable, "The store was asked \(askLimit) times, and others changed the session each time. Nothing was changed.")
  }
}
