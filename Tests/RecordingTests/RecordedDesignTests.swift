import Navigation
import Testing

/// What a recorder makes of an app's trees is the app's design, but for what only people know.
@Suite struct RecordedDesignTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The members that the recorder does not write, by their place in a design.
    var byHand: Set<String>

    init(_ example: String, _ byHand: Set<String>) { (testDescription, self.byHand) = (example, byHand) }
  }

  static let rows = [
    Row("mail", ["root/behavior", "routes/path", "routes/parent"]),
    Row("columns", ["root/behavior", "routes/path", "routes/parent", "routes/params", "routes/screen"]),
    Row("settings", ["root/behavior", "routes/path", "routes/parent"]),
    Row("shop", ["routes/path", "routes/parent", "routes/params", "routes/offers/name", "routes/offers/closes"]),
    Row("messenger", ["root/behavior", "routes/path", "routes/parent"]),
    Row("messenger-of-four", ["root/behavior"]),
    Row("compact", ["root/behavior", "routes/path", "routes/parent", "routes/params"]),
  ]

  @Test(arguments: rows) func `a recorded design is the app's, but for what is by hand`(_ row: Row) throws {
    let creation = try Player.creation(row.testDescription)
    var player = try Player(creation)
    try explore(&player, until: creation.routes?.routes.flatMap(\.offers).filter { $0.sample != nil }.count ?? 0)
    let recorded = try CreateSession(request: Array(player.recording.design.utf8))
    #expect(player.recording.notes == [])
    let (tree, own) = (try creation.tree(), try recorded.tree())
    #expect(own.bare == tree.bare)
    #expect(recorded.routes?.bare == creation.routes?.bare)
    let whole = CreateSession(environment: creation.environment, start: .root(tree), routes: creation.routes)
    let members = try (JSONText(whole).places, JSONText(text: player.recording.design).places)
    // The display mode is not the app's: the first layout decides it.
    #expect(members.0.subtracting(members.1) == row.byHand.union(tree.kind == .split ? ["root/displayMode"] : []))
    #expect(members.1.subtracting(members.0) == [])
  }

  /// README's story: in a design without the delegate's answers nothing is found.
  @Test func `README's design as the recorder writes it`() throws {
    let creation = try Player.creation("mail-mended")
    var player = try Player(creation)
    try explore(&player, until: 1)
    let request = try Design(request: Array(player.recording.design.utf8))
    let report = try request.space().explore()
    #expect(report.bound == nil && report.findings.isEmpty)
    #expect(report.states > 50)
  }

  /// Breadth first, each offer played where it is first there.
  private func explore(_ player: inout Player, until offers: Int) throws {
    try player.end()
    var (queue, seen) = ([player], Set([player.session.root]))
    var next = 0
    while next < queue.count, next < 2000, player.recording.routes.flatMap(\.offers).count < offers {
      let before = queue[next]
      next += 1
      for (transition, touch) in before.moves {
        var after = before
        guard try after.play(transition, touch) != nil else { continue }
        player.recording.learn(
          before: try Recording.Node(before.session), after: try Recording.Node(after.session), touch)
        if seen.insert(after.session.root).inserted { queue.append(after) }
      }
    }
  }
}

extension CreateSession {
  fileprivate func tree() throws -> Controller {
    switch start {
    case .layout(let layout): try layout.controller()
    case .root(let root), .restored(let root, _): root
    }
  }
}

extension Controller {
  /// Without what the app's delegate answers.
  fileprivate var bare: Controller {
    guard var split else { return self }
    split.delegate = SplitDelegate()
    var bare = self
    bare.content = .split(split)
    return bare
  }
}

extension ScreenRoutes {
  /// How each opens, and what it offers, by name; the order of the offers is that in which they were taken.
  fileprivate var bare: [String: ScreenRoute] {
    Dictionary(
      uniqueKeysWithValues: routes.map { route in
        let offers = route.offers.filter { $0.sample != nil }.map { ScreenRoute.Offer($0.action) }
        let sorted = offers.sorted { "\($0)" < "\($1)" }
        return (route.name, ScreenRoute(route.name, opening: route.opening, offers: sorted))
      })
  }
}

extension JSONText {
  /// The places of its members, without the names of routes, and of a tree the members of its controllers.
  fileprivate var places: Set<String> {
    get throws {
      var (places, design) = (Set<String>(), try value.object())
      try Self.collect(design.require("root"), below: "root", into: &places)
      var routes = try design.require("routes").object()
      for (_, route) in routes.members { try Self.collect(route, below: "routes", into: &places) }
      return places
    }
  }

  private static func collect(_ json: JSONValue, below place: String, into places: inout Set<String>) throws {
    switch json.kind {
    case .object:
      var object = try json.object()
      for (name, value) in object.members {
        places.insert("\(place)/\(name)")
        let isData = name == "params" || name == "screen" || name == "behavior" || name == "traitOverride"
        if !isData { try collect(value, below: place == "root" ? place : "\(place)/\(name)", into: &places) }
      }
    case .array: for element in try json.elements { try collect(element, below: place, into: &places) }
    case .string, .number, .bool, .null: break
    }
  }
}
