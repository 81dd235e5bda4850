import Navigation
import Testing

/// SC and TR: sizes, classes and overrides.
@Suite struct EnvironmentTests {
  /// SYS2-3: the nine rows of the article's table, and the effect of the classes on a split view.
  static let articleTable: [(rule: String, device: String, Orientation, Multitasking, SizeClass)] = [
    ("SYS2-3 SC-7 row 1", "iPad (6th generation)", .portrait, .fullScreen, .regular),
    ("SYS2-3 SC-7 row 1", "iPad (6th generation)", .landscape, .fullScreen, .regular),
    ("SYS2-3 SC-7 row 2", "iPad (6th generation)", .landscape, .twoThirds, .regular),
    ("SYS2-3 SC-7 row 3", "iPad (6th generation)", .landscape, .half, .compact),
    ("SYS2-3 SC-7 row 4", "iPad Pro 12.9-inch (6th generation)", .landscape, .half, .regular),
    ("SYS2-3 SC-7 row 5", "iPad (6th generation)", .landscape, .third, .compact),
    ("SYS2-3 SC-7 row 6", "iPad (6th generation)", .portrait, .third, .compact),
    ("SYS2-3 SC-7 row 6", "iPad (6th generation)", .portrait, .twoThirds, .compact),
    ("SYS2-3 SC-7 row 7", "iPhone 6 Plus", .landscape, .fullScreen, .regular),
    ("SYS2-3 SC-7 row 8", "iPhone 6 Plus", .portrait, .fullScreen, .compact),
    ("SYS2-3 SC-7 row 9", "iPhone 15", .landscape, .fullScreen, .compact),
    ("SYS2-3 SC-7 row 9", "iPhone 15", .portrait, .fullScreen, .compact),
  ]

  @Test(arguments: articleTable)
  func articleRow(_ row: (rule: String, device: String, Orientation, Multitasking, SizeClass)) throws {
    let device = try #require(Device(named: row.device))
    let environment = try Environment(place: .device(device, row.2, row.3))
    #expect(environment.horizontal == row.4, "\(row.rule)")
    let session = try Session.open(SketchParser.tree("split[tabs[a*: la] || ph]"), in: environment).session
    #expect(session.root.split?.isCollapsed == (row.4 == .compact), "\(row.rule) SC-1")
  }

  /// Every row of the multitasking tables, with its class in the sources (SC-6).
  static let padWidths: [(device: String, Orientation, Multitasking, Double, SizeClass)] = [
    ("iPad Pro 9.7-inch", .landscape, .third, 320, .compact), ("iPad Pro 9.7-inch", .landscape, .half, 507, .compact),
    ("iPad Pro 9.7-inch", .landscape, .twoThirds, 694, .regular),
    ("iPad Pro 9.7-inch", .portrait, .twoThirds, 438, .compact),
    ("iPad (9th generation)", .landscape, .half, 535, .compact),
    ("iPad (9th generation)", .landscape, .twoThirds, 750, .regular),
    ("iPad Pro 10.5-inch", .landscape, .half, 551, .compact),
    ("iPad Pro 10.5-inch", .landscape, .twoThirds, 782, .regular),
    ("iPad Pro 11-inch (4th generation)", .landscape, .half, 592, .compact),
    ("iPad Pro 11-inch (4th generation)", .landscape, .twoThirds, 809, .regular),
    ("iPad Air (5th generation)", .landscape, .half, 585, .compact),
    ("iPad Air (5th generation)", .landscape, .twoThirds, 795, .regular),
    ("iPad mini (A17 Pro)", .landscape, .half, 561.5, .compact),
    ("iPad mini (A17 Pro)", .landscape, .twoThirds, 748, .regular),
    ("iPad Pro 12.9-inch (6th generation)", .landscape, .half, 678, .regular),
    ("iPad Pro 12.9-inch (6th generation)", .landscape, .twoThirds, 981, .regular),
    ("iPad Pro 12.9-inch (6th generation)", .portrait, .twoThirds, 639, .compact),
    ("iPad Pro 11-inch (M4)", .portrait, .half, 504, .compact),
    ("iPad Pro 12.9-inch (6th generation)", .landscape, .slideOver, 375, .compact),
    ("iPad Pro 11-inch (M4)", .landscape, .half, 600, .compact),
    ("iPad Pro 11-inch (M4)", .landscape, .twoThirds, 825, .regular),
    ("iPad Pro 11-inch (M4)", .portrait, .slideOver, 320, .compact),
    ("iPad Pro 11-inch (M4)", .landscape, .slideOver, 375, .compact),
    ("iPad Pro 13-inch (M4)", .landscape, .half, 683, .regular),
    ("iPad Pro 13-inch (M4)", .landscape, .third, 375, .compact),
    ("iPad Pro 13-inch (M4)", .portrait, .twoThirds, 647, .compact),
    ("iPad Pro 13-inch (M4)", .portrait, .third, 375, .compact),
  ]

