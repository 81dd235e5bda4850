/// The column that a list sets: the next one (D-154).
extension Session {
  /// Sets the column after a list's, and shows it while collapsed. The supplementary also clears the secondary, which is
  /// a detail of the old one.
  ///
  /// Throws `noTarget` for a list in the last column, in a compact tree, or in no column of a column style.
  mutating func showNextColumn(
    _ newcomer: Transition.Newcomer, after list: ControllerID, again: Transition.Again,
    _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    guard let location = root.locateInSession(list),
      let holder = location.containers.first(where: { $0.kind == .split }), case .split(let box) = holder.node,
      let column = box.value.column(after: list)
    else { throw .noTarget(.nextColumn(list)) }
    let (id, split) = (holder.id, box.value)
    if column == .secondary {
      return try showDetailInColumns(
        newcomer, in: id, split: split, from: location, again: again, replaces: true, &recorder)
    }
    if let outcome = try returnToColumn(column, as: newcomer, again: again, of: id, split: split, &recorder) {
      return outcome
    }
    let content = try contents(newcomer, for: column, of: id, &recorder)
    let cleared = cleared(.secondary, of: split)
    return try changeSplit(id, &recorder) { (_, split, _, change, recorder) in
      split.set(.secondary, to: cleared, &change, &recorder)
      split.isDetailChosen = false
      split.set(column, to: content, &change, &recorder)
      if split.isCollapsed {
        _ = split.showCollapsed(column, &change, &recorder)
      } else {
        recorder.replacesColumn = true
      }
      recorder.animated = split.isCollapsed
      return Outcome()
    }
  }

  /// The column after that of a screen, in its innermost split view.
  func nextColumn(after id: ControllerID) -> (split: ControllerID, column: Column)? {
    guard let holder = root.locateInSession(id)?.containers.first(where: { $0.kind == .split }),
      let column = holder.split?.column(after: id)
    else { return nil }
    return (holder.id, column)
  }

  /// Returns to the same controller in a column of a column style; a covered or preserved one is shown (D-67, D-152).
  mutating func returnToColumn(
    _ column: Column, as newcomer: Transition.Newcomer, again: Transition.Again, of id: ControllerID, split: Split,
    _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome? {
    guard let content = split.currentContent(of: column) else { return nil }
    let isShown = !split.isCollapsed || split.topColumn == column
    guard let same = same(as: newcomer, again, in: isShown ? content : nil, hidden: isShown ? [] : [content]) else {
      return nil
    }
    return try returnTo(same, as: newcomer, on: content.id, wouldUncover: true, &recorder)
  }
}

extension Split {
  /// The column after that of a controller; nil without one, and in the classic style.
  func column(after controller: ControllerID) -> Column? {
    // On the collapsed stack a column's stack is in that of the lowest one.
    guard style != .classic, collapsedColumn != .compact,
      let own = style.columns.lastIndex(where: { currentContent(of: $0)?.find(controller) != nil }),
      own + 1 < style.columns.count
    else { return nil }
    return style.columns[own + 1]
  }
}
