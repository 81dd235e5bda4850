extension Transition {
  /// Sets the badge of a tab; nil takes it away.
  public struct SetBadge: AppTransition {
    public var tab: ControllerID
    public var badge: String?

    @usableFromInline init(tab: ControllerID, badge: String?) { (self.tab, self.badge) = (tab, badge) }

    @inlinable package static var type: String { "setBadge" }
    @usableFromInline package static var example: Self { Self(tab: "chats", badge: "1") }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(tab: try visitor.requireID("tab") { $0.tab }, badge: try visitor.nullableText("badge") { $0.badge })
    }

    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let place = try session.place(of: tab)
      session.updateTabBar(place.bar.id) { tabBar in _ = tabBar.updateTab(at: place.index) { $0.badge = badge } }
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func setBadge(tab: ControllerID, badge: String?) -> Self {
    .setBadge(Transition.Box(Transition.SetBadge(tab: tab, badge: badge)))
  }
}
