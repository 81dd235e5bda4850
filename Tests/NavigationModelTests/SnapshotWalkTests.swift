import Foundation
@testable import Navigation
import SeededRandom
import Testing

/// A session opened from a snapshot equals the original, and behaves the same from then on, like a fork.
@Suite struct SnapshotWalkTests {
  struct World: Sendable, CustomTestStringConvertible {
    var name: String
    var system: SystemVersion
    var open: @Sendable (Environment) throws -> Session

    var testDescription: String { "\(name) on \(system)" }
  }

  private static func screen(_ id: ControllerID) -> Controller { .screen(id) }

  private static let tabs: [LayoutTab] = [
    LayoutTab(id: "a", title: "A", screen: .screen("la")), LayoutTab(id: "b", title: "B", screen: .screen("lb")),
    LayoutTab(id: "c", title: "C", screen: .screen("lc")),
  ]
  private static let pages = [
    LayoutPage(title: "P", screen: .screen("p")), LayoutPage(title: "Q", screen: .screen("q")),
    LayoutPage(title: "R", screen: .screen("r")),
  ]

  /// All layouts.
  static let layouts: [(String, Layout)] = [
    ("tabsInPrimary", .tabsInPrimary(tabs: tabs, placeholder: .screen("none"))),
    ("tabBarInStack", .tabBarInStack(tabs: tabs, placeholder: .screen("none"))),
    ("listDetail", .listDetail(primary: .screen("list"), secondary: .screen("detail"))),
    ("doubleColumn", .doubleColumn(primary: .screen("p"), secondary: .screen("s"))),
    (
      "doubleColumn with a compact tree",
      .doubleColumn(primary: .screen("p"), secondary: .screen("s"), compact: .stack("x", .screen("c")))
    ),
    ("tripleColumn", .tripleColumn(primary: .screen("p"), supplementary: .screen("m"), secondary: .screen("s"))),
    (
      "tripleColumn with an overlay",
      .tripleColumn(primary: .screen("p"), supplementary: .screen("m"), secondary: .screen("s"))
    ),
    ("tabBar", .tabBar(tabs: tabs)), ("topTabs in a stack", .topTabs(pages: pages, inStack: true)),
    ("topTabs", .topTabs(pages: pages, inStack: false)), ("stack", .stack(root: .screen("a"))),
    (
      "tabBarInStack with details that stay",
      .tabBarInStack(
        tabs: tabs, selected: "b", placeholder: .screen("none"),
        split: .init { $0.delegate = SplitDelegateUpdate { $0.onTabSwitch = .keepDetail } })
    ),
    ("topTabs that do not bounce", .topTabs(pages: pages, inStack: true, topTabs: .init { $0.bounces = false })),
  ]

  static let worlds: [World] =
    SystemVersion.allCases.flatMap { system in
      layouts.map { name, layout in
        World(name: name, system: system) { environment in
          var tree = try layout.controller()
          if name.hasSuffix("an overlay"), case .split(var split) = tree.content {
            split.preferences.displayMode = .twoOverSecondary
            tree.content = .split(split)
          }
          return try Session.open(tree, in: environment).session
        }
      }
    }
    + RandomWalkTests.worlds.map { world in
      World(name: world.sketch, system: world.system) { try world.open(in: $0) }
    }

  /// A session is refused by the bound of its JSON, so none is larger than that.
  @Test func `the bound of a session's JSON counts each text of a screen`() throws {
    var random = Seeded(1)
    let session = try Session.open(.stack("s", .screen("a")), in: Environment(system: .iOS26)).session
    for _ in 0..<300 {
      var (update, changed) = (ScreenUpdate(), session)
      MemberDraw.draw(&update, of: [String(repeating: "\u{1F}", count: 2_000)], &random) { update, draw in
        var screen = Screen(route: "")
        Screen.visit(&screen, &update, &draw)
      }
      _ = try changed.apply(Transition(.updateScreen("a", update)))
      #expect(Snapshot(changed).json().count <= changed.jsonBytesAtMost, "\(update)")
    }
  }

