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
    let url = link.action.link(in: routes) ?? link.action.type
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
      let move = ToolMove(
        action: transition.action, session: before, after: session, routes: routes, isSized: isSized)
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

extension Transition.Action {
  /// What it opens: the URL, or the path of a route; nil without one.
  fileprivate func link(in routes: ScreenRoutes?) -> String? {
    switch body(as: Transition.Open.self)?.destination {
    case nil: nil
    case .url(let url)?: url
    case .route(let name, let params)?: routes?.url(of: Screen(route: name, params: params))
    }
  }
}

/// What a tool on a simulator does for a step of a way.
enum WayAction: Hashable, Sendable {
  /// A tap on what has this identifier.
  case tap(String)
  /// A tap on a button with this title.
  case button(String)
  case tab(String)
  case back
  /// Shows the sidebar, or hides it.
  case sidebar
  /// A URL, or a path of one whose scheme is the app's.
  case open(String)
  /// From the top of the sheet with this screen.
  case pullDown(String)
  /// On what the system puts around a popover, else on the point.
  case tapOutside(ScreenPoint)
  case tapPoint(ScreenPoint)
  case drag(ScreenPoint, to: ScreenPoint)
  case turn(Orientation)
  /// The recorder gives the app's window this size, in points.
  case window(Size)
  case leave, comeBack
  /// What no tool does: a person is told, and waited for.
  case byHand(String)

  fileprivate var isWindow: Bool { if case .window = self { true } else { false } }

  /// What it names of the system's own.
  var systemIdentifier: SystemIdentifier? {
    switch self {
    case .back: .backButton
    case .sidebar: .toggleSidebar
    case .tapOutside: .popoverDismissRegion
    case .tap, .button, .tab, .open, .pullDown, .tapPoint, .drag, .turn, .window, .leave, .comeBack, .byHand: nil
    }
  }

  var isLink: Bool { if case .open = self { true } else { false } }
  /// Whether it opens a path, which has the app's scheme.
  var needsScheme: Bool { if case .open(let url) = self { !url.hasScheme } else { false } }
}

/// A point of the screen, from its top left, in percent.
struct ScreenPoint: Hashable, Sendable {
  var x: Int
  var y: Int
}

/// Identifiers that UIKit gives its own controls: seen in tests of others, *not recorded*.
enum SystemIdentifier: String, CaseIterable {
  case backButton = "BackButton"
  case toggleSidebar = "ToggleSidebar"
  case popoverDismissRegion = "PopoverDismissRegion"
}

/// What the recorder of an app adds to it, `Tests/Examples/Recorder.swift`.
enum RecorderIdentifier {
  /// The label with the names of what is visible.
  static let visible = "navigation.visible"
  /// What stands between these.
  static let separator = ", "
  /// The argument of a launch with the sizes of the windows for which there is a button.
  static let windows = "navigation-windows"

  /// The button of a window of this size.
  static func window(_ size: Size) -> String { "navigation." + text(size) }

  static func text(_ size: Size) -> String { "\(text(size.width))x\(text(size.height))" }

  private static func text(_ points: Double) -> String { Int(exactly: points).map(String.init) ?? "\(points)" }
}

/// What a tool on a simulator does for one transition (D-348).
private struct ToolMove {
  let action: Transition.Action
  /// Before it.
  let session: Session
  let after: Session
  let routes: ScreenRoutes?
  /// Whether the recorder has given the window a size, which it keeps when the device turns.
  let isSized: Bool

