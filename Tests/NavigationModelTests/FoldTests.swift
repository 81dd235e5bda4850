import Testing

@testable import Navigation

/// WN-4, WN-6: a folding phone.
@Suite struct FoldTests {
  struct Display: Sendable, CustomTestStringConvertible {
    var rule: String
    var pose: Pose
    var orientation: Orientation
    var multitasking = Multitasking.fullScreen
    var width: Double
    var height: Double
    var horizontal: SizeClass
    var vertical: SizeClass
    var fold: Fold?

    var testDescription: String { "\(rule): \(pose) in \(orientation)" }
  }

  static let displays: [Display] = [
    Display(
      rule: "WN-4 outer", pose: .closed, orientation: .portrait, width: 466, height: 678, horizontal: .compact,
      vertical: .regular),
    Display(
      rule: "WN-4 outer", pose: .closed, orientation: .landscape, width: 678, height: 466, horizontal: .compact,
      vertical: .compact),
    Display(
      rule: "WN-4 inner", pose: .open, orientation: .portrait, width: 669, height: 951, horizontal: .regular,
      vertical: .regular),
    Display(
      rule: "WN-4 inner", pose: .open, orientation: .landscape, width: 951, height: 669, horizontal: .regular,
      vertical: .regular),
    Display(
      rule: "WN-6 lying", pose: .bent, orientation: .portrait, width: 669, height: 951, horizontal: .regular,
      vertical: .regular,
      fold: .horizontal),
    Display(
      rule: "WN-6 upright", pose: .bent, orientation: .landscape, width: 951, height: 669, horizontal: .regular,
      vertical: .regular,
      fold: .vertical),
  ]

  @Test(arguments: displays, SystemVersion.allCases) func `D-98: the classes are the same in every system`(
    _ row: Display, _ system: SystemVersion
  ) throws {
    let environment = try Row.Place.duo(row.pose, row.orientation).environment(system)
    #expect(environment.size == Size(width: row.width, height: row.height) && environment.scale == 3, "\(row.rule)")
    #expect(environment.horizontal == row.horizontal && environment.vertical == row.vertical, "\(row.rule)")
    #expect(environment.pose == row.pose && environment.fold == row.fold, "\(row.rule)")
    let session = try Session.open(SketchParser.tree("split[tabs[a*: la] || ph]"), in: environment).session
    #expect(session.root.split?.isCollapsed == (row.horizontal == .compact), "\(row.rule) SC-1")
  }

  @Test(arguments: [Pose.bent, .open]) func `WN-4 Split View gives each app a half, without a fold`(_ pose: Pose) throws
  {
    let device = try #require(Device(named: "iPhone Duo")?.posed(pose))
    let half = try Environment(system: .iOS27, place: .device(device, .landscape, .half))
    #expect(half.size == Size(width: 475.5, height: 669) && half.horizontal == .compact && half.vertical == .regular)
    #expect(half.fold == nil)
  }

  private static let layout = "split[A || N: B]"

