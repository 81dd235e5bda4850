extension Transition {
  /// A user's selection of a row (D-24).
  public struct SelectRow: UserTransition {
    package static let type = "selectRow"

    public var list: ControllerID = .missing
    public var row: String = ""

    package mutating func members(_ m: inout some Members) {
      m.required("controller", &list)
      m.row("row", &row)
    }

    /// Throws `notOnDisplay` for a list that a user cannot reach.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      _ = try session.resolve(list, .screen)
      guard session.display.canReach(leaf: list) else { throw .notOnDisplay(list) }
      return try session.select(row, in: list, cause: .user, &recorder)
    }
  }
}

extension Transition.Action {
  public static func selectRow(_ list: ControllerID, row: String) -> Self {
    Self(Transition.SelectRow(list: list, row: row))
  }
}
