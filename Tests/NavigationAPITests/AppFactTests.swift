import Foundation
import Navigation
import Testing
import TreeSketch

/// What apps do, seven by their own code and the others by UIKit's, as walks of their designs (`Tests/Examples/apps`):
/// each fact with its source, and the window after each step. With `NAVIGATION_RECORD_FACTS` the windows are rewritten,
/// and the test fails.
@Suite struct AppFactTests {
  struct Fact {
    var words: Substring
    var source: Substring
    var steps: [Substring]

    /// The lines of a fact: its words, its source, and steps by two spaces; by four stand the windows.
    init(_ text: Substring) {
      let lines = text.split(separator: "\n")
      (words, source) = (lines[0], lines[1])
      steps = lines[2...].filter { !$0.hasPrefix("    ") }.map { $0.dropFirst(2) }
    }

    /// How many transitions the app's own client has to send: a user does none of them, and no link.
    var appTransitions: Int {
      steps.filter { $0.hasPrefix("app ") }.reduce(0) { $0 + $1.matches(of: #/"type"/#).count }
    }

    func told(_ creation: CreateSession) throws -> String {
      var walk = try AppWalk(creation)
      let lines = try steps.map { step in
        let reason = try walk.perform(String(step.trimmingPrefix("app ")))
        return "  \(step)\n    \(reason.map { "\($0): " } ?? "")\(walk.window)"
      }
      return ([words, source] + lines.map { $0[...] }).joined(separator: "\n") + "\n"
    }
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Examples/apps")

  static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// The transitions of the app's client in its facts; a smaller number is a word more that it has.
  static let apps: [(name: String, facts: Int, appTransitions: Int)] = [
    ("canvas", 11, 1), ("files", 4, 0), ("mail-inspector", 8, 11), ("mastodon", 11, 0), ("maps", 6, 2), ("music", 6, 0),
    ("netnewswire", 12, 1), ("pocket-casts", 8, 0), ("signal", 13, 2),
    ("woocommerce", 13, 0), ("wordpress", 10, 2),
  ]

  @Test(arguments: apps) func `an app does what its code says`(
    app: (name: String, facts: Int, appTransitions: Int)
  ) throws {
    let creation = try CreateSession(request: Array(Self.text("\(app.name).json").utf8))
    let written = try Self.text("\(app.name).txt")
    let facts = written.split(separator: "\n\n").map { Fact($0) }
    #expect(facts.count == app.facts && facts.reduce(0) { $0 + $1.appTransitions } == app.appTransitions)
    let told = try facts.map { try $0.told(creation) }.joined(separator: "\n")
    #expect(told == written)
    guard ProcessInfo.processInfo.environment["NAVIGATION_RECORD_FACTS"] != nil else { return }
    try told.write(to: Self.folder.appending(path: "\(app.name).txt"), atomically: true, encoding: .utf8)
    Issue.record("rewritten")
  }
}

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
