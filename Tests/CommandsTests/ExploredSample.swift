import Testing

@testable import Navigation

/// What a search has found, made by hand.
enum Sample {
  static let file = """
    {
      "layout": {
        "name": "doubleColumn", "primary": {"id": "inbox", "route": "inbox"}, "secondary": {"id": "none", "route": "none"},
        "behavior": {"topColumnForCollapsing": "primary"}
      },
      "routes": {
        "inbox": {"offers": [{"route": "letter", "row": "1"}, {"route": "draft"}]},
        "letter": {"opens": "detail"},
        "draft": {"opens": "push"}
      }
    }
    """

  static func request(_ text: String = file) throws -> Design { try Design(json: text.utf8) }

  static func example(_ steps: String...) -> ExploreAnswer.Example {
    var example = ExploreAnswer.Example.empty
    example.way = steps.map { Finding.Step(name: $0, transitions: []) }
    return example
  }

  static func finding(_ route: String? = "letter", _ message: String = "a change of the window hides letter")
    -> ExploreAnswer.Finding
  {
    ExploreAnswer.Finding(
      check: "keepsPlace", route: route, sizeClass: .compact, fault: "hides", message: message, count: 3,
      windows: ["portrait", "slideOver", "portrait half", "portrait third"],
      examples: [example("Open letter", "Window: portrait"), example("Open another")])
  }

  /// Two routes, of which one is never visible, and one finding.
  static var answer: ExploreAnswer {
    var answer = ExploreAnswer.empty
    (answer.states, answer.tried) = (7, 30)
    answer.routes = [
      ExploreAnswer.RouteCounts(route: "inbox", counts: [.regular: .init(states: 4, taps: 0)]),
      ExploreAnswer.RouteCounts(route: "letter", counts: [.compact: .init(states: 2, taps: 1)]),
      ExploreAnswer.RouteCounts(route: "draft", counts: [:]),
    ]
    answer.findings = [finding()]
    return answer
  }

  static func explored(
    _ text: String = file, suggests: Bool = false, examples: Int = 1, _ change: (inout ExploreAnswer) -> Void = { _ in }
  ) throws -> Explored {
    var (request, answer) = (try request(text), answer)
    request.suggests = suggests
    change(&answer)
    return Explored(
      design: request, answer: answer, limits: SearchLimits(states: 7, bytes: 1 << 20, examples: examples))
  }
}
