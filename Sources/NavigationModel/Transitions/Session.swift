/// One app window: its environment and its tree of controllers.
///
/// A value: a transition makes a new one out of it and tells what happened; nothing else changes it.
public struct Session: Hashable, Sendable {
  public internal(set) var environment: Environment
  public internal(set) var root: Controller
  /// How many ids the session's own counter has given; none is given twice.
  public internal(set) var countedIDs: Int

  /// What was on display when it was looked at last; no part of the session's value.
  private var seen: Display?

  /// A session as it was kept, whose tree a session once had: nothing is checked, nothing happens.
  public init(restored root: Controller, environment: Environment, countedIDs: Int) {
    self.root = root
    self.environment = environment
    self.countedIDs = countedIDs
  }

  /// The same without what is remembered of it, for a keeper of many.
  public var withoutDisplay: Session {
    Session(restored: root, environment: environment, countedIDs: countedIDs)
  }

  /// What is on display now.
  package var display: Display {
    if let seen, seen.root.isIdentical(to: root) { return seen }
    return Display(of: root)
  }

  /// The same, remembered for the next caller.
  mutating func look() -> Display {
    let display = display
    if display !== seen { seen = display }
    return display
  }

  public static func == (left: Session, right: Session) -> Bool {
    left.root == right.root && left.environment == right.environment && left.countedIDs == right.countedIDs
  }

  public func hash(into hasher: inout Hasher) {
    root.hash(into: &hasher)
    environment.hash(into: &hasher)
    countedIDs.hash(into: &hasher)
  }

  /// What an accepted transition came to, and what the app was told, in order.
  public struct Answer: Hashable, Sendable {
    public var outcome: Outcome
    public var events: [Event]
  }

  /// What an accepted batch came to: an outcome for each member, and the events of the whole. Where a member was
  /// blocked, its outcome is the last one, and nothing has happened.
  public struct BatchAnswer: Hashable, Sendable {
    public var outcomes: [Outcome]
    public var events: [Event]
  }

  /// Which member of a batch was refused, and why.
  public struct BatchRejection: Error, Hashable, Sendable {
    public var index: Int
    public var rejection: Rejection
  }
}
