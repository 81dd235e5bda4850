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

  /// Throws `noSuchRoute` and `invalidParam`.
  init(_ destination: Transition.Destination, in routes: ScreenRoutes?) throws(Rejection) {
    guard let routes else { throw .noSuchRoute(destination) }
    self.routes = routes
    let (index, given) = try Self.resolve(destination, in: routes)
    var chain: [Part] = []
    for index in routes.chain(of: index) {
      chain.append(try Part(routes.routes[index], at: index, given: given, in: routes))
    }
    for index in chain.indices.dropLast() { chain[index].keepOwnParams() }
    self.chain = chain
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
  func isInPlace(_ standing: Standing, as index: Int, in root: Controller) -> Bool {
    guard hasPlace(index), let opening = chain[index].route.opening else { return true }
    guard standing.beginsPresentedTree else { return !opening.alwaysPresents }
    return standings(of: index - 1, in: root).contains { $0.presentations == standing.presentations.dropLast() }
  }

  /// The first part behind another one that never stands in its tree.
  func endOfTree(after depth: Int) -> Int {
    chain.indices.dropFirst(depth + 1).first { chain[$0].route.opening?.alwaysPresents == true } ?? chain.count
  }

  /// The screens that show a part, in tree order.
  func standings(of index: Int, in root: Controller) -> [Standing] {
    let all = Standing.all(in: root) { routes.shows($0, chain[index]) }
    return hasPlace(index) ? all.filter { isInPlace($0, as: index, in: root) } : all
  }
}

/// What a link and a way lead to: a screen that shows what is named (D-167, D-168).
package struct LinkGoal: Sendable {
  private let target: LinkTarget

  /// Throws `noSuchRoute` and `invalidParam`.
  package init(_ destination: Transition.Destination, in routes: ScreenRoutes?) throws(Rejection) {
    self.init(try LinkTarget(destination, in: routes))
  }

  init(_ target: LinkTarget) { self.target = target }

  /// Whether a link there brings nothing.
  package func isShown(in session: Session) -> Bool { session.display.restingLeaves.contains(where: isShown(by:)) }

  func isShown(by leaf: Shown) -> Bool {
    let last = target.chain.count - 1
    guard let screen = leaf.controller.screen, !screen.isPlaceholder, target.routes.shows(screen, target.chain[last])
    else { return false }
    guard target.hasPlace(last) else { return true }
    let root = leaf.display.root
    return Standing(leaf.id, in: root).map { target.isInPlace($0, as: last, in: root) } == true
  }
}
