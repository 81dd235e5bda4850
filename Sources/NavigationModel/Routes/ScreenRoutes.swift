/// The table of an app's routes: the app as data, as `SplitDelegate` is its delegate as data.
///
/// A table that exists has no faults, so nothing that uses one has to check it again.
public struct ScreenRoutes: Hashable, Sendable {
  /// Why a table is refused.
  public enum Fault: Hashable, Sendable {
    /// More routes than `Limits.routes`.
    case tooMany
    /// A text of more bytes than `Limits.routesBytes`, or filled texts of more than `Limits.filledBytes`.
    case tooLarge
    /// Two names that differ in their bytes alone, such as two forms of one accent.
    case repeatedRoute(String)
    /// An offer of a route that is not in the table.
    case unknownRoute(String)
    /// An offer of a route that does not say how it opens.
    case opensNothing(String)
    /// An offer without a param that a text of the route names.
    case missingParam(String, route: String)
    /// A style of presentation for a route that is not presented.
    case styleWithoutPresent(String)
  }

  /// A fault and its place.
  public struct Refusal: Error, Hashable, Sendable {
    public var fault: Fault
    /// The index of the route at fault; nil: the table.
    public var route: Int?
    /// The index of the offer at fault among those of the route.
    public var offer: Int?

    public init(fault: Fault, route: Int? = nil, offer: Int? = nil) {
      self.fault = fault
      self.route = route
      self.offer = offer
    }
  }

  /// In the order of the app's text.
  public let routes: [ScreenRoute]

  /// Throws the first fault in the order of the text.
  public init(_ routes: [ScreenRoute]) throws(Refusal) {
    guard routes.count <= Limits.routes else { throw Refusal(fault: .tooMany) }
    var named: [String: ScreenRoute] = [:]
    for (index, route) in routes.enumerated() {
      guard named.updateValue(route, forKey: route.name) == nil else {
        throw Refusal(fault: .repeatedRoute(route.name), route: index)
      }
    }
    var room = Limits.filledBytes
    for (index, route) in routes.enumerated() {
      for (number, offer) in route.offers.enumerated() {
        if let fault = Self.fault(of: offer, among: named) {
          throw Refusal(fault: fault, route: index, offer: number)
        }
        room -= named[offer.route]?.filledBytes(for: offer) ?? 0
        guard room >= 0 else { throw Refusal(fault: .tooLarge, route: index, offer: number) }
      }
    }
    self.routes = routes
  }

  private static func fault(of offer: ScreenRoute.Offer, among named: [String: ScreenRoute]) -> Fault? {
    guard let route = named[offer.route] else { return .unknownRoute(offer.route) }
    guard route.opening != nil else { return .opensNothing(offer.route) }
    let missing = route.namesOfParams.first { name in !offer.params.members.contains { $0.name == name } }
    return missing.map { .missingParam($0, route: offer.route) }
  }
}
