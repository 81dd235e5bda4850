extension Transition {
  /// An item was deleted: each screen that shows it is removed, with the screens above it, in every stack, parked or
  /// not (D-17).
  public struct RemoveItem: AppTransition {
    package static let type = "removeItem"

    public var route: String = ""
    public var params: Params = Params()

    package mutating func members(_ m: inout some Members) {
      m.required("route", &route)
      m.required("params", &params)
    }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      session.remove({ $0.screen.map(shows) == true }, &recorder) ? Outcome() : Outcome(.noMatch)
    }

    private func shows(_ screen: Screen) -> Bool {
      !screen.isPlaceholder && screen.route == route && screen.params.contains(params)
    }
  }
}

extension Transition.Action {
  public static func removeItem(route: String, params: Params) -> Self {
    Self(Transition.RemoveItem(route: route, params: params))
  }
}
