/// A controller on display, with what it inherits from the containers around it: a place in its display.
package struct Shown: Sendable {
  enum Stage: Hashable {
    case appearing, appeared, disappearing
  }

  package let display: Display
  let index: Int

  init(_ display: Display, _ index: Int) { (self.display, self.index) = (display, index) }

  var place: Display.Place { display.entries[index].place }
  package var controller: Controller { display.entries[index].controller }
  package var id: ControllerID { display.entries[index].controller.id }
  /// Its column in its innermost split view.
  package var column: Column? { place.column }
  /// The requested style of its innermost presented tree (D-80); nil in the window's own tree.
  package var style: PresentationStyle? { place.style }
  /// What that style is in the window (PR-3).
  package var adaptedStyle: PresentationStyle? { place.adaptedStyle }
  /// That, where it is not the requested style.
  package var adaptation: PresentationStyle? { adaptedStyle == style ? nil : adaptedStyle }
  /// The layout of the nearest split view that it is a child of (WN-2).
  package var splitLayout: SplitLayout { place.splitLayout }
  var stage: Stage { place.stage }
  /// Whether it is the lower screen of a swipe back, or in it.
  package var isAppearing: Bool { stage == .appearing }
  /// Whether neither it nor a container is a page outside of the viewport.
  package var isInView: Bool { !place.state.contains(.isAside) }
  /// Whether it is in view and past appearing.
  package var isVisible: Bool { place.isVisible }
  /// Whether what it presents covers all of it.
  package var isBare: Bool { place.state.contains(.isBare) }
  /// Whether a full-screen presentation has taken it off the display.
  package var isGone: Bool { place.state.contains(.isGone) }

  /// Whether it is in the column of an inspector.
  var isInspector: Bool { place.column == .inspector && place.splitLayout == .expanded }

  /// Its column in the nearest split view that it is a child of.
  package var ownColumn: Column? { splitLayout == .none ? nil : column }

  /// Its container or its presenter; nil for the window's root.
  package var around: Shown? {
    let around = Int(place.around)
    return around < 0 ? nil : Shown(display, around)
  }

  /// The container that it is a child of (PR-9); nil for the root of a tree.
  package var container: Shown? { place.state.contains(.isPresented) ? nil : around }

  /// The presenter of a presented root; nil for any other controller.
  package var presenter: Shown? { place.state.contains(.isPresented) ? around : nil }

  /// The containers and presenters around it, innermost first.
  package var holders: some Sequence<Shown> {
    sequence(state: self) { (inner: inout Shown) -> Shown? in
      guard let around = inner.around else { return nil }
      inner = around
      return around
    }
  }

  /// Calls `body` with the id of each container and presenter around it, outermost first.
  package func forEachHolder(_ body: (ControllerID) -> Void) { display.forEachHolder(of: index, body) }

  func innermost(_ kind: Controller.Kind) -> Controller? {
    holders.first { $0.controller.kind == kind }?.controller
  }

  var isOnPageAtRest: Bool {
    holders.allSatisfy { holder in
      guard case .topTabs(let topTabs) = holder.controller.node else { return true }
      return topTabs.value.isSettled(on: topTabs.value.currentIndex)
    }
  }

  /// The traits that it has, and its content but for what it makes of them (SC-2, TR-1, CL-19).
  package var traits: Traits {
    controller.traitOverride?.applied(to: inheritedTraits, in: display.environment.horizontal) ?? inheritedTraits
  }

  /// Those without its own override.
  private var inheritedTraits: Traits {
    if let presentedTraits { return presentedTraits }
    guard let around else { return display.environment.traits }
    var traits = around.traits
    switch around.controller.node {
    case .screen, .stack, .topTabs: break
    case .tabBar(let tabBar): traits = tabBar.value.contentTraits(in: traits)
    // An expanded split view makes its sidebars compact (CL-19).
    case .split(let split): if !split.value.isCollapsed, column != .secondary { traits.enterSidebar() }
    }
    return traits
  }

  /// Where its bar stands; nil of one that is no tab bar.
  package var bar: BarPlace? {
    if case .tabBar(let tabBar) = controller.node { tabBar.value.bar(in: traits) } else { nil }
  }

  /// Those that a presentation gives the root of its tree; nil for any other controller.
  var presentedTraits: Traits? {
    guard let presenter, let adaptedStyle else { return nil }
    let place =
      display.environment.system.rules.presentedTraitsFromSuperview ? presenter.inheritedTraits : presenter.traits
    return adaptedStyle.traits(
      preferring: controller.answers.preferredContentSize, by: place, in: display.environment.traits)
  }

  /// What is shown of its children, in the order of the walk.
  package var children: [Shown] {
    var (children, next) = ([Shown](), index + 1)
    while next < display.entries[index].end {
      children.append(Shown(display, next))
      next = Int(display.entries[next].end)
    }
    return children
  }

  /// Of the root of a tree: the roots of the trees that controllers in it present.
  package var presentations: [Shown] {
    let tree = index..<Int(display.entries[index].end)
    return display.trees.filter { $0.presenter.map { tree.contains($0.index) } ?? false }
  }
}

extension Display {
  /// A controller in the walk.
  struct Entry: Sendable {
    let controller: Controller
    var place: Place
    /// The end of what is shown in it, presented trees excluded.
    var end: Int32
  }

  /// Where a controller is shown.
  struct Place: Sendable {
    /// The entry of its container or its presenter; -1 for the window's root.
    var around: Int32 = -1
    /// The number of window-wide presentations up to its own; below the last one nothing can be reached.
    var layer: Int16 = 0
    var column: Column?
    var style: PresentationStyle?
    var adaptedStyle: PresentationStyle?
    var splitLayout = SplitLayout.none
    var stage = Shown.Stage.appeared
    var state: State = []

    var isVisible: Bool { stage != .appearing && !state.contains(.isAside) }
  }

  struct State: OptionSet {
    let rawValue: UInt8

    /// It is the root of a presented tree.
    static let isPresented = State(rawValue: 1)
    /// It is within a page that has appeared outside of the viewport.
    static let isAside = State(rawValue: 2)
    /// It is in a dimmed column, or below a tree in its own area: a user reaches neither it nor the inner ones.
    static let isOutOfReach = State(rawValue: 4)
    /// What it presents covers all of it.
    static let isBare = State(rawValue: 8)
    /// A full-screen presentation has taken it off the display.
    static let isGone = State(rawValue: 16)
    /// What it presents lies over all of it, in its own area.
    static let isOverlaid = State(rawValue: 32)
  }

  fileprivate func forEachHolder(of index: Int, _ body: (ControllerID) -> Void) {
    let around = Int(entries[index].place.around)
    guard around >= 0 else { return }
    forEachHolder(of: around, body)
    body(entries[around].controller.id)
  }
}
