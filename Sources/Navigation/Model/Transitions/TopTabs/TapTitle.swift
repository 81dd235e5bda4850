extension Transition {
  /// A user's tap on a title settles on the page at once (SYS4-9).
  public struct TapTitle: UserTransition {
    package static let type = "tapTitle"

    public var page: ControllerID = .missing
    /// Nil: the container of the page.
    public var topTabs: ControllerID?

    package mutating func members(_ m: inout some Members) {
      m.required("page", &page)
      m.optional("topTabs", &topTabs)
    }

    /// Throws `notOnDisplay` where the control is covered or hidden, `notInStack` for a page of another container.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      if let topTabs { _ = try session.resolve(topTabs, .topTabs) }
      let (container, index) = try session.topTabs(holding: page)
      guard container.id == topTabs ?? container.id else { throw .notInStack(page) }
      guard session.display.canReach(container.id), !container.value.isTabControlHidden else {
        throw .notOnDisplay(container.id)
      }
      session.updateTopTabs(container.id, &recorder) { $0.settle(on: index) }
      recorder.animated = true
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func tapTitle(page: ControllerID, topTabs: ControllerID? = nil) -> Self {
    Self(Transition.TapTitle(page: page, topTabs: topTabs))
  }
}

extension Session {
  fileprivate func topTabs(holding page: ControllerID) throws(Rejection) -> (ContentStorage<TopTabs>, index: Int) {
    guard let location = root.locateInSession(page) else { throw .noSuchController(page) }
    guard case .topTabs(let topTabs)? = location.parent?.node, let index = topTabs.value.index(of: page) else {
      throw .noMember(page, of: .topTabs, in: location.member(of: .topTabs))
    }
    return (topTabs, index)
  }
}
