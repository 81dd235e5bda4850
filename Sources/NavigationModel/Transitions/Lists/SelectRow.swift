extension Transition {
  /// A user's selection of a row.
  public struct SelectRow: UserTransition {
    public var list: ControllerID
    public var row: String

    @usableFromInline init(_ list: ControllerID, row: String) { (self.list, self.row) = (list, row) }

    @inlinable package static var type: String { "selectRow" }
    @usableFromInline package static var example: Self { Self("list", row: "row-1") }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(try visitor.requireID("controller") { $0.list }, row: try visitor.row("row") { $0.row })
    }

    /// Throws `notOnDisplay` for a list that a user cannot reach.
    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      _ = try session.resolve(list, .screen)
      guard session.display.canReach(leaf: list) else { throw .notOnDisplay(list) }
      return try session.select(row, in: list, cause: .user, &recorder)
    }
  }
}

extension Transition.Action {
  public static func selectRow(_ list: ControllerID, row: String) -> Self {
    .selectRow(Transition.Box(Transition.SelectRow(list, row: row)))
  }
}
