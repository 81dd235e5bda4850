extension Transition {
  /// Selects a tab: neither question nor pop (TB-2, TB-4), but the details follow (SYS0-33 as decided).
  public struct SelectTab: AppTransition {
    public var tab: ControllerID

    @usableFromInline init(_ tab: ControllerID) { self.tab = tab }

    @inlinable package static var type: String { "selectTab" }
    @usableFromInline package static var example: Self { Self("chats") }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(try visitor.requireID("tab") { $0.tab })
    }

    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let place = try session.place(of: tab)
      if place.index != place.bar.value.selectedIndex {
        session.handOver(place.bar, in: place.containers, &recorder) { $0.select(place.index) }
      }
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func selectTab(_ tab: ControllerID) -> Self {
    .selectTab(Transition.Box(Transition.SelectTab(tab)))
  }
}
