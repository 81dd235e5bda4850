import Navigation

extension Scene {
  /// The current state of a session; with `showsHidden`, also its hidden controllers.
  init(
    of session: Session, showsHidden: Bool, for medium: Medium, scale: Double = 1, _ routes: ScreenRoutes? = nil
  ) {
    let size = session.environment.size
    let unit = Measure.unit(of: size, for: medium, scale: scale)
    let window = Frame(x: 0, y: 0, width: size.width, height: size.height)
    var session = session
    let display = session.cacheDisplay()
    var walk = SceneWalk(session, unit: unit, for: medium, routes)
    for root in display.trees.prefix(1) {
      walk.enterTree(root, SceneWalk.Area(frame: window, safe: walk.screen?.insets ?? Insets()))
    }
    self.init(
      window: window, look: walk.look, screen: walk.screen, controls: walk.controls, unit: unit,
      isMadeUp: routes == nil, elements: walk.elements,
      fold: session.environment.fold.map { Self.band($0, in: window) }, caption: Self.caption(of: session, walk.modes),
      cards: showsHidden ? HiddenWalk(session.root, walk.begun).cards : [])
  }

  private static func band(_ fold: Fold, in window: Frame) -> Frame {
    let (start, breadth) = (Fold.band.lowerBound, Fold.band.upperBound - Fold.band.lowerBound)
    switch fold {
    case .vertical: return Frame(x: start, y: window.y, width: breadth, height: window.height)
    case .horizontal: return Frame(x: window.x, y: start, width: window.width, height: breadth)
    }
  }

  private static func caption(of session: Session, _ modes: [(split: ControllerID, mode: String)]) -> [String] {
    let environment = session.environment
    var parts = [
      environment.device?.name ?? "free window", "\(text(environment.size.width)) × \(text(environment.size.height))",
    ]
    if let pose = environment.pose { parts.append(pose.rawValue) }
    parts.append(environment.orientation.rawValue)
    if environment.device != nil, environment.multitasking != .fullScreen {
      parts.append(environment.multitasking.rawValue)
    }
    parts.append("\(environment.horizontal.rawValue) × \(environment.vertical.rawValue)")
    for (split, mode) in modes { parts.append(modes.count == 1 ? mode : "\(split): \(mode)") }
    if session.environment.isInBackground { parts.append("background") }
    return parts
  }

  private static func text(_ points: Double) -> String {
    Int(exactly: points).map(String.init) ?? "\((points * 100).rounded() / 100)"
  }
}
