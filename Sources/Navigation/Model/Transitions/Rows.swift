extension Transition {
  /// A user's tap on a row: the selection, then the app's opening of a screen for it, as one change (D-25).
  public struct TapRow: UserTransition {
    package static let type = "tapRow"

    public var row: String = ""
    public var list: ControllerID = .automatic
    public var newcomer: Newcomer = .empty
    public var opening: RowOpening = .push
    public var again: Again = .another

    package mutating func members(_ m: inout some Members) {
      m.required("list", &list)
      m.row("row", &row)
      m.newcomer(&newcomer)
      m.required("opens", &opening)
      m.defaulted("again", &again, unless: .another)
    }

    package func naming(in session: Session) -> ControllerID? { list }

    /// Opens nothing where the screen is on top already. Throws `notOnDisplay` for a list that a user cannot reach,
    /// `noTarget` without a stack for a push or without a next column, and the errors of `showDetail`, `push` and
    /// `setColumn`.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      _ = try session.resolve(list, .screen)
      guard session.display.canReach(leaf: list) else { throw .notOnDisplay(list) }
      if session.root.find(list)?.screen?.selectionFollowsDetail == true { return try follow(in: &session, &recorder) }
      let event = session.changeSelection(of: list, to: row, .user)
      if let event { recorder.begin(with: event) }
      let outcome = try openUnlessOnTop(newcomer, in: &session, &recorder)
      return event == nil ? outcome : outcome.asHandled
    }

    /// What the list opens gets the row, and so the list its selection, which is the user's (D-151).
    private func follow(in session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let (start, recorded) = (session, recorder)
      let selection = session.root.find(list)?.screen?.selection
      if selection != row {
        session.select(row, inFollowing: list)
        recorder.begin(with: .selectionChanged(list, from: selection, to: row, .user))
        let outcome = try openWithRow(in: &session, &recorder)
        if session.followedRow(of: list) == row { return outcome.asHandled }
        (session, recorder) = (start, recorded)
      }
      return try openWithRow(in: &session, &recorder)
    }

    /// A controller that the delegate takes stays as it is.
    private func openWithRow(in session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let before = session.root
      switch newcomer {
      case .new(var controller):
        controller.give(row)
        let outcome = try openUnlessOnTop(.new(controller), in: &session, &recorder)
        if let found = recorder.found { session.give(row, to: found) }
        return outcome
      case .existing(let id):
        let outcome = try openUnlessOnTop(newcomer, in: &session, &recorder)
        if session.root != before || recorder.found != nil { session.give(row, to: recorder.found ?? id) }
        return outcome
      }
    }

    /// A screen that is on top of the detail column already is not opened again.
    private func openUnlessOnTop(
      _ newcomer: Newcomer, in session: inout Session, _ recorder: inout EventRecorder
    ) throws(Rejection) -> Outcome {
      let (selected, recorded) = (session, recorder)
      do throws(Rejection) { return try open(newcomer, in: &session, &recorder) } catch {
        guard case .duplicateController(newcomer.id, _) = error, selected.isTopDetail(newcomer.id, beside: list) else {
          throw error
        }
        (session, recorder) = (selected, recorded)
        recorder.found = newcomer.id
        return Outcome(.alreadyThere)
      }
    }

    private func open(
      _ newcomer: Newcomer, in session: inout Session, _ recorder: inout EventRecorder
    ) throws(Rejection) -> Outcome {
      switch opening {
      case .detail:
        return try Transition.ShowDetail(newcomer: newcomer, sender: list, again: again).apply(to: &session, &recorder)
      case .push:
        return try Transition.Push(newcomer: newcomer, sender: list, again: again).apply(to: &session, &recorder)
      case .column:
        recorder.choosing = list
        return try session.showNextColumn(newcomer, after: list, again: again, &recorder)
      }
    }
  }

  /// How an app opens the screen of a row.
  public enum RowOpening: String, Hashable, Sendable, CaseIterable {
    /// As `showDetail` from the list.
    case detail
    /// As `push` on the stack around the list.
    case push
    /// Sets the column after the list's (D-154).
    case column
  }

  /// A user's selection of a row (D-24).
  public struct SelectRow: UserTransition {
    package static let type = "selectRow"

    public var list: ControllerID = .automatic
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

  /// Takes a list's selection away.
  public struct DeselectRow: AppTransition {
    package static let type = "deselectRow"

    public var list: ControllerID = .automatic

    package mutating func members(_ m: inout some Members) { m.required("controller", &list) }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.select(nil, in: list, cause: .programmatic, &recorder)
    }
  }
}

extension Transition.Action {
  public static func tapRow(
    _ row: String, list: ControllerID, opening newcomer: Transition.Newcomer, as opening: Transition.RowOpening,
    again: Transition.Again = .another
  ) -> Self {
    Self(Transition.TapRow(row: row, list: list, newcomer: newcomer, opening: opening, again: again))
  }

  public static func selectRow(_ list: ControllerID, row: String) -> Self {
    Self(Transition.SelectRow(list: list, row: row))
  }

  public static func deselectRow(_ list: ControllerID) -> Self { Self(Transition.DeselectRow(list: list)) }
}

extension Session {
  /// Whether a controller is on top of the detail column of the expanded split view around a list.
  fileprivate func isTopDetail(_ id: ControllerID, beside list: ControllerID) -> Bool {
    let split = root.locateInSession(list)?.containers.first { $0.kind == .split }?.split
    guard let split, !split.isCollapsed, let detail = split.secondary else { return false }
    return detail.id == id || detail.stack?.top.id == id
  }

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
