extension Transition {
  /// Takes a list's selection away.
  public struct DeselectRow: AppTransition {
    public var list: ControllerID

    @usableFromInline init(_ list: ControllerID) { self.list = list }

    @inlinable package static var type: String { "deselectRow" }
    @usableFromInline package static var example: Self { Self("list") }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(try visitor.requireID("controller") { $0.list })
    }

    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.select(nil, in: list, cause: .programmatic, &recorder)
    }
  }
}

extension Transition.Action {
  public static func deselectRow(_ list: ControllerID) -> Self {
    .deselectRow(Transition.Box(Transition.DeselectRow(list)))
  }
}

extension Session {
  /// Not handled for a list that follows its detail (D-151).
  mutating func select(
    _ row: String?, in list: ControllerID, cause: Event.SelectionCause, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    _ = try resolve(list, .screen)
    if root.find(list)?.screen?.selectionFollowsDetail == true { return Outcome(.followsDetail) }
    if let event = changeSelection(of: list, to: row, cause) { recorder.add(event, to: .changes) }
    return Outcome()
  }
}
