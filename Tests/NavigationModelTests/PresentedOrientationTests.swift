import Navigation
import Testing

/// PR-11, D-243: the orientation of what is presented over the whole window.
@Suite struct PresentedOrientationTests {
  /// An upright app, on a phone that is held sideways or upright.
  struct Turn: Sendable, CustomTestStringConvertible {
    var rule: String
    var start: String
    var held: Orientation
    var steps: [Transition]
    var window: Orientation
    /// Those of the last step.
    var tells: String?

    init(
      _ rule: String, of start: String = "stack: a", held: Orientation = .landscape, _ steps: [Transition],
      _ window: Orientation, _ tells: String? = nil
    ) {
      (self.rule, self.start, self.held, self.steps, self.window) = (rule, start, held, steps, window)
      self.tells = tells
    }

    var testDescription: String { "\(rule): \(start)" }
  }

  static let turns: [Turn] = [
    Turn("D-164 an upright app stays upright", [], .portrait),
    Turn(
      "D-243 a full-screen presentation turns the window", [.present("s", .fullScreen)], .landscape,
      "presented s by stack fullScreen, -will a, +will s, +did s, -did a"),
    Turn("D-243 one over full screen too", [.present("s", .overFullScreen)], .landscape),
    Turn("D-243 a sheet never does, whatever it adapts to", [.present("s", .pageSheet)], .portrait),
    Turn("D-243 nor a popover", [.present("s", .popover)], .portrait),
    Turn("D-243 in the context of the root", of: "tabs[*=a]", [.present("s", .currentContext)], .landscape),
    Turn(
      "D-243 not in one below it", [.present("n", .fullScreen), .present("s", .currentContext, from: "n")], .landscape),
    Turn(
      "D-243 a sheet over it leaves the turn", [.present("s", .fullScreen), .present("t", .pageSheet)], .landscape),
    Turn(
      "D-243 D-44 its dismissal turns back", [.present("s", .fullScreen), .dismiss()], .portrait,
      "dismissed s, -will s, +will a, +did a, -did s, discarded s"),
    Turn("D-243 nothing turns while the device is upright", held: .portrait, [.present("s", .fullScreen)], .portrait),
    Turn(
      "D-243 a rotation turns it", held: .portrait, [.present("s", .fullScreen), .rotate(.landscape)], .landscape),
    Turn(
      "D-243 SC-11 nothing turns in the background", [Transition(.enterBackground), .present("s", .fullScreen)],
      .portrait),
    Turn(
      "D-243 but on the return from it",
      [Transition(.enterBackground), .present("s", .fullScreen), Transition(.enterForeground)], .landscape),
    Turn(
      "D-243 one that says so stays upright",
      [.present("s", .fullScreen), .update("s") { $0.supportedInterfaceOrientations = .portrait }], .portrait),
    Turn(
      "D-243 CL-26 a presented split view is asked", [.present(tree: .sideways, .fullScreen)], .landscape),
  ]

  @Test(arguments: turns) func `PR-11 D-243: the topmost full-screen presentation determines the orientation`(
    _ row: Turn
  ) throws {
    let phone = try #require(Device(named: "iPhone 15"))
    var root = try SketchParser.tree(row.start, behavior: SplitDelegate())
    root.answers.supportedInterfaceOrientations = .portrait
    var session = try Session.open(
      root, in: Environment(place: .device(phone, row.held, .fullScreen))
    ).session
    var events: [Event] = []
    for step in row.steps {
      let answer = try session.apply(step)
      #expect(answer.outcome.handled, "\(row.rule)")
      events = answer.events
    }
    #expect(session.environment.orientation == row.window, "\(row.rule)")
    #expect(session.violations.isEmpty, "\(row.rule)")
    if let tells = row.tells { #expect(events.map(\.sketch).joined(separator: ", ") == tells, "\(row.rule)") }
  }

  @Test func `D-243 D-108: undo restores the orientation with the tree`() throws {
    let phone = try #require(Device(named: "iPhone 15"))
    var root = try SketchParser.tree("stack: a")
    root.answers.supportedInterfaceOrientations = .portrait
    let start = try Session.open(root, in: Environment(place: .device(phone, .landscape, .fullScreen))).session
    var session = start
    _ = try session.apply(.present("s", .fullScreen))
    #expect(session.environment.orientation == .landscape)
    #expect(session.restore(start).outcome.handled && session.environment.orientation == .portrait)
  }

  @Test func `D-243 CL-26: a presented split view is asked first`() throws {
    let phone = try #require(Device(named: "iPhone 15"))
    let root = try SketchParser.tree("stack: a")
    var session = try Session.open(root, in: Environment(place: .device(phone, .portrait, .fullScreen))).session
    let events = try session.apply(.present(tree: .sideways, .fullScreen)).events.map(\.sketch)
    #expect(session.environment.orientation == .landscape && events.first == "?orientations=landscape")
    let order = ["presented split by stack fullScreen", "collapsed", "-will a", "+did B"].map {
      events.firstIndex(of: $0) ?? -1
    }
    #expect(!order.contains(-1) && order == order.sorted(), "\(events)")
  }

  @Test func `D-243: an iPad turns whatever is presented`() throws {
    var root = try SketchParser.tree("stack: a")
    root.answers.supportedInterfaceOrientations = .portrait
    var session = try Session.open(root, in: Environment()).session
    _ = try session.apply(.present("s", .fullScreen))
    #expect(session.environment.orientation == .landscape)
  }
}

extension Controller {
  fileprivate static var sideways: Controller {
    Controller(
      id: "split",
      content: .split(
        Split(
          primary: .stack("primary", .screen("A")), secondary: .stack("secondary", .screen("B")),
          delegate: SplitDelegate(supportedInterfaceOrientations: .landscape))))
  }
}
