/// What a way leads to: a screen that shows what a link names (D-168).
package struct LinkGoal: Sendable {
  private let part: LinkTarget.Part
  private let routes: ScreenRoutes

  /// Throws `noSuchRoute` and `invalidParam`.
  package init(_ destination: Transition.Destination, in routes: ScreenRoutes?) throws(Rejection) {
    let target = try LinkTarget(destination, in: routes)
    (part, self.routes) = (target.chain[target.chain.count - 1], target.routes)
  }

  package func isShown(in session: Session) -> Bool {
    session.display.visibleLeaves.contains { leaf in
      leaf.controller.screen.map { !$0.isPlaceholder && routes.shows($0, part) } == true
    }
  }
}
