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
  /// The controllers whose elements have begun.
  private(set) var begun: Set<ControllerID> = []

  /// A controller's place, and what of the containers around it decides how it is drawn.
  struct Area {
    var frame: Frame
    /// The parts covered by bars and the device: backgrounds extend below them, content does not.
    var safe = Insets()
    /// It is in a column beside or over the secondary.
    var isSidebar = false
    /// It is the root of its stack.
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

  /// Converts units to points.
  func points(_ units: Double) -> Double { units * unit }
}
