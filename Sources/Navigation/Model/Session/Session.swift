/// One app window: its environment and its tree of controllers.
///
/// A value: a transition makes a new one and its events; nothing else changes it.
public struct Session: Hashable, Sendable {
  public internal(set) var environment: Environment { didSet { seen = nil } }
  public internal(set) var root: Controller
  /// The number of ids assigned by the session's counter; none is assigned twice.
  public internal(set) var countedIDs: Int
  /// What holds of its table's conditions; nil without any.
  public internal(set) var conditions: AppConditions?

  /// The cached display; not part of the session's value.
  private var seen: Display?

  /// A stored session, with a tree that a session once had: nothing is checked or decided.
  public init(
    restored root: Controller, environment: Environment, countedIDs: Int, conditions: AppConditions? = nil
  ) {
    self.root = root
    self.environment = environment
    self.countedIDs = countedIDs
    self.conditions = conditions
  }

  /// A copy without the cached display, for an owner of many sessions.
  public var withoutDisplay: Session {
    Session(restored: root, environment: environment, countedIDs: countedIDs, conditions: conditions)
  }

  /// The current display.
  package var display: Display {
    if let seen, seen.root.isIdentical(to: root) { return seen }
    return Display(of: root, in: environment)
  }

  /// Returns the current display and caches it.
  @discardableResult
  package mutating func cacheDisplay() -> Display {
    let display = display
    seen = display
    return display
  }

  public static func == (left: Session, right: Session) -> Bool {
    left.root == right.root && left.environment == right.environment && left.countedIDs == right.countedIDs
      && left.conditions == right.conditions
  }

  public func hash(into hasher: inout Hasher) {
    root.hash(into: &hasher)
    environment.hash(into: &hasher)
    countedIDs.hash(into: &hasher)
    conditions.hash(into: &hasher)
  }

  /// The outcome and the ordered events of an accepted transition.
  public struct Answer: Hashable, Sendable {
    public var outcome: Outcome
    public var events: [Event]
    /// Whether the session has changed, or its events are to be recorded: exactly if it is handled (D-134).
    public var isRevision: Bool { outcome.handled }
  }

  /// The result of an accepted batch: an outcome for each member, and the events of the whole. A blocked member's
  /// outcome is the last one, and nothing has changed.
  public struct BatchAnswer: Hashable, Sendable {
    public var outcomes: [Outcome]
    public var events: [Event]
    /// Whether the session has changed, or a handled member has events (D-134).
    public var isRevision: Bool
  }

  /// The refused member of a batch and the reason.
  public struct BatchRejection: Error, Hashable, Sendable {
    public var index: Int
    public var rejection: Rejection
  }
}
