extension Transition {
  /// A user's tap on a row: the selection, then the app's opening of a screen for it, as one change (D-25).
  public struct TapRow: UserTransition {
    public var row: String
    public var list: ControllerID
    public var newcomer: Newcomer
    public var opening: RowOpening

    @usableFromInline
    init(_ row: String, list: ControllerID, opening newcomer: Newcomer, as opening: RowOpening) {
      (self.row, self.list, self.newcomer, self.opening) = (row, list, newcomer, opening)
    }

    @inlinable package static var type: String { "tapRow" }
    @usableFromInline package static var example: Self {
      Self("row-1", list: "list", opening: .new(.screen("detail", route: "page")), as: .detail)
    }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      let list = try visitor.requireID("list") { $0.list }
      return Self(
        try visitor.row("row") { $0.row }, list: list, opening: try visitor.newcomer { $0.newcomer },
        as: try visitor.requireWord("opens") { $0.opening })
    }

    /// Opens nothing where the screen is on top already. Throws `notOnDisplay` for a list that a user cannot reach,
    /// `noTarget` without a stack for a push, and the errors of `showDetail` and `push`.
    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      _ = try session.resolve(list, .screen)
      guard session.display.canReach(leaf: list) else { throw .notOnDisplay(list) }
      let event = session.changeSelection(of: list, to: row, .user)
      if let event { recorder.begin(with: event) }
      let (selected, recorded) = (session, recorder)
      do throws(Rejection) { return try open(in: &session, &recorder) } catch {
        guard case .duplicateController(newcomer.id, _) = error, selected.isTopDetail(newcomer.id, beside: list) else {
          throw error
        }
        (session, recorder) = (selected, recorded)
        return event == nil ? Outcome(.alreadyThere) : Outcome()
      }
    }

    private func open(in session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      switch opening {
      case .detail: return try Transition.ShowDetail(newcomer, from: list).apply(to: &session, &recorder)
      case .push:
        guard let stack = session.root.locateInSession(list)?.containers.first(where: { $0.kind == .stack }) else {
          throw .noTarget(.stackOfList(list))
        }
        return try Transition.Push(newcomer, stack: stack.id).apply(to: &session, &recorder)
      }
    }
  }
}

extension Transition.Action {
  public static func tapRow(
    _ row: String, list: ControllerID, opening newcomer: Transition.Newcomer, as opening: Transition.RowOpening
  ) -> Self {
    .tapRow(Transition.Box(Transition.TapRow(row, list: list, opening: newcomer, as: opening)))
  }
}

extension Session {
  /// Whether a controller is on top of the detail column of the expanded split view around a list.
  fileprivate func isTopDetail(_ id: ControllerID, beside list: ControllerID) -> Bool {
    let split = root.locateInSession(list)?.containers.first { $0.kind == .split }?.split
    guard let split, !split.isCollapsed, let detail = split.secondary else { return false }
    return detail.id == id || detail.stack?.top.id == id
  }
}

extension Transition {
  /// How an app opens the screen of a row.
  public enum RowOpening: String, Hashable, Sendable, CaseIterable {
    /// As `showDetail` from the list.
    case detail
    /// As `push` on the stack around the list.
    case push
  }
}
