/// A way through an app as a test on its simulator: an XCUITest, and a flow of Maestro. Neither is run here.
public struct SimulatorWay: Sendable {
  /// What the test asserts at the end (D-346).
  enum Goal: Hashable {
    /// The screen of this name is visible.
    case screen(String)
    /// A screen of this route is visible, whatever its params.
    case route(String)
    /// What our own session shows is visible, and nothing else.
    case ours
  }

  /// Of the test and of its files, such as `KeepsPlaceLetterSlideOver`.
  public var name: String
  let walk: WayWalk
  let goal: Goal
  /// What it is about: a finding with its message, or where it leads.
  private let subject: String
  private let isOfFinding: Bool
  /// How the design's file is called.
  private let design: String

  /// A way that is no finding, such as an app's log: its end has to show what our own session shows.
  ///
  /// - Parameter file: the design's, for the texts.
  /// - Throws: The rejection of a step, and of the start.
  public init(
    _ steps: [Finding.Step], in environment: Environment, of design: Design, file: String = "DESIGN",
    locators: Locators = Locators()
  ) throws(Rejection) {
    walk = try WayWalk(steps, of: design.app, in: environment, locators: locators)
    let last = walk.end.shown.last?.route
    (goal, isOfFinding, self.design) = (.ours, false, file)
    subject = "a way to \(last ?? "an empty display")"
    name = Self.name(["way", "to", last ?? "nothing", walk.end.environment.wordOfWindow])
  }

  /// The way to one state of a finding.
  ///
  /// - Parameter file: the design's, for the texts.
  /// - Throws: The rejection of a step, where the finding is not of this design.
  public init(
    _ finding: ExploreAnswer.Finding, _ example: ExploreAnswer.Example, of design: Design, file: String = "DESIGN",
    locators: Locators = Locators()
  ) throws(Rejection) {
    var walk = try WayWalk(example.way, of: design.app, in: example.environment, locators: locators)
    let window: Environment
    switch finding.fault {
    case "hides", "discards":
      (goal, window) = (walk.lost(since: 1, finding.route) { $0.last }, walk.end.environment)
    case "showsAnother":
      (goal, window) = (walk.lost(since: 2, finding.route) { $0.first }, walk.environment(before: 1))
    case "invisible": (goal, window) = (finding.route.map(Goal.route) ?? .ours, walk.end.environment)
    case "link": (goal, window) = (walk.open(finding, routes: design.app.routes), walk.end.environment)
    case _: (goal, window) = (.ours, walk.end.environment)
    }
    (self.walk, isOfFinding, self.design) = (walk, true, file)
    subject = "\(finding.check): \(finding.message)"
    name = Self.name([finding.check, finding.route ?? "", window.wordOfWindow])
  }

  /// Words as one, each with a capital: `no-target` is `NoTarget`.
  private static func name(_ words: [String]) -> String {
    words.flatMap { $0.split { !$0.isASCII || !($0.isLetter || $0.isNumber) } }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// What our own session shows at the end, by the recorder's names.
  var ours: [String] { walk.visible(in: walk.end) }

  /// How long what is visible has to come to rest, in seconds.
  static let secondsOfRest = 2
  /// How long a person has for what is done by hand, in seconds.
  static let secondsByHand = 30

  /// All that is done, in order.
  var actions: [WayAction] { (firstWindow.map { [.window($0)] } ?? []) + walk.stages.flatMap(\.actions) }

  /// The window at the start, where it is not the whole screen.
  var firstWindow: Size? {
    let start = walk.sessions[0].environment
    return start.multitasking == .fullScreen ? nil : start.size
  }

  /// What stands at the top of both texts.
  var head: [String] {
    let start = walk.sessions[0].environment
    let device = start.device?.name ?? "a window of \(RecorderIdentifier.text(start.size))"
    let steps = walk.stages.map { " → \($0.name)" }.joined()
    return [
      "\(subject). \(design) shows: \(ours.isEmpty ? "nothing" : ours.joined(separator: ", ")). "
        + "The log: navigation verify \(design) LOG",
      "\(device), \(start.deviceOrientation.rawValue)\(steps)", goalSentence,
      "The app has the recorder (Tests/Examples/Recorder.swift). No tool has run this text where it was written.",
    ]
  }

  private var goalSentence: String {
    switch goal {
    case .screen(let name): "Red while the fault is there: \(name) has to be visible at the end."
    case .route(let route): "Red while the fault is there: a screen of \(route) has to be visible at the end."
    case .ours where isOfFinding:
      "It asserts what \(design) shows, so it is green while the fault is there: what is visible does not tell it."
    case .ours: "It asserts what \(design) shows at the end."
    }
  }

  /// Both texts, by the names of their files.
  public var files: [ExploreAnswer.WayFile] { [("\(name).swift", xcuiTest), ("\(name).yaml", maestroFlow)] }
}

extension WayWalk {
  func environment(before steps: Int) -> Environment { sessions[max(sessions.count - 1 - steps, 0)].environment }

