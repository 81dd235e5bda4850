/// Where the inspector of a column style is (IN-1, IN-2).
enum InspectorPlace: Hashable, Sendable {
  case hidden
  /// Shown in its column; while collapsed it waits there for the place of the sheet (D-485).
  case column
  /// Presented by its collapsed split view.
  case sheet
}

/// The inspector of a column style: a column at the trailing edge, and while collapsed a sheet of the system's
/// (IN-1 to IN-4).
extension Session {
  /// Hides the inspector, column or sheet, with what it presents (IN-4, D-486).
  mutating func hideInspector(of given: ControllerID?, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
    let id = try resolve(given, .split)
    guard let holder = root.find(id), let split = holder.split else { throw .wrongKind(id, expected: .split) }
    try split.checkColumnStyle(.inspector, id)
    guard split.inspector != .hidden else { return Outcome(.alreadyHidden) }
    hideInspector(of: holder, &recorder)
    return Outcome()
  }

  private mutating func hideInspector(of holder: Controller, _ recorder: inout EventRecorder) {
    if holder.presentsInspector, let sheet = holder.presentedChild {
      dismiss(sheet, from: holder.id, &recorder)
    } else {
      putAwayInspector(of: holder.id, &recorder)
    }
    recorder.animated = true
  }

  /// Hides a shown inspector: what a dismissal of its sheet is (D-486).
  mutating func putAwayInspector(of id: ControllerID, _ recorder: inout EventRecorder) {
    let environment = environment
    _ = root.update(id) { controller in
      controller.takeInspectorBack()
      guard case .split(var split) = controller.content else { return }
      split.columns.inspector?.presented = nil
      split.hideInspector(id, in: split.room(in: environment), &recorder)
      controller.content = .split(split)
    }
  }

  /// Replaces the inspector where it is; null hides it first.
  mutating func setInspector(
    _ newcomer: Transition.Newcomer?, of id: ControllerID, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    guard let holder = root.find(id), let split = holder.split else { throw .wrongKind(id, expected: .split) }
    guard let newcomer else {
      if split.inspector != .hidden { hideInspector(of: holder, &recorder) }
      updateSplit(id) { $0.columns.inspector = nil }
      recorder.animated = false
      return Outcome()
    }
    // A sheet is set as the column that it is.
    _ = root.update(id) { $0.takeInspectorBack() }
    let content = try contents(newcomer, for: .inspector, of: id, &recorder)
    updateSplit(id) { $0.columns.inspector = content }
    if !split.isCollapsed { recorder.replacesColumn = true }
    recorder.animated = false
    return Outcome()
  }

  /// The split view on display whose sheet has the place over a presenter's tree (D-485); nil without one.
  func splitWithSheet(in presenter: Controller) -> Controller? {
    guard presenter.summary.showsInspector else { return nil }
    return display.presenters.first {
      $0.presentsInspector && root.presentationRoot(of: $0.id)?.id == presenter.id
    }
  }

  /// Presents a shown inspector where its split view has collapsed, and puts it back into its column where that has
  /// expanded or something else has the place; false where all are in theirs.
  mutating func settleInspector(_ recorder: inout EventRecorder) -> Bool {
    guard let (id, place) = root.misplacedInspector else { return false }
    let environment = environment
    _ = root.update(id) { controller in
      switch place {
      case .hidden:
        // What was in it is gone.
        guard case .split(var split) = controller.content else { return }
        split.hideInspector(id, in: split.room(in: environment), &recorder)
        controller.content = .split(split)
      case .column: controller.takeInspectorBack()
      case .sheet: controller.presentInspector()
      }
    }
    return true
  }
}

extension Split {
  /// Not handled for one that is shown, and for an empty column.
  mutating func showInspector(
    _ id: ControllerID, in room: SplitRoom, _ change: inout ColumnChange, _ recorder: inout EventRecorder
  ) -> Outcome {
    guard inspector == .hidden else { return Outcome(.alreadyShown) }
    guard columns.inspector != nil else { return Outcome(.emptyColumn) }
    inspector = .column
    makeRoom(id, in: room, &change, &recorder)
    change.report(.inspector, isShown: true, &recorder)
    return Outcome()
  }

  fileprivate mutating func hideInspector(_ id: ControllerID, in room: SplitRoom, _ recorder: inout EventRecorder) {
    var change = ColumnChange(split: id, rules: room.rules)
    change.visible = visibleColumns
    inspector = .hidden
    makeRoom(id, in: room, &change, &recorder)
    change.report(.inspector, isShown: false, &recorder)
    change.conclude(&recorder)
  }

  /// The sidebar yields to an inspector that does not fit beside it, and comes back once that is hidden, as in a window
  /// of another size: the preference stays (D-482).
  private mutating func makeRoom(
    _ id: ControllerID, in room: SplitRoom, _ change: inout ColumnChange, _ recorder: inout EventRecorder
  ) {
    var room = room
    room.showsInspector = inspector != .hidden
    guard !isCollapsed, inspector == .hidden || !room.fitsInspector(in: displayMode) else { return }
    _ = showMode(
      laidOutMode(room, on: .resize(from: displayMode)), of: id, orElse: .noChange, &change, &recorder)
  }
}

extension Controller {
  /// Whether what it presents is its inspector, and so no presentation of the app's.
  package var presentsInspector: Bool {
    kind == .split && isPresenting && downcast(to: Split.self).value.inspector == .sheet
  }

  fileprivate mutating func takeInspectorBack() {
    guard presentsInspector, case .split(var split) = content, let sheet = presentedChild else { return }
    presented = nil
    (split.columns.inspector, split.inspector) = (sheet, .column)
    content = .split(split)
  }

  fileprivate mutating func presentInspector() {
    guard case .split(var split) = content, let column = split.columns.inspector else { return }
    (split.columns.inspector, split.inspector) = (nil, .sheet)
    content = .split(split)
    presented = Presented(.pageSheet, column)
  }

  /// The first split view whose shown inspector is not where it belongs, and where that is.
  var misplacedInspector: (split: ControllerID, place: InspectorPlace)? { misplacedInspector(under: false) }

  /// - Parameter isTaken: whether something is presented over the tree that the controller is in.
  private func misplacedInspector(under isTaken: Bool) -> (split: ControllerID, place: InspectorPlace)? {
    guard summary.showsInspector else { return nil }
    if case .split(let split) = node, split.value.inspector != .hidden {
      let place = placeOfInspector(of: split.value, under: isTaken)
      if place != split.value.inspector { return (id, place) }
    }
    let isCovered = isTaken || coversWindow
    var found: (split: ControllerID, place: InspectorPlace)?
    forEachPresent { held, holding in
      if found == nil { found = held.misplacedInspector(under: holding == .presented ? false : isCovered) }
    }
    return found
  }

  private func placeOfInspector(of split: Split, under isTaken: Bool) -> InspectorPlace {
    let isSheet = presentsInspector
    guard isSheet || split.columns.inspector != nil else { return .hidden }
    return split.isCollapsed && !isTaken && (isSheet || !isPresenting) ? .sheet : .column
  }
}
