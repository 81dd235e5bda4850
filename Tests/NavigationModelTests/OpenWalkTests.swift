@testable import Navigation
import SeededRandom
import Testing

/// D-167 on random walks: what a link does from any state of any app (L1 to L6).
@Suite struct OpenWalkTests {
  struct World: Sendable, CustomTestStringConvertible {
    var app: LinkedApp
    var system: String

    var testDescription: String { "\(app.name) on \(system)" }
  }

  static let worlds = (LinkedApp.all + LinkedApp.presenting + [.rooms, .tabsOrColumns, .groups]).flatMap { app in
    ["iOS14", "iOS26", "iOS27"].map { World(app: app, system: $0) }
  }

  /// The links that are tried in each world: `NAVIGATION_LINK_STEPS`, or 240.
  static let steps = TestLength.steps(240, or: "NAVIGATION_LINK_STEPS")

  @Test(arguments: worlds) func `D-167: every link of a walk`(_ world: World) throws {
    var random = Seeded(0x0BE3)
    let (start, routes) = try world.app.open("wide", system: world.system)
    let links = LinkedApp.links(of: routes)
    var (session, hasStrays) = (start, false)
    for step in 0..<Self.steps {
      if step % 40 == 0 { (session, hasStrays) = (start, false) }
      for _ in 0..<Int.random(in: 0...2, using: &random) { _ = try? session.apply(session.randomTransition(&random)) }
      let link = try #require(links.randomElement(using: &random))
      if Int.random(in: 0..<4, using: &random) == 0, let stray = links.randomElement(using: &random) {
        session.bringElsewhere(stray, routes, &random)
        hasStrays = true
      }
      let trial = LinkTrial(link, in: session, routes, story: "\(world.testDescription): \(link) at \(session.sketch)")
      try trial.check()
      // A screen in place of a list is pushed on otherwise in a narrow window.
      if world.app.expandsAlike, !hasStrays { try trial.checkExpansion() }
      try trial.checkAnew(start)
      if Bool.random(using: &random) { _ = try? session.apply(Transition(.open(url: link)), routes: routes) }
    }
  }
}

extension LinkedApp {
  /// A link for each path, with two values for each param.
  static func links(of routes: ScreenRoutes) -> [String] {
    routes.routes.flatMap(\.paths).map(\.text).flatMap { path in
      ["1", "2"].map { value in
        "/" + path.split(separator: "/").map { $0.hasPrefix("{") ? value : String($0) }.joined(separator: "/")
      }
    }
  }

  /// Whether UIKit's own collapse and expansion change no tree (M11), nor does it present details, and no compact tree
  /// stands in.
  var expandsAlike: Bool {
    !name.hasPrefix("listDetail") && !name.hasSuffix("own details") && !name.hasSuffix("compact tree")
  }
}

/// One link in one state.
struct LinkTrial {
  let link: String
  let start: Session
  let routes: ScreenRoutes
  let story: String
  /// Nil where it is refused.
  let answer: Session.Answer?
  let end: Session

  init(_ link: String, in start: Session, _ routes: ScreenRoutes, story: String) {
    (self.link, self.start, self.routes, self.story) = (link, start, routes, story)
    var end = start
    answer = try? end.apply(Transition(.open(url: link)), routes: routes)
    self.end = end
  }

  private var isDone: Bool { answer?.outcome.handled == true }

