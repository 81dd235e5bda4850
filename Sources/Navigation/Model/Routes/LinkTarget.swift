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

/// What is the same thing as a part of the chain (D-167, D-371).
extension LinkTarget {
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

extension LinkTarget {
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
