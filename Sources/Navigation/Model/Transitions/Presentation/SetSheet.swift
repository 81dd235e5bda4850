extension Transition {
  /// Changes the members of a sheet, on display or not; no delegate is told (PR-16, D-505).
  public struct SetSheet: AppTransition {
    package static let type = "setSheet"

    /// As in `dismiss`: what it presents, else the presented tree that contains it; nil: the topmost presented tree.
    public var controller: ControllerID?
    /// Nil: unchanged; `.some(nil)`: `large` alone.
    public var detents: Detents??
    public var selectedDetent: String??
    public var largestUndimmedDetent: String??
    public var edgeAttached: Bool?

    package mutating func members(_ m: inout some Members) {
      m.optional("controller", &controller)
      m.settable("detents", &detents)
      m.settable("selectedDetent", &selectedDetent)
      m.settable("largestUndimmedDetent", &largestUndimmedDetent)
      m.settable("edgeAttached", &edgeAttached, or: false)
    }

    /// Throws `notASheet` for a presentation that is none and becomes none, `noSuchDetent` for a name that it has not.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      guard let presenter = try session.presenterToDismiss(from: controller),
        let presented = session.root.find(presenter)?.presented
      else { return session.nothingPresented }
      let form = presented.form
      // The sheet of an inspector is the system's (D-487).
      let isOfSystem = session.root.find(presenter)?.presentsInspector == true
      guard form.takesDetents, !isOfSystem else { throw .notASheet(presented.child.id) }
      if edgeAttached == true, form.adaptation != nil {
        throw .member("/edgeAttached", refused: .notASheet(presented.child.id))
      }
      var sheet = form.sheet ?? Sheet()
      if let detents {
        sheet.detents = detents?.list ?? []
        sheet.forgetMissingDetents()
      }
      if let selectedDetent { sheet.selectedDetent = selectedDetent }
      if let largestUndimmedDetent { sheet.largestUndimmedDetent = largestUndimmedDetent }
      if let edgeAttached { sheet.edgeAttached = edgeAttached }
      try sheet.checkNames()
      _ = session.root.update(presenter) { $0.presented?.form.sheet = sheet }
      recorder.animated = true
      return Outcome()
    }
  }
}

extension Transition.Action {
  /// - Parameters:
  ///   - detents: nil: unchanged; empty: `large` alone.
  ///   - selected: nil: unchanged; `.some(nil)`: the lowest active one.
  ///   - undimmed: nil: unchanged; `.some(nil)`: always dimmed.
  public static func setSheet(
    _ controller: ControllerID? = nil, detents: [Detent]? = nil, selected: String?? = nil,
    undimmedUpTo undimmed: String?? = nil, edgeAttached: Bool? = nil
  ) -> Self {
    Self(
      Transition.SetSheet(
        controller: controller, detents: detents.map { $0.isEmpty ? nil : Detents($0) }, selectedDetent: selected,
        largestUndimmedDetent: undimmed,
        edgeAttached: edgeAttached))
  }
}
