import Navigation

extension Session {
  /// All states within `depth` transitions of this one.
  ///
  /// - Parameter step: the state after a transition, nil where it is refused; throws the fault of the step.
  func reachable(
    by letters: [Transition], depth: Int, step: (Session, Transition) throws -> Session?
  ) rethrows -> Set<Session> {
    var (seen, frontier): (Set<Session>, [Session]) = ([self], [self])
    for _ in 0..<depth {
      var next: [Session] = []
      for session in frontier {
        for letter in letters {
          if let later = try step(session, letter), seen.insert(later).inserted { next.append(later) }
        }
      }
      frontier = next
    }
    return seen
  }
}
