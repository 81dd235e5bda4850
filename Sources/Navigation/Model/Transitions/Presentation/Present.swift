extension Transition {
  /// Presents a tree over another one (PR).
  public struct Present: AppTransition {
    package static let type = "present"

    public var newcomer: Newcomer = .empty
    public var form = Presentation()
    public var sender: ControllerID?
    /// Dismisses what the presenter presents.
    public var replaces: Bool = false
    public var again: Again = .another
    public var end: PresentationEnd?

    package mutating func members(_ m: inout some Members) {
      m.newcomer(&newcomer)
      m.optional("from", &sender)
      m.presentation(&form)
      m.flag("replaces", &replaces)
      m.againPresented(&again)
      m.optional("endsWith", &end)
    }

    /// One that replaces is presented by the window's root, unless another sender is given (D-155).
    ///
    /// Throws `alreadyPresenting` for a presenter with a presented tree (PR-6), `inspectorPresented` for the place of a
    /// sheet of the system's (D-485), and the errors of `push` for a
    /// controller that cannot move.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      if let source = form.sheet?.source, session.root.findInSession(source) == nil {
        throw .member("/source", refused: .noSuchController(source))
      }
      let around = try session.resolveSender(replaces ? sender ?? session.root.id : sender)
      let presenter = session.presenter(for: form.style, from: around)
      let (presented, outcome) = try session.present(
        newcomer, as: form, by: presenter, replaces: replaces, again: again, &recorder)
      if let end, recorder.found == nil { session.setEnd(end, of: presented, by: presenter.id, from: sender) }
      return outcome
    }
  }

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
  public static func present(
    _ newcomer: Transition.Newcomer, style: PresentationStyle = .automatic, adaptation: PresentationAdaptation? = nil,
    sheet: Sheet? = nil, from sender: ControllerID? = nil, replaces: Bool = false, again: Transition.Again = .another,
    endsWith end: PresentationEnd? = nil
  ) -> Self {
    Self(
      Transition.Present(
        newcomer: newcomer, form: Presentation(style, adaptation, sheet), sender: sender, replaces: replaces,
        again: again,
        end: end))
  }

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

  public static func dragSheet(_ controller: ControllerID? = nil, to detent: String) -> Self {
    Self(Transition.DragSheet(controller: controller, detent: detent))
  }
}

extension Session {
  /// Presents a controller that no container of the sender takes, in its own style: `automatic` (SH-1, PR-8, D-74).
  /// Returns the controller that is presented, or that was returned to.
  mutating func presentUntaken(
    _ newcomer: Transition.Newcomer, from sender: Location, again: Transition.Again, _ recorder: inout EventRecorder
  ) throws(Rejection) -> (presented: ControllerID, outcome: Outcome) {
    try present(
      newcomer, as: Presentation(), by: presenter(for: .automatic, from: sender), replaces: false, again: again,
      &recorder)
  }

  /// The presenter: for one in its own area the nearest stack around the sender, which defines a context by default (PR-1,
  /// NV-18). For any other style the root of the presented tree, or the window's, so that no collapse removes the
  /// presenter (D-73).
  fileprivate func presenter(for style: PresentationStyle, from sender: Location) -> Controller {
    let id = sender.controller.id
    if style.isInContext,
      let stack = ([sender.controller] + sender.containers).first(where: { $0.kind == .stack })
    {
      return stack
    }
    return root.presentationRoot(of: id) ?? root
  }

  fileprivate mutating func present(
    _ newcomer: Transition.Newcomer, as form: Presentation, by presenter: Controller, replaces: Bool,
    again: Transition.Again, _ recorder: inout EventRecorder
  ) throws(Rejection) -> (presented: ControllerID, outcome: Outcome) {
    if again == .return, let (found, outcome) = returnToPresented(newcomer, around: presenter, &recorder) {
      return (found, outcome)
    }
    let inspecting = form.style.isInContext && !presenter.presentsInspector ? nil : splitWithSheet(in: presenter)
    if !replaces {
      if let sheet = inspecting?.presentedChild { throw .inspectorPresented(sheet.id) }
      if presenter.presentedChild != nil { throw .alreadyPresenting(presenter.id) }
    }
    let child = try admit(newcomer, into: presenter.id, as: .presented, &recorder)
    if let inspecting, let sheet = root.find(inspecting.id)?.presentedChild {
      dismiss(sheet, from: inspecting.id, &recorder)
    }
    if let going = root.find(presenter.id)?.presentedChild { dismiss(going, from: presenter.id, &recorder) }
    _ = root.update(presenter.id) { $0.presented = Presented(form, child) }
    queryAdaptation(of: child.id, form, &recorder)
    recorder.animated = true
    return (child.id, Outcome())
  }

  /// Dismisses what is above the same tree in the presenter's chain (D-153); not handled where nothing is.
  private mutating func returnToPresented(
    _ newcomer: Transition.Newcomer, around presenter: Controller, _ recorder: inout EventRecorder
  ) -> (presented: ControllerID, outcome: Outcome)? {
    let chain = presentations(around: presenter)
    guard let index = chain.lastIndex(where: { $0.child.shows(newcomer) }) else { return nil }
    let found = chain[index].child.id
    guard index + 1 < chain.count else { return (found, returned(to: found, as: newcomer, nil, &recorder)) }
    let above = chain[index + 1]
    dismiss(above.child, from: above.presenter, &recorder)
    return (found, returned(to: found, as: newcomer, Outcome(), &recorder))
  }

  /// The presented trees that contain a presenter, then those that it presents, each by the root of the one before.
  private func presentations(around presenter: Controller) -> [(presenter: ControllerID, child: Controller)] {
    var chain: [(presenter: ControllerID, child: Controller)] = []
    var inner = presenter.id
    while let tree = root.presentationRoot(of: inner), tree.id != root.id, let holder = root.locate(tree.id)?.holder {
      chain.insert((holder.id, tree), at: 0)
      inner = holder.id
    }
    var outer = presenter
    while let child = outer.presentedChild {
      chain.append((outer.id, child))
      outer = child
    }
    return chain
  }
}
