import Foundation
import Navigation

/// An app's design, walked by its user, its links and its window.
struct AppWalk {
  struct Unknown: Error { var step: String }

  private(set) var session: Session
  private let routes: ScreenRoutes?

  init(_ creation: CreateSession) throws {
    session = try creation.open().session
    routes = creation.routes
  }

  /// The sketch without the marks of lists that follow, and of rows.
  var window: String { session.sketch.replacing(/##?[a-z0-9-]*/, with: "") }

  /// A step is a request, a link, a window (`wide`, `narrow` or a width in points), or what `moves` calls it.
  /// - Returns: Why it was not handled, or the notice that no window shows; else nil.
  mutating func perform(_ step: String) throws -> String? {
    do {
      return try perform(transitions(of: step))
    } catch let refusal as Rejection {
      return Problem(refusal).code
    }
  }

  private func transitions(of step: String) throws -> [Transition] {
    if step.hasPrefix("/") { return [Transition(.open(url: step))] }
    if step.hasPrefix("{") {
      switch try TransitionRequest(request: Array(step.utf8)) {
      case .transition(let transition): return [transition]
      case .batch(let transitions): return transitions
      case .history: throw Unknown(step: step)
      }
    }
    if step == "wide" || step == "narrow" {
      return [Transition(.setMultitasking(step == "wide" ? .fullScreen : .slideOver))]
    }
    if let width = Double(step) {
      return [Transition(.resize(Size(width: width, height: session.environment.size.height)))]
    }
    let moves = routes.map { session.moves(routes: $0) } ?? session.moves
    if let move = moves.first(where: { $0.name == step }) { return move.transitions }
    throw Unknown(step: "\(step) of \(moves.map(\.name))")
  }

  private mutating func perform(_ transitions: [Transition]) throws -> String? {
    guard transitions.count == 1 else {
      _ = try session.apply(batch: transitions, routes: routes)
      return nil
    }
    let answer = try session.apply(transitions[0], routes: routes)
    for case .scrollToTop(let screen) in answer.events { return "scrollToTop \(screen)" }
    return answer.outcome.reason?.rawValue
  }
}
