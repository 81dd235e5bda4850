/// Factories for the most common controllers.
extension Controller {
  /// A screen; without an id, the session assigns one.
  public static func screen(
    _ id: ControllerID = .automatic, route: String, title: String? = nil, params: Params = Params()
  ) -> Controller {
    Controller(id: id, content: .screen(Screen(route: route, title: title, params: params)))
  }

  /// A stack with a root and the controllers above it, bottom first; without an id, the session assigns one.
  public static func stack(_ id: ControllerID = .automatic, root: Controller, above: [Controller] = []) -> Controller {
    Controller(id: id, content: .stack(Stack(root: root, above: above)))
  }
}