  static let changes: [Row] = [
    Row(
      "WN-4 unfolding turns it", "split<tabs[a*: la > x] / ph>", in: .duo(.closed, .portrait), [.fold(.open)],
      "split[tabs[a*: la] || ph > x]"),
    Row(
      "WN-4 and all the way", "split<tabs[a*: la > x] / ph>", in: .duo(.closed, .portrait),
      [.fold(.open), .fold(.bent), .fold(.closed)],
      "split<tabs[a*: la > x] / ph>"),
    Row(
      "D-103 WN-6 bending has no events", "split<tabs[a*: la > x] / ph>", in: .duo(.closed, .portrait),
      [.fold(.open), .fold(.bent)],
      "split[tabs[a*: la] || ph > x]", ""),
    Row(
      "WN-8 back on the inner display", "split<tabs[a*: la > x > y] / ph>", in: .duo(.closed, .portrait),
      [.fold(.open), .back()],
      "split[tabs[a*: la] || ph > x]"),
    Row(
      "WN-8 back after folding", "split<tabs[a*: la > x > y] / ph>", in: .duo(.closed, .portrait),
      [.fold(.bent), .fold(.closed), .back()],
      "split<tabs[a*: la > x] / ph>"),
    Row(
      "D-100 WN-4 the same pose changes nothing", "split<tabs[a*: la > x] / ph>", in: .duo(.closed, .portrait),
      [.fold(.closed)],
      "split<tabs[a*: la > x] / ph>", ""),
    Row(
      "M1 WN-4 three columns do not fit", "split/3[A || S || B]", in: .duo(.open, .landscape),
      behavior: SplitDelegate(), [],
      "split/3[(A) || S || B]"),
    Row(
      "WN-4 the device that it is on keeps its pose", "split[tabs[a*: la] || ph]", in: .duo(.open, .landscape),
      [.device("iPhone Duo")],
      "split[tabs[a*: la] || ph]"),
    Row(
      "D-101 WN-4 another device and back is closed", "split[tabs[a*: la] || ph]", in: .duo(.open, .landscape),
      [.device("iPhone 15"), .device("iPhone Duo")], "split<tabs[a*: la] / ph>"),
    Row(
      "WN-4 half", "split[tabs[a*: la] || ph]", in: .duo(.open, .landscape), system: .iOS27, [.multitasking(.half)],
      "split<tabs[a*: la] / ph>"),
    Row(
      "D-138 WN-4 a half stays one, bent and upright", "split[tabs[a*: la] || ph]", in: .duo(.open, .landscape),
      system: .iOS27, [.multitasking(.half), .fold(.bent), .rotate(.portrait)], "split<tabs[a*: la] / ph>"),
    Row(
      "D-138 and is the whole display again", "split[tabs[a*: la] || ph]", in: .duo(.open, .landscape), system: .iOS27,
      [.multitasking(.half), .rotate(.portrait), .multitasking(.fullScreen)], "split[tabs[a*: la] || ph]"),
  ]

  @Test(arguments: changes) func change(_ row: Row) throws { try row.check() }

  /// Pose and orientation before, the new pose, and the orientation after it.
  static let turns: [(Pose, Orientation, Pose, Orientation)] = [
    (.closed, .portrait, .open, .landscape), (.closed, .portrait, .bent, .landscape),
    (.closed, .landscape, .open, .portrait),
    (.open, .landscape, .bent, .landscape), (.bent, .portrait, .open, .portrait),
    (.open, .landscape, .closed, .portrait),
    (.bent, .portrait, .closed, .landscape),
  ]

  @Test(arguments: turns) func `D-99 WN-4 a fold does not move the hinge`(_ row: (Pose, Orientation, Pose, Orientation))
    throws
  {
    var session = try Session.open(SketchParser.tree("stack: a"), in: Row.Place.duo(row.0, row.1).environment(.iOS26))
      .session
    _ = try session.apply(.fold(row.2))
    #expect(session.environment == (try Row.Place.duo(row.2, row.3).environment(.iOS26)))
  }

  @Test func `D-102 WN-4 CL-26 the inner display turns regardless of the app's answer`() throws {
    var behavior = SplitDelegate.tabsInPrimary
    behavior.supportedInterfaceOrientations = .portraitOnPhone
    let tree = try SketchParser.tree("split<tabs[a*: la] / ph>", behavior: behavior)
    var session = try Session.open(tree, in: Row.Place.duo(.closed, .portrait).environment(.iOS26)).session
    _ = try session.apply(.rotate(.landscape))
    #expect(session.environment.orientation == .portrait && session.environment.deviceOrientation == .landscape)
    let opened = try session.apply(.fold(.open))
    #expect(opened.outcome.handled && session.environment.orientation == .portrait)
    let turned = try session.apply(.rotate(.landscape))
    #expect(turned.outcome.handled && session.environment.orientation == .landscape)
    for event in opened.events + turned.events {
      if case .delegateCall(.supportedInterfaceOrientations) = event { Issue.record("the app was asked") }
    }
    _ = try session.apply(.rotate(.portrait))
    _ = try session.apply(.fold(.closed))
    #expect(session.environment.orientation == .portrait, "the outer display, held sideways, is turned")
  }