  @Test(arguments: padWidths)
  func padWidth(_ row: (device: String, Orientation, Multitasking, Double, SizeClass)) throws {
    let environment = try Environment(place: .device(try #require(Device(named: row.device)), row.1, row.2))
    #expect(environment.size.width == row.3, "SC-6")
    #expect(environment.horizontal == row.4, "SC-6")
    #expect(environment.vertical == .regular, "SC-6: an iPad is regular vertically")
  }

  @Test func `SC-5 SYS1-33: a phone is compact by regular in portrait, and compact vertically in landscape`() throws {
    for device in Device.all where device.model.idiom == .phone {
      let portrait = try Environment(place: .device(device, .portrait, .fullScreen))
      #expect(portrait.horizontal == .compact && portrait.vertical == .regular)
      let landscape = try Environment(place: .device(device, .landscape, .fullScreen))
      #expect(landscape.vertical == .compact && landscape.horizontal == device.model.landscapeClass)
      // WN-5: the outer display of a folding phone is compact, although its short side is long.
      guard device.model.pose == nil else { continue }
      let isLarge = min(landscape.size.width, landscape.size.height) >= Environment.regularPhoneShortSide
      #expect((landscape.horizontal == .regular) == isLarge, "\(device.name)")
    }
  }

  @Test func `the catalogue has every row, each name once`() {
    #expect(Set(Device.all.map(\.name)).count == Device.all.count)
    let sizes = Set(Device.all.map(\.model.portrait))
    #expect(sizes.count == 13 + 9, "13 sizes of phones and 9 of iPads")
    #expect(Device.standard.name == "iPad Pro 11-inch (M4)")
  }

  /// SC-8, SC-9, SC-13: free windows and their shapes.
  static let windows: [(rule: String, Double, Double, Idiom, SizeClass, SizeClass)] = [
    ("SC-8 D-50 below", 659.5, 1000, .pad, .compact, .regular), ("SC-8 D-50 at", 660, 300, .pad, .regular, .regular),
    ("SC-9 quadrant", 605, 417, .pad, .compact, .regular), ("SC-5 phone", 400, 800, .phone, .compact, .regular),
    ("D-94 SC-5 large phone", 900, 420, .phone, .regular, .compact),
    ("SC-5 small phone", 900, 400, .phone, .compact, .compact),
    ("SC-13 square is not landscape", 500, 500, .phone, .compact, .regular),
  ]

  @Test(arguments: windows) func window(_ row: (rule: String, Double, Double, Idiom, SizeClass, SizeClass)) throws {
    let environment = try Environment(
      system: .iOS26, place: .free(Size(width: row.1, height: row.2), row.3, scale: 2))
    #expect(environment.horizontal == row.4 && environment.vertical == row.5, "\(row.rule)")
  }

  static let changes: [Row] = [
    Row(
      "SC-1 CL-22 regular to regular", "split[tabs[a*: la] || ph > d1]", [.multitasking(.twoThirds)],
      "split[tabs[a*: la] || ph > d1]", ""),
    Row(
      "SC-6 rotation keeps the state where it exists", "split[tabs[a*: la] || ph]",
      [.multitasking(.twoThirds), .rotate(.portrait)],
      "split<tabs[a*: la] / ph>"),
    Row(
      "D-138 a half stays one upright", "split[tabs[a*: la] || ph]", [.multitasking(.half), .rotate(.portrait)],
      "split<tabs[a*: la] / ph>"),
    Row(
      "D-95 SC-9 SYS2-4 a window on the iPad", "split[tabs[a*: la] || ph]", [.resize(600, 700)],
      "split<tabs[a*: la] / ph>"),
    Row(
      "SC-8 and wide again", "split[tabs[a*: la] || ph]", [.resize(600, 700), .resize(660, 700)],
      "split[tabs[a*: la] || ph]"),
    Row(
      "CL-22 compact to compact", "split<tabs[a*: la > d1] / ph>", in: .slideOver, [.multitasking(.third)],
      "split<tabs[a*: la > d1] / ph>",
      ""),
    Row("TR-6 forced", "split[tabs[a*: la] || ph]", [.forced(.compact)], "split<tabs[a*: la] / ph>"),
    Row(
      "TR-6 forced regular in a narrow window", "split<tabs[a*: la] / ph>", in: .window(500, 900), [.forced(.regular)],
      "split[tabs[a*: la] || ph]"),
    Row(
      "TR-6 forced outlives a resize", "split[tabs[a*: la] || ph]", [.forced(.regular), .multitasking(.third)],
      "split[(tabs[a*: la]) || ph]"),
    Row("TR-2 lifted", "split[tabs[a*: la] || ph]", [.forced(.compact), .forced(nil)], "split[tabs[a*: la] || ph]"),
    Row(
      "SC-5 a large phone on its side", "split<tabs[a*: la] / ph>", in: .phone,
      [.device("iPhone 16 Plus"), .rotate(.landscape)],
      "split[tabs[a*: la] || ph]"),
    Row(
      "M1 beside from 464 on", "split[tabs[a*: la] || ph]", in: .window(464, 300), [.forced(.regular)],
      "split[tabs[a*: la] || ph]"),
    Row(
      "M1 secondary alone below", "split[tabs[a*: la] || ph]", in: .window(463.5, 300), [.forced(.regular)],
      "split[(tabs[a*: la]) || ph]"),
    Row("M1 portrait is beside too", "split[tabs[a*: la] || ph]", in: .padPortrait, [], "split[tabs[a*: la] || ph]"),
    Row(
      "DM-6 portrait hides the primary", "split[tabs[a*: la] || ph]", in: .padPortrait, system: .iOS14, [],
      "split[(tabs[a*: la]) || ph]"),
    Row(
      "DM-6 landscape shows it", "split[(tabs[a*: la]) || ph]", in: .padPortrait, system: .iOS14, [.rotate(.landscape)],
      "split[tabs[a*: la] || ph]",
      "!willChangeTo oneBesideSecondary, !willShow primary, mode secondaryOnly->oneBesideSecondary, +will la, +did la"),
  ]

  @Test(arguments: changes) func change(_ row: Row) throws { try row.check() }

  static let refusals: [Refusal] = [
    Refusal(
      "SC-6 no half of a phone", "stack: a", in: .phone, .multitasking(.half),
      .noSuchMultitasking(device: "iPhone 15", .portrait, .half, has: [.fullScreen])),
    Refusal(
      "SC-6 a phone has none", "stack: a", in: .phone, .multitasking(.slideOver),
      .noSuchMultitasking(device: "iPhone 15", .portrait, .slideOver, has: [.fullScreen])),
    Refusal(
      "SC-9 a phone has no windows", "stack: a", in: .phone, .resize(500, 500),
      .noSuchMultitasking(device: "iPhone 15", .portrait, .window, has: [.fullScreen])),
    Refusal(
      "a free window has no device", "stack: a", in: .window(500, 500), .multitasking(.half),
      .noSuchMultitasking(device: nil, .portrait, .half, has: [.window])),
    Refusal("sizes", "stack: a", .resize(0, 500), .invalidSize(Size(width: 0, height: 500))),
    Refusal("sizes", "stack: a", .resize(500, 16_385), .invalidSize(Size(width: 500, height: 16_385))),
    Refusal("devices", "stack: a", .device("iPad Ultra"), .unknownDevice("iPad Ultra")),
  ]

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }
}

/// SYS3 and TR: a container that overrides the traits of its children.
@Suite struct TraitOverrideTests {
  /// TR-3 on the catalogue's screens, full screen: by the article's rule, and by the layout's, which also requires a
  /// wide window.
  static let rows: [(rule: String, Double, Double, orWhenTall: Bool, SizeClass)] = [
    ("SYS3-2 TR-3 just below", 999.5, 700, false, .compact), ("SYS3-2 TR-3 at", 1000, 700, false, .regular),
    ("TR-3 11-inch landscape", 1210, 834, false, .regular), ("TR-3 11-inch portrait", 834, 1210, false, .compact),
    ("TR-3 13-inch portrait by the article", 1032, 1376, false, .regular),
    ("SYS1-31 13-inch portrait here", 1032, 1376, true, .compact),
    ("SYS1-31 square is tall", 1100, 1100, true, .compact), ("TR-3 never widens", 500, 400, false, .compact),
  ]

