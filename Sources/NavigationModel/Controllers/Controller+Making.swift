/// The controllers that are written most, in one call each.
extension Controller {
  /// A screen; the session names it where no id is given.
  public static func screen(
    _ id: ControllerID = .automatic, route: String, title: String? = nil, params: Params = Params()
  ) -> Controller {
    Controller(id: id, content: .screen(Screen(route: route, title: title, params: params)))
  }

  /// A stack with a root and what stands above it, bottom first; the session names it where no id is given.
  public static func stack(_ id: ControllerID = .automatic, root: Controller, above: [Controller] = []) -> Controller {
    Controller(id: id, content: .stack(Stack(root: root, above: above)))
  }
}