  /// The transitions in each of 87 worlds: `NAVIGATION_COPY_STEPS`, or 600. Every tenth state is copied.
  static let stepsPerWorld = ProcessInfo.processInfo.environment["NAVIGATION_COPY_STEPS"].flatMap(Int.init) ?? 600

  @Test(arguments: worlds) func `D-111: a copy behaves like the original`(_ world: World) throws {
    var random = Seeded(0xC0B1)
    var session = try world.open(Environment(system: world.system))
    var trail: [Transition] = []
    for step in 0..<Self.stepsPerWorld {
      if step % 150 == 0 { (session, trail) = (try world.open(Environment(system: world.system)), []) }
      let transition = session.randomTransition(&random)
      trail.append(transition)
      _ = try? session.apply(transition)
      guard step.isMultiple(of: 10) else { continue }
      let story = { "\(world.testDescription): \(trail) at \(session.sketch)" }
      try #require(Snapshot(session).json().count <= session.jsonBytesAtMost, "more JSON than foreseen at \(story())")
      let fork = session.forked()
      let copy = try Self.copy(session)
      try #require(copy.events == fork.events, "the events of a copy are those of a fork at \(story())")
      let follower = Follower(appearing: copy.session, reported: copy.events)
      try #require(follower.mistakes(about: copy.session) == [], "the events do not tell at \(story())")
      try Self.expectTheSame(session, [fork.session, copy.session], story)
      var (original, others) = (session, [fork.session, copy.session])
      for _ in 0..<5 {
        let next = original.randomTransition(&random)
        let answer = try? original.apply(next)
        for index in others.indices {
          try #require((try? others[index].apply(next)) == answer, "another answer to \(next) after \(story())")
        }
        try Self.expectTheSame(original, others) { "\(next) after \(story())" }
      }
    }
  }

  /// The session that a server opens from the snapshot.
  private static func copy(_ session: Session) throws -> (session: Session, events: [Event]) {
    try CreateSession(request: Snapshot(session).json()).open()
  }

  private static func expectTheSame(_ session: Session, _ others: [Session], _ story: () -> String) throws {
    let (snapshot, shown, computed) = (Snapshot(session).json(), session.visible, computed(session))
    for other in others {
      try #require(Snapshot(other).json() == snapshot, "another snapshot at \(story())")
      try #require(
        other.visible == shown && other.canGoBack == session.canGoBack, "something else on display at \(story())")
      try #require(Self.computed(other) == computed, "other computed members at \(story())")
    }
  }

  private static func computed(_ session: Session) -> [UInt8] {
    var writer = JSONWriter()
    session.root.write(to: &writer, form: .session(session.environment))
    return writer.bytes
  }

  @Test func `the snapshot of any accepted tree is accepted`() throws {
    let deepParams = Params(members: [
      Params.Member(name: "p", json: String(repeating: "[", count: 63) + String(repeating: "]", count: 63))
    ]
    )
    var tree = Controller(id: .automatic, content: .screen(Screen(route: "r", params: deepParams)))
    for level in 1..<Limits.depth {
      let tab = Tab(
        child: tree, savedDetails: level == 1 ? [] : [Controller(id: .automatic, content: .screen(Screen(route: "r")))])
      tree = Controller(id: .automatic, content: .tabBar(try #require(TabBar(tabs: [tab]))))
    }
    let session = try Session.open(tree, in: Environment()).session
    #expect(try Self.copy(session).session == session)
    let deeper = Params(members: [
      Params.Member(name: "p", json: String(repeating: "[", count: 64) + String(repeating: "]", count: 64))
    ])
    let body = CreateSession(
      start: .root(Controller(id: .automatic, content: .screen(Screen(route: "r", params: deeper))))
    ).json()
    #expect(throws: BodyRefusal.self) { try CreateSession(request: body) }
  }
}
