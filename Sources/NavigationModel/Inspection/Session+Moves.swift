/// What a user can do now: a control in reach.
public struct Move: Hashable, Sendable {
  /// Its name for people.
  public var name: String
  public var transition: Transition
  /// The screens that would refuse; empty where it would be handled.
  public var blocked: [Outcome.Blocked]

  public init(name: String, transition: Transition, blocked: [Outcome.Blocked] = []) {
    self.name = name
    self.transition = transition
    self.blocked = blocked
  }
}

extension Session {
  /// The controls in a user's reach but the rows of lists.
  package var taps: [Tap] { TapWalk(self).taps }

  /// What a user can do now but for rows, scrolling and swipes: each is accepted, and handled unless it is blocked
  /// (D-165).
  public var moves: [Move] {
    taps.map { tap in
      let transition = Transition(tap.action)
      return Move(name: tap.name, transition: transition, blocked: blocked(by: transition))
    }
  }

  /// Found by trying, only where something may block.
  private func blocked(by transition: Transition) -> [Outcome.Blocked] {
    guard mayBlock else { return [] }
    var trial = self
    return (try? trial.apply(transition))?.outcome.blocked ?? []
  }
}