  @Test(arguments: rows) func compactBelow(_ row: (rule: String, Double, Double, orWhenTall: Bool, SizeClass)) throws {
    let size = Size(width: row.1, height: row.2)
    let window = try Environment(place: .free(size, .pad, scale: 2)).traits
    let traits = TraitOverride.compactBelow(width: 1000, orWhenTall: row.orWhenTall).applied(to: window, in: .regular)
    #expect(traits.horizontal == row.4, "\(row.rule)")
    #expect(traits.vertical == window.vertical, "SYS3-3")
  }

  static let heights: [(window: Size, width: Double, height: Double, SizeClass)] = [
    (Size(width: 956, height: 440), 0, 480, .compact), (Size(width: 951, height: 669), 0, 480, .regular),
    (Size(width: 800, height: 480), 0, 480, .regular), (Size(width: 800, height: 479.5), 0, 480, .compact),
    (Size(width: 956, height: 440), 900, 480, .compact), (Size(width: 834, height: 700), 900, 480, .compact),
    (Size(width: 951, height: 669), 900, 480, .regular), (Size(width: 500, height: 669), 0, 480, .compact),
  ]

  @Test(arguments: heights) func `D-200 TR-3: lower than a height is compact, either suffices`(
    _ row: (window: Size, width: Double, height: Double, SizeClass)
  ) throws {
    let window = try Environment(place: .free(row.window, .pad, scale: 2)).traits
    let traits = TraitOverride.compactBelow(width: row.width, height: row.height).applied(to: window, in: .regular)
    #expect(traits.horizontal == row.3 && traits.vertical == window.vertical)
  }

