import Navigation
import Testing

/// WN-1, WN-3, WN-5, WN-10: the kinds of window of each device, and the classes of a phone's windows.
@Suite struct PhoneWindowTests {
  /// The classes on iOS 26 and before, and since iOS 27.
  static let sizes: [(rule: String, Double, Double, before: [SizeClass], since: [SizeClass])] = [
    ("D-97 WN-10 the outer display on its side", 678, 466, [.regular, .compact], [.compact, .compact]),
    ("WN-10 the inner display upright", 669, 951, [.compact, .regular], [.regular, .regular]),
    ("WN-10 the inner display", 951, 669, [.regular, .compact], [.regular, .regular]),
    ("WN-10 the outer display", 466, 678, [.compact, .regular], [.compact, .regular]),
    ("WN-5 half of the inner display", 475.5, 669, [.compact, .regular], [.compact, .regular]),
    ("WN-5 just as wide", 660, 480, [.regular, .compact], [.regular, .regular]),
    ("WN-5 not as wide", 659.5, 480, [.regular, .compact], [.compact, .regular]),
    ("WN-5 not as high", 660, 479.5, [.regular, .compact], [.compact, .compact]),
    ("WN-3 as asked of the simulator", 675, 900, [.compact, .regular], [.regular, .regular]),
    ("WN-3 the same, on its side", 1_100, 550, [.regular, .compact], [.regular, .regular]),
  ]

  @Test(arguments: sizes)
  func `a free window of a phone's app`(_ row: (rule: String, Double, Double, before: [SizeClass], since: [SizeClass]))
    throws
  {
    for system in SystemVersion.allCases {
      let environment = try Row.Place.phoneWindow(row.1, row.2).environment(system)
      let expected = system.rules.phoneWindowsResize ? row.since : row.before
      #expect([environment.horizontal, environment.vertical] == expected, "\(row.rule) on \(system)")
    }
  }

