extension Transition {
  /// Selects a tab of any depth: neither question nor pop (TB-2, TB-4), but the details follow (SYS0-33 as decided).
  public struct SelectTab: AppTransition {
    package static let type = "selectTab"

    public var tab: ControllerID = .missing

    package mutating func members(_ m: inout some Members) { m.required("tab", &tab) }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let place = try session.place(of: tab)
      let path = place.root?.target(of: place.path, returns: false) ?? []
      if !place.isSelected(path) { session.select(path, of: place, &recorder) }
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func selectTab(_ tab: ControllerID) -> Self { Self(Transition.SelectTab(tab: tab)) }
}
