extension Transition {
  /// A user drags a sheet to another of its detents (PR-16, D-503).
  public struct DragSheet: UserTransition {
    package static let type = "dragSheet"

    /// Nil: the topmost presented tree.
    public var controller: ControllerID?
    /// The id of the detent.
    public var detent: String = ""

    package mutating func members(_ m: inout some Members) {
      m.optional("controller", &controller)
      m.required("to", &detent)
    }

    /// Not handled for a detent that is inactive or the present one.
    ///
    /// Throws `notOnDisplay` for a covered tree and for what is no sheet, `noSuchDetent` for a name that it has not.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      guard let presenter = try session.presenterOfGesture(on: controller),
        let presented = session.root.find(presenter)?.presented
      else { return session.nothingPresented }
      let root = presented.child.id
      guard session.adapted(presented.form).isSheet, session.display.isInFront(root) else { throw .notOnDisplay(root) }
      var sheet = presented.form.sheet ?? Sheet()
      let height = session.environment.vertical
      guard let meant = sheet.detent(called: detent) else {
        throw .member("/to", refused: sheet.noSuchDetent(detent))
      }
      guard meant.isActive(at: height) else { return Outcome(.inactiveDetent) }
      guard sheet.detent(at: height) != meant else { return Outcome(.alreadyThere) }
      sheet.selectedDetent = detent
      _ = session.root.update(presenter) { $0.presented?.form.sheet = sheet }
      recorder.notify(.didChangeSelectedDetent(presented: root))
      recorder.animated = true
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func dragSheet(_ controller: ControllerID? = nil, to detent: String) -> Self {
    Self(Transition.DragSheet(controller: controller, detent: detent))
  }
}
