import Foundation
import Navigation
import Testing

/// The reviewed texts in `Tests/Examples/Ways`. With `NAVIGATION_RECORD_WAYS` the tests rewrite them, and fail.
@Suite struct ExampleWayTests {
  static let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Examples")
  static let folder = examples.appendingPathComponent("Ways")
  private static let isRecording = ProcessInfo.processInfo.environment["NAVIGATION_RECORD_WAYS"] != nil

  static func design(_ name: String) throws -> Design {
    try Design(request: Array(Data(contentsOf: examples.appendingPathComponent(name))))
  }

  private func compare(_ files: [ExploreAnswer.WayFile]) throws {
    for (name, text) in files {
      let file = Self.folder.appendingPathComponent(name)
      if Self.isRecording { try text.write(to: file, atomically: true, encoding: .utf8) }
      let isSame = try String(contentsOf: file, encoding: .utf8) == text
      #expect(isSame && !Self.isRecording, "\(name): NAVIGATION_RECORD_WAYS=1 writes it anew")
      if name.hasSuffix(".yaml") { #expect(FlowText(text).strays == []) }
    }
  }

  @Test func `the bug of README has a test of each kind of finding`() throws {
    let design = try Self.design("mail.json")
    let report = try design.space().explore(limits: SearchLimits(states: 1000, bytes: 1 << 28, examples: .max))
    let answer = ExploreAnswer(report)
    let files = try answer.ways(of: design, file: "mail.json")
    #expect(answer.findings.map(\.check) == ["keepsPlace", "roundTrip"] && files.count == 4)
    try compare(files)
  }

  @Test(arguments: ExampleWay.all) func `an app without findings has ways`(_ example: ExampleWay) throws {
    let design = try Self.design(example.file)
    let steps = try example.steps(in: design)
    let way = try SimulatorWay(steps, in: design.app.environment, of: design, file: example.file)
    #expect(way.name == example.name)
    try compare(way.files)
  }

  @Test func `no other file is there`() throws {
    let names = ["KeepsPlaceLetterHalf", "RoundTripLetterLandscape"] + ExampleWay.all.map(\.name)
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(files) == Set(names.flatMap { ["\($0).swift", "\($0).yaml"] }))
  }
}

/// A way through an example, with the names that its steps have.
struct ExampleWay: Sendable, CustomTestStringConvertible {
  enum Done: Sendable {
    case action(Transition.Action)
    /// What opens a screen of a route.
    case opening(String)
    /// The gesture that is there.
    case gesture
  }

  var file: String
  var name: String
  var done: [(name: String, Done)]

  var testDescription: String { name }

  /// Walks the way, for what its openings are.
  func steps(in design: Design) throws -> [Finding.Step] {
    var session = try design.app.open().session
    let routes = try #require(design.app.routes)
    return try done.map { name, done in
      let transitions =
        switch done {
        case .gesture: try #require(session.gestures.first).transitions
        case .action(let action): [Transition(action)]
        case .opening(let route):
          try #require(session.moves(routes: routes).map(\.transitions).first { $0.opens(route) }, "\(name)")
        }
      for transition in transitions { _ = try session.apply(transition, routes: routes) }
      return Finding.Step(name: name, transitions: transitions)
    }
  }

  static let all = [
    ExampleWay(
      file: "shop.json", name: "WayToCheckout600x900",
      done: [
        ("Open shop://products/42", .action(.open(url: "shop://products/42"))), ("Back", .action(.back())),
        ("Tab Cart", .action(.tapTab("cart"))), ("Open Check out", .opening("checkout")),
        ("Open Address", .opening("address")), ("Window: portrait", .action(.rotate(.portrait))),
        ("Window: 600 × 900", .action(.resize(Size(width: 600, height: 900)))),
        ("Dismiss", .gesture),
      ]),
    ExampleWay(
      file: "mail.json", name: "WayToInboxSlideOver",
      done: [
        ("Open /letters/emmy", .action(.open(url: "/letters/emmy"))),
        ("Hide sidebar", .action(.tapDisplayModeButton(split: "split"))),
        ("Swipe to show sidebar", .action(.swipe(.leading, split: "split"))),
        ("Background", .action(.enterBackground)),
        ("Window: landscape slideOver", .action(.setMultitasking(.slideOver))),
        ("Foreground", .action(.enterForeground)),
      ]),
  ]
}

extension [Transition] {
  fileprivate func opens(_ route: String) -> Bool {
    contains { transition in
      guard let body = transition.action.body(as: Transition.Present.self), case .new(let tree) = body.newcomer,
        case .screen(let screen) = tree.content
      else { return false }
      return screen.route == route
    }
  }
}