  @Test func `D-200 SYS3-6: a split view collapses below a height, and a Duo unfolds to two columns`() throws {
    var tree = try SketchParser.tree("split[tabs[a*: la] || ph > d1]")
    tree.traitOverride = .compactBelow(height: 480)
    let max = try #require(Device(named: "iPhone 17 Pro Max"))
    let place = Environment.Place.device(max, .landscape, .fullScreen)
    var session = try Session.open(tree, in: Environment(system: .iOS27, place: place)).session
    #expect(session.environment.horizontal == .regular && session.root.split?.isCollapsed == true)
    _ = try session.apply(Transition(.setDevice("iPhone Duo")))
    #expect(session.root.split?.isCollapsed == true, "closed")
    _ = try session.apply(Transition(.fold(.open)))
    #expect(session.root.split?.isCollapsed == false)
  }

  @Test func `SYS3-5 SYS3-6 TR-4: one collapse or one expansion at the boundary, none elsewhere`() throws {
    var tree = try SketchParser.tree("split[tabs[a*: la] || ph > d1]")
    tree.traitOverride = .compactBelow(width: 1000)
    var session = try Session.open(tree, in: Environment(place: .free(Size(width: 1100, height: 800), .pad, scale: 2)))
      .session
    let reported = try [1050.0, 999, 700, 1000, 1366].map { width in
      try session.apply(.resize(width, 800)).events.filter {
        [.collapsed(split: "split"), .expanded(split: "split")].contains($0)
      }
    }
    #expect(reported == [[], [.collapsed(split: "split")], [], [.expanded(split: "split")], []])
  }

  @Test func `SYS3-1 SYS3-4 SYS1-39 TR-1: an override affects the controllers below it and no sibling`() throws {
    var narrow = try SketchParser.tree("s1[x: la || y: ph]")
    narrow.traitOverride = .horizontal(.compact)
    let wide = try SketchParser.tree("s2[z: lb || w: lc]", behavior: SplitDelegate())
    let tabs = try #require(TabBar(tabs: [Tab(child: narrow), Tab(child: wide)]))
    let session = try Session.open(Controller(id: "tabs", content: .tabBar(tabs)), in: Environment()).session
    #expect(session.root.find("s1")?.split?.isCollapsed == true)
    #expect(session.root.find("s2")?.split?.isCollapsed == false)
  }

  @Test func `CL-19: an expanded split view makes its primary compact, and gives its secondary its own traits`() throws
  {
    var behavior = SplitDelegate()
    behavior.onCollapse = .discard
    let inner = try SketchParser.tree("inner[x: la || y: lb]", behavior: behavior)
    let outer = Controller(
      id: "outer",
      content: .split(Split(primary: inner, secondary: .stack("secondary", .screen("d")), delegate: behavior)))
    let session = try Session.open(outer, in: Environment()).session
    #expect(session.sketch == "outer[inner<x: la / y: lb> || d]")
    let swapped = Controller(
      id: "outer",
      content: .split(Split(primary: .stack("primary", .screen("d")), secondary: inner, delegate: behavior)))
    #expect(try Session.open(swapped, in: Environment()).session.sketch == "outer[d || inner[x: la || y: lb]]")
  }
}