  /// Steps of a session in an unfolded window, and its window at the end.
  static let halves: [(rule: String, steps: [Transition], pose: Pose, Orientation, Multitasking)] = [
    ("D-137 a half comes back", [.fold(.closed), .fold(.open)], .open, .landscape, .half),
    (
      "D-137 also to the bent display, turned", [.fold(.closed), .rotate(.landscape), .fold(.bent)], .bent, .portrait,
      .half
    ),
    ("D-137 not while closed", [.fold(.closed)], .closed, .portrait, .fullScreen),
    (
      "D-137 nor after another state", [.fold(.closed), .multitasking(.fullScreen), .fold(.open)], .open, .landscape,
      .fullScreen
    ),
    ("D-137 nor after another size", [.fold(.closed), .resize(400, 500), .fold(.open)], .open, .landscape, .window),
    ("D-138 there and back", [.rotate(.portrait), .rotate(.landscape)], .open, .landscape, .half),
  ]

  @Test(arguments: halves) func `D-137 D-138: a half of the inner display`(
    row: (rule: String, steps: [Transition], pose: Pose, Orientation, Multitasking)
  ) throws {
    var session = try Session.open(
      SketchParser.tree("stack: a"), in: Row.Place.duo(.open, .landscape).environment(.iOS27)
    )
    .session
    _ = try session.apply(.multitasking(.half))
    for step in row.steps { _ = try session.apply(step) }
    let environment = session.environment
    #expect(
      environment.pose == row.pose && environment.multitasking == row.4 && environment.orientation == row.3,
      "\(row.rule)")
    if row.4 == .half { #expect(environment.unfoldedMultitasking == nil) }
  }

  @Test func `D-44 D-99: a locked phone that is folded twice is held as before`() throws {
    let tree = try SketchParser.tree("split[top: tabs[*=la | =lb] || ph]", behavior: .tabBarInStack)
    var session = try Session.open(tree, in: Row.Place.duo(.open, .portrait).environment(.iOS27)).session
    let start = session.environment
    _ = try session.apply(.fold(.closed))
    #expect(session.environment.orientation == .portrait && session.environment.deviceOrientation == .landscape)
    _ = try session.apply(.fold(.open))
    #expect(session.environment == start)
  }

  static let refusals: [Refusal] = [
    Refusal(
      "WN-4 a phone that does not fold", "stack: a", in: .phone, .fold(.open), .noSuchPose(device: "iPhone 15", .open)),
    Refusal("WN-4 a pad", "stack: a", .fold(.closed), .noSuchPose(device: "iPad Pro 11-inch (M4)", .closed)),
    Refusal("WN-4 a free window", "stack: a", in: .window(951, 669), .fold(.bent), .noSuchPose(device: nil, .bent)),
    Refusal(
      "WN-4 no half before iOS 27", "stack: a", in: .duo(.open, .landscape), .multitasking(.half),
      .noSuchMultitasking(device: "iPhone Duo", .landscape, .half, has: [.fullScreen])),
  ]

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }
}

