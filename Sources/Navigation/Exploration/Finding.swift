/// What a check has found: one kind of fault, in however many states.
public struct Finding: Sendable {
  /// A step of a way: one transition or more, posted as a batch (D-365).
  public struct Step: Hashable, Sendable {
    public var name: String
    public var transitions: [Transition]

    public init(name: String, transitions: [Transition]) {
      self.name = name
      self.transitions = transitions
    }
  }

  /// One state of it, and the way there.
  public struct Example: Sendable {
    /// The window in which the app starts.
    public var environment: Environment
    public var way: [Step]
    /// The state at the end of the way.
    public var session: Session
  }

  public var check: Check
  /// The route concerned: of the screen that is lost, not of the one that is shown instead; nil where none is.
  public var route: String?
  /// Of the window at the end of the way.
  public var sizeClass: SizeClass
  public var fault: FindingFault
  /// How often it was found.
  public var count: Int
  /// The windows in which it was found, by their names, in the order in which they were found.
  public var windows: [String]
  /// The shortest way first; none where the answer has no room for it.
  public var examples: [Example]

  /// What is wrong, for people.
  public var message: String { fault.message(of: route, in: sizeClass) }
}

/// What is wrong in a state, or with a step from it.
public enum FindingFault: Hashable, Sendable {
  /// A change of the window hides the screen, or discards it.
  case hides, discards
  /// A round trip shows another screen.
  case showsAnother
  /// No way leads home.
  case deadEnd
  /// `back` shows the same screens.
  case doesNothing
  /// No state of the size class shows the route; or none of a pose, where every class of it does elsewhere.
  case invisible(in: Pose?)
  /// The table has no such route.
  case noRoute
  /// It must not be visible.
  case visible
  case link(LinkFault)

  /// Its word in JSON.
  public var word: String {
    switch self {
    case .hides: "hides"
    case .discards: "discards"
    case .showsAnother: "showsAnother"
    case .deadEnd: "deadEnd"
    case .doesNothing: "doesNothing"
    case .invisible: "invisible"
    case .noRoute: "noRoute"
    case .visible: "visible"
    case .link: "link"
    }
  }

  fileprivate func message(of route: String?, in sizeClass: SizeClass) -> String {
    let route = route ?? "an empty display"
    return switch self {
    case .hides: "a change of the window hides \(route)"
    case .discards: "a change of the window discards \(route)"
    case .showsAnother: "another window and back loses \(route)"
    case .deadEnd: "nothing leads home from \(route)"
    case .doesNothing: "back does nothing on \(route)"
    case .invisible(nil): "\(route) is visible in no \(sizeClass.rawValue) window"
    case .invisible(let pose?): "\(route) is visible in no window of the pose \(pose.rawValue)"
    case .noRoute: "the table has no route \(route)"
    case .visible: "\(route) is visible"
    case .link(let fault): "a link to \(route) \(fault.message)"
    }
  }
}

/// What is wrong with a link.
public enum LinkFault: Hashable, Sendable {
  /// One of its steps has no target.
  case noTarget(Rejection.NoTarget)
  /// One of its steps is refused.
  case refused
  /// It does not show its screen.
  case notShown

  /// The reason in JSON: the code of the refused step's problem, or a word.
  public var word: String {
    switch self {
    case .noTarget: "no-target"
    case .refused: "refused"
    case .notShown: "notShown"
    }
  }

  /// The fault of a step that was refused, without the ids that tell two of a kind apart.
  init(_ rejection: Rejection) {
    if case .step(_, let refused) = rejection {
      self.init(refused)
      return
    }
    guard case .noTarget(let target) = rejection else {
      self = .refused
      return
    }
    switch target {
    case .container, .sender, .route: self = .noTarget(target)
    case .stackAround: self = .noTarget(.stackAround(.automatic))
    case .nextColumn: self = .noTarget(.nextColumn(.automatic))
    }
  }

  fileprivate var message: String {
    switch self {
    case .noTarget(.container(.split)): "leads nowhere (no-target: a detail without a split view around)"
    case .noTarget(.container(let kind)): "leads nowhere (no-target: no \(kind.rawValue) around)"
    case .noTarget(.sender): "leads nowhere (no-target: no screen in reach to open it from)"
    case .noTarget(.stackAround): "leads nowhere (no-target: a push without a stack around)"
    case .noTarget(.nextColumn): "leads nowhere (no-target: no column after the list's)"
    case .noTarget(.route(let route)): "leads nowhere (no-target: no screen of \(route) to begin with)"
    case .refused: "leads nowhere (a step is refused)"
    case .notShown: "does not show it"
    }
  }
}

/// The findings of one check as they come, by kind.
struct FindingList {
  struct Kind: Hashable {
    var route: String?
    var sizeClass: SizeClass
    var fault: FindingFault
  }

  /// The state before the last steps, and these.
  struct Place {
    var state: Int
    var steps: [Step.Number] = []
    /// The steps of the whole way.
    var length = 0
  }

  /// All that is known of one kind.
  struct Group {
    let kind: Kind
    var count = 0
    /// As many as are kept.
    var places: [Place] = []
    var windows: [String] = []
  }

  /// In the order in which they were found.
  private(set) var kinds: [Group] = []
  private var indices: [Kind: Int] = [:]

  /// - Parameter limit: of the places that are kept; of one, the shortest is.
  mutating func add(_ kind: Kind, at place: Place, in window: String, keeping limit: Int) {
    let index = indices[kind] ?? kinds.count
    if index == kinds.count {
      indices[kind] = index
      kinds.append(Group(kind: kind))
    }
    kinds[index].count += 1
    if kinds[index].places.count < limit {
      kinds[index].places.append(place)
    } else if limit == 1, let kept = kinds[index].places.first, place.length < kept.length {
      kinds[index].places = [place]
    }
    if !kinds[index].windows.contains(window) { kinds[index].windows.append(window) }
  }
}
