import NavigationJSON
import NavigationModel

extension Problem {
  /// The problem of a table of routes with a fault.
  init(_ fault: ScreenRoutes.Fault) {
    let detail =
      switch fault {
      case .tooMany: "The table has more than \(Limits.routes) routes."
      case .tooLarge:
        "The table is larger than \(Limits.routesBytes) bytes, spaces between values not counted, or its offers fill in "
          + "more than \(Limits.filledBytes) bytes of titles."
      case .repeatedRoute(let name):
        "The route \(JSONError.quoted(name)) is in the table twice, in two forms of its text."
      case .unknownRoute(let name): "The table has no route \(JSONError.quoted(name))."
      case .opensNothing(let name):
        "The route \(JSONError.quoted(name)) does not say what it \"opens\" as, and so cannot be offered."
      case .missingParam(let name, let route):
        "A title of the route \(JSONError.quoted(route)) names the param \(JSONError.quoted(name)), which the offer does not give."
      case .styleWithoutPresent(let name): "The route \(JSONError.quoted(name)) has a style, but is not presented."
      }
    self.init(.invalidRoutes, detail)
  }
}
