import SeededRandom
import Testing

@testable import Navigation

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
  static let stepsPerWorld = TestLength.steps(600, or: "NAVIGATION_COPY_STEPS")

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
    // Of equal values all is the same.
    let others = others.filter { $0 != session }
    guard !others.isEmpty else { return }
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

/// A tampered snapshot is refused, or opens as a valid session.
@Suite struct SnapshotTamperingTests {
  @Test(arguments: SnapshotWalkTests.worlds.filter { $0.system == .iOS26 })
  func `a tampered snapshot is refused, or it opens as a valid session`(_ world: SnapshotWalkTests.World) throws {
    var random = Seeded(0x7A3B)
    var session = try world.open(Environment(system: world.system))
    var (opened, refused) = (0, 0)
    for step in 0..<TestLength.steps(240) {
      if step % 60 == 0 { session = try world.open(Environment(system: world.system)) }
      _ = try? session.apply(session.randomTransition(&random))
      let text = Self.tampered(Snapshot(session).json(), &random)
      let story = { String(decoding: text, as: UTF8.self) }
      guard var copy = try? CreateSession(request: text).open().session else {
        refused += 1
        continue
      }
      opened += 1
      try #require(copy.violations == [], "\(story())")
      for _ in 0..<4 {
        let next = copy.randomTransition(&random)
        _ = try? copy.apply(next)
        try #require(copy.violations == [], "\(next) after \(story())")
      }
      // The opened session is like any other.
      try #require(try CreateSession(request: Snapshot(copy).json()).open().session == copy, "\(story())")
    }
    #expect(TestLength.isShort || opened > 20 && refused > 20, "\(opened) opened, \(refused) refused")
  }

  /// The text with one or two values replaced: by a value from another place, another number or the negation.
  private static func tampered(_ json: [UInt8], _ random: inout Seeded) -> [UInt8] {
    var tokens = tokens(of: json)
    let values = tokens.indices.filter { isValue(tokens, $0) }
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      guard let place = values.randomElement(using: &random), let other = values.randomElement(using: &random) else {
        break
      }
      switch tokens[place] {
      case "true": tokens[place] = "false"
      case "false": tokens[place] = "true"
      case let token where token.hasPrefix("\""):
        tokens[place] = tokens[other].hasPrefix("\"") ? tokens[other] : "\"zz\""
      default:
        tokens[place] = ["0", "1", "2", "3", "-40", "375", "1210", "1e9", "2.5"].randomElement(using: &random) ?? "0"
      }
    }
    return Array(tokens.joined().utf8)
  }

  /// The strings, numbers, literals and punctuation of a text, unchanged.
  private static func tokens(of json: [UInt8]) -> [String] {
    String(decoding: json, as: UTF8.self).matches(of: #/"[^"]*"|[-0-9.e]+|true|false|null|[\[\]{}:,]/#).map {
      String($0.output)
    }
  }

  private static func isValue(_ tokens: [String], _ index: Int) -> Bool {
    let (token, next) = (tokens[index], tokens.indices.contains(index + 1) ? tokens[index + 1] : "")
    return next != ":" && !["[", "]", "{", "}", ":", ",", "null"].contains(token)
  }
}

/// RS: a session's tree and environment are stored, and restored unchanged.
@Suite struct SnapshotRulesTests {
  static let kept: [Row] = [
    Row("RS-2 every stack", "tabs[x*: a > b | y: c(r1) > d]", [], "tabs[x*: a > b | y: c(r1) > d]"),
    Row("RS-2 the selected tab", "tabs[x*: a | y: b]", [.tap("y")], "tabs[x: a | y*: b]"),
    Row("RS-2 every column", "split/3[A || S || B @ C]", [.push("D")], "split/3[A || S || B > D @ compact: C]"),
    Row(
      "RS-2 parked details", "split[tabs[a*: la | b: lb] || ph > d1]", [.tap("b")],
      "split[tabs[a: la > d1 | b*: lb] || ph]"),
    Row(
      "RS-6 a collapsed tree, with its preserved column", "split[A || N: B]",
      behavior: SplitDelegate(onCollapse: .discard), [.collapse],
      "split<A / N: B>"),
    Row(
      "RS-5 DM-22 a mode that a user chose", "split[A || =B]", behavior: SplitDelegate(), [.tapButton],
      "split[(A) || =B]"),
    Row(
      "RS-5 DM-22 one that the app asked for", "split[A || =B]", behavior: SplitDelegate(), [.mode(.oneOverSecondary)],
      "split[A |> =B]"),
  ]

  @Test(arguments: kept) func `RS-1 RS-4: the tree is restored, with given and generated ids`(_ row: Row) throws {
    var session = try row.open()
    for step in row.steps { _ = try session.apply(step) }
    #expect(session.sketch == row.end, "\(row.rule)")
    let again = try Session.open(session.root, in: session.environment).session
    #expect(again.root == session.root, "\(row.rule)")
  }

  @Test func `RS-3: its only events are those of the first appearance`() throws {
    let opened = try Session.open(SketchParser.tree("stack: a > b"), in: Environment())
    #expect(opened.events.map(\.sketch) == ["+will b", "+did b"])
  }
}
