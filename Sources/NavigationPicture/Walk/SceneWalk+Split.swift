import Navigation

/// Columns at their frames (CW-11), and the buttons that change them (DM-10 to DM-12).
extension SceneWalk {
  mutating func add(_ id: ControllerID, _ split: ContentStorage<Split>, in place: Area) {
    if split.value.isCollapsed {
      modes.append((id, "collapsed"))
      var inner = place.within(place.frame)
      inner.column = split.value.topColumn
      inner.isTitled = false
      inner.isRoot = false
      inner.forbidsPlaceholder = !split.value.delegate.allowsReturnToPlaceholder
      if let only = split.value.columns[split.value.collapsedColumn] { enter(only, inner) }
      return
    }
    modes.append((id, split.value.displayMode.rawValue))
    var columns = columns(of: split.value, in: place.frame)
    putButtons(id, split.value, into: &columns, in: place)
    // A column over another one is drawn after it.
    let floats = columns.contains { $0.free != $0.frame }
    let order = split.value.displayMode.dimsSecondary || floats ? columns.reversed() : columns
    for column in order { add(column, id, split: split.value, in: place) }
  }

  /// A column and its bar items.
  private struct Placed {
    var column: Column
    var frame: Frame
    /// The part of it that no other column covers.
    var free: Frame
    var isDimmed = false
    var items: [Bar.Item] = []
  }

  /// Scales the columns to the available area: the model ignores bars around a split view, and a sheet's width.
  private func columns(of split: Split, in area: Frame) -> [Placed] {
    let room = split.room(in: environment)
    let scale = room.size.width > 0 ? area.width / room.size.width : 0
    let dims = split.displayMode.dimsSecondary
    var placed = split.frames(in: room).map { column in
      let frame = Frame(x: area.x + column.x * scale, y: area.y, width: column.width * scale, height: area.height)
      return Placed(
        column: column.column, frame: frame, free: frame,
        isDimmed: dims && column.column == .secondary)
    }
    // The primary may lie over the supplementary, so that nothing dimmed shows between them (D-181).
    guard placed.count == 3, let primary = placed.first?.frame else { return placed }
    let isLeading = split.preferences.primaryEdge == .leading
    let over = isLeading ? primary.maxX - placed[1].frame.x : placed[1].frame.maxX - primary.x
    if over > 0 { placed[1].free = placed[1].frame.inset(left: isLeading ? over : 0, right: isLeading ? 0 : over) }
    return placed
  }

  /// Puts each button where it can be reached. The display mode button is in the secondary of a classic split view, and
  /// in the sidebar of a column style.
  private func putButtons(_ id: ControllerID, _ split: Split, into columns: inout [Placed], in place: Area) {
    guard let last = columns.indices.last else { return }
    if let target = split.displayModeButtonTarget(in: split.room(in: environment)) {
      let count = { (mode: DisplayMode) in mode.visibleColumns(split.style).count }
      let tap = Tap.displayMode(split: id, shows: count(target) > count(split.displayMode))
      let index = split.style == .classic && !columns[last].isDimmed ? last : 0
      columns[index].items.append(.displayMode(reached(tap, place)))
    }
    if split.style == .tripleColumn, split.preferences.showsSecondaryOnlyButton {
      let tap = Tap.secondaryOnly(split: id, shows: split.displayMode == .secondaryOnly)
      columns[last].items.append(.secondaryOnly(reached(tap, place)))
    }
    if !place.items.isEmpty { columns[0].items = place.items + columns[0].items }
  }

  private mutating func add(_ placed: Placed, _ id: ControllerID, split: Split, in place: Area) {
    let isOver =
      split.displayMode.dimsSecondary && split.displayMode != .twoDisplaceSecondary && placed.column != .secondary
    let isLeading = split.preferences.primaryEdge == .leading
    let line: HorizontalEdge? = placed.column == .secondary ? nil : isLeading ? .trailing : .leading
    var inner = place.within(placed.free)
    // The sidebar of a column style floats in iOS 26.
    let floats = look == .glass && medium == .svg && split.style != .classic && placed.column == .primary
    if floats {
      let inset = points(Measure.panelInset)
      let panel = placed.frame.inset(by: inset)
      add(.surface(.panel, panel))
      inner = inner.within(inner.frame.inset(left: inset, right: inset))
      inner.safe.bottom = max(inner.safe.bottom, inset)
      inner.safe.top = max(inner.safe.top, inset)
    } else {
      add(.surface(isOver ? .overlay : .column(placed.column, line: line), placed.frame))
    }
    inner.column = placed.column
    inner.isTitled = false
    inner.isRoot = false
    inner.isSidebar = placed.column != .secondary
    inner.items = placed.items
    inner.forbidsPlaceholder = !split.delegate.allowsReturnToPlaceholder
    // An expanded split view makes its sidebars compact (CL-19).
    if inner.isSidebar { inner.traits.horizontal = .compact }
    if let content = split.columns[placed.column] {
      enter(content, inner)
    } else {
      addStrip(&inner)
    }
    guard placed.isDimmed else { return }
    add(.surface(.dim(reached(.dimmed(split: id), place)), placed.frame))
  }
}
