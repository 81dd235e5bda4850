extension Transition {
  /// Changes the settings of top tabs, on display or not. A new current page settles; without bounce an overscroll
  /// ends.
  public struct SetTopTabs: AppTransition {
    public var topTabs: ControllerID?
    public var update: TopTabsUpdate

    @usableFromInline
    init(topTabs: ControllerID?, _ update: TopTabsUpdate) { (self.topTabs, self.update) = (topTabs, update) }

    @inlinable package static var type: String { "setTopTabs" }
    @usableFromInline package static var example: Self { Self(topTabs: nil, TopTabsUpdate { $0.bounces = false }) }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(topTabs: try visitor.id("topTabs") { $0.topTabs }, try visitor.update { $0.update })
    }

    /// Throws `noSuchController` or `notInStack` where `currentPage` is not in the container.
    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let id = try session.resolve(topTabs, .topTabs)
      var index: Int?
      if let page = update.currentPage {
        index = session.root.find(id)?.topTabs?.index(of: page)
        if index == nil {
          throw session.root.locateInSession(page) == nil ? .noSuchController(page) : .notInStack(page)
        }
      }
      session.updateTopTabs(id, &recorder) { $0.take(update) }
      recorder.animated = index != nil
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func setTopTabs(topTabs: ControllerID? = nil, _ update: TopTabsUpdate) -> Self {
    .setTopTabs(Transition.Box(Transition.SetTopTabs(topTabs: topTabs, update)))
  }
}
