import HTTPMessages
import Navigation
import SessionStorage
import Synchronization
import Waiting

/// What a user can do, in one state and in all.
extension NavigationService {
  func getMoves(
    _ id: SessionID, _ call: HTTPCall, in context: RequestContext
  ) async throws(Problem) -> HTTPResponse? {
    try requireNoQuery(call.request)
    let conditions = try ReadConditions(of: call.request, self)
    let stored = try await stored(id, context)
    if let notModified = try conditions.notModified(stored.revision) { return notModified }
    return try await work(of: stored.session.jsonBytesAtMost, context) {
      let moves = stored.routes.map { stored.session.moves(routes: $0) } ?? stored.session.moves
      return .json(.ok, MoveList(moves), fields: [.tag(stored.revision), .noCache])
    }
  }

  /// Searches an app's states; a worker goes on with it slice by slice, as long as the client waits.
  func explore(_ call: HTTPCall, _ context: RequestContext) async throws(Problem) -> HTTPResponse {
    try requireNoQuery(call.request)
    try requireJSON(call.request)
    let body = try await body(of: call)
    try await explorations.enter(context.patience)
    defer { explorations.leave() }
    let (search, mapped) = try await work(of: .max, context, as: .longWork, mayBeRefused: false) {
      [self] () throws(Problem) in
      let design = try self.read(Design.self, from: body)
      return (try self.search(for: design), design.mapped)
    }
    try await run(search, context)
    return try await work(of: .max, context, as: .longWork, mayBeRefused: false) {
      .json(.ok, search.end { ExploreAnswer($0.report(mapping: mapped)) }, fields: [.noStore])
    }
  }

  /// A worker goes on with a search slice by slice, until its time is over.
  private func run(_ search: RunningSearch<some SlicedWork>, _ context: RequestContext) async throws(Problem) {
    let end = configuration.uptime() + Explorations.duration
    while try await work(of: .max, context, as: .longWork, mayBeRefused: false, { search.run() }),
      configuration.uptime() < end
    {
      if isDraining { throw Problem(.draining, "The server is about to stop, and has ended the search.") }
    }
  }

  /// Searches the fewest steps of a user to a screen, in the session's window; its state does not change.
  func findWay(_ id: SessionID, _ call: HTTPCall, in context: RequestContext) async throws(Problem) -> HTTPResponse? {
    try requireNoQuery(call.request)
    let condition = try ifMatch(of: call.request)
    try requireJSON(call.request)
    if !call.isWhole { try await require(id, context) }
    let request = try await read(WayRequest.self, from: try await body(of: call), for: id, context)
    let stored = try await stored(id, context)
    if let condition, !condition.matchesStrongly(stored.revision) { throw .stale(stored.revision) }
    try await explorations.enter(context.patience)
    defer { explorations.leave() }
    let search: RunningSearch<Search>
    do throws(Rejection) {
      let way = try Search(
        from: stored.session, to: request.destination, routes: stored.routes,
        limits: SearchLimits(states: configuration.exploreStates, bytes: Explorations.bytes))
      search = RunningSearch(way, of: way.space)
    } catch { throw Problem(error) }
    try await run(search, context)
    return try await work(of: .max, context, as: .longWork, mayBeRefused: false) {
      .json(.ok, search.end { Way($0.way()) }, fields: [.tag(stored.revision), .noStore])
    }
  }

  private func search(for design: Design) throws(Problem) -> RunningSearch<Exploration> {
    let states = design.states ?? min(SearchLimits.usual.states, configuration.exploreStates)
    guard states <= configuration.exploreStates else {
      var problem = Problem(
        .invalidBody, "At most \(configuration.exploreStates) states are searched, see \(OptionName("explore-states"))."
      )
      problem.pointer = "/states"
      throw problem
    }
    do throws(Rejection) {
      let space = try design.space()
      let exploration = Exploration(
        space, variants: design.suggests ? design.variants() : [],
        limits: SearchLimits(states: states, bytes: Explorations.bytes), sharesStates: true)
      return RunningSearch(exploration, of: space)
    } catch { throw design.app.problem(of: error) }
  }
}

/// The searches under way: two run, four wait, and more are refused.
final class Explorations: Sendable {
  static let runningLimit = 2
  static let waitingLimit = 4
  /// The time of one search, in nanoseconds.
  static let duration: Int64 = 10_000_000_000
  /// The bytes of one search, approximately: those of the command `explore`, so that both end at the same state.
  static let bytes = SearchLimits.usual.bytes
  /// The transitions that a worker tries at a stretch, about 5 ms: fewer of a large session.
  static func slice(of space: SearchSpace) -> Int {
    let bytes = space.starts.map(\.session.jsonBytesAtMost).max() ?? 0
    return max(1, 512 * 16_384 / max(16_384, bytes))
  }

  private struct State {
    var running = 0
    var waiting: [Promise<Void>] = []
  }

  private let state = Mutex(State())

  /// Waits for a place. Throws `explorationLimit` where as many wait as may, and `waitEnded`; then it has no place.
  func enter(_ patience: Patience) async throws(Problem) {
    let turn = Promise<Void>()
    let hasPlace = try state.withLock { state throws(Problem) in
      if state.running < Self.runningLimit {
        state.running += 1
        return true
      }
      guard state.waiting.count < Self.waitingLimit else {
        throw Problem(
          .explorationLimit,
          "\(Self.runningLimit) searches run and \(Self.waitingLimit) wait, which is the limit. Try again later.")
      }
      state.waiting.append(turn)
      return false
    }
    if hasPlace { return }
    do throws(WaitEnd) { try await patience.wait(.longWork, for: turn) } catch {
      let wasWaiting = state.withLock { state in
        guard let index = state.waiting.firstIndex(where: { $0 === turn }) else { return false }
        state.waiting.remove(at: index)
        return true
      }
      // Its turn came as it gave up.
      if !wasWaiting { leave() }
      throw Problem(.waitEnded(error))
    }
  }

  /// Gives the place to the one that waits longest.
  func leave() {
    let next = state.withLock { state -> Promise<Void>? in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.running -= 1
      return nil
    }
    next?.fulfil(())
  }
}

/// What workers go on with by turns.
protocol SlicedWork: Sendable {
  var isOver: Bool { get }
  mutating func run(transitions: Int)
  /// Ends it, as its time is over.
  mutating func end()
}

extension Search: SlicedWork {}
extension Exploration: SlicedWork {}

/// One search, which workers go on with by turns.
final class RunningSearch<Work: SlicedWork>: Sendable {
  private let search: Mutex<Work>
  private let slice: Int

  init(_ search: Work, of space: SearchSpace) {
    slice = Explorations.slice(of: space)
    self.search = Mutex(search)
  }

  /// Goes on for a slice; false once it is over.
  func run() -> Bool {
    search.withLock { search in
      search.run(transitions: slice)
      return !search.isOver
    }
  }

  /// What has been found, also where its time is over.
  func end<Result: Sendable>(_ result: (Work) -> Result) -> Result {
    search.withLock { search in
      search.end()
      return result(search)
    }
  }
}
