public import Navigation

extension Session {
  /// The tree in one line, for people and for tests:
  /// `split[tabs[chats*: list > a | people: people] || ph > d1]`.
  ///
  /// `a > b` is a stack, root first, named after its column or its tab; any other stack has its name: `stack: a > b`,
  /// and a nested one is in braces. `>>` marks a `detailIndex` other than 1, `<~` an edge swipe in progress,
  /// `list(row)` a selection, `list#` a list that follows its detail, `a#row` a screen's row. A split view is `split[P || S]` expanded, `split[(P) || S]` with its primary hidden,
  /// `split[P |> S]` with it over the secondary. Collapsed it is `split<P>`, `split<P / S>` with a preserved secondary;
  /// `-` is an empty column. A
  /// column style has its column count, `split/3[P || S || D]`, and its compact tree after an `@`. `*` is the selected
  /// tab, `{a* | b=c & d}` the tabs of a group, each with its controller and what was pushed if it keeps them, `=x` a tab or a column that is not a stack, `!` precedes a hidden tab and the tabs of a hidden bar, and `& d > e` after a tab its saved details. `top{*a | b | s: c >
  /// d}` are top tabs, `*` before the current page, and `top{*a | b @160}` are scrolled to 160 points; `top+{*a | b}`
  /// are pages that appear all together.
  ///
  /// The inspector follows the columns after a `+`, in parentheses where it is hidden; as a sheet it is presented.
  ///
  /// A presented tree follows its presenter after a `^`: `stack: a > b ^ x` for an automatic one over the stack, `stack: a
  /// ^fullScreen x` in another style; a presenting child of a stack is in braces with it, `a > {b ^ x}`. Detents of a sheet
  /// follow its style, `^pageSheet(medium*~ large) x`: `*` after the selected one, `~` after the highest undimmed one, `!`
  /// after the last one where the edge holds it at compact height; `peek=200` is an app's own, `peek=200?` one that is
  /// inactive there.
  public var sketch: String { root.sketch }
}

extension Controller {
  public var sketch: String { bareSketch + presentedSketch }

  private var bareSketch: String {
    switch content {
    case .screen(let screen):
      id.description + (screen.selectionFollowsDetail ? "#" : "") + (screen.row.map { "#\($0)" } ?? "")
        + (screen.selection.map { "(\($0))" } ?? "")
    case .stack(let stack): "\(id): \(stack.sketch)"
    case .tabBar(let tabBar): "\(id)\(tabBar.isTabBarHidden ? "!" : "")[\(tabBar.sketch)]"
    case .topTabs(let topTabs): "\(id)\(topTabs.pageAppearance.mark){\(topTabs.sketch)}"
    case .split(let split): id.description + split.style.mark + split.sketch
    }
  }

  fileprivate var presentedSketch: String {
    guard let presented else { return "" }
    let style = presented.style == .automatic ? "" : presented.style.rawValue
    let adaptation = presented.form.adaptation.map { "/\($0.rawValue)" } ?? ""
    return " ^\(style)\(adaptation)\(presented.form.sheet?.sketch ?? "") \(presented.child.sketch)"
  }

  fileprivate func sketch(inColumn column: Column) -> String {
    switch content {
    case .stack(let stack): id.description == column.rawValue ? stack.sketch + presentedSketch : sketch
    case .screen, .topTabs: "=" + sketch
    case .tabBar, .split: sketch
    }
  }
}

extension Sheet {
  fileprivate var sketch: String {
    let texts = allDetents.map { detent in
      var text = detent.id
      if case .custom(_, let height, let isInactive) = detent { text += "=\(Int(height))" + (isInactive ? "?" : "") }
      return text + (detent.id == selectedDetent ? "*" : "") + (detent.id == largestUndimmedDetent ? "~" : "")
    }
    return "(\(texts.joined(separator: " "))\(edgeAttached ? "!" : ""))"
  }
}

extension Stack {
  fileprivate var sketch: String { sketch(levels: 1) }

  /// - Parameter levels: the least that a `detailIndex` is.
  fileprivate func sketch(levels: Int) -> String {
    var text = ""
    for (index, child) in children.enumerated() {
      if index > 0 { text += index == detailIndex && detailIndex != levels ? " >> " : " > " }
      text += child.kind == .stack || child.presented != nil ? "{\(child.sketch)}" : child.sketch
    }
    if detailIndex == count, detailIndex != levels { text += " >>" }
    if isInteractiveBack { text += " <~" }
    return text
  }
}

