/// One thing that is tried in a state.
enum Step: Sendable {
  case tap(Tap)
  /// From the screen in reach with this id.
  case opening(RouteOpening, from: Shown)
  /// A user's movement without a control.
  case gesture(Tap)
  /// To a window of the device, by these transitions.
  case window(Environment, [Transition])
  /// The user does what a condition asks for, on a screen that asks for it, such as a sign-in (D-295).
  case condition(String)
  /// The app gets a link that waits for a condition.
  case link(SampleLink)
  case app(Transition)

  /// Its name in a way. Windows have numbers of their own, as which others there are depends on the state.
  struct Number: Hashable, Sendable {
    private static let windows: UInt32 = 1 << 31

    private let rawValue: UInt32

    /// - Parameter window: its place among those of the start.
    init(window: Int) { rawValue = Self.windows | UInt32(window) }
    /// - Parameter index: its place among the steps that are no windows.
    init(_ index: Int) { rawValue = UInt32(index) }

    var window: Int? { rawValue & Self.windows == 0 ? nil : Int(rawValue & ~Self.windows) }
  }

  /// Whether a user does it within the app.
  var isUsers: Bool {
    switch self {
    case .tap, .opening, .gesture, .condition: true
    case .window, .link, .app: false
    }
  }

  var isGesture: Bool { if case .gesture = self { true } else { false } }

  var name: String {
    switch self {
    case .tap(let tap), .gesture(let tap): tap.name
    case .opening(let opening, _): opening.name
    case .window(let window, _): "Window: \(window.windowName)"
    case .condition(let name): "Meet \(name)"
    case .link(let link): "Link: \(link.name)"
    case .app(let transition): "App: \(transition.action.type)"
    }
  }

  /// Tries it; nil where it is refused.
  func attempt(on session: Session, _ routes: ScreenRoutes?) -> Attempt? {
    switch self {
    case .tap(let tap), .gesture(let tap): Attempt(tap.transitions, on: session, routes)
    case .opening(let opening, let leaf): opening.open(from: leaf, in: session, routes)
    case .window(_, let transitions): Attempt(transitions, on: session, routes)
    case .condition(let name):
      Attempt([Transition(.setConditions([ConditionValue(name, holds: true)]))], on: session, routes)
    case .link(let link): Attempt([link.transition], on: session, routes)
    case .app(let transition): Attempt([transition], on: session, routes)
    }
  }
}
