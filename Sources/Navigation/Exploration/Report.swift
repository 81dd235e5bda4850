/// What a search has found.
public struct Report: Sendable {
  /// The states of one size class that show a route.
  public struct Count: Hashable, Sendable {
    public var states: Int
    /// A user's steps within the app on the shortest way to the first of them.
    public var taps: Int

    public init(states: Int, taps: Int) {
      self.states = states
      self.taps = taps
    }
  }

  /// The first state of a size class that shows a route.
  public struct Cell: Sendable {
    public var route: String
    public var sizeClass: SizeClass
    public var example: Finding.Example
  }

  /// The stack or the tab that holds the most screens, and the way there.
  public struct Grown: Sendable {
    public var container: ControllerID
    public var screens: Int
    public var example: Finding.Example
  }

  /// What ended the search before every state was seen; nil where none did.
  public var bound: SearchBound?
  /// At a bound, up to how many tabs hold screens that were opened, in the states that were all seen: the rest of the
  /// report is of these. Nil without a bound, and where not even those of one tab were all seen.
  public var tabsAtATime: Int?
  /// At a bound: what grew.
  public var grown: Grown?
  public var states: Int
  public var tried: Int
  /// The states that show a screen twice in one stack, in which no opening was tried.
  public var repeats: Int
  /// Changes of the window that hide a screen which the sidebar's button brings back.
  public var behindSidebar: Int
  /// The app's table of routes; without it only its containers were tried.
  public var table: ScreenRoutes?
  /// By route and size class, those of the table in its order, then others; and in how many states each could not be
  /// opened for want of a condition.
  public var routes: [(route: String, counts: [SizeClass: Count], locked: Int)]
  /// The first states of routes and size classes, as far as they were asked for and there is room (D-416).
  public var map: [Cell]
  /// Round trips that show other screens by a rule of UIKit.
  public var known: [KnownRule: Int]
  /// In the order of the checks.
  public var findings: [Finding]
  /// Other answers of the delegate, and what they come to, the best first; empty where none was asked for.
  public var suggestions: [Suggestion]
}

/// A rule of UIKit by which a round trip may show other screens.
public enum KnownRule: String, Hashable, Sendable, CaseIterable {
  case columns = "M7"
  case classic = "M11"
  case savedDetails = "D-36"

  /// What it means for the app.
  public var sentence: String {
    switch self {
    case .columns:
      "a collapse shows the deepest column again, also a page that the user had left by Back; lastTop keeps the place"
    case .classic:
      "a collapse pushes the detail on the primary's stack, and an expansion takes the top back, whatever it is by then"
    case .savedDetails: "the details saved for the selected tab return to the column as soon as it expands"
    }
  }
}
