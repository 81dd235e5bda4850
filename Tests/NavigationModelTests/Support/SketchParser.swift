import TreeSketch

@testable import Navigation

/// Reads the one-line sketch of a tree that `Session.sketch` writes.
///
/// A screen called `ph` or `sp` is a placeholder; a split view behaves as `behavior` says.
struct SketchParser {
  struct Failure: Error {
    var sketch: String
    var at: String
    var wanted: String
  }

  private let sketch: String
  let behavior: SplitDelegate
  var rest: Substring

  static func tree(_ sketch: String, behavior: SplitDelegate = .tabsInPrimary) throws -> Controller {
    var parser = SketchParser(sketch: sketch, behavior: behavior, rest: Substring(sketch))
    let controller = try parser.controller()
    parser.skipBlanks()
    guard parser.rest.isEmpty else { throw parser.failure("the end") }
    return controller
  }

  /// A controller and the tree that it presents.
  mutating func controller() throws -> Controller { try presenting(bareController()) }

  mutating func presenting(_ controller: Controller) throws -> Controller {
    skipBlanks()
    guard take("^") else { return controller }
    let word = String(rest.prefix { $0.isNameCharacter })
    rest = rest.dropFirst(word.count)
    guard let style = word.isEmpty ? .automatic : PresentationStyle(rawValue: word) else { throw failure("a style") }
    var form = Presentation(style)
    if take("/") {
      let word = String(rest.prefix { $0.isNameCharacter })
      rest = rest.dropFirst(word.count)
      guard let adaptation = PresentationAdaptation(rawValue: word) else { throw failure("an adaptation") }
      form.adaptation = adaptation
    }
    if take("(") { form.sheet = try sheet() }
    skipBlanks()
    var presenter = controller
    presenter.presented = Presented(form, try self.controller())
    return presenter
  }

  /// `peek=200? medium*~ large!)`.
  private mutating func sheet() throws -> Sheet {
    var sheet = Sheet()
    while !take(")") {
      skipBlanks()
      let word = String(rest.prefix { $0.isNameCharacter })
      rest = rest.dropFirst(word.count)
      switch word {
      case "medium": sheet.detents.append(.medium)
      case "large": sheet.detents.append(.large)
      default:
        guard take("=") else { throw failure("the height of a detent") }
        let height = String(rest.prefix(while: \.isNumber))
        rest = rest.dropFirst(height.count)
        guard let height = Double(height) else { throw failure("a height") }
        sheet.detents.append(.custom(word, height: height, inactiveInCompactHeight: take("?")))
      }
      if take("*") { sheet.selectedDetent = word }
      if take("~") { sheet.largestUndimmedDetent = word }
      if take("!") { sheet.edgeAttached = true }
    }
    return sheet
  }

  private mutating func bareController() throws -> Controller {
    let id = try name()
    if take("![") { return try tabBar(id, isHidden: true) }
    if take("/2[") { return try columnStyle(id, .doubleColumn) }
    if take("/3[") { return try columnStyle(id, .tripleColumn) }
    if take("[") {
      // A tab begins with a star, an equals sign or `name:`, a column with anything else.
      return rest.starts(with: "*=") || rest.starts(with: "!") || rest.starts(with: "=") && looksLikeTabs
        || startsWithTabName
        ? try tabBar(id) : try expandedSplit(id)
    }
    if take("{") { return try topTabs(id, .current) }
    if take("+{") { return try topTabs(id, .all) }
    if take("<") { return try collapsedSplit(id) }
    if take(":") { return Controller(id: id, content: .stack(try stack())) }
    return screen(id)
  }

  private var looksLikeTabs: Bool { !inColumnWithName(rest) }

  private var startsWithTabName: Bool {
    let label = rest.drop(while: { $0.isNameCharacter || $0 == "*" })
    return label.first == ":" && !inColumnWithName(label)
  }

  /// A column's stack may say its name too: then the columns' bar comes before the bracket closes.
  private func inColumnWithName(_ label: Substring) -> Bool {
    var depth = 0
    for (character, next) in zip(label, label.dropFirst()) {
      if character == "[" || character == "<" && next != "~" { depth += 1 }
      if character == "]" || character == ">" && depth > 0 && next != " " { depth -= 1 }
      if depth < 0 { return false }
      if depth == 0, character == "|", next == "|" { return true }
    }
    return false
  }

  private mutating func screen(_ id: ControllerID) -> Controller {
    var screen = Screen(route: id.description, isPlaceholder: ["ph", "sp"].contains(id.description))
    while take("#") {
      let row = String(rest.prefix { $0.isNameCharacter })
      rest = rest.dropFirst(row.count)
      if row.isEmpty { screen.selectionFollowsDetail = true } else { screen.row = row }
    }
    if take("(") {
      screen.selection = String(rest.prefix { $0 != ")" })
      rest = rest.drop { $0 != ")" }.dropFirst()
    }
    return Controller(id: id, content: .screen(screen))
  }

  mutating func stack() throws -> Stack {
    var children = [try member()]
    var detailIndex = 1
    var isInteractive = false
    while true {
      skipBlanks()
      if take(">>") {
        detailIndex = children.count
        skipBlanks()
        if let next = rest.first, !"]|/><^}@&".contains(next) { children.append(try member()) }
      } else if take("<~") {
        isInteractive = true
      } else if rest.starts(with: "> "), !rest.starts(with: "> ^") {
        _ = take(">")
        children.append(try member())
      } else {
        break
      }
    }
    return Stack(
      root: children[0], above: Array(children.dropFirst()), detailIndex: detailIndex, isInteractiveBack: isInteractive)
  }

