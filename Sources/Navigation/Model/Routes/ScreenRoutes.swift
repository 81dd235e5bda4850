import WireText

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
    /// Of each route, itself and its parents, topmost first: one for each choice among parents, in their order.
    let chains: [[[Int]]]
    let longestChain: Int
    let hasDefaults: Bool
    /// The types of each route's params: its own, else its parents', else a string in its path.
    let types: [[String: ScreenRoute.ParamType]]
    /// The rows that parents offer, by what they open.
    let rows: [String: String]
    let links: LinkTree
    let prefixes: [LinkPrefix]
    /// What cuts off the most goes first.
    let longestPrefixes: [LinkPrefix]

    init(
      _ routes: [ScreenRoute], _ prefixes: [LinkPrefix], _ conditions: [AppCondition], values: any ParamValues,
      indices: [String: Int], chains: [[[Int]]], links: LinkTree
    ) {
      (self.routes, self.values, self.indices, self.chains, self.links) = (routes, values, indices, chains, links)
      (self.prefixes, self.conditions) = (prefixes, conditions)
      longestPrefixes = prefixes.sorted { $0.segments.count > $1.segments.count }
      longestChain = chains.joined().reduce(0) { max($0, $1.count) }
      hasDefaults = routes.contains { $0.defaultDetail != nil }
      types = chains.map { chains in
        let chain = chains.flatMap(\.self)
        var types: [String: ScreenRoute.ParamType] = [:]
        for name in chain.flatMap({ routes[$0].namesInPaths }) { types[name] = .string }
        for param in chain.flatMap({ routes[$0].params }) { types[param.name] = param.type }
        return types
      }
      var rows: [String: String] = [:]
      for parent in routes {
        for offer in parent.offers {
          guard let row = offer.row, let sample = offer.sample, let index = indices[sample.route],
            routes[index].parents.contains(parent.name)
          else { continue }
          let key = Self.key(of: sample, routes[index], types[index], values)
          if rows[key] == nil { rows[key] = row }
        }
      }
      self.rows = rows
    }

    /// A text that two samples of the same thing share (D-167).
    static func key(
      of sample: ScreenRoute.Sample, _ route: ScreenRoute, _ types: [String: ScreenRoute.ParamType],
      _ values: any ParamValues
    ) -> String {
      let names = route.paths.first?.names
      let params = sample.params.members.filter { names?.contains($0.name) ?? true }.map { member in
        let value = types[member.name].flatMap { values.canonical(member.json, as: $0) } ?? member.json
        return "\(member.name)=\(value)"
      }
      return ([route.name] + params.sorted()).joined(separator: "\0")
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
    let (indices, chains, links) = try Self.checked(routes)
    table = Table(routes, prefixes, conditions, values: values, indices: indices, chains: chains, links: links)
    try checkConditions()
    for (index, route) in routes.enumerated() {
      if let name = route.namesInRow.first(where: { !mayGive($0, index) }) {
        throw Refusal(fault: .unknownParam(name), route: index)
      }
      for (number, sample) in route.samples { try check(sample, route: index, number: number) }
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

  /// Whether a route has a default detail.
  var hasDefaults: Bool { table.hasDefaults }

  func index(of name: String) -> Int? { table.indices[name] }

  /// A route and its parents, topmost first, for each choice among several parents.
  func chains(of index: Int) -> [[Int]] { table.chains[index] }

  func type(of param: String, in index: Int) -> ScreenRoute.ParamType? { table.types[index][param] }

  /// The row by which a parent offers the same thing; nil without one.
  func row(offering sample: ScreenRoute.Sample) -> String? {
    guard !table.rows.isEmpty, let index = index(of: sample.route) else { return nil }
    return table.rows[Table.key(of: sample, routes[index], table.types[index], values)]
  }

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

  // The screens of a session that show what a link names, and their links (D-166, D-362).

  /// The path and query of a screen's link (D-362): the first path of its route that leads back to it, with an optional
  /// segment rather than without; nil where none does, and where it lacks a param of them.
  package func url(of screen: Screen) -> String? {
    guard !screen.isPlaceholder, let index = index(of: screen.route) else { return nil }
    for form in routes[index].paths.flatMap({ $0.forms.reversed() }) {
      if let url = url(of: screen, index, by: form) { return url }
    }
    return nil
  }

  /// Nil where the screen lacks a param of the path, or has it empty, since a URL loses empty segments.
  private func url(of screen: Screen, _ index: Int, by form: [LinkTemplate.Segment]) -> String? {
    let names = form.compactMap(\.name)
    let texts = names.compactMap { text(of: $0, in: screen, index) }
    guard texts.count == names.count, !texts.contains("") else { return nil }
    var rest = texts[...]
    let segments = form.map { if case .literal(let text) = $0 { text } else { rest.removeFirst() } }
    // Another path's literal or a prefix may go before it.
    guard let (place, read) = match(Link(path: segments)), place.route == index, place.names == names, read == texts
    else { return nil }
    let query = namesInQuery(of: index, besides: names).compactMap { name in
      text(of: name, in: screen, index).map { PercentEncoding.encoded(name) + "=" + PercentEncoding.encoded($0) }
    }
    let path = "/" + segments.map(PercentEncoding.encoded).joined(separator: "/")
    let url = query.isEmpty ? path : path + "?" + query.joined(separator: "&")
    return url.utf8.count <= Limits.urlBytes ? url : nil
  }

  /// A screen's param as a URL has it; nil where it has none of the type.
  private func text(of name: String, in screen: Screen, _ index: Int) -> String? {
    guard let type = type(of: name, in: index),
      let json = screen.params.members.first(where: { $0.name == name })?.json
    else { return nil }
    return values.canonical(json, as: type).map(values.text)
  }

  /// Whether a screen shows the same thing.
  func shows(_ screen: Screen, _ part: LinkTarget.Part) -> Bool {
    guard screen.route == part.route.name else { return false }
    return part.params.members.allSatisfy { member in
      part.identity?.contains(member.name) == false
        || value(of: member.name, in: screen, part.route.name) == member.json
    }
  }

  /// A screen's value in its one form.
  private func value(of name: String, in screen: Screen, _ route: String) -> String? {
    guard let json = screen.params.members.first(where: { $0.name == name })?.json else { return nil }
    guard let index = index(of: route), let type = type(of: name, in: index) else { return json }
    return values.canonical(json, as: type) ?? json
  }

  /// The screen's params with those of the link; nil where it has them.
  func params(of screen: Screen, with part: LinkTarget.Part) -> Params? {
    var params = screen.params
    for member in part.params.members where value(of: member.name, in: screen, part.route.name) != member.json {
      if let index = params.members.firstIndex(where: { $0.name == member.name }) {
        params.members[index] = member
      } else {
        params.members.append(member)
      }
    }
    return params == screen.params ? nil : params
  }

  /// The new screen that a sample of a route brings, its texts filled in; the session names it.
  package func screen(for sample: ScreenRoute.Sample, of route: ScreenRoute) -> Controller {
    var controller = Controller.screen(route: route.name, params: sample.params)
    update(for: sample, of: route).apply(to: &controller)
    return controller
  }

  /// What a sample gives the members of its screen: without a `row` in the table, that of the first offer of the same
  /// thing by a parent (D-400).
  func update(for sample: ScreenRoute.Sample, of route: ScreenRoute) -> ScreenUpdate {
    var update = route.update(for: sample)
    if update.row == nil, let row = row(offering: sample) { update.row = row }
    return update
  }

  /// The part as if it were offered.
  func sample(of part: LinkTarget.Part, _ params: Params? = nil) -> ScreenRoute.Sample {
    let params = params ?? part.params
    return ScreenRoute.Sample(
      route: part.route.name, params: params, texts: params.members.map { values.text(of: $0.json) })
  }
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