  func check() throws {
    try checkVisible()
    let isThere = try LinkGoal(.url(link), in: routes).isShown(in: start)
    guard isDone, let answer else {
      try #require(end == start, "L5: it changed something \(story)")
      try #require(isThere == (answer?.outcome.reason == .alreadyThere), "L2: a way disagrees \(story)")
      if isThere { try checkShown(in: start) }
      return
    }
    try #require(!isThere || answer.outcome.isUpdate, "L2: it is on display: \(answer.outcome.steps) \(story)")
    try #require(end.violations.isEmpty, "\(end.violations) \(story)")
    var batched = start
    let batch = try batched.apply(batch: answer.outcome.steps, routes: routes)
    try #require(!batched.differs(from: end), "L1: its steps do something else: \(batched.sketch) \(story)")
    if !start.isSwiping { try #require(batch.events == answer.events, "L1: its steps tell something else \(story)") }
    // The app's delegate may take the detail (D-71), and a second time, too.
    if start.takesDetails { return }
    try checkShown(in: end)
    var again = end
    let second = try again.apply(Transition(.open(url: link)), routes: routes).outcome
    try #require(!second.handled && second.reason == .alreadyThere, "L2: \(second.steps) \(story)")
    try checkTabs()
    try checkWayBack(answer.outcome)
  }

  /// D-371: what a link has presented is dismissed to its parent.
  private func checkWayBack(_ outcome: Outcome) throws {
    let chain = try LinkTarget(.url(link), in: routes, for: start).chain
    guard chain.count > 1, outcome.steps.last(where: { !($0.action.body is Transition.PopTo) })?.presents == true,
      let target = end.display.restingLeaves.last(where: {
        $0.controller.screen?.route == chain[chain.count - 1].route.name
      }),
      let presenter = target.presenter ?? target.holders.first(where: { $0.presenter != nil })?.presenter
    else { return }
    let parent = chain[chain.count - 2]
    var session = end
    guard try session.apply(Transition(.dismiss(presenter.id))).outcome.handled else { return }
    try #require(
      LinkGoal(.route(parent.route.name, parent.params), in: routes).isShown(in: session),
      "D-371: \(session.sketch) \(story)")
  }

  /// The link of each screen in reach leads nowhere else.
  private func checkVisible() throws {
    for leaf in start.display.restingLeaves {
      guard let url = leaf.controller.screen.flatMap(routes.url), let goal = try? LinkGoal(.url(url), in: routes),
        goal.isShown(by: leaf)
      else { continue }
      var session = start
      let outcome = try session.apply(Transition(.open(url: url)), routes: routes).outcome
      try #require(
        outcome.reason == .alreadyThere || outcome.isUpdate, "\(leaf.id) is on display: \(outcome.steps) \(story)")
    }
  }

  private func checkShown(in session: Session) throws {
    let visible = session.visible(routes: routes)
    try #require(
      visible.contains { $0.url == link },
      "L2: not on display in \(session.sketch), \(visible.map { "\($0.id) \($0.url ?? "-")" }) \(story)")
  }

  /// L4: the tabs that are not selected, before or after, have what they had; the details go with a tab that was.
  private func checkTabs() throws {
    for bar in start.tabBars {
      guard let after = end.root.findInSession(bar.id)?.tabBar else { continue }
      for tab in bar.tabBar?.tabs ?? []
      where ![bar.tabBar?.selected.child.id, after.selected.child.id].contains(tab.child.id) {
        let own = after.tabs.first { $0.child.id == tab.child.id }
        try #require(own?.child == tab.child, "L4: tab \(tab.child.id) in \(end.sketch) \(story)")
      }
    }
  }

  /// L3: collapse, open, expand is the same as open. In a narrow window a presentation of another column is not over it.
  func checkExpansion() throws {
    let showsColumn = answer?.outcome.steps.contains {
      $0.action.body is Transition.ShowColumn || $0.action.body is Transition.SetDisplayMode
    }
    // A change of tab alone may differ there, as where it takes details along.
    let selectTabs = { (session: inout Session) in
      for step in answer?.outcome.steps ?? [] where step.action.body is Transition.SelectTab {
        _ = try? session.apply(step)
      }
    }
    guard isDone, showsColumn == false, !start.takesDetails, start.opensAlike(link, routes),
      start.environment.horizontal == .regular, !start.everyPresent.contains(where: { $0.presented != nil }),
      start.roundTrip(selectTabs)?.outline == start.with(selectTabs).outline,
      let wideEnd = end.roundTrip({ _ in }), wideEnd.outline == end.outline
    else { return }
    var isOpened = false
    let narrow = start.roundTrip { session in
      isOpened = (try? session.apply(Transition(.open(url: link)), routes: routes)) != nil
    }
    guard isOpened else { return }
    try #require(narrow?.outline == end.outline, "L3: \(narrow?.sketch ?? "refused") for \(end.sketch) \(story)")
  }

  /// L6: in a new session the link shows the same thing, in a wide window and in a narrow one.
  func checkAnew(_ fresh: Session) throws {
    guard isDone, end.visible(routes: routes).contains(where: { $0.url == link }) else { return }
    for narrow in [false, true] {
      var session = fresh
      if narrow { _ = try session.apply(Transition(.setMultitasking(.slideOver))) }
      guard (try? session.apply(Transition(.open(url: link)), routes: routes)) != nil else { continue }
      try #require(session.visible(routes: routes).contains { $0.url == link }, "L6: \(session.sketch) \(story)")
    }
  }
}