/// WN-6: the columns of a split view over a fold.
@Suite struct FoldedColumnTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var rule: String
    var style: SplitStyle
    var mode: DisplayMode
    var fold: Fold?
    var edge = HorizontalEdge.leading
    /// x and width of each column.
    var frames: [[Double]]
    var primaryWidth: Double

    var testDescription: String { rule }
  }

  static let rows: [Case] = [
    Case(
      rule: "WN-6 upright", style: .doubleColumn, mode: .oneBesideSecondary, fold: .vertical,
      frames: [[0, 455.5], [495.5, 455.5]],
      primaryWidth: 455.5),
    Case(
      rule: "WN-6 classic", style: .classic, mode: .oneBesideSecondary, fold: .vertical,
      frames: [[0, 455.5], [495.5, 455.5]],
      primaryWidth: 455.5),
    Case(
      rule: "WN-6 CW-8 the primary at the trailing edge", style: .doubleColumn, mode: .oneBesideSecondary,
      fold: .vertical, edge: .trailing,
      frames: [[495.5, 455.5], [0, 455.5]], primaryWidth: 455.5),
    Case(
      rule: "WN-6 two of three columns", style: .tripleColumn, mode: .oneBesideSecondary, fold: .vertical,
      frames: [[0, 455.5], [495.5, 455.5]], primaryWidth: 280),
    Case(
      rule: "WN-6 one column has it all", style: .doubleColumn, mode: .secondaryOnly, fold: .vertical,
      frames: [[0, 951]],
      primaryWidth: 320),
    Case(
      rule: "D-104 WN-6 one over the other has its own width", style: .doubleColumn, mode: .oneOverSecondary,
      fold: .vertical,
      frames: [[0, 320], [0, 951]], primaryWidth: 320),
    Case(
      rule: "WN-6 a lying fold is ignored", style: .doubleColumn, mode: .oneBesideSecondary, fold: .horizontal,
      frames: [[0, 320], [320, 631]], primaryWidth: 320),
    Case(
      rule: "D-106 M5 flat", style: .doubleColumn, mode: .oneBesideSecondary, fold: nil,
      frames: [[0, 320], [320, 631]], primaryWidth: 320),
  ]

  @Test(arguments: rows) func columns(_ row: Case) {
    var preferences = SplitPreferences()
    preferences.primaryEdge = row.edge
    let room = SplitRoom(
      style: row.style, preferences: preferences, size: Size(width: 951, height: 669), scale: 3,
      rules: SystemVersion.iOS27.rules,
      fold: row.fold)
    #expect(room.frames(in: row.mode).map { [$0.x, $0.width] } == row.frames, "\(row.rule)")
    #expect(room.primaryWidth(in: row.mode) == row.primaryWidth, "\(row.rule)")
  }

  @Test func `WN-6 a controller is as wide as its column, bent and flat`() throws {
    let tree = try SketchParser.tree("split[A: top{*a | s: b} || S: top2{*c | d}]")
    var session = try Session.open(tree, in: Row.Place.duo(.open, .landscape).environment(.iOS26)).session
    func widths() -> [Double?] {
      [session.root.find("top")?.topTabs?.pageWidth, session.root.find("top2")?.topTabs?.pageWidth]
    }
    #expect(widths() == [320, 631])
    _ = try session.apply(.fold(.bent))
    #expect(widths() == [455.5, 455.5])
    let preferences = session.root.split?.preferences
    #expect(preferences == SplitPreferences(), "no settable member is written")
    _ = try session.apply(.rotate(.portrait))
    #expect(widths() == [240, 429])
    _ = try session.apply(.rotate(.landscape))
    _ = try session.apply(.fold(.open))
    #expect(widths() == [320, 631])
  }

  @Test func `D-105 WN-6 a split view narrower than the window has no fold`() throws {
    let inner = Split(primary: .stack("B", .screen("b")), secondary: .stack("C", .screen("c")))
    let tabs = try #require(TabBar(tabs: [Tab(child: Controller(id: "inner", content: .split(inner)))]))
    let columns = ColumnContents(
      primary: .stack("A", .screen("a")), secondary: Controller(id: "tabs", content: .tabBar(tabs)))
    let tree = Controller(id: "outer", content: .split(Split(style: .doubleColumn, columns: columns)))
    let session = try Session.open(tree, in: Row.Place.duo(.bent, .landscape).environment(.iOS26)).session
    let rooms = try ["outer", "inner"].map { try #require(session.root.find($0)?.split).room(in: session.environment) }
    #expect(rooms.map(\.size.width) == [951, 455.5] && rooms.map(\.fold) == [.vertical, nil])
  }
}
