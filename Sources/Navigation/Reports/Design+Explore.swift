extension Design {
  /// States of a search where neither its caller nor its body names a limit.
  static let usualStates = 50_000

  /// Its own `states`, else 50,000, 256 MiB, and of each kind of finding the shortest way.
  public var usualLimits: SearchLimits {
    SearchLimits(states: states ?? Self.usualStates, bytes: SearchLimits.usual.bytes)
  }

  /// Looks at every state that a user can reach, on the caller's thread; also with other answers of the delegate if
  /// `suggests` is set.
  ///
  /// Equal designs and limits find the same. Throws where the app's tree is invalid.
  ///
  /// - Parameter limits: nil for `usualLimits`.
  public func explore(limits: SearchLimits? = nil) throws(Problem) -> Explored {
    var search = try DesignSearch(self, limits: limits ?? usualLimits)
    while !search.exploration.isOver { search.exploration.run(transitions: .max) }
    return search.explored
  }
}

/// A search of a design, which its caller drives.
package struct DesignSearch: Sendable {
  private let design: Design
  private let limits: SearchLimits
  package var exploration: Exploration

  /// Throws where the app's tree is invalid.
  package init(_ design: Design, limits: SearchLimits) throws(Problem) {
    (self.design, self.limits) = (design, limits)
    do throws(Rejection) {
      exploration = Exploration(
        try design.space(), variants: design.suggests ? design.variants() : [], limits: limits)
    } catch { throw design.app.problem(of: error) }
  }

  /// What it has found so far.
  package var explored: Explored {
    Explored(design: design, answer: ExploreAnswer(exploration.report(mapping: design.mapped)), limits: limits)
  }
}
