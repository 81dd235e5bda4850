import Navigation
import SeededRandom
import Testing

/// The log of a played session has the words of its records.
@Suite struct RecordedLogTests {
  static let examples = RecordedDesignTests.rows.map(\.testDescription)

  @Test(arguments: examples) func `a log has the events and the screens of the records`(_ example: String) throws {
    var player = try Player(try Player.creation(example))
    var random = Seeded(55)
    var (records, steps) = ([[String]](), 0)
    var shown = [Set(player.session.visible.map(\.id.description))]
    for _ in 0..<120 {
      let moves = player.moves
      let windows = player.session.environment.windowsOfDevice.map(Self.resize)
      let isWindow = moves.isEmpty || Bool.random(using: &random)
      let choice: (Transition, Recording.Touch?)? =
        isWindow ? windows.randomElement(using: &random).map { ($0, nil) } : moves.randomElement(using: &random)
      guard let (action, touch) = choice, let events = try player.play(action, touch) else { continue }
      steps += 1
      let visible = Set(player.session.visible.map(\.id.description))
      let noted = events.filter(\.isNoted).map { JSONText($0).text }
      guard !noted.isEmpty || visible != shown.last else { continue }
      records.append(noted)
      shown.append(visible)
    }
    try player.end()
    let lines = try player.recording.lines.map { try Line($0) }
    #expect(steps > 40)
    #expect(lines.dropFirst().map(\.events) == records)
    #expect(lines.map(\.visible) == shown)
    #expect(lines[0].transition == nil && lines.dropFirst().allSatisfy { $0.transition != nil })
  }

  private static func resize(_ window: Environment) -> Transition {
    Transition(.setMultitasking(window.multitasking))
  }

  struct Line {
    var transition: String?
    var events: [String]
    var visible: Set<String>

    init(_ text: String) throws {
      var members = try JSONText(text: text).value.object()
      transition = members.given("transition")?.compactText()
      events = try members.require("events").array { (event) throws(BodyRefusal) in
        JSONText(try Event(json: event)).text
      }
      visible = Set(try members.require("visible").array { (name) throws(BodyRefusal) in try name.string() })
      try members.finish()
    }
  }
}

extension Event {
  /// Whether a recorder sees it.
  fileprivate var isNoted: Bool {
    switch self {
    case .viewWillAppear, .viewDidAppear, .viewWillDisappear, .viewDidDisappear, .delegateCall: true
    case .parentChanged, .placeholderWillAppear, .showDetailTargetDidChange, .leftBarButtonTapped,
      .scrollToTop, .selectionChanged, .collapsed, .expanded, .displayModeChanged, .tabSelected, .pageChanged,
      .presented, .adaptationChanged, .detentChanged, .dismissed, .discarded, .barChanged:
      false
    }
  }
}
