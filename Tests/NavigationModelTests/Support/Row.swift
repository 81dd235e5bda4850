import Navigation
import Testing

/// One row of a rule table: from a tree, by transitions, to a tree, and what the last transition reported.
struct Row: Sendable, CustomTestStringConvertible {
  var rule: String
  var start: String
  var place: Place = .pad
  var system = SystemVersion.iOS26
  var behavior: SplitDelegate = .tabsInPrimary
  var steps: [Transition]
  var end: String
  /// Nil: not looked at. Events of the last step, joined by commas.
  var tells: String?
  /// Whether each stack of the tree has one.
  var hasDelegates = false

  init(
    _ rule: String, _ start: String, in place: Place = .pad, system: SystemVersion = .iOS26,
    behavior: SplitDelegate = .tabsInPrimary,
    _ steps: [Transition], _ end: String, _ tells: String? = nil
  ) {
    self.rule = rule
    self.start = start
    self.place = place
    self.system = system
    self.behavior = behavior
    self.steps = steps
    self.end = end
    self.tells = tells
  }

  var testDescription: String { "\(rule): \(start)" }

  /// The window at the start.
  enum Place: Sendable {
    /// An 11-inch iPad in landscape: regular.
    case pad
    /// The same in Slide Over: compact.
    case slideOver
    case padPortrait
    case phone
    case phoneLandscape
    /// The same, wide enough to be regular.
    case plusLandscape
    case window(Double, Double)
    /// A free window on no device, of a phone's app.
    case phoneWindow(Double, Double)
    case duo(Pose, Orientation)

    func environment(_ system: SystemVersion) throws -> Environment {
      let pad = Device.standard
      return switch self {
      case .pad: try Environment(system: system, place: .device(pad, .landscape, .fullScreen))
      case .padPortrait: try Environment(system: system, place: .device(pad, .portrait, .fullScreen))
      case .slideOver: try Environment(system: system, place: .device(pad, .landscape, .slideOver))
      case .phone:
        try Environment(system: system, place: .device(#require(Device(named: "iPhone 15")), .portrait, .fullScreen))
      case .phoneLandscape:
        try Environment(system: system, place: .device(#require(Device(named: "iPhone 15")), .landscape, .fullScreen))
      case .plusLandscape:
        try Environment(
          system: system, place: .device(#require(Device(named: "iPhone 15 Plus")), .landscape, .fullScreen))
      case .window(let width, let height):
        try Environment(system: system, place: .free(Size(width: width, height: height), .pad, scale: 2))
      case .phoneWindow(let width, let height):
        try Environment(system: system, place: .free(Size(width: width, height: height), .phone, scale: 3))
      case .duo(let pose, let orientation):
        try Environment(
          system: system, place: .device(#require(Device(named: "iPhone Duo")?.posed(pose)), orientation, .fullScreen))
      }
    }
  }

  func open() throws -> Session {
    let tree = try SketchParser.tree(start, behavior: behavior)
    return try Session.open(hasDelegates ? tree.withDelegates : tree, in: place.environment(system)).session
  }

  /// Runs the row and compares.
  func check() throws {
    var session = try open()
    var events: [Event] = []
    for step in steps { events = try session.apply(step).events }
    #expect(session.sketch == end, "\(rule)")
    if let tells { #expect(events.map(\.sketch).joined(separator: ", ") == tells, "\(rule)") }
    #expect(session.violations.isEmpty, "\(rule)")
  }
}

/// A transition that the model refuses, and changes nothing.
struct Refusal: Sendable, CustomTestStringConvertible {
  var rule: String
  var start: String
  var place: Row.Place
  var behavior: SplitDelegate
  var step: Transition
  var rejection: Rejection

  init(
    _ rule: String, _ start: String, in place: Row.Place = .pad, behavior: SplitDelegate = .tabsInPrimary,
    _ step: Transition,
    _ rejection: Rejection
  ) {
    self.rule = rule
    self.start = start
    self.place = place
    self.behavior = behavior
    self.step = step
    self.rejection = rejection
  }

  var testDescription: String { "\(rule): \(start)" }

  /// - Parameter steps: performed before the row's own.
  func check(after steps: [Transition] = []) throws {
    var before = try Session.open(SketchParser.tree(start, behavior: behavior), in: place.environment(.iOS26)).session
    for step in steps { _ = try before.apply(step) }
    var session = before
    #expect(refusal(of: { _ = try session.apply(step) }) == rejection, "\(rule)")
    #expect(session == before, "\(rule): a refused transition changes nothing")
  }
}

/// What `body` was refused for; nil where it was not.
func refusal(of body: () throws -> Void) -> Rejection? {
  do {
    try body()
    return nil
  } catch {
    return error as? Rejection
  }
}