  private mutating func member() throws -> Controller {
    skipBlanks()
    guard take("{") else { return try bareController() }
    let nested = try controller()
    guard take("}") else { throw failure("}") }
    return nested
  }

  private mutating func tabBar(_ id: ControllerID, isHidden isBarHidden: Bool = false) throws -> Controller {
    var tabs: [Tab] = []
    var selected = 0
    repeat {
      skipBlanks()
      let isHidden = take("!")
      if take("*") { selected = tabs.count }
      if take("=") {
        tabs.append(Tab(child: try controller()))
      } else {
        let name = try name()
        if take("*") { selected = tabs.count }
        guard take(":") else { throw failure(":") }
        tabs.append(Tab(child: try presenting(Controller(id: name, content: .stack(try stack())))))
      }
      let saved = try savedDetails()
      if let last = tabs.indices.last { (tabs[last].savedDetails, tabs[last].isHidden) = (saved, isHidden) }
      skipBlanks()
    } while take("|")
    guard take("]"), let tabBar = TabBar(tabs: tabs, selectedIndex: selected, isTabBarHidden: isBarHidden) else {
      throw failure("]")
    }
    return Controller(id: id, content: .tabBar(tabBar))
  }

  private mutating func topTabs(_ id: ControllerID, _ appearance: TopTabs.PageAppearance) throws -> Controller {
    var pages: [Page] = []
    var current = 0
    repeat {
      skipBlanks()
      if take("*") { current = pages.count }
      let child = try controller()
      pages.append(Page(title: child.id.description, child: child))
      skipBlanks()
    } while take("|")
    var contentOffset: Double?
    if take("@") {
      let number = rest.prefix { $0 != "}" }
      contentOffset = Double(number)
      rest = rest.dropFirst(number.count)
    }
    let topTabs = TopTabs(
      pages: pages, currentIndex: current, geometry: .unplaced(contentOffset: contentOffset), pageAppearance: appearance
    )
    guard take("}"), let topTabs else { throw failure("}") }
    return Controller(id: id, content: .topTabs(topTabs))
  }

  /// The details that follow an `&`.
  private mutating func savedDetails() throws -> [Controller] {
    skipBlanks()
    return take("&") ? try stack().children : []
  }

  mutating func name() throws -> ControllerID {
    let text = rest.prefix { $0.isNameCharacter }
    rest = rest.dropFirst(text.count)
    return try id(String(text))
  }

  func id(_ text: String) throws -> ControllerID {
    guard let id = ControllerID(text) else { throw failure("a name") }
    return id
  }

  mutating func skipBlanks() { rest = rest.drop { $0 == " " } }

  mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  func failure(_ wanted: String) -> Failure { Failure(sketch: sketch, at: String(rest), wanted: wanted) }
}

extension Character {
  var isNameCharacter: Bool { isLetter || isNumber || self == "." || self == "_" || self == "-" }
}

/// Split views in the notation.
extension SketchParser {
  mutating func expandedSplit(_ id: ControllerID) throws -> Controller {
    let isHidden = take("(")
    let primary = try column("primary")
    if isHidden, !take(")") { throw failure(")") }
    skipBlanks()
    guard take("||") else { throw failure("||") }
    skipBlanks()
    let secondary = take("-") ? nil : try column("secondary")
    guard take("]") else { throw failure("]") }
    return Controller(id: id, content: .split(Split(primary: primary, secondary: secondary, delegate: behavior)))
  }

  /// Expanded; its inspector follows a `+`, its compact tree an `@`.
  mutating func columnStyle(_ id: ControllerID, _ style: SplitStyle) throws -> Controller {
    var columns = ColumnContents()
    for column in style.columns {
      skipBlanks()
      if column != .primary, !take("||"), !take("|>") { throw failure("||") }
      skipBlanks()
      let isHidden = take("(")
      if !take("-") { columns[column] = try self.column(column.rawValue) }
      if isHidden, !take(")") { throw failure(")") }
    }
    skipBlanks()
    var isInspectorShown = false
    if take("+") {
      skipBlanks()
      isInspectorShown = !take("(")
      columns.inspector = try self.column("inspector")
      if !isInspectorShown, !take(")") { throw failure(")") }
      skipBlanks()
    }
    if take("@") { columns.compact = try self.column("compact") }
    guard take("]") else { throw failure("]") }
    var split = Split(style: style, columns: columns, delegate: behavior)
    split.isInspectorShown = isInspectorShown
    return Controller(id: id, content: .split(split))
  }

  mutating func collapsedSplit(_ id: ControllerID) throws -> Controller {
    let primary = try column("primary")
    skipBlanks()
    let preserved = take("/") ? try column("secondary") : nil
    skipBlanks()
    guard take(">") else { throw failure(">") }
    let split = Split(
      columns: ColumnContents(primary: primary),
      collapse: Collapse(preserved: ColumnContents(secondary: preserved)),
      displayMode: .oneBesideSecondary, delegate: behavior)
    return Controller(id: id, content: .split(split))
  }

  mutating func column(_ name: String) throws -> Controller {
    skipBlanks()
    if take("=") { return try controller() }
    let label = rest.drop { $0.isNameCharacter }
    if label.first == ":" || label.first == "[" || label.first == "<" { return try controller() }
    return try presenting(Controller(id: try id(name), content: .stack(try stack())))
  }
}
