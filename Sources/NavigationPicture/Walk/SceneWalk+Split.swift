import Navigation

/// Columns at their frames (CW-11), and the buttons that change them (DM-10 to DM-12).
extension SceneWalk {
  mutating func add(_ shown: Shown, _ split: Split, in place: Area) {
    let contents = shown.children
    if split.isCollapsed {
      modes.append((shown.id, "collapsed"))
      var inner = place.within(place.frame)
      inner.isTitled = false
      inner.isRoot = false
      return contents.forEach { enter($0, inner) }
    }
    modes.append((shown.id, split.displayMode.rawValue))
    let columns = columns(of: split, in: place.frame)
    // A column over another one is drawn after it.
    let floats = columns.contains { $0.free != $0.frame }
    for column in split.displayMode.dimsSecondary || floats ? columns.reversed() : columns {
      add(column, of: shown, split, contents.first { $0.column == column.column }, in: place)
    }
  }

  /// A column.
  private struct Placed {
    var column: Column
    var frame: Frame
    /// The part of it that no other column covers.
    var free: Frame
    var isDimmed = false
    /// What is below it and the primary, where both lie over the secondary.
    var ground: Frame?
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
        isDimmed: dims && (column.column == .secondary || column.column == .inspector))
    }
    // The primary may lie over the supplementary, so that nothing dimmed shows between them (D-181).
    guard placed.count > 2, placed[1].column == .supplementary, let primary = placed.first?.frame else { return placed }
    let isLeading = split.preferences.primaryEdge == .leading
    let over = isLeading ? primary.maxX - placed[1].frame.x : placed[1].frame.maxX - primary.x
    if over > 0 { placed[1].free = placed[1].frame.inset(left: isLeading ? over : 0, right: isLeading ? 0 : over) }
    // Beside a floating primary the secondary would show through, with pieces of its content (D-181).
    if split.displayMode == .twoOverSecondary, hasPanels { placed[1].ground = primary.union(placed[1].frame) }
    return placed
  }

  /// The sidebar of a column style floats in iOS 26.
  private var hasPanels: Bool { look == .glass && medium == .svg }

  private mutating func add(_ placed: Placed, of shown: Shown, _ split: Split, _ content: Shown?, in place: Area) {
    let isOver =
      split.displayMode.dimsSecondary && split.displayMode != .twoDisplaceSecondary && placed.column != .secondary
      && placed.column != .inspector
    let isLeading = (split.preferences.primaryEdge == .leading) == (placed.column != .inspector)
    let line: HorizontalEdge? = placed.column == .secondary ? nil : isLeading ? .trailing : .leading
    var inner = place.within(placed.free)
    if hasPanels, split.style != .classic, placed.column == .primary {
      let inset = points(Measure.panelInset)
      let panel = placed.frame.inset(by: inset)
      add(.surface(.panel, panel))
      inner = inner.within(inner.frame.inset(left: inset, right: inset))
      inner.safe.bottom = max(inner.safe.bottom, inset)
      inner.safe.top = max(inner.safe.top, inset)
    } else if let ground = placed.ground {
      add(.surface(.ground, ground))
    } else {
      add(.surface(isOver ? .overlay : .column(placed.column, line: line), placed.frame))
    }
    inner.isTitled = false
    inner.isRoot = false
    inner.isSidebar = placed.column != .secondary
    if let content {
      enter(content, inner)
    } else {
      addStrip(shown.items(of: placed.column), &inner)
    }
    if placed.isDimmed { add(.surface(.dim(shown.tapOnDimmed), placed.frame)) }
  }
}
