/// A way, walked again from the app's start: what a tool does for each step, and what is visible after it.
struct WayWalk {
  /// A step with its name, and what is done for it.
  struct Stage {
    var name: String
    var actions: [WayAction]
  }

  private(set) var stages: [Stage] = []
  /// The states: at the start, then after each step.
  private(set) var sessions: [Session]
  private let routes: ScreenRoutes?
  private let locators: Locators

  /// Throws where the app has no such start, and the rejection of a step.
  init(
    _ steps: [Finding.Step], of app: CreateSession, in environment: Environment, locators: Locators
  ) throws(Rejection) {
    var app = app
    app.environment = environment
    sessions = [try app.open().session]
    (routes, self.locators) = (app.routes, locators)
    for step in steps { try add(step) }
  }

  var end: Session { sessions[sessions.count - 1] }

  /// The sizes of all windows of the way, once each: the recorder has a button of each.
  var sizes: String {
    let sizes = sessions.map { RecorderIdentifier.text($0.environment.size) }
    return sizes.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.joined(separator: ",")
  }

  /// What the recorder says is visible in a state.
  func visible(in session: Session) -> [String] { session.visible.map { Self.name(of: $0) } }

  static func name(of screen: VisibleScreen) -> String { name(of: screen.route, screen.params) ?? "\(screen.id)" }

  /// The recorder's name of a screen (D-345): its route, then its params, in the signs that an id may have. Nil without
  /// a route.
  static func name(of route: String, _ params: Params) -> String? {
    guard !route.isEmpty else { return nil }
    let texts = [route] + params.members.map { JSONParamValues().text(of: $0.json) }
    let signs = texts.joined(separator: ".").map { sign -> Character in
      ControllerID("\(sign)") == nil ? "-" : sign
    }
    return String(signs.prefix(nameSigns))
  }

  private static let nameSigns = 120

  private mutating func add(_ step: Finding.Step) throws(Rejection) {
    var after = end
    if step.transitions.count == 1 {
      _ = try after.apply(step.transitions[0], routes: routes)
    } else if !step.transitions.isEmpty {
      do throws(Session.BatchRejection) { _ = try after.apply(batch: step.transitions, routes: routes) } catch {
        throw error.rejection
      }
    }
    stages.append(Stage(name: step.name, actions: actions(of: step, to: after)))
    sessions.append(after)
  }

  /// Adds a link, which the app may refuse: then nothing changes.
  mutating func add(link: Transition) {
    let url = OpenedLink(link.action).url(in: routes) ?? link.action.type
    let step = Finding.Step(name: "Link: \(url)", transitions: [link])
    if (try? add(step)) != nil { return }
    stages.append(Stage(name: step.name, actions: actions(of: step, to: end)))
    sessions.append(end)
  }

  private func actions(of step: Finding.Step, to after: Session) -> [WayAction] {
    if let identifier = locators[step.name] { return [.tap(identifier)] }
    if let opening = opening(of: step, to: after) { return [opening] }
    var (session, actions) = (end, [WayAction]())
    let isSized = sessions.contains { $0.environment.multitasking != .fullScreen }
    for transition in step.transitions {
      let before = session
      _ = try? session.apply(transition, routes: routes)
      let move = ToolMove(transition.action, from: before, to: session, routes: routes, isSized: isSized)
      actions += move.actions
    }
    // Of several sizes of one step only the last one is reached by a button.
    let last = actions.lastIndex { $0.isWindow }
    return actions.enumerated().filter { !$1.isWindow || $0 == last }.map(\.element)
  }

  /// What a user taps for an offer of a screen in reach; nil where the step is none. A log may name another controller
  /// for the same: then what the app does is told by what it comes to.
  private func opening(of step: Finding.Step, to after: Session) -> WayAction? {
    guard let routes, !step.transitions.isEmpty else { return nil }
    let isApps = step.transitions.allSatisfy { $0.action.actor == .app && !($0.action.body is Transition.Open) }
    for leaf in end.shown where end.display.canReach(leaf: leaf.id) {
      guard let route = routes[leaf.route] else { continue }
      for opening in RouteOpening.all(from: route, in: routes) {
        guard let attempt = opening.open(from: leaf, in: end, routes),
          attempt.transitions == step.transitions || isApps && attempt.session.root == after.root
        else { continue }
        if let title = opening.closingTitle { return .button(title) }
        if let row = opening.row { return .tap(row) }
        return opening.opened.flatMap { Self.name(of: $0.route, $0.params) }.map(WayAction.tap)
      }
    }
    return nil
  }
}

extension WayAction {
  fileprivate var isWindow: Bool { if case .window = self { true } else { false } }
}

/// What a transition opens.
struct OpenedLink {
  private let destination: Transition.Destination?

  init(_ action: Transition.Action) { destination = action.body(as: Transition.Open.self)?.destination }

  /// The URL, or the path of a route; nil without one.
  func url(in routes: ScreenRoutes?) -> String? {
    switch destination {
    case nil: return nil
    case .url(let url)?: return url
    case .route(let name, let params)?:
      guard let routes else { return nil }
      return routes.url(of: Screen(route: name, params: params))
    }
  }
}
