/// What an `open` brings (D-166, D-167): a route with its params, and the routes below it.
struct LinkTarget: Sendable {
  /// One screen of the chain.
  struct Part: Sendable {
    let route: ScreenRoute
    /// Values of declared types in their one form.
    fileprivate(set) var params: Params
    /// The names whose values make two screens the same thing; nil: all that are given.
    let identity: [String]?
  }

  /// Topmost first; the last is the target.
  let chain: [Part]
  let routes: ScreenRoutes

  /// By the first chain that begins at a screen which the session can show, else by the first one (D-402).
  ///
  /// Throws `noSuchRoute` and `invalidParam`.
  init(_ destination: Transition.Destination, in routes: ScreenRoutes?, for session: Session) throws(Rejection) {
    self = try Self.all(destination, in: routes).fitting(session)
  }

  /// One for each chain, in the order of the parents; at least one.
  ///
  /// Throws `noSuchRoute` and `invalidParam`.
  static func all(_ destination: Transition.Destination, in routes: ScreenRoutes?) throws(Rejection) -> [LinkTarget] {
    guard let routes else { throw .noSuchRoute(destination) }
    let (index, given) = try resolve(destination, in: routes)
    var targets: [LinkTarget] = []
    for indices in routes.chains(of: index) {
      var chain: [Part] = []
      for index in indices { chain.append(try Part(routes.routes[index], at: index, given: given, in: routes)) }
      for index in chain.indices.dropLast() { chain[index].keepOwnParams() }
      targets.append(LinkTarget(chain: chain, routes: routes))
    }
    return targets
  }

  private init(chain: [Part], routes: ScreenRoutes) { (self.chain, self.routes) = (chain, routes) }

  /// Whether a screen of its topmost route can be shown as things stand, or is presented.
  fileprivate func canBegin(in session: Session) -> Bool {
    if case .present? = chain[0].route.opening?[session.environment.horizontal] { return true }
    return !locations(of: 0, in: session.root).isEmpty
  }

  private static func resolve(_ destination: Transition.Destination, in routes: ScreenRoutes) throws(Rejection) -> (
    index: Int, params: Params
  ) {
    switch destination {
    case .route(let name, let params):
      guard let index = routes.index(of: name) else {
        throw .noSuchRoute(destination, among: routes.routes.map(\.name))
      }
      return (index, params)
    case .url(let url):
      guard url.utf8.count <= Limits.urlBytes, let link = Link(url), let (place, texts) = routes.match(link)
      else { throw .noSuchRoute(destination) }
      let index = place.route
      let query = routes.namesInQuery(of: index, besides: place.names).compactMap { name in
        link.query.first { $0.name == name }
      }
      var params = Params()
      for (name, text) in zip(place.names, texts).map({ ($0, $1) }) + query.map({ ($0.name, $0.text) }) {
        guard let type = routes.type(of: name, in: index), let json = routes.values.json(of: text, as: type) else {
          throw .invalidParam(name, routes.type(of: name, in: index), inURL: true)
        }
        params.members.append(Params.Member(name: name, json: json))
      }
      return (index, params)
    }
  }

  // What is the same thing as a part of the chain (D-167, D-371).

  /// Whether a part may be presented over its parent, and so is the same thing in one place only.
  func hasPlace(_ index: Int) -> Bool { index > 0 && chain[index].route.opening?.mayBe(.present) == true }

  /// Whether a screen that shows a part stands where it belongs: one that is presented over the tree that holds its
  /// parent.
  func isInPlace(_ location: ScreenLocation, as index: Int, in root: Controller) -> Bool {
    guard hasPlace(index), let opening = chain[index].route.opening else { return true }
    guard location.beginsPresentedTree else { return !opening.alwaysPresents }
    return locations(of: index - 1, in: root).contains { $0.presentations == location.presentations.dropLast() }
  }

  /// The first part behind another one that never stands in its tree.
  func endOfTree(after depth: Int) -> Int {
    chain.indices.dropFirst(depth + 1).first { chain[$0].route.opening?.alwaysPresents == true } ?? chain.count
  }

  /// The screens that show a part, in tree order.
  func locations(of index: Int, in root: Controller) -> [ScreenLocation] {
    let all = ScreenLocation.all(in: root) { routes.shows($0, chain[index]) }
    return hasPlace(index) ? all.filter { isInPlace($0, as: index, in: root) } : all
  }

  /// Whether a screen is what it leads to.
  fileprivate func isShown(by leaf: Shown) -> Bool {
    let last = chain.count - 1
    guard let screen = leaf.controller.screen, !screen.isPlaceholder, routes.shows(screen, chain[last])
    else { return false }
    guard hasPlace(last) else { return true }
    let root = leaf.display.root
    return ScreenLocation(leaf.id, in: root).map { isInPlace($0, as: last, in: root) } == true
  }
}

extension LinkTarget.Part {
  /// A parent gets the params that its path, its declarations or its texts name.
  fileprivate mutating func keepOwnParams() {
    let names = route.namesInPaths + route.params.map(\.name) + route.namesOfParams
    params.members.removeAll { !names.contains($0.name) }
  }

