extension Transition {
  /// Changes the settings of top tabs, on display or not. A new current page settles (SYS4-17); without bounce
  /// an overscroll ends.
  public struct SetTopTabs: AppTransition {
    package static let type = "setTopTabs"

    public var topTabs: ControllerID?
    public var update: TopTabsUpdate = TopTabsUpdate()

    package mutating func members(_ m: inout some Members) {
      m.optional("topTabs", &topTabs)
      m.update(&update)
    }

    /// Throws `noSuchController` or `notInStack` where `currentPage` is not in the container.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let id = try session.resolve(topTabs, .topTabs)
      var index: Int?
      if let page = update.currentPage {
        index = session.root.find(id)?.topTabs?.index(of: page)
        if index == nil {
          throw session.root.locateInSession(page) == nil ? .noSuchController(page) : .notInStack(page)
        }
      }
      session.updateTopTabs(id, &recorder) { $0.apply(update) }
      recorder.animated = index != nil
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func setTopTabs(topTabs: ControllerID? = nil, _ update: TopTabsUpdate) -> Self {
    Self(Transition.SetTopTabs(topTabs: topTabs, update: update))
  }
}
