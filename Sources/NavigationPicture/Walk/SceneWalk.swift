import Navigation

/// Visits and places the displayed controllers: all geometry of a picture is made here.
struct SceneWalk {
  let session: Session
  /// The app's, whose offers are rows and buttons of its screens (D-401); nil without.
  let routes: ScreenRoutes?
  let environment: Environment
  let unit: Double
  let medium: Medium
  let look: Look
  /// Nil in text, and where the window is not the whole screen of a device.
  let screen: DeviceScreen?
  /// Nil in text, and where the window fills its screen.
  let controls: Frame?
  private(set) var elements: [Scene.Element] = []
  /// The display modes of the split views, for the caption.
  var modes: [(split: ControllerID, mode: String)] = []
  /// The areas of the controllers that present or that something points at, by their ids.
  private(set) var areas: [ControllerID: Area] = [:]
  private let sources: Set<ControllerID>
  /// What the routes offer on screens, by their ids.
  var offered: [ControllerID: ScreenOffers] = [:]
  private(set) var begun: Set<ControllerID> = []

  /// A controller's place, and what of the containers around it decides how it is drawn.
  struct Area {
    var frame: Frame
    /// The parts covered by bars and the device: backgrounds extend below them, content does not.
    var safe = Insets()
    /// It is in a column beside or over the secondary.
    var isSidebar = false
    var isRoot = false
    /// A bar or a page title names it.
    var isTitled = false
    /// The free room before a tab bar at the top, for the buttons of a bar without a title.
    var besideTabs: Frame?

    /// The area of the content.
    var inner: Frame { frame.inset(by: safe) }

    /// Takes the top of the content's area, which is covered from now on.
    mutating func takeTop(_ height: Double) -> Frame {
      let part = inner.cut(top: height).top
      safe.top += part.height
      return part
    }

    /// Takes the bottom of the content's area, which is covered from now on.
    mutating func takeBottom(_ height: Double) -> Frame {
      let part = inner.cut(bottom: height).bottom
      safe.bottom += part.height
      return part
    }

    /// The place of a child.
    func within(_ frame: Frame) -> Area {
      var place = self
      // Covered parts do not move: a child that extends farther is not covered more.
      place.safe.left = min(safe.left, max(0, safe.left - (frame.x - self.frame.x)))
      place.safe.right = min(safe.right, max(0, safe.right - (self.frame.maxX - frame.maxX)))
      place.frame = frame
      place.besideTabs = nil
      return place
    }
  }

  init(_ session: Session, unit: Double, for medium: Medium, _ routes: ScreenRoutes?) {
    (self.session, self.routes) = (session, routes)
    environment = session.environment
    self.unit = unit
    self.medium = medium
    look = Look(environment.system)
    screen = medium == .svg ? DeviceScreen(environment, unit: unit) : nil
    let isWindow = medium == .svg && look == .glass && environment.idiom == .pad && screen == nil
    controls = isWindow ? Frame(x: unit * 16, y: unit * 20, width: unit * 44, height: unit * 12) : nil
    sources = Set(session.display.trees.compactMap(\.source))
    elements.reserveCapacity(64)
  }

  /// Draws a tree, then what controllers in it present over all of it: inner ones first, the root's own last.
  mutating func enterTree(_ root: Shown, _ place: Area) {
    enter(root, place)
    for presented in root.presentations {
      enterTree(presented: presented, over: presented.presenter.flatMap { areas[$0.id] } ?? place)
    }
  }

  /// Draws a presented tree, in the controllers around it that are not drawn, as it covers all else in them.
  private mutating func enterTree(presented root: Shown, over presenter: Area) {
    guard !root.isGone else { return enterTree(root, presenter) }
    let covered = root.holders.filter { !begun.contains($0.id) }
    for holder in covered.reversed() { begin(holder) }
    enterTree(root, addSurface(of: root, over: presenter))
    for _ in covered { add(.end) }
  }

  mutating func enter(_ shown: Shown, _ place: Area) {
    if shown.controller.isPresenting || sources.contains(shown.id) { areas[shown.id] = place }
    if shown.isBare || shown.isGone || !shown.isInView { return }
    begin(shown)
    switch shown.controller.node {
    case .screen(let screen): add(shown, screen.value, in: place)
    case .stack(let stack): add(shown, stack.value, in: place)
    case .tabBar(let tabBar): add(shown, tabBar.value, in: place)
    case .topTabs(let topTabs): add(shown, topTabs.value, in: place)
    case .split(let split): add(shown, split.value, in: place)
    }
    add(.end)
  }

  mutating func add(_ element: Scene.Element) { elements.append(element) }

  private mutating func begin(_ shown: Shown) {
    begun.insert(shown.id)
    add(.controller(shown.id, shown.controller.kind))
  }

  func points(_ units: Double) -> Double { units * unit }
}

extension Scene {
  /// The current state of a session; with `showsHidden`, also its hidden controllers.
  init(of session: Session, showsHidden: Bool, for medium: Medium, scale: Double = 1, _ routes: ScreenRoutes? = nil) {
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

/// Collects the hidden controllers on cards, one card per place.
struct HiddenWalk {
  private(set) var cards: [Scene.Card] = []
  private let placed: Set<ControllerID>

  init(_ root: Controller, _ placed: Set<ControllerID>) {
    self.placed = placed
    descend(into: root)
  }

  /// Descends through displayed controllers, up to hidden ones.
  private mutating func descend(into controller: Controller) {
    Self.forEachHeld(by: controller) { held, place in
      if placed.contains(held.id) {
        descend(into: held)
      } else {
        add(held, at: place)
      }
    }
  }

  private mutating func add(_ controller: Controller, at place: String) {
    // Controllers below one top are adjacent.
    if cards.last?.heading != place { cards.append(Scene.Card(heading: place)) }
    list(controller, depth: 0)
  }

  private mutating func list(_ controller: Controller, depth: Int) {
    let (title, isMade) = controller.shownTitle
    let isTitled = controller.kind == .screen && !isMade
    cards[cards.count - 1].lines.append(
      Scene.Card.Line(id: controller.id, kind: controller.kind, title: isTitled ? title : nil, depth: depth))
    Self.forEachHeld(by: controller) { held, _ in list(held, depth: depth + 1) }
  }

  /// Calls `body` with each child of a controller, and the name of its place.
  private static func forEachHeld(by controller: Controller, _ body: (Controller, String) -> Void) {
    switch controller.node {
    case .screen: break
    case .stack(let stack):
      let top = stack.value.top.shownTitle.title
      for child in stack.value.children { body(child, "Below \(top)") }
    case .tabBar(let tabBar):
      for tab in tabBar.value.tabs { body(tab.child, "Tab \(tab.shownTitle)") }
      for tab in tabBar.value.tabs {
        for saved in tab.savedDetails { body(saved, "Saved with tab \(tab.shownTitle)") }
      }
      for tab in tabBar.value.tabs { tab.forEachKept { body($0, "Kept with tab \($1)") } }
    case .topTabs(let topTabs):
      for page in topTabs.value.pages { body(page.child, "Page \(page.title)") }
    case .split(let split):
      for column in Column.allCases {
        if let content = split.value.columns[column] { body(content, "Column \(column.rawValue)") }
        if let preserved = split.value.collapse?.preserved[column] { body(preserved, "Kept \(column.rawValue)") }
      }
    }
    if let presented = controller.presented { body(presented.child, "Presented by \(controller.id)") }
  }
}
