extension Session {
  /// The tree in one line, for people and for tests:
  /// `split[tabs[chats*: list > a | people: people] || ph > d1]`.
  ///
  /// `a > b` is a stack, root first, called after its column or its tab; any other stack says its name: `stack: a > b`, and a nested one
  /// stands in braces. `>>` marks a `detailIndex` other than 1, `<~` an edge swipe that has begun, `list(row)` a selection. A split view is
  /// `split[P || S]` expanded, `split[(P) || S]` with its primary hidden, `split<P>` collapsed and `split<P / S>` with a preserved secondary;
  /// `-` is an empty column. `*` is the selected tab, `=x` a tab or a column that is not a stack.
  public var sketch: String { root.sketch }
}

extension Controller {
  var sketch: String {
    switch content {
    case .screen(let screen): id.description + (screen.selection.map { "(\($0))" } ?? "")
    case .stack(let stack): "\(id): \(stack.sketch)"
    case .tabBar(let tabBar): "\(id)[\(tabBar.sketch)]"
    case .split(let split): id.description + split.sketch
    }
  }

  fileprivate func sketch(inColumn column: Column) -> String {
    switch content {
    case .stack(let stack): id.description == column.rawValue ? stack.sketch : sketch
    case .screen: "=" + sketch
    case .tabBar, .split: sketch
    }
  }
}

extension Stack {
  fileprivate var sketch: String {
    var text = ""
    for (index, child) in children.enumerated() {
      if index > 0 { text += index == detailIndex && detailIndex != 1 ? " >> " : " > " }
      text += child.kind == .stack ? "{\(child.sketch)}" : child.sketch
    }
    if detailIndex == count, detailIndex != 1 { text += " >>" }
    if isInteractiveBack { text += " <~" }
    return text
  }
}

extension TabBar {
  fileprivate var sketch: String {
    tabs.enumerated().map { index, tab in
      let star = index == selectedIndex ? "*" : ""
      if case .stack(let stack) = tab.child.content { return "\(tab.child.id)\(star): \(stack.sketch)" }
      return "\(star)=\(tab.child.sketch)"
    }.joined(separator: " | ")
  }
}

extension Split {
  fileprivate var sketch: String {
    let primary = primary.sketch(inColumn: .primary)
    if isCollapsed {
      return "<\(primary)\(preserved.map { " / " + $0.sketch(inColumn: .secondary) } ?? "")>"
    }
    let secondary = secondary?.sketch(inColumn: .secondary) ?? "-"
    return displayMode.visibleColumns.contains(.primary) ? "[\(primary) || \(secondary)]" : "[(\(primary)) || \(secondary)]"
  }
}
