/// One thing that a check has found, and the shortest way to it.
public struct Finding: Sendable {
  /// A step of a way: its transitions are one, posted as a batch where there are several.
  public struct Step: Sendable {
    public var name: String
    public var transitions: [Transition]

    public init(name: String, transitions: [Transition]) {
      self.name = name
      self.transitions = transitions
    }
  }

  public var check: Check
  /// The route concerned; nil where none is.
  public var route: String?
  /// Of the window at the end of the way.
  public var sizeClass: SizeClass
  public var message: String
  /// The window in which the app starts.
  public var environment: Environment
  public var way: [Step]
  /// The state at the end of the way.
  public var session: Session
}

/// The findings of one check as they come: of all that are alike one first, and at most 20.
struct FindingList {
  struct Found {
    var route: String?
    var sizeClass: SizeClass
    var message: String
    /// The state before the last step, and the steps after it.
    var state: Int
    var steps: [Int]
  }

  private struct Kind: Hashable {
    var route: String?
    var sizeClass: SizeClass
  }

  static let limit = 20

  private(set) var count = 0
  private var kinds: Set<Kind> = []
  private var firsts: [Found] = []
  private var others: [Found] = []

  mutating func add(_ found: Found) {
    count += 1
    if kinds.insert(Kind(route: found.route, sizeClass: found.sizeClass)).inserted {
      if firsts.count < Self.limit { firsts.append(found) }
    } else if others.count < Self.limit {
      others.append(found)
    }
  }

  /// Those that are told, the shortest way first among the first of each kind, then the others.
  var told: [Found] { Array((firsts + others).prefix(Self.limit)) }
}