  @Test(arguments: sizes)
  func `a session has the same classes`(
    _ row: (rule: String, Double, Double, before: [SizeClass], since: [SizeClass])
  ) throws {
    let tree = try SketchParser.tree("split<tabs[a*: la > x] / ph>")
    var session = try Session.open(tree, in: Row.Place.phone.environment(.iOS27)).session
    _ = try session.apply(.resize(row.1, row.2))
    #expect([session.environment.horizontal, session.environment.vertical] == row.since, "\(row.rule)")
    #expect(session.environment.multitasking == .window && session.environment.idiom == .phone, "WN-3")
    #expect(session.root.split?.isCollapsed == (row.since[0] == .compact), "\(row.rule)")
    #expect(
      session.visible.map(\.splitLayout)
        == Array(repeating: row.since[0] == .compact ? .collapsed : .expanded, count: session.visible.count), "WN-2")
    _ = try session.apply(.multitasking(.fullScreen))
    #expect(session.sketch == "split<tabs[a*: la > x] / ph>", "\(row.rule)")
  }

  @Test(arguments: SystemVersion.allCases) func `SC-5 WN-5 the classes of a phone of the catalogue`(
    _ system: SystemVersion
  ) throws {
    let device = try #require(Device(named: "iPhone 17 Pro Max"))
    let environment = try Environment(system: system, place: .device(device, .landscape, .fullScreen))
    #expect(environment.horizontal == .regular && environment.vertical == .compact)
  }

  private static let padLandscape: [Multitasking] = [.fullScreen, .twoThirds, .half, .third, .slideOver, .window]
  private static let padPortrait: [Multitasking] = [.fullScreen, .twoThirds, .half, .third, .slideOver, .window]

  /// WN-1, WN-3, WN-4: the multitasking states per orientation, on iOS 26 and before, and since iOS 27.
  static let states: [(device: String, Pose, Orientation, before: [Multitasking], since: [Multitasking])] = [
    ("iPad Pro 11-inch (M4)", .closed, .landscape, padLandscape, padLandscape),
    ("iPad mini (A17 Pro)", .closed, .portrait, padPortrait, padPortrait),
    ("iPhone 15", .closed, .portrait, [.fullScreen], [.fullScreen, .window]),
    ("iPhone 17 Pro Max", .closed, .landscape, [.fullScreen], [.fullScreen, .window]),
    ("iPhone Duo", .closed, .portrait, [.fullScreen], [.fullScreen, .window]),
    ("iPhone Duo", .closed, .landscape, [.fullScreen], [.fullScreen, .window]),
    ("iPhone Duo", .bent, .landscape, [.fullScreen], [.fullScreen, .half, .window]),
    ("iPhone Duo", .open, .landscape, [.fullScreen], [.fullScreen, .half, .window]),
    ("iPhone Duo", .open, .portrait, [.fullScreen], [.fullScreen, .half, .window]),
  ]

  @Test(arguments: states)
  func `WN-1 WN-3 a system accepts the states that it lists for a device`(
    _ row: (device: String, Pose, Orientation, before: [Multitasking], since: [Multitasking])
  ) throws {
    let named = try #require(Device(named: row.device))
    let device = named.posed(row.1) ?? named
    for system in SystemVersion.allCases {
      let expected = system.rules.phoneWindowsResize ? row.since : row.before
      #expect(device.model.multitasking(row.2, in: system.rules) == expected, "\(system)")
      for state in Multitasking.allCases {
        var session = try Session.open(
          SketchParser.tree("stack: a"), in: Environment(system: system, place: .device(device, row.2, .fullScreen))
        ).session
        let refused = refusal { _ = try session.apply(.multitasking(state)) }
        let has = expected.contains(state)
        #expect(
          refused == (has ? nil : .noSuchMultitasking(device: row.device, row.2, state, has: expected)),
          "\(state) on \(system)")
      }
    }
  }

  @Test func `D-93 WN-1 without Slide Over a pad has all other states`() throws {
    var rules = SystemVersion.iOS26.rules
    #expect(rules.slideOver, "26.1 and later")
    rules.slideOver = false
    #expect(Device.standard.model.multitasking(.landscape, in: rules) == Self.padLandscape.filter { $0 != .slideOver })
  }

  static let changes: [Row] = [
    Row(
      "D-96 WN-3 a phone's window keeps its size when the device is turned", "split[tabs[a*: la] || ph]", in: .phone,
      system: .iOS27,
      [.resize(700, 500), .rotate(.landscape)], "split[tabs[a*: la] || ph]"),
    Row(
      "WN-3 and on another phone", "split[tabs[a*: la] || ph]", in: .phone, system: .iOS27,
      [.resize(700, 500), .device("iPhone Duo")],
      "split[tabs[a*: la] || ph]"),
    Row(
      "WN-3 and when that is folded", "split[tabs[a*: la] || ph]", in: .duo(.open, .portrait), system: .iOS27,
      [.resize(700, 500), .fold(.closed)], "split[tabs[a*: la] || ph]"),
    Row(
      "SC-9 on iOS 26 a phone has no window to keep", "split[tabs[a*: la] || ph]",
      [.resize(700, 500), .device("iPhone 15")],
      "split<tabs[a*: la] / ph>"),
  ]

  @Test(arguments: changes) func change(_ row: Row) throws { try row.check() }

  /// WN-2: the state of the nearest enclosing split view; none for a presentation over it (PR-9).
  static let layouts: [(rule: String, sketch: String, Row.Place, [SplitLayout])] = [
    ("WN-2 expanded", "split[tabs[a*: la] || ph]", .pad, [.expanded, .expanded]),
    ("WN-2 collapsed", "split<tabs[a*: la] / ph>", .slideOver, [.collapsed]),
    ("WN-2 none", "tabs[x*: a | y: b]", .pad, [.none]),
    ("WN-2 in a tab", "tabs[*=split/3[A || S || B] | y: b]", .pad, [.expanded, .expanded, .expanded]),
    ("D-107 WN-2 PR-9 a sheet", "split[A || ph] ^ n: s", .pad, [.expanded, .expanded, .none]),
  ]

  @Test(arguments: layouts) func `the layout trait`(_ row: (rule: String, sketch: String, Row.Place, [SplitLayout]))
    throws
  {
    let session = try Session.open(SketchParser.tree(row.sketch), in: row.2.environment(.iOS26)).session
    #expect(session.visible.map(\.splitLayout) == row.3, "\(row.rule)")
  }
}
