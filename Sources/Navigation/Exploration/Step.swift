/// One thing that is tried in a state.
enum Step: Sendable {
  case tap(Tap)
  /// From the screen in reach with this id.
  case opening(RouteOpening, from: Shown)
  /// To a window of the device.
  case window(Environment)
  case app(Transition)

  /// Whether a user does it within the app.
  var isUsers: Bool {
    switch self {
    case .tap, .opening: true
    case .window, .app: false
    }
  }

  var name: String {
    switch self {
    case .tap(let tap): tap.name
    case .opening(let opening, _): opening.name
    case .window(let window): "Window: \(window.windowName)"
    case .app(let transition): "App: \(transition.action.type)"
    }
  }

  /// Tries it; nil where it is refused.
  func attempt(on session: Session) -> Attempt? {
    switch self {
    case .tap(let tap): Attempt([Transition(tap.action)], on: session)
    case .opening(let opening, let leaf): opening.open(from: leaf, in: session)
    case .window(let window):
      Attempt(session.environment.transitions(to: window).map { Transition($0) }, on: session)
    case .app(let transition): Attempt([transition], on: session)
    }
  }
}
