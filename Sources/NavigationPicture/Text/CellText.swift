/// The widths of text in terminal cells.
enum CellText {
  /// The cells of a character: 2 for wide ones, 0 for those without a cell.
  static func width(of character: Character) -> Int {
    var width = 0
    for scalar in character.unicodeScalars {
      // A variation selector makes the previous scalar an emoji.
      if scalar.value == 0xFE0F { return 2 }
      width = max(width, Self.width(of: scalar))
    }
    return width
  }

  static func width(of text: String) -> Int {
    let text = TextHead.of(text)
    return isPlain(text)
      ? text.utf8.count : text.prefix(TextWriter.lineLimit * charactersOfCell).reduce(0) { $0 + width(of: shown($1)) }
  }

  /// The text made safe for a terminal, or as much of it as fits with an ellipsis.
  static func cut(_ text: String, to room: Int) -> [Character] {
    let text = TextHead.of(text)
    // One cell beyond the room shows that the text does not fit.
    let cells = min(max(room, 0), TextWriter.lineLimit) + 1
    var characters = isPlain(text) ? Array(text.prefix(cells)) : text.prefix(cells * charactersOfCell).map(shown)
    characters.removeAll { width(of: $0) == 0 }
    guard characters.reduce(0, { $0 + width(of: $1) }) > room else { return characters }
    var (left, count) = (room - 1, 0)
    while count < characters.count, width(of: characters[count]) <= left {
      left -= width(of: characters[count])
      count += 1
    }
    while count > 0, characters[count - 1] == " " { count -= 1 }
    return room < 1 ? [] : characters[..<count] + ["…"]
  }

  /// Characters examined per cell, however long the text is: some take no cell.
  private static let charactersOfCell = 4
  /// The maximum number of scalars in a character: flags, families and letters of any script have fewer.
  private static let scalarLimit = 24

  /// Replaces characters that would control the terminal or reverse its line.
  private static func shown(_ character: Character) -> Character {
    for (index, scalar) in character.unicodeScalars.enumerated() {
      if index >= scalarLimit { return "\u{FFFD}" }
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: return " "
      case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFFFE...0xFFFF:
        return "\u{FFFD}"
      default: continue
      }
    }
    return character
  }

  private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20..<0x300: 1
    case 0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x25FD...0x25FE, 0x2614...0x2615,
      0x2648...0x2653, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18AFF, 0x1B000...0x1B2FF, 0x1F000...0x1FAFF,
      0x20000...0x3FFFD:
      2
    default: hasPlace(scalar) ? 1 : 0
    }
  }

  private static func hasPlace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: false
    default: true
    }
  }
}

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
