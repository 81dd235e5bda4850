import NavigationModel

/// Goes down only into what is on display, and places it: all of a picture's geometry is made here.
struct SceneWalk {
  let display: Display
  let environment: Environment
  let unit: Double
  let medium: Medium
  let look: Look
  /// Nil in text, and where the window is not the whole screen of a device.
  let screen: DeviceScreen?
  private(set) var elements: [Scene.Element] = []
  /// The controllers that have been placed.
  private(set) var placed: [ControllerID] = []
  /// The display modes of the split views, for the caption.
  var modes: [(split: ControllerID, mode: String)] = []
  /// The containers around where the walk stands.
  private var path: [(id: ControllerID, kind: Controller.Kind)] = []
  /// How often a full screen has taken all away.
  private var clearings = 0
  /// What the tree that is walked presents, which stands over all of it: inner ones first, the root's own last.
  private var waiting: [Waiting] = []

  /// Where something stands, and what it has from the containers around it.
  struct Place {
    var frame: Frame
    /// What bars and the device cover of it: backgrounds reach below them, and content does not.
    var safe = Insets()
    /// The window's, with the class that is inherited there.
    var traits: Traits
    var column: Column?
    /// It stands in a column beside or over the secondary.
    var isSidebar = false
    /// Nothing has been pushed in its stack.
    var isRoot = false
    /// A bar or a title of a page says what it is.
    var isTitled = false
    /// Nothing dims it, and it does not move.
    var isLive = true
    /// What a split view puts into the first bar of the column.
    var items: [Bar.Item] = []
    /// What a tab bar at the top leaves free before it, for the buttons of a bar that has no title.
    var besideTabs: Frame?
    /// Around a stack that is nested in another one: whose bar the inner one has (NV-17).
    var outer: (stack: ControllerID, below: Controller)?
    /// The column belongs to a split view whose app allows no return to its placeholder (SYS0-3).
    var forbidsPlaceholder = false

    /// Where content stands.
    var inner: Frame { frame.inset(by: safe) }

    /// The uppermost part of where content stands, which is covered from now on.
    mutating func takeTop(_ height: Double) -> Frame {
      let part = inner.cut(top: height).top
      safe.top += part.height
      return part
    }

    /// The lowest part, likewise.
    mutating func takeBottom(_ height: Double) -> Frame {
      let part = inner.cut(bottom: height).bottom
      safe.bottom += part.height
      return part
    }

    /// The place of a child, which is not nested in a stack until its container says so.
    func within(_ frame: Frame) -> Place {
      var place = self
      // What is covered stays where it is; a child that reaches farther has no more of it.
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
    var place: Place
    var path: [(id: ControllerID, kind: Controller.Kind)]
  }

  init(_ session: Session, unit: Double, for medium: Medium) {
    display = session.display
    environment = session.environment
    self.unit = unit
    self.medium = medium
    look = Look(environment.system)
    screen = medium == .svg ? DeviceScreen(environment, unit: unit) : nil
    elements.reserveCapacity(64)
    placed.reserveCapacity(16)
  }

  mutating func enterTree(_ root: Controller, _ place: Place) {
    enter(root, place)
    let above = waiting
    waiting = []
    for presentation in above { present(presentation) }
  }

  mutating func enter(_ controller: Controller, _ place: Place) {
    var place = place
    if let traitOverride = controller.traitOverride { place.traits = traitOverride.applied(to: place.traits) }
    let presented = controller.presented
    if presented?.style.coversPresenter != true { enterContent(of: controller, place) }
    guard let presented else { return }
    waiting.append(Waiting(presenter: (controller.id, controller.kind), presented: presented, place: place, path: path))
  }

  private mutating func enterContent(of controller: Controller, _ place: Place) {
    let id = controller.id
    begin(id, controller.kind)
    path.append((id, controller.kind))
    switch controller.node {
    case .screen(let screen): add(id, screen.value, place)
    case .stack(let stack): add(id, stack.value, place)
    case .tabBar(let tabBar): add(id, tabBar.value, place)
    case .topTabs(let topTabs): add(id, topTabs.value, place)
    case .split(let split): add(id, split, place)
    }
    path.removeLast()
    add(.end)
  }

  mutating func add(_ element: Scene.Element) { elements.append(element) }

  private mutating func begin(_ id: ControllerID, _ kind: Controller.Kind) {
    placed.append(id)
    add(.controller(id, kind))
  }

  /// So much of the scene's unit in points.
  func points(_ units: Double) -> Double { units * unit }

  /// What a user can do to what stands around a container's children.
  func canReach(_ container: ControllerID, _ place: Place) -> Bool { place.isLive && display.canReach(container) }
}

extension SceneWalk {
  /// Draws what is presented, with the controllers around it that are not on display otherwise: those that a full
  /// screen covers.
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
