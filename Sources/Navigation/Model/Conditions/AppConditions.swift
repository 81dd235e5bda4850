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
}

extension AppConditions {
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

  public init(open: Transition.Destination, at: ControllerID, waitsFor: String) {
    self.open = open
    self.at = at
    self.waitsFor = waitsFor
  }
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
