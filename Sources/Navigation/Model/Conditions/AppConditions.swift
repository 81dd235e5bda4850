/// A condition of an app's table, such as a signed-in user: screens of routes that require it stand only while it holds
/// (D-290).
public struct AppCondition: Hashable, Sendable {
  public var name: String
  /// The route that a link opens where it does not hold; nil: none.
  public var otherwise: String?

  public init(_ name: String, otherwise: String? = nil) { (self.name, self.otherwise) = (name, otherwise) }
}

/// Conditions of one table, by their places in it.
public struct ConditionSet: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// That of one.
  public init(index: Int) { rawValue = 1 << UInt32(index) }
}

/// Which conditions of its table hold in a session, and the link that waits for one: state, as the tree is (D-291).
public struct AppConditions: Hashable, Sendable {
  public internal(set) var holding: ConditionSet
  private var link: Boxed<ParkedLink>?

  public init(holding: ConditionSet = [], parked: ParkedLink? = nil) {
    self.holding = holding
    self.parked = parked
  }

  public var parked: ParkedLink? {
    get { link?.value }
    set { link = newValue.map { Boxed($0) } }
  }

  /// Each condition of its table, in that order.
  package func values(of routes: ScreenRoutes) -> ConditionValues {
    ConditionValues(
      routes.conditions.enumerated().map { ConditionValue($1.name, holds: holding.contains(ConditionSet(index: $0))) })
  }
}

/// A link that waits for a condition, as long as the screen stands that it is parked at (D-291).
public struct ParkedLink: Hashable, Sendable {
  /// What it opens, as it was given.
  public var open: Transition.Destination
  /// The screen of the condition's `otherwise`.
  public var at: ControllerID
  /// The name of the condition.
  public var waitsFor: String
}

extension LinkTarget {
  /// The conditions that its screens require and that do not hold: from the anchor, then as written (D-291).
  func unmet(in session: Session) -> [String] {
    guard let holding = session.conditions?.holding else { return [] }
    var unmet: [String] = []
    for name in chain.flatMap(\.route.requires) where !unmet.contains(name) {
      if let condition = routes.condition(called: name), holding.isDisjoint(with: condition) { unmet.append(name) }
    }
    return unmet
  }
}

/// The conditions of a table, and their faults (D-290).
extension ScreenRoutes {
  /// What a screen of a route requires.
  func requirements(of route: String) -> ConditionSet {
    guard !conditions.isEmpty, let index = index(of: route) else { return [] }
    return routes[index].requires.reduce(into: []) { set, name in set.formUnion(condition(called: name) ?? []) }
  }

  /// The names of conditions, in the order of the table.
  package func names(of set: ConditionSet) -> [String] {
    conditions.indices.filter { set.contains(ConditionSet(index: $0)) }.map { conditions[$0].name }
  }

  /// The place of a condition; nil where the table has none of this name.
  package func condition(called name: String) -> ConditionSet? {
    conditions.firstIndex { $0.name == name }.map(ConditionSet.init(index:))
  }

  func otherwise(of name: String) -> String? { conditions.first { $0.name == name }?.otherwise }

  /// That of the first of these that has one.
  func otherwise(ofFirst set: ConditionSet) -> String? { names(of: set).lazy.compactMap(otherwise(of:)).first }

  func checkConditions() throws(Refusal) {
    for (index, route) in routes.enumerated() where !route.requires.isEmpty {
      if let unknown = route.requires.first(where: { condition(called: $0) == nil }) {
        throw Refusal(fault: .unknownCondition(unknown), route: index)
      }
      if route.opening == nil { throw Refusal(fault: .startRequires(route.name), route: index) }
    }
    for (index, condition) in conditions.enumerated() {
      guard let name = condition.otherwise else { continue }
      if let fault = fault(ofOtherwise: name) { throw Refusal(fault: fault, condition: index) }
    }
  }

  private func fault(ofOtherwise name: String) -> Fault? {
    guard let index = index(of: name) else { return .unknownRoute(name) }
    if chains(of: index).joined().contains(where: { !routes[$0].requires.isEmpty }) { return .otherwiseRequires(name) }
    if !routes[index].namesInPaths.isEmpty || !routes[index].namesOfParams.isEmpty {
      return .otherwiseWithParams(name)
    }
    let isBeside = routes[index].opening.map { $0.mayBe(.detail) || $0.mayBe(.column) } ?? false
    return isBeside ? .otherwiseBeside(name) : nil
  }
}