  /// What a user does is found by what is tapped, a change of the window by the size that it ends in. All else is done by
  /// hand: what the app does of its own accord, and what nothing on a simulator does.
  var actions: [WayAction] {
    let isAway = session.environment.isInBackground
    switch action.body {
    case is Transition.EnterBackground: return isAway ? [] : [.leave]
    case is Transition.EnterForeground: return isAway ? [.comeBack] : []
    case _ where isAway: return [.byHand("in the background, \(windowSentence)")]
    case let rotation as Transition.Rotate:
      let turn = WayAction.turn(rotation.orientation)
      return isSized ? [turn, .window(after.environment.size)] : [turn]
    case is Transition.Resize, is Transition.SetMultitasking: return [.window(after.environment.size)]
    case let fold as Transition.Fold: return [.byHand("fold the device: \(fold.pose.rawValue)")]
    case let device as Transition.SetDevice: return [.byHand("go on with this device: \(device.device)")]
    case is Transition.SetTraits: return [.byHand("give the window other size classes")]
    case is Transition.Open:
      return [action.link(in: routes).map(WayAction.open) ?? .byHand("open what has no path")]
    case let set as Transition.SetConditions:
      return set.conditions.all.map { .byHand("make it so that \($0.name) \($0.holds ? "holds" : "does not hold")") }
    case let scroll as Transition.Scroll:
      return [.byHand("scroll the pages to \(scroll.contentOffset) points: \(scroll.phase.rawValue)")]
    case let drag as Transition.DragSheet: return [.byHand("drag the sheet to its detent \(drag.detent)")]
    case is Transition.TapSecondaryOnlyButton: return [.byHand("tap the button that shows the secondary alone")]
    case is Transition.CancelSearch: return [.byHand("cancel the search")]
    case _: return [tap ?? .byHand("\(action.actor == .app ? "the app does this" : "do this"): \(action.type)")]
    }
  }

  private var windowSentence: String {
    after.environment == session.environment
      ? action.type : "\(action.type): the window becomes \(RecorderIdentifier.text(after.environment.size))"
  }

  /// What a user taps or drags; nil for any other transition, and where nothing tells what it is.
  private var tap: WayAction? {
    switch action.body {
    case let tap as Transition.TapTab: tabTitle(of: tap.tab).map(WayAction.tab)
    case let tap as Transition.TapTitle: pageTitle(of: tap.page).map(WayAction.button)
    case let back as Transition.Back where back.phase == nil:
      switch back.way {
      case nil, .button?: .back
      case .edge?: .drag(point(0, 50), to: point(60, 50))
      case .content?: .drag(point(20, 50), to: point(90, 50))
      }
    case let tap as Transition.TapLeftBarButton: leftTitle(of: tap.screen).map(WayAction.button)
    case is Transition.TapDisplayModeButton, is Transition.TapSidebarButton: .sidebar
    case let tap as Transition.TapRow: .tap(tap.row)
    case let tap as Transition.SelectRow: .tap(tap.row)
    case is Transition.SwipeDown: session.visible.last.map { .pullDown(WayWalk.name(of: $0)) }
    // A sheet leaves room above it.
    case is Transition.TapOutside:
      .tapOutside(Array(session.display.trees).last?.adaptedStyle?.isSheet == true ? point(50, 6) : point(2, 98))
    case let tap as Transition.TapDimmedSecondary: dimmed(split: tap.split)
    case let swipe as Transition.Swipe:
      swipe.edge == .leading ? .drag(point(0, 50), to: point(60, 50)) : .drag(point(99, 50), to: point(40, 50))
    case _: nil
    }
  }

  /// A point of the app's window, whose top left is the screen's.
  private func point(_ x: Double, _ y: Double) -> ScreenPoint {
    let environment = session.environment
    let screen = environment.device?.model.screenSize(environment.orientation) ?? environment.size
    return ScreenPoint(
      x: Int(x * min(environment.size.width / screen.width, 1)),
      y: Int(y * min(environment.size.height / screen.height, 1)))
  }

  /// The secondary's part that no sidebar covers.
  private func dimmed(split: ControllerID?) -> WayAction? {
    guard let id = try? session.resolve(split, .split), let split = session.root.find(id)?.split else { return nil }
    return .tapPoint(split.preferences.primaryEdge == .leading ? point(95, 50) : point(5, 50))
  }

  private func tabTitle(of tab: ControllerID) -> String? {
    guard let place = try? session.place(of: tab) else { return nil }
    return place.path.isEmpty ? place.tab.shownTitle : place.root?[place.path].shownTitle
  }

  private func pageTitle(of page: ControllerID) -> String? {
    guard let location = session.root.locateInSession(page), case .topTabs(let topTabs)? = location.parent?.node else {
      return nil
    }
    return topTabs.value.index(of: page).map { topTabs.value.pages[$0].title }
  }

  /// Nil where it has none, such as an image.
  private func leftTitle(of screen: ControllerID?) -> String? {
    let screen = screen ?? session.display.last?.id
    let title = screen.flatMap { session.root.find($0)?.screen?.leftBarButton }
    return title.flatMap { $0.isEmpty ? nil : $0 }
  }
}