  fileprivate init(_ route: ScreenRoute, at index: Int, given: Params, in routes: ScreenRoutes) throws(Rejection) {
    self.route = route
    identity = route.paths.first?.names
    var members: [Params.Member] = []
    for member in given.members {
      guard let type = routes.type(of: member.name, in: index) else {
        members.append(member)
        continue
      }
      guard let json = routes.values.canonical(member.json, as: type) else {
        throw .invalidParam(member.name, type, inURL: false)
      }
      members.append(Params.Member(name: member.name, json: json))
    }
    params = Params(members: members)
    if let missing = identity?.first(where: { name in !members.contains { $0.name == name } }) {
      throw .invalidParam(missing, nil, inURL: false)
    }
  }
}

extension [LinkTarget] {
  func fitting(_ session: Session) -> LinkTarget {
    count == 1 ? self[0] : first { $0.canBegin(in: session) } ?? self[0]
  }
}

/// What a link and a way lead to: a screen that shows what is named (D-167, D-168).
package struct LinkGoal: Sendable {
  private let targets: [LinkTarget]

  /// Throws `noSuchRoute` and `invalidParam`.
  package init(_ destination: Transition.Destination, in routes: ScreenRoutes?) throws(Rejection) {
    self.init(try LinkTarget.all(destination, in: routes))
  }

  init(_ targets: [LinkTarget]) { self.targets = targets }

  /// Whether a link there brings nothing.
  package func isShown(in session: Session) -> Bool { session.display.restingLeaves.contains(where: isShown(by:)) }

  func isShown(by leaf: Shown) -> Bool { targets.contains { $0.isShown(by: leaf) } }
}

/// A screen of the session, on display or not, and all that holds it: where a link finds it (D-167).
struct ScreenLocation {
  struct Hold {
    let holder: Controller
    let held: Controller
    let holding: Holding
  }

  let screen: Controller
  /// From the window's root inwards.
  let holds: [Hold]

  var id: ControllerID { screen.id }

  /// Whether the session shows it if its containers are switched and popped: what a collapsed split view holds beside its
  /// compact tree it does not, nor a compact tree beside columns.
  private var canBeShown: Bool {
    holds.allSatisfy { hold in
      guard hold.holding != .presented, let split = hold.holder.split, split.columns.compact != nil else { return true }
      if split.columns.inspector?.id == hold.held.id { return true }
      return (split.isCollapsed && split.collapsedColumn == .compact) == (split.columns.compact?.id == hold.held.id)
    }
  }

  /// Nil where a tree has no such screen that can be shown.
  init?(_ id: ControllerID, in root: Controller) {
    var holds: [Hold] = []
    guard let found = root.find(SoughtID(id), through: &holds), found.screen?.isPlaceholder == false else { return nil }
    (screen, self.holds) = (found, holds)
    guard canBeShown else { return nil }
  }

  /// All screens of a tree that satisfy a predicate and that can be shown, in tree order.
  static func all(in root: Controller, where matches: (Screen) -> Bool) -> [ScreenLocation] {
    var found: [ControllerID] = []
    root.forEachScreen { screen, id in
      if matches(screen) { found.append(id) }
    }
    return found.compactMap { ScreenLocation($0, in: root) }
  }

  /// The roots of the presented trees around it.
  var presentations: [ControllerID] { holds.compactMap { $0.holding == .presented ? $0.held.id : nil } }

  /// Whether a presented tree begins with it: it is the root, or the lowest screen of the stack that is (D-152).
  var beginsPresentedTree: Bool {
    guard let last = holds.lastIndex(where: { $0.holding == .presented }) else { return false }
    return holds[(last + 1)...].allSatisfy { $0.holding == .child && $0.holder.stack?.root.id == $0.held.id }
  }

  /// Whether it is in the same presentation, and in the same tab and page of those that hold the other.
  func isBeside(_ anchor: ScreenLocation) -> Bool {
    guard presentations == anchor.presentations else { return false }
    return anchor.holds.allSatisfy { hold in
      guard let place = hold.place, let own = holds.first(where: { $0.holder.id == hold.holder.id })?.place else {
        return true
      }
      return own == place
    }
  }
}

extension Controller {
  fileprivate func forEachScreen(_ body: (Screen, ControllerID) -> Void) {
    if let screen { body(screen, id) }
    forEachPresent { held, _ in held.forEachScreen(body) }
  }

  /// The controller with this id, pending answers excluded.
  ///
  /// - Parameter holds: gets all that holds it, from this one inwards.
  fileprivate func find(_ sought: SoughtID, through holds: inout [ScreenLocation.Hold]) -> Controller? {
    if id == sought.id { return self }
    var slot = Self.presentedSlot
    while let next = firstSlot(mayHold: sought, from: slot) {
      let holding = holding(at: next)
      if holding != .pending, let held = held(at: next) {
        holds.append(ScreenLocation.Hold(holder: self, held: held, holding: holding))
        if let found = held.find(sought, through: &holds) { return found }
        holds.removeLast()
      }
      slot = next + 1
    }
    return nil
  }
}

extension ScreenLocation.Hold {
  /// The tab or the page of its holder that it belongs to; nil in other containers.
  fileprivate var place: ControllerID? {
    guard holding != .presented else { return nil }
    switch holder.node {
    case .tabBar(let bar):
      return bar.value.tabs.first { tab in
        tab.child.id == held.id || tab.savedDetails.contains { $0.id == held.id }
      }?.selectedID ?? bar.value.keeper(of: held.id)
    case .topTabs: return held.id
    case .screen, .stack, .split: return nil
    }
  }
}