  /// The screen of a route that was visible before the last steps, and is not at the end; else what ours shows, as a
  /// screen that was not visible is not missed.
  fileprivate func lost(since steps: Int, _ route: String?, _ choice: ([String]) -> String?) -> SimulatorWay.Goal {
    let before = sessions[max(sessions.count - 1 - steps, 0)]
    let now = visible(in: end)
    let names = before.visible.filter { !$0.isPlaceholder && $0.route == route }.map { Self.name(of: $0) }
    return choice(names.filter { !now.contains($0) }).map(SimulatorWay.Goal.screen) ?? .ours
  }

  /// Goes on with the link of a finding, which has to show its screen.
  fileprivate mutating func open(_ finding: ExploreAnswer.Finding, routes: ScreenRoutes?) -> SimulatorWay.Goal {
    guard let routes else { return .ours }
    let link = SampleLink.all(in: routes).first { link in
      link.route == finding.route && link.fault(in: end, routes: routes)?.word == finding.reason
    }
    guard let link, let open = link.transition.action.body(as: Transition.Open.self),
      case .route(let route, let params) = open.destination
    else { return .ours }
    add(link: link.transition)
    return Self.name(of: route, params).map(SimulatorWay.Goal.screen) ?? .ours
  }
}

extension Environment {
  fileprivate var wordOfWindow: String {
    switch multitasking {
    case .fullScreen: "\(pose.map { "\($0.rawValue) " } ?? "")\(orientation.rawValue)"
    case .window: RecorderIdentifier.text(size)
    case .twoThirds, .half, .third, .slideOver: multitasking.rawValue
    }
  }
}

extension ExploreAnswer {
  /// A file with a text.
  public typealias WayFile = (name: String, text: String)

  /// An XCUITest and a flow of Maestro for each finding that has an example: of its ways one whose windows a simulator
  /// can do. A search has to keep all ways for that choice, `SearchLimits.examples: .max`.
  ///
  /// - Parameters:
  ///   - design: what was searched.
  ///   - file: the design's name, for the texts.
  /// - Throws: The rejection of a step, where the answer is not of this design.
  public func ways(
    of design: Design, file: String = "DESIGN", locators: Locators = Locators()
  ) throws(Rejection) -> [WayFile] {
    var (files, taken) = ([WayFile](), Set<String>())
    for finding in findings {
      guard let example = finding.examples.easiest else { continue }
      var way = try SimulatorWay(finding, example, of: design, file: file, locators: locators)
      // A Mac's files differ in more than their case.
      let names = [way.name] + (2...findings.count + 1).map { "\(way.name)\($0)" }
      way.name = names.first { taken.insert($0.lowercased()).inserted } ?? way.name
      files += way.files
    }
    return files
  }
}

extension [ExploreAnswer.Example] {
  /// That with the windows that a simulator does most easily, of these the one with the shortest way (D-347).
  var easiest: Element? {
    indices.min { (self[$0].effort, $0) < (self[$1].effort, $1) }.map { self[$0] }
  }
}

extension ExploreAnswer.Example {
  /// What orders ways: the hardest of their windows, then their steps, then their transitions.
  fileprivate var effort: Int {
    let transitions = way.flatMap(\.transitions)
    let hardest = ([environment.multitasking.hardship] + transitions.map(\.action.hardship)).max() ?? 0
    return (hardest << 20 | way.count) << 20 | transitions.count
  }
}

extension Multitasking {
  fileprivate var hardship: Int {
    switch self {
    case .fullScreen: 0
    case .twoThirds, .half, .third, .slideOver: 1
    case .window: 2
    }
  }
}

extension Transition.Action {
  /// 0 without another window, and where the device turns.
  fileprivate var hardship: Int {
    switch body {
    case let change as Transition.SetMultitasking: change.multitasking.hardship
    case is Transition.Resize: Multitasking.window.hardship
    case is Transition.Fold, is Transition.SetDevice, is Transition.SetTraits, is Transition.Scroll: 3
    case _: 0
    }
  }
}

/// The identifiers that an app gives its own controls: what `--locators FILE` reads, an object from a move's name to an
/// identifier, such as `{"Back": "navigation.back"}`.
public struct Locators: Hashable, Sendable {
  private var identifiers: [String: String]

  /// - Parameter identifiers: by the names of moves.
  public init(_ identifiers: [String: String] = [:]) { self.identifiers = identifiers }

  /// The identifier of what a step of this name taps; nil where its transitions say it.
  public subscript(name: String) -> String? { identifiers[name] }
}

extension Locators: JSONBody {
  /// Reads an object of strings, none of them empty. Throws `invalid` with the pointer of what is none.
  public init(json: JSONValue) throws(BodyRefusal) {
    self.init()
    var reader = try json.object()
    for (name, json) in reader.members {
      let identifier = try json.string()
      guard !identifier.isEmpty else { throw json.refused("expected an identifier") }
      identifiers[name] = identifier
    }
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for (name, identifier) in identifiers.sorted(by: { $0.key < $1.key }) {
      writer.key(name)
      writer.string(identifier)
    }
    writer.endObject()
  }
}
