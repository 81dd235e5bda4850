/// The table of an app's routes (D-166): the app as data, as `SplitDelegate` is its delegate as data.
///
/// A table that exists has no faults, so nothing that uses one has to check it again. A copy is one reference.
public struct ScreenRoutes: Hashable, Sendable {
  /// What is derived from the routes once.
  private final class Table: Sendable {
    let routes: [ScreenRoute]
    let conditions: [AppCondition]
    let values: any ParamValues
    let indices: [String: Int]
    /// Of each route, itself and its parents, topmost first.
    let chains: [[Int]]
    let longestChain: Int
    /// The types of each route's params: its own, else its parents', else a string in its path.
    let types: [[String: ScreenRoute.ParamType]]
    let links: LinkTree
    let prefixes: [LinkPrefix]
    /// What cuts off the most goes first.
    let longestPrefixes: [LinkPrefix]

    init(
      _ routes: [ScreenRoute], _ prefixes: [LinkPrefix], _ conditions: [AppCondition], values: any ParamValues,
      indices: [String: Int], chains: [[Int]], links: LinkTree
    ) {
      (self.routes, self.values, self.indices, self.chains, self.links) = (routes, values, indices, chains, links)
      (self.prefixes, self.conditions) = (prefixes, conditions)
      longestPrefixes = prefixes.sorted { $0.segments.count > $1.segments.count }
      longestChain = chains.reduce(0) { max($0, $1.count) }
      types = chains.map { chain in
        var types: [String: ScreenRoute.ParamType] = [:]
        for name in chain.flatMap({ routes[$0].namesInPaths }) { types[name] = .string }
        for param in chain.flatMap({ routes[$0].params }) { types[param.name] = param.type }
        return types
      }
    }
  }

  private let table: Table

  /// Throws the first fault in the order of the text.
  ///
  /// - Parameters:
  ///   - prefixes: where its links begin.
  ///   - values: reads the params, which the model never looks inside.
  public init(
    _ routes: [ScreenRoute], prefixes: [LinkPrefix] = [], conditions: [AppCondition] = [], values: any ParamValues
  ) throws(Refusal) {
    guard prefixes.count <= Limits.linkPrefixes else { throw Refusal(fault: .tooManyPrefixes) }
    let (indices, chains, links) = try Self.checked(routes, values)
    table = Table(routes, prefixes, conditions, values: values, indices: indices, chains: chains, links: links)
    try checkConditions()
    for (index, route) in routes.enumerated() {
      for (number, offer) in route.offers.enumerated() {
        if let sample = offer.sample { try check(sample, route: index, number: number) }
      }
    }
  }

  /// In the order of the app's text.
  public var routes: [ScreenRoute] { table.routes }

  /// Where its links begin, in the order of the app's text.
  public var prefixes: [LinkPrefix] { table.prefixes }
  /// In the order of the app's text.
  public var conditions: [AppCondition] { table.conditions }

  var values: any ParamValues { table.values }

  subscript(name: String) -> ScreenRoute? { index(of: name).map { table.routes[$0] } }

  /// The most steps that bring one link's screens, about.
  package var longestChain: Int { table.longestChain }

  func index(of name: String) -> Int? { table.indices[name] }

  /// A route and its parents, topmost first.
  func chain(of index: Int) -> [Int] { table.chains[index] }

  func type(of param: String, in index: Int) -> ScreenRoute.ParamType? { table.types[index][param] }

  /// The route whose path matches what follows the longest prefix that fits, with the texts of its params; a literal goes
  /// before a param.
  func match(_ link: Link) -> (place: LinkTree.Place, texts: [String])? {
    let prefix = table.longestPrefixes.first { $0.fits(link) }
    return table.links.match(link.segments.dropFirst(prefix?.segments.count ?? 0))
  }

  /// The params that a query may have: those that are declared or optional, and that the path does not give.
  func namesInQuery(of index: Int, besides given: [String]) -> [String] {
    var names: [String] = []
    for name in routes[index].params.map(\.name) + routes[index].paths.compactMap(\.optional)
    where !given.contains(name) && !names.contains(name) {
      names.append(name)
    }
    return names
  }

  public static func == (left: ScreenRoutes, right: ScreenRoutes) -> Bool {
    left.table === right.table
      || left.routes == right.routes && left.prefixes == right.prefixes && left.conditions == right.conditions
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(routes)
    hasher.combine(prefixes)
  }

  /// Whether both are one object in memory.
  func isIdentical(to other: ScreenRoutes) -> Bool { table === other.table }
}

/// Reads and writes the values of params, each as the JSON that `Params` has.
public protocol ParamValues: Sendable {
  /// The value that a URL's text has as this type; nil for none.
  func json(of text: String, as type: ScreenRoute.ParamType) -> String?
  /// The one form of a value of this type; nil for a value of another type.
  func canonical(_ json: String, as type: ScreenRoute.ParamType) -> String?
  /// A value as people and URLs have it: the characters of a string, the JSON of any other value.
  func text(of json: String) -> String
}
