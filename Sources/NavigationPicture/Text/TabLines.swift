/// The items of a tab bar in lines of text: one line where they fit, else two or three, within a quarter of the height.
/// Items are cut only where they still do not fit.
enum TabLines {
  private static let most = 3

  /// The number of lines for the items, in a place of `room` cells and `height` lines.
  static func count(_ tabs: [Scene.Tab], room: Int, height: Int) -> Int {
    let most = max(1, min(most, height / 4))
    let needs = tabs.map(need)
    return (1..<most).first { width(needs, room: room, lines: $0) != nil } ?? min(most, max(1, tabs.count))
  }

  /// The items of each line, in order, balanced in length.
  static func split(_ tabs: [Scene.Tab], room: Int, lines: Int) -> [ArraySlice<Scene.Tab>] {
    let needs = tabs.map(need)
    guard lines > 1 else { return [tabs[...]] }
    guard let width = width(needs, room: room, lines: lines) else {
      return (0..<lines).map { tabs[tabs.count * $0 / lines..<tabs.count * ($0 + 1) / lines] }
    }
    var (start, left) = (0, width)
    var found: [ArraySlice<Scene.Tab>] = []
    for (index, need) in needs.enumerated() {
      if need > left, index > start {
        found.append(tabs[start..<index])
        (start, left) = (index, width)
      }
      left -= need
    }
    return found + [tabs[start...]]
  }

  /// The cells of an item: its title and badge, with brackets or a space around them.
  private static func need(_ tab: Scene.Tab) -> Int {
    let badge = tab.badge.map { CellText.width(of: $0) + 1 } ?? 0
    return min(CellText.width(of: tab.title) + badge + 2, TextWriter.lineLimit)
  }

  /// The least line width in cells with which `lines` lines hold all items; nil where they do not fit.
  private static func width(_ needs: [Int], room: Int, lines: Int) -> Int? {
    let least = max(needs.max() ?? 0, (needs.reduce(0, +) + lines - 1) / lines)
    guard least <= room else { return nil }
    return lines == 1 ? room : (least...room).first { self.lines(needs, width: $0) <= lines }
  }

  private static func lines(_ needs: [Int], width: Int) -> Int {
    var (lines, left) = (1, width)
    for need in needs {
      if need > left { (lines, left) = (lines + 1, width) }
      left -= need
    }
    return lines
  }
}