extension Transition {
  fileprivate var presents: Bool { action.body is Present }
}

extension Outcome {
  /// Whether a link has changed params alone.
  fileprivate var isUpdate: Bool { !steps.isEmpty && steps.allSatisfy { $0.action.body is Transition.UpdateScreen } }
}

extension Session {
  /// Brings a screen that a link names as an app may, wherever its parents are.
  fileprivate mutating func bringElsewhere(_ link: String, _ routes: ScreenRoutes, _ random: inout Seeded) {
    guard let part = try? LinkTarget.all(.url(link), in: routes)[0].chain.last else { return }
    var screen = routes.screen(for: routes.sample(of: part), of: part.route)
    screen.id = .automatic
    let style = PresentationStyle.allCases.randomElement(using: &random) ?? .pageSheet
    let actions: [Transition.Action] = [
      .present(.new(screen), style: style), .push(.new(screen)), .showDetail(.new(screen)),
      .setStack(children: [.new(screen)]), .setColumn(.primary, .new(screen)),
    ]
    if let action = actions.randomElement(using: &random) { _ = try? apply(Transition(action)) }
  }

  fileprivate var tabBars: [Controller] { everyPresent.filter { $0.kind == .tabBar } }

  fileprivate var takesDetails: Bool {
    everyPresent.contains { $0.split.map { $0.style == .classic && $0.delegate.onShowDetail == .handled } == true }
  }

  /// Whether all parts of a link are details, pushes or presentations, but the first. Not a push on a list, which pops the
  /// details above it in a narrow window; nor below a tab bar above which the details stand there (D-36).
  fileprivate func opensAlike(_ link: String, _ routes: ScreenRoutes) -> Bool {
    guard let target = try? LinkTarget.all(.url(link), in: routes)[0], target.chain.count > 1 else { return false }
    let isInStack = root.first { $0.stack?.root.kind == .tabBar } != nil
    if isInStack || target.chain[1].route.opening == .push { return false }
    return target.chain.dropFirst().allSatisfy { $0.route.opening == .detail || $0.route.opening == .push }
  }

  fileprivate func with(_ change: (inout Session) -> Void) -> Session {
    var session = self
    change(&session)
    return session
  }

  /// The session after Slide Over and back, with something between; nil where it is no window of an iPad.
  fileprivate func roundTrip(_ body: (inout Session) -> Void) -> Session? {
    var session = self
    guard (try? session.apply(Transition(.setMultitasking(.slideOver)))) != nil else { return nil }
    body(&session)
    return (try? session.apply(Transition(.setMultitasking(.fullScreen)))) == nil ? nil : session
  }

  /// The tree without the ids of the counter, and without selected rows, which a list that reappears clears (LS-3).
  fileprivate var outline: String {
    sketch.replacing(/\bc[0-9]+\b/, with: "c").replacing(/\(r[0-9]\)|#r[0-9]/, with: "")
  }
}
