/// What a tool on a simulator does for one transition (D-348).
struct ToolMove {
  private let action: Transition.Action
  /// Before it.
  private let session: Session
  private let after: Session
  private let routes: ScreenRoutes?
  /// Whether the recorder has given the window a size, which it keeps when the device turns.
  private let isSized: Bool

  init(_ action: Transition.Action, from session: Session, to after: Session, routes: ScreenRoutes?, isSized: Bool) {
    (self.action, self.session, self.after, self.routes, self.isSized) = (action, session, after, routes, isSized)
  }

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
      return [OpenedLink(action).url(in: routes).map(WayAction.open) ?? .byHand("open what has no path")]
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