extension TabBar {
  fileprivate var sketch: String {
    tabs.enumerated().map { index, tab in
      let star = index == selectedIndex ? "*" : ""
      let mark = tab.isHidden ? "!" : ""
      let saved = tab.savedDetails.isEmpty ? "" : " & " + tab.savedDetails.map(\.sketch).joined(separator: " > ")
      let (name, group) = tab.namedNode.map { (tab.id == tab.child.id ? "" : "\(tab.id)/", $0.tabsSketch) } ?? ("", "")
      if case .stack(let stack) = tab.child.content {
        let text = stack.sketch(levels: levels(ofChild: tab.child.id))
        return "\(mark)\(name)\(tab.child.id)\(star): \(text)\(tab.child.presentedSketch)\(saved)\(group)"
      }
      return "\(mark)\(name)\(star)=\(tab.child.sketch)\(saved)\(group)"
    }.joined(separator: " | ")
  }
}

extension TabNode {
  fileprivate var tabsSketch: String {
    let own = keptSketch(named: "")
    if !isGroup { return own }
    let texts = tabs.map { tab in
      "\(tab.isHidden ? "!" : "")\(tab.id)\(tab.id == selectedTab ? "*" : "")"
        + (tab.isGroup ? "" : tab.keptSketch(named: "=")) + tab.tabsSketchOfGroup
    }
    return "\(own) {\(texts.joined(separator: " | "))}"
  }

  private var tabsSketchOfGroup: String { isGroup ? tabsSketch : "" }

  private func keptSketch(named equals: String) -> String {
    let parked =
      pushed.isEmpty ? "" : " & " + pushed.map(\.sketch).joined(separator: pages == 0 ? " > " : " >\(pages) ")
    if case .kept(let controller) = level { return "\(equals.isEmpty ? " =" : equals)\(controller.sketch)\(parked)" }
    return parked
  }
}

extension TopTabs {
  fileprivate var sketch: String {
    let pages = pages.enumerated().map { index, page in (index == currentIndex ? "*" : "") + page.child.sketch }.joined(
      separator: " | ")
    switch geometry {
    case .unplaced(nil): return pages
    case .placed where isAtRest: return pages
    case .unplaced, .placed:
      return "\(pages) @\(Int(exactly: contentOffset).map(String.init) ?? contentOffset.description)"
    }
  }
}

extension TopTabs.PageAppearance {
  fileprivate var mark: String {
    switch self {
    case .current: ""
    case .all: "+"
    }
  }
}

extension SplitStyle {
  fileprivate var mark: String {
    switch self {
    case .classic: ""
    case .doubleColumn: "/2"
    case .tripleColumn: "/3"
    }
  }
}

extension Split {
  fileprivate var sketch: String {
    guard let collapse else { return "[\(columnsSketch)\(inspectorSketch)\(compactSketch)]" }
    if collapsedColumn == .compact {
      return "<\(columns.compact?.sketch ?? "-") @ \(columnsSketch)\(inspectorSketch)>"
    }
    let base = columns[collapsedColumn]?.sketch(inColumn: .primary) ?? "-"
    let preserved = style.columns.compactMap { column in
      collapse.preserved[column].map { style == .classic ? $0.sketch(inColumn: column) : $0.sketch }
    }
    return "<\(([base] + preserved).joined(separator: " / "))\(inspectorSketch)\(compactSketch)>"
  }

  private var inspectorSketch: String {
    guard let content = columns.inspector?.sketch(inColumn: .inspector) else { return "" }
    return isInspectorShown ? " + \(content)" : " + (\(content))"
  }

  private var columnsSketch: String {
    let visible = isCollapsed ? style.columns : displayMode.visibleColumns(style)
    let texts = style.columns.map { column in
      let text = columns[column]?.sketch(inColumn: column) ?? "-"
      return visible.contains(column) ? text : "(\(text))"
    }
    return texts.joined(separator: displayMode.dimsSecondary ? " |> " : " || ")
  }

  private var compactSketch: String { columns.compact.map { " @ \($0.sketch)" } ?? "" }
}
