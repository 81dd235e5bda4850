import HTTPMessages
import Navigation
import SessionStorage

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
    if let condition, !condition.matchesStrongly(stored.revision) { throw Self.stale(stored.revision) }
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
