extension Transition {
  /// Presents a tree over another one (PR).
  public struct Present: AppTransition {
    package static let type = "present"

    public var newcomer: Newcomer = .missing
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
