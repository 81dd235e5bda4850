import Navigation

/// Visits and places the displayed controllers: all geometry of a picture is made here.
struct SceneWalk {
  private let display: Display
  let session: Session
  /// The app's, whose offers the taps on rows open; nil without.
  let routes: ScreenRoutes?
  /// The controls in a user's reach.
  private let taps: [Tap]
  let environment: Environment
  let unit: Double
  let medium: Medium
  let look: Look
  /// Nil in text, and where the window is not the whole screen of a device.
  let screen: DeviceScreen?
  /// Nil in text, and where the window fills its screen.
  let controls: Frame?
  private(set) var elements: [Scene.Element] = []
  /// The controllers placed so far.
  private(set) var placed: [ControllerID] = []
  /// The display modes of the split views, for the caption.
  var modes: [(split: ControllerID, mode: String)] = []
  /// The containers around the walk's position.
  private var path: [(id: ControllerID, kind: Controller.Kind)] = []
  /// How often a full-screen presentation has removed all elements.
  private var clearings = 0
  /// The pending presentations of the tree, drawn over all of it: inner ones first, the root's own last.
  private var waiting: [Waiting] = []

  /// A controller's place, and what it inherits from the containers around it.
  struct Area {
    var frame: Frame
    /// The parts covered by bars and the device: backgrounds extend below them, content does not.
    var safe = Insets()
    /// The window's traits, with the inherited size class.
    var traits: Traits
    var column: Column?
    /// It is in a column beside or over the secondary.
    var isSidebar = false
    /// It is the root of its stack.
    var isRoot = false
    /// A bar or a page title names it.
    var isTitled = false
    /// It is the lower screen of a swipe back.
    var isAppearing = false
    /// A split view's items for the first bar of the column.
    var items: [Bar.Item] = []
    /// The free room before a tab bar at the top, for the buttons of a bar without a title.
    var besideTabs: Frame?
    /// The stack around a nested stack, and the controller below that, for the inner bar's back button (NV-17).
    var outer: (stack: ControllerID, below: Controller)?
    /// The column is in a split view whose app allows no return to its placeholder (SYS0-3).
    var forbidsPlaceholder = false

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

    /// The place of a child, not nested in a stack until its container sets that.
    func within(_ frame: Frame) -> Area {
      var place = self
      // Covered parts do not move: a child that extends farther is not covered more.
      place.safe.left = min(safe.left, max(0, safe.left - (frame.x - self.frame.x)))
      place.safe.right = min(safe.right, max(0, safe.right - (self.frame.maxX - frame.maxX)))
      place.frame = frame
      place.outer = nil
      place.besideTabs = nil
      place.forbidsPlaceholder = false
      return place
    }
  }

  struct Waiting {
    var presenter: (id: ControllerID, kind: Controller.Kind)
    var presented: Presented
    var place: Area
    var path: [(id: ControllerID, kind: Controller.Kind)]
  }

  init(_ session: Session, unit: Double, for medium: Medium, _ routes: ScreenRoutes?) {
    var session = session
    display = session.cacheDisplay()
    (self.session, self.routes) = (session, routes)
    taps = session.taps
    environment = session.environment
    self.unit = unit
    self.medium = medium
    look = Look(environment.system)
    screen = medium == .svg ? DeviceScreen(environment, unit: unit) : nil
    let isWindow = medium == .svg && look == .glass && environment.idiom == .pad && screen == nil
    controls = isWindow ? Frame(x: unit * 16, y: unit * 20, width: unit * 44, height: unit * 12) : nil
    elements.reserveCapacity(64)
    placed.reserveCapacity(16)
  }

  mutating func enterTree(_ root: Controller, _ place: Area) {
    enter(root, place)
    let above = waiting
    waiting = []
    for presentation in above { present(presentation) }
  }

  mutating func enter(_ controller: Controller, _ place: Area) {
    var place = place
    if let traitOverride = controller.traitOverride {
      place.traits = traitOverride.applied(to: place.traits, in: environment.horizontal)
    }
    let presented = controller.presented
    if presented?.style.coversPresenter != true { enterContent(of: controller, place) }
    guard let presented else { return }
    waiting.append(Waiting(presenter: (controller.id, controller.kind), presented: presented, place: place, path: path))
  }

  private mutating func enterContent(of controller: Controller, _ place: Area) {
    let id = controller.id
    begin(id, controller.kind)
    path.append((id, controller.kind))
    switch controller.node {
    case .screen(let screen): add(id, screen.value, in: place)
    case .stack(let stack): add(id, stack.value, in: place)
    case .tabBar(let tabBar): add(id, tabBar.value, in: place)
    case .topTabs(let topTabs): add(id, topTabs.value, in: place)
    case .split(let split): add(id, split, in: place)
    }
    path.removeLast()
    add(.end)
  }

  mutating func add(_ element: Scene.Element) { elements.append(element) }

  private mutating func begin(_ id: ControllerID, _ kind: Controller.Kind) {
    placed.append(id)
    add(.controller(id, kind))
  }

  /// Converts units to points.
  func points(_ units: Double) -> Double { units * unit }

  /// The tap, where a user can reach its control.
  func reached(_ tap: Tap, _ place: Area) -> Tap? { !place.isAppearing && taps.contains(tap) ? tap : nil }

  /// Whether a user can operate a screen.
  func canReach(leaf id: ControllerID, _ place: Area) -> Bool {
    !environment.isInBackground && !place.isAppearing && display.canReach(leaf: id)
  }
}

extension SceneWalk {
  /// Draws a presentation, including the controllers around it that a full-screen one has removed.
  private mutating func present(_ presentation: Waiting) {
    if presentation.presented.style == .fullScreen {
      elements.removeAll(keepingCapacity: true)
      placed.removeAll(keepingCapacity: true)
      modes.removeAll()
      clearings += 1
    }
    let outer = path
    path = presentation.path + [presentation.presenter]
    let covered = path.filter { !placed.contains($0.id) }
    for controller in covered { begin(controller.id, controller.kind) }
    let place = addSurface(of: presentation)
    let before = clearings
    enterTree(presentation.presented.child, place)
    if clearings == before {
      for _ in covered { add(.end) }
    }
    path = outer
  }
}
