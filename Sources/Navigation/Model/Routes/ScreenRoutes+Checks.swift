extension ScreenRoutes {
  /// Why a table is refused (D-166).
  public enum Fault: Hashable, Sendable {
    /// More routes than `Limits.routes`.
    case tooMany
    /// A text of more bytes than `Limits.routesBytes`, or filled texts of more than `Limits.filledBytes`.
    case tooLarge
    /// Two names that differ in their bytes alone, such as two forms of one accent.
    case repeatedRoute(String)
    /// An offer, or a parent, of a route that is not in the table.
    case unknownRoute(String)
    /// An offer with both or neither of a route and `closes`.
    case opensOrCloses
    /// A member of an offer that says how a route is opened, and that closes.
    case besideCloses(String)
    /// An offer of a route that does not say how it opens.
    case opensNothing(String)
    /// An offer without a param that a text of the route names.
    case missingParam(String, route: String)
    /// More than `Limits.conditions`.
    case tooManyConditions
    /// Two conditions of one name: in JSON, two forms of one text.
    case repeatedCondition(String)
    /// A condition that is not in the table.
    case unknownCondition(String)
    /// Conditions of a route that says not how it opens, and so stands where nothing could take its place.
    case startRequires(String)
    /// The `otherwise` of a condition, or a route below it, requires a condition.
    case otherwiseRequires(String)
    /// The `otherwise` of a condition is opened as a detail or in a column.
    case otherwiseBeside(String)
    /// The `otherwise` of a condition has params.
    case otherwiseWithParams(String)
    /// A style of presentation for a route that is not presented.
    case styleWithoutPresent(String)
    /// `replaces` of a route that is presented in no window.
    case replacesWithoutPresent(String)
    /// `endsWith` of a route that is presented in no window.
    case endsWithoutPresent(String)
    /// `replaces` of a route whose parent, or one of its parents, is presented in some window, and would be dismissed.
    case replacesParent(String)
    /// A parent of a route that does not say how it opens.
    case opensOnNothing(String)
    /// A route that is its own parent, or that of its parents.
    case parentOfItself(String)
    /// A param of the parent's path that the route's path has not.
    case lostParam(String, parent: String)
    /// A default that is no detail.
    case defaultBeside(String)
    /// More choices among parents than `Limits.routeChains` (D-402).
    case tooManyChains
    /// A param in the row of a route that neither its paths and declarations nor an offer give.
    case unknownParam(String)
    /// Two paths that match the same URLs.
    case samePath(String)
    /// No path or more than `Limits.routePaths` in a list of them.
    case numberOfPaths
    /// Both `path` and `paths`.
    case pathAndPaths(String)
    /// A path without the params of the route's first one, or with others that are not optional.
    case otherParams(String)
    /// More prefixes than `Limits.linkPrefixes`.
    case tooManyPrefixes
    /// An offer's param that is not of its type.
    case wrongType(String, ScreenRoute.ParamType)
  }

  /// A fault and its place.
  public struct Refusal: Error, Hashable, Sendable {
    public var fault: Fault
    /// The index of the route at fault; nil: the table.
    public var route: Int?
    /// The index of the offer at fault among those of the route.
    public var offer: Int?
    /// Whether its default is at fault.
    public var isDefault = false
    /// The index of the path at fault among those of the route.
    public var path: Int?
    /// The index of the parent at fault among several.
    public var parent: Int?
    /// The index of the condition at fault; nil for one of a route.
    public var condition: Int?
  }

  /// The routes by name, their chains, and their paths.
  static func checked(_ routes: [ScreenRoute]) throws(Refusal) -> (
    indices: [String: Int], chains: [[[Int]]], links: LinkTree
  ) {
    guard routes.count <= Limits.routes else { throw Refusal(fault: .tooMany) }
    var indices: [String: Int] = [:]
    for (index, route) in routes.enumerated() {
      guard indices.updateValue(index, forKey: route.name) == nil else {
        throw Refusal(fault: .repeatedRoute(route.name), route: index)
      }
    }
    var chains: [[[Int]]] = []
    var links = LinkTree()
    for (index, route) in routes.enumerated() {
      chains.append(try Self.chains(of: index, in: routes, indices))
      try insert(route.paths, of: index, into: &links, routes)
    }
    var room = Limits.filledBytes
    for (index, route) in routes.enumerated() {
      for (number, sample) in route.samples {
        if let fault = fault(of: sample, isDefault: number == nil, among: indices, routes) {
          throw Refusal(fault: fault, route: index, offer: number, isDefault: number == nil)
        }
        room -= indices[sample.route].map { routes[$0].filledBytes(for: sample) } ?? 0
        guard room >= 0 else { throw Refusal(fault: .tooLarge, route: index, offer: number, isDefault: number == nil) }
      }
    }
    return (indices, chains, links)
  }

  /// Adds the paths of a route.
  private static func insert(
    _ paths: [LinkTemplate], of index: Int, into links: inout LinkTree, _ routes: [ScreenRoute]
  ) throws(Refusal) {
    guard paths.count <= Limits.routePaths else { throw Refusal(fault: .numberOfPaths, route: index) }
    for (number, path) in paths.enumerated() {
      guard Set(path.names) == Set(paths[0].names) else {
        throw Refusal(fault: .otherParams(paths[0].text), route: index, path: number)
      }
      for form in path.forms {
        let place = LinkTree.Place(route: index, names: form.compactMap(\.name))
        guard let other = links.insert(form[...], at: place) else { continue }
        throw Refusal(fault: .samePath(routes[other.route].name), route: index, path: number)
      }
    }
  }

  /// Of each of its parents in their order, all chains; itself without one.
  private static func chains(of index: Int, in routes: [ScreenRoute], _ indices: [String: Int]) throws(Refusal)
    -> [[Int]]
  {
    guard !routes[index].parents.isEmpty else { return [[index]] }
    var chains: [[Int]] = []
    let parents = routes[index].parents
    for (number, parent) in parents.enumerated() {
      try add([index], below: parent, at: parents.count == 1 ? nil : number, to: &chains, routes, indices)
    }
    return chains
  }

  /// - Parameter number: that of the last route's parent among several.
  private static func add(
    _ chain: [Int], below parent: String, at number: Int?, to chains: inout [[Int]], _ routes: [ScreenRoute],
    _ indices: [String: Int]
  ) throws(Refusal) {
    let (index, child) = (chain[chain.count - 1], routes[chain[0]])
    guard let found = indices[parent] else { throw Refusal(fault: .unknownRoute(parent), route: index, parent: number) }
    guard child.opening != nil else {
      throw Refusal(fault: .opensOnNothing(child.name), route: index, parent: number)
    }
    guard !chain.contains(found) else {
      throw Refusal(fault: .parentOfItself(parent), route: index, parent: number)
    }
    if let path = child.paths.first,
      let lost = routes[found].paths.first?.names.first(where: { !path.names.contains($0) })
    {
      throw Refusal(fault: .lostParam(lost, parent: parent), route: index, path: 0)
    }
    // What stands presented is found in a window where it would be pushed, so the classes need not be the same.
    if routes[index].opening?.replaces == true, routes[found].opening?.mayBe(.present) == true {
      throw Refusal(fault: .replacesParent(parent), route: index)
    }
    let longer = [found] + chain
    guard !routes[found].parents.isEmpty else {
      chains.append(longer)
      guard chains.count <= Limits.routeChains else {
        throw Refusal(fault: .tooManyChains, route: index, parent: number)
      }
      return
    }
    for next in routes[found].parents { try add(longer, below: next, at: number, to: &chains, routes, indices) }
  }

  /// Whether a link or an offer may give a route's screens a param.
  func mayGive(_ param: String, _ index: Int) -> Bool {
    if type(of: param, in: index) != nil { return true }
    return routes.flatMap(\.offers).contains { offer in
      offer.sample.map { $0.route == routes[index].name && $0.params.members.contains { $0.name == param } } == true
    }
  }

  private static func fault(
    of sample: ScreenRoute.Sample, isDefault: Bool, among indices: [String: Int], _ routes: [ScreenRoute]
  ) -> Fault? {
    guard let index = indices[sample.route] else { return .unknownRoute(sample.route) }
    guard let opening = routes[index].opening else { return .opensNothing(sample.route) }
    if isDefault, !opening.mayBe(.detail) { return .defaultBeside(sample.route) }
    let missing = routes[index].namesOfParams.first { name in !sample.params.members.contains { $0.name == name } }
    return missing.map { .missingParam($0, route: sample.route) }
  }

  /// Throws where a param is not of its type.
  func check(_ sample: ScreenRoute.Sample, route: Int, number: Int?) throws(Refusal) {
    guard let index = index(of: sample.route) else { return }
    for member in sample.params.members {
      guard let type = type(of: member.name, in: index), values.canonical(member.json, as: type) == nil else {
        continue
      }
      throw Refusal(fault: .wrongType(member.name, type), route: route, offer: number, isDefault: number == nil)
    }
  }
}
