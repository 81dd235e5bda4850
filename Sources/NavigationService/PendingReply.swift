import HTTPMessages
import NavigationAPI
import SessionStorage
import Synchronization

/// An answer that waits for a fetch, a commit or a worker.
///
/// Where the commit was superseded by another change of the session, the endpoint is called again.
final class PendingReply: Sendable {
  enum Phase {
    /// Waits for a fetch; then the endpoint is called again.
    case wanting(Fetch)
    case deciding(Commit, Reply.Respond)
    /// The commit has succeeded or failed; the response needs a fetch.
    case responding(Fetch, StoreError?, Reply.Respond)
    /// A worker calls the endpoint, or makes the response once the commit has succeeded or failed.
    case working(Work, Decided?)
  }

  private struct State {
    var phase: Phase
    var visit: Visit
    var wake: HTTPWake?
    var tries = 0
  }

  /// Deadline in milliseconds for a commit, or for a worker to start.
  private static let commitMilliseconds = 30_000
  /// Calls of an endpoint at most, after fetches and after superseded commits.
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
      milliseconds: Self.commitMilliseconds, isOnItsWay: true, isDecided: { self.isDecided },
      admits: { $0.mayBeDecidedEarly },
      begin: { self.begin($0) }, next: { self.next() }, timeout: { self.response(Self.undecided) })
  }

  private var isDecided: Bool {
    switch state.withLock({ $0.phase }) {
    case .wanting: false
    // A later request would overtake one that is decided again.
    case .deciding: !service.store.isShared
    case .responding: true
    case .working(_, let decided): decided != nil
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
    case .deciding(let commit, _): commit.whenKnown { _ in wake() }
    case .working(let work, _): work.whenDone(wake)
    }
  }

  /// The answer where it is ready. Called by one shard.
  func next() -> HTTPAnswer? {
    while true {
      let (phase, visit) = state.withLock { ($0.phase, $0.visit) }
      let step: Reply?
      do throws(Halt) { step = try advance(phase, visit) } catch {
        do throws(Problem) { enter(try self.phase(after: phase, error)) } catch { return .response(response(error)) }
        continue
      }
      switch step {
      case nil: return nil
      case .answer(let answer)?: return answer
      case .decided(let commit, let respond)?: enter(.deciding(commit, respond))
      }
    }
  }

  /// The phase after one that ended in this halt.
  private func phase(after phase: Phase, _ halt: Halt) throws(Problem) -> Phase {
    let decided = phase.decided
    switch (halt, decided) {
    case (.problem(let problem), _): throw problem
    case (.wanting(let fetch), let decided?): return .responding(fetch, decided.failure, decided.respond)
    case (.wanting(let fetch), nil): return .wanting(fetch)
    case (.heavy, let decided?):
      let visit = state.withLock { $0.visit }.withWorker
      return .working(
        service.workers.goOn { () throws(Halt) in .answer(.response(try decided.respond(decided.failure, visit))) },
        decided)
    case (.heavy, nil): return .working(try service.work(request, endpoint, state.withLock { $0.visit }), nil)
    }
  }

  /// The reply that ends a phase; nil while it lasts.
  private func advance(_ phase: Phase, _ visit: Visit) throws(Halt) -> Reply? {
    switch phase {
    case .wanting(let fetch):
      guard fetch.isDone else { return nil }
      return try askAgain(with: fetch)
    case .deciding(let commit, let respond):
      switch commit.value {
      case nil: return nil
      case .committed?: return .answer(.response(try respond(nil, visit)))
      case .failed(let error)?: return .answer(.response(try respond(error, visit)))
      case .superseded?:
        service.count(.redecisions)
        return try askAgain(with: nil)
      }
    case .responding(let fetch, let failure, let respond):
      guard fetch.isDone else { return nil }
      let visit = state.withLock { state in
        state.visit.moment.add(fetch)
        return state.visit
      }
      return .answer(.response(try respond(failure, visit)))
    case .working(let work, _): return try work.result?.get()
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
      "After \(commitMilliseconds / 1_000) s it is not known what came of the request: a change may be kept yet, or not. "
        + "The same request with the same Idempotency-Key acts once.")
  }

  private static var contended: Problem {
    Problem(
      .storeUnavailable,
      "The store was asked \(askLimit) times, and others changed the session each time. Nothing was changed.")
  }
}

extension PendingReply {
  /// The outcome of a commit, and the response to make of it.
  struct Decided {
    let failure: StoreError?
    let respond: Reply.Respond
  }
}

extension PendingReply.Phase {
  /// Nil where the endpoint has not acted, or must act again.
  fileprivate var decided: PendingReply.Decided? {
    switch self {
    case .wanting: nil
    case .deciding(let commit, let respond):
      switch commit.value {
      case .committed?: .init(failure: nil, respond: respond)
      case .failed(let error)?: .init(failure: error, respond: respond)
      case .superseded?, nil: nil
      }
    case .responding(_, let failure, let respond): .init(failure: failure, respond: respond)
    case .working(_, let decided): decided
    }
  }
}
