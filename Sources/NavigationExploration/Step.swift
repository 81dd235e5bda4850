import NavigationModel

/// One thing that is tried in a state.
enum Step: Sendable {
  case tap(Tap)
  /// From the screen in reach with this id.
  case opening(Opening, from: Leaf)
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

/// Transitions that were accepted as one, and what they came to.
struct Attempt {
  let transitions: [Transition]
  private(set) var session: Session
  let events: [Event]
  let isHandled: Bool

  /// Nil without transitions, and where they are refused.
  init?(_ transitions: [Transition], on start: Session) {
    self.transitions = transitions
    session = start
    switch transitions.count {
    case 0: return nil
    case 1:
      guard let answer = try? session.apply(transitions[0]) else { return nil }
      (events, isHandled) = (answer.events, answer.outcome.handled)
    default:
      guard let answer = try? session.apply(batch: transitions) else { return nil }
      (events, isHandled) = (answer.events, answer.isRevision)
    }
    session.look()
  }
}
