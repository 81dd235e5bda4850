/// What is searched: an app's start in each device, its routes, and the windows that each device has.
public struct SearchSpace: Sendable {
  /// The app on one device, as it starts, and the windows that a user gives it there.
  public struct Start: Sendable {
    public let session: Session
    public let windows: [Environment]

    public init(_ session: Session, windows: [Environment]) {
      self.session = session
      self.windows = windows
    }
  }

  /// A device is a start of its own, since no app changes its device while it runs.
  public let starts: [Start]
  /// Nil: nothing is known of what a user can open.
  public let routes: ScreenRoutes?
  /// Transitions of the app, tried in every state.
  public let moves: [Transition]
  /// Once each.
  public let checks: [Check]

  public init(starts: [Start], routes: ScreenRoutes?, moves: [Transition] = [], checks: [Check] = Check.plain) {
    self.starts = starts
    self.routes = routes
    self.moves = moves
    self.checks = checks.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension SearchSpace {
  /// Every state that a user can reach, and what the checks find, on the caller's thread.
  ///
  /// A report with a `bound` lacks the checks that concern all states. Equal designs and limits give equal reports.
  public func explore(limits: SearchLimits = .usual) -> Report {
    var search = Search(self, limits: limits)
    search.run(transitions: .max)
    return search.report()
  }
}

/// What is looked for.
public enum Check: Hashable, Sendable {
  /// A change of the window hides the screen opened last, or discards a screen.
  case keepsPlace
  /// To another window and back shows other screens.
  case roundTrip
  /// A route is visible in no state of a size class, or a screen's route is not in the table.
  case everyScreen
  /// No moves or openings lead to a screen that the start shows.
  case wayHome
  /// `back` shows the same screens.
  case backLeaves
  /// A link from here is refused, or does not show its screen.
  case links
  /// What must not be visible, in a size class or in any.
  case never(Forbidden, in: SizeClass?)

  public enum Forbidden: Hashable, Sendable {
    case route(String)
    case placeholder
  }

  /// All without arguments.
  public static let plain: [Check] = [.keepsPlace, .roundTrip, .everyScreen, .wayHome, .backLeaves, .links]

  /// Its word in JSON.
  public var word: String {
    switch self {
    case .keepsPlace: "keepsPlace"
    case .roundTrip: "roundTrip"
    case .everyScreen: "everyScreen"
    case .wayHome: "wayHome"
    case .backLeaves: "backLeaves"
    case .links: "links"
    case .never: "never"
    }
  }
}

/// What a search may cost.
public struct SearchLimits: Hashable, Sendable {
  public var states: Int
  /// About the bytes of memory of all states.
  public var bytes: Int
  /// Of each kind of finding the examples: 1, the shortest, or all with `.max`.
  public var examples: Int

  /// 20,000 states, as in a request that names no bound, and 256 MiB.
  public static let usual = SearchLimits(states: 20_000, bytes: 256 << 20)

  public init(states: Int, bytes: Int, examples: Int = 1) {
    self.states = states
    self.bytes = bytes
    self.examples = examples
  }
}

/// What ended a search before every state was seen.
public enum SearchBound: String, Hashable, Sendable, CaseIterable {
  case states, bytes, time
}
