extension Transition {
  /// A user's tap on a title settles on the page at once (SYS4-9).
  public struct TapTitle: UserTransition {
    public var page: ControllerID
    /// Nil: the container of the page.
    public var topTabs: ControllerID?

    @usableFromInline init(page: ControllerID, topTabs: ControllerID?) { (self.page, self.topTabs) = (page, topTabs) }

    @inlinable package static var type: String { "tapTitle" }
    @usableFromInline package static var example: Self { Self(page: "week", topTabs: nil) }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(page: try visitor.requireID("page") { $0.page }, topTabs: try visitor.id("topTabs") { $0.topTabs })
    }

    /// Throws `notOnDisplay` where the control is covered or hidden, `notInStack` for a page of another container.
    @usableFromInline
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
    .tapTitle(Transition.Box(Transition.TapTitle(page: page, topTabs: topTabs)))
  }
}

extension Session {
  fileprivate func topTabs(holding page: ControllerID) throws(Rejection) -> (ContentStorage<TopTabs>, index: Int) {
    guard let location = root.locateInSession(page) else { throw .noSuchController(page) }
    guard case .topTabs(let topTabs)? = location.parent?.node, let index = topTabs.value.index(of: page) else {
      throw .wrongKind(page, expected: .topTabs)
    }
    return (topTabs, index)
  }
}
