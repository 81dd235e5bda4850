extension Transition {
  /// Takes a list's selection away.
  public struct DeselectRow: AppTransition {
    package static let type = "deselectRow"

    public var list: ControllerID = .missing

    package mutating func members(_ m: inout some Members) { m.required("controller", &list) }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.select(nil, in: list, cause: .programmatic, &recorder)
    }
  }
}

extension Transition.Action {
  public static func deselectRow(_ list: ControllerID) -> Self { Self(Transition.DeselectRow(list: list)) }
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
