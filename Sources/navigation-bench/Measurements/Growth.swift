/// The cost of a step, a push or a pop on a stack, in sessions whose size doubles, × that at half the size.
enum Growth {
  static func measure(_ run: Run) throws -> [Measured] {
    let sizes = [475, 950, 1_900]
    let turns = try run.programs.flatMap { name, path in
      let server = try NavigationServer(path, sessions: 0)
      return try sizes.map { count in
        let session = try server.client().createSession(ExampleSession.large(screens: count))
        let requests = [Workload.pushPop.requests(session)]
        let one = Contender(name: "\(name), \(count)", process: server.process, requests: requests)
        return try one.turn(run, connections: 1)
      }
    }
    let found = try run.byTurns("POST push/pop, screens", turns)
    let steps = zip(sizes, sizes.dropFirst()).compactMap { found.ratio(\.cpu, "ours, \($1)", to: "ours, \($0)") }
    return [(steps.max(), found.ratio(\.cpu, "ours, 1900", to: "old, 1900"))]
  }
}
