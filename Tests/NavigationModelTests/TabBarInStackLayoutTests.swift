import Navigation
import Testing

/// SYS1 and TR-3: the layout `tabBarInStack` on the devices of the catalogue.
@Suite struct TabBarInStackLayoutTests {
  private static let arrangement: Layout = .tabBarInStack(
    tabs: [
      LayoutTab(id: .automatic, screen: .screen("la")), LayoutTab(id: "lb", title: "B", screen: .screen(.automatic)),
    ],
    placeholder: .screen("ph"))

  private func open(_ place: Environment.Place, _ system: SystemVersion = .iOS26) throws -> (
    session: Session, events: [Event]
  ) {
    try Session.open(Self.arrangement.controller(), in: Environment(system: system, place: place))
  }

  private func device(_ name: String) throws -> Device { try #require(Device(named: name)) }

  @Test func `SYS1-3 SYS1-7 SYS1-10: a stack around the tab bar, and tabs that are screens`() throws {
    let session = try open(.device(.standard, .landscape, .fullScreen)).session
    #expect(session.sketch == "split[top: tabs[*=la | =lb] || ph]")
    #expect(session.root.split?.delegate.placeholder?.isPlaceholder == true)
    var behavior = SplitDelegate.tabBarInStack
    behavior.placeholder = session.root.split?.delegate.placeholder
    #expect(session.root.split?.delegate == behavior)
  }

  @Test(arguments: SystemVersion.allCases)
  func `SYS1-2 SYS1-8 SYS1-30 SYS1-31 TR-3: one page except in wide windows, where the primary is 380`(
    _ system: SystemVersion
  ) throws {
    for device in Device.all {
      for orientation in Orientation.allCases {
        for multitasking in Multitasking.allCases where device.model.windowSize(orientation, multitasking) != nil {
          let session = try open(.device(device, orientation, multitasking), system).session
          let split = try #require(session.root.split)
          let isWide = device.model.idiom == .pad && orientation == .landscape && multitasking == .fullScreen
          #expect(split.isCollapsed != isWide, "\(device.name) \(orientation) \(multitasking)")
          guard isWide else { continue }
          #expect(split.displayMode == .oneBesideSecondary)
          #expect(split.primaryColumnWidth(in: split.room(in: session.environment)) == 380, "CW-5")
        }
      }
    }
  }

  static let sizes: [(rule: String, Double, Double, collapsed: Bool)] = [
    ("SYS1-29 SYS1-30 TR-3 below", 999.99, 700, true), ("SYS1-30 at", 1000, 700, false),
    ("SYS1-31 square", 1100, 1100, true),
    ("SYS1-31 wider than high", 1100, 1099.5, false),
  ]

  @Test(arguments: sizes) func boundary(_ row: (rule: String, Double, Double, collapsed: Bool)) throws {
    let session = try open(.free(Size(width: row.1, height: row.2), .pad, scale: 2)).session
    #expect(session.root.split?.isCollapsed == row.collapsed, "\(row.rule)")
  }

  @Test(arguments: [
    "iPad Pro 11-inch (4th generation)", "iPad Pro 11-inch (M4)", "iPad Pro 12.9-inch (6th generation)",
  ])
  func `SYS1-14 SYS1-32: a rotation collapses and expands, and loses nothing`(_ name: String) throws {
    var session = try open(.device(device(name), .landscape, .fullScreen)).session
    _ = try session.apply(.showDetail("d1"))
    let portrait = try session.apply(.rotate(.portrait)).events
    #expect(portrait.filter { $0 == .collapsed(split: "split") }.count == 1)
    #expect(session.sketch == "split<top: tabs[*=la | =lb] > d1 / ph>")
    let landscape = try session.apply(.rotate(.landscape)).events
    #expect(landscape.filter { $0 == .expanded(split: "split") }.count == 1)
    #expect(session.sketch == "split[top: tabs[*=la | =lb] || ph > d1]")
  }

  // Orientations (SYS1-1, CL-26)

  @Test func `SYS1-1 CL-26: a phone is asked, and stays in portrait`() throws {
    var session = try open(.device(device("iPhone 16 Plus"), .portrait, .fullScreen)).session
    let answer = try session.apply(.rotate(.landscape))
    #expect(answer.outcome.handled && answer.events.map(\.sketch) == ["?orientations=portrait"])
    #expect(session.environment.orientation == .portrait && session.environment.deviceOrientation == .landscape)
    #expect(try !session.apply(.rotate(.landscape)).outcome.handled, "held so already")
    var lifted = session
    let system = SplitDelegateUpdate { $0.supportedInterfaceOrientations = .system }
    _ = try lifted.apply(.setSplit { $0.delegate = system })
    #expect(lifted.environment.orientation == .landscape && lifted.environment.heldOrientation == nil)
    #expect(try session.apply(.rotate(.portrait)).outcome.handled)
    #expect(session.environment.orientation == .portrait && session.environment.heldOrientation == nil)
  }

  /// The words of a split view, devices, and the window's orientation in portrait, then turned.
  static let words: [(SplitDelegate.SupportedInterfaceOrientations, String, turned: [Orientation])] = [
    (.system, "iPhone 16", [.portrait, .landscape]), (.portraitOnPhone, "iPhone 16", [.portrait, .portrait]),
    (.portrait, "iPhone 16", [.portrait, .portrait]), (.landscape, "iPhone 16", [.landscape, .landscape]),
    (.portrait, "iPad Pro 11-inch (M4)", [.portrait, .landscape]),
    (.landscape, "iPad Pro 11-inch (M4)", [.portrait, .landscape]),
  ]

  @Test(arguments: words) func `CL-26 D-44: a phone alone obeys`(
    row: (SplitDelegate.SupportedInterfaceOrientations, String, turned: [Orientation])
  ) throws {
    let behavior = SplitDelegate(supportedInterfaceOrientations: row.0)
    var session = try Session.open(
      SketchParser.tree("split[A || B]", behavior: behavior),
      in: Environment(place: .device(device(row.1), .portrait, .fullScreen))
    ).session
    var turned = [session.environment.orientation]
    _ = try session.apply(.rotate(.landscape))
    turned.append(session.environment.orientation)
    #expect(turned == row.turned && session.environment.deviceOrientation == .landscape && session.violations.isEmpty)
  }

  @Test func `SYS1-1 CL-26: an iPad turns`() throws {
    var session = try open(.device(.standard, .landscape, .fullScreen)).session
    let answer = try session.apply(.rotate(.portrait))
    #expect(answer.outcome.handled)
    #expect(answer.events.first?.sketch == "?orientations=all")
    #expect(session.environment.orientation == .portrait)
  }

  @Test func `SYS1-1: a phone opened sideways is turned`() throws {
    let opened = try open(.device(device("iPhone 16 Plus"), .landscape, .fullScreen))
    #expect(opened.session.environment.orientation == .portrait)
    #expect(opened.events.first?.sketch == "?orientations=portrait")
    #expect(opened.session.root.split?.isCollapsed == true)
    var session = try open(.device(.standard, .landscape, .fullScreen)).session
    #expect(try session.apply(.device("iPhone 15")).events.first?.sketch == "?orientations=portrait")
    #expect(session.environment.orientation == .portrait)
    #expect(session.root.split?.isCollapsed == true)
  }

  @Test func `SYS1-1: a phone is turned as soon as the app requires it`() throws {
    var session = try Session.open(
      SketchParser.tree("split[tabs[a*: la] || ph]"),
      in: Environment(place: .device(device("iPhone 16 Plus"), .landscape, .fullScreen))
    ).session
    #expect(
      try session.apply(.rotate(.portrait)).events.contains { $0.sketch.hasPrefix("?orientations") } == false,
      "CL-26 no answer")
    _ = try session.apply(.rotate(.landscape))
    _ = try session.apply(
      .setSplit { $0.delegate = SplitDelegateUpdate { $0.supportedInterfaceOrientations = .portraitOnPhone } })
    #expect(session.environment.orientation == .portrait)
    #expect(session.sketch == "split<tabs[a*: la] / ph>")
  }

  @Test func `SYS1-1 SC-11: no picture is taken sideways`() throws {
    var session = try open(.device(device("iPhone 16 Plus"), .portrait, .fullScreen)).session
    #expect(try session.apply(Transition(.enterBackground)).events.isEmpty)
  }

  @Test func `D-44 CL-26: no other controller is asked`() throws {
    var free = try open(.free(Size(width: 400, height: 800), .phone, scale: 3)).session
    #expect(try free.apply(.rotate(.landscape)).outcome.handled, "no device of the catalogue")
    let tabs = try #require(TabBar(tabs: [Tab(child: Self.arrangement.controller())]))
    var nested = try Session.open(
      Controller(id: "outer", content: .tabBar(tabs)),
      in: Environment(place: .device(device("iPhone 15"), .portrait, .fullScreen))
    ).session
    let answer = try nested.apply(.rotate(.landscape))
    #expect(answer.outcome.handled && answer.events.isEmpty, "not the root of the window")
  }
}
