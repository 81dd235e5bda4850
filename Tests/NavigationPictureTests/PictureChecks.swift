import Navigation
import Testing
import TreeSketch

@testable import NavigationPicture

/// The invariants of every picture.
struct PictureChecks {
  let session: Session
  let routes: ScreenRoutes?
  let source: SourceLocation

  init(_ session: Session, _ routes: ScreenRoutes? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
    (self.session, self.routes) = (session, routes)
    source = sourceLocation
  }

  func all(_ story: @autoclosure () -> String) throws {
    let story = "\(story()) at \(session.sketch) in \(session.environment)"
    try shownOnce(story)
    try hiddenOnce(story)
    try text(story)
  }

  private func elements(showsHidden: Bool) throws -> [XMLElements.Element] {
    try XMLElements(SessionPicture(of: session, showsHidden: showsHidden, routes: routes).svg()).elements
  }

  private func shownOnce(_ story: String) throws {
    let elements = try elements(showsHidden: false)
    try #require(elements[0].name == "svg", sourceLocation: source)
    try words(elements, story)
    try numbers(elements, story)
    let shown = elements.compactMap { $0.attributes["data-controller"] }
    try #require(Set(shown).count == shown.count, "twice: \(shown), \(story)", sourceLocation: source)
    let visible = Set(session.visible.flatMap { [$0.id] + $0.containers }.map(\.description))
    try #require(visible.subtracting(shown) == [], "missing, \(story)", sourceLocation: source)
    try #require(
      Set(shown).subtracting(session.root.everyID) == [], "not in the session, \(story)", sourceLocation: source)
    for element in elements { try tap(element, story) }
    try places(elements, story)
  }

  /// Elements are within the window, and no tab covers a row; except during movement, and with displaced columns.
  private func places(_ elements: [XMLElements.Element], _ story: String) throws {
    let isStill = !elements.contains {
      $0.classes.contains("outside") || $0.name == "svg" && $0.ancestors.count > 0 && $0.classes.isEmpty
    }
    guard isStill, let window = elements.first(where: { $0.classes.contains("window") }) else { return }
    let area = Self.frame(window)
    var (rows, tabs): ([Frame], [Frame]) = ([], [])
    for element in elements where element.classes.contains("hit") {
      let (frame, parent) = (Self.frame(element), element.ancestors.last.map { elements[$0] })
      guard frame.width > 0, frame.height > 0, parent?.attributes["data-tap"] != nil else { continue }
      let isWithin =
        frame.x >= area.x - 0.2 && frame.maxX <= area.maxX + 0.2 && frame.y >= area.y - 0.2
        && frame.maxY <= area.maxY + 0.2
      try #require(isWithin, "\(frame) of \(parent?.attributes ?? [:]), \(story)", sourceLocation: source)
      if parent?.classes.contains("row") == true { rows.append(frame) }
      if parent?.classes.contains("tab") == true { tabs.append(frame) }
    }
    for tab in tabs {
      let covered = rows.first { $0.x < tab.maxX && tab.x < $0.maxX && $0.y < tab.maxY - 0.2 && tab.y < $0.maxY - 0.2 }
      try #require(covered == nil, "\(tab), \(story)", sourceLocation: source)
    }
  }

  static func frame(_ element: XMLElements.Element) -> Frame {
    let number = { (name: String) in element.attributes[name].flatMap(Double.init) ?? 0 }
    return Frame(x: number("x"), y: number("y"), width: number("width"), height: number("height"))
  }

  /// Each controller of the session is in the picture once, on display or on a card.
  private func hiddenOnce(_ story: String) throws {
    let elements = try elements(showsHidden: true)
    try numbers(elements, story)
    let all = elements.compactMap { $0.attributes["data-controller"] }
    try #require(
      all.count == Set(all).count && Set(all) == session.root.everyID, "\(all), \(story)", sourceLocation: source)
    let onDisplay = Set(session.visible.map(\.id.description))
    for element in elements where element.ancestors.contains(where: { elements[$0].classes.contains("hidden-cards") }) {
      try #require(element.attributes["data-tap"] == nil, "\(story)", sourceLocation: source)
      if let id = element.attributes["data-controller"] {
        try #require(!onDisplay.contains(id), "\(id) is hidden, \(story)", sourceLocation: source)
      }
    }
  }

  /// The session accepts the transition of each tap.
  private func tap(_ element: XMLElements.Element, _ story: String) throws {
    guard let json = element.attributes["data-tap"] else {
      return try #require(element.attributes["data-title"] == nil, "\(story)", sourceLocation: source)
    }
    try #require(element.attributes["aria-label"]?.isEmpty == false, "\(json), \(story)", sourceLocation: source)
    var tapped = session
    #expect(throws: Never.self, "\(json), \(story)", sourceLocation: source) { try tapped.tap(json, routes) }
    guard case .transition(let transition) = try TransitionRequest(json: JSONDocument(json).root),
      let tap = transition.action.body(as: Transition.SelectRow.self)
    else { return }
    let (list, row) = (tap.list, tap.row)
    // In a session with routes nothing is made up (D-403).
    try #require(
      (element.attributes["data-title"] == nil) == (routes != nil), "\(json), \(story)", sourceLocation: source)
    let groups = element.ancestors.count
    try #require(groups > 0, "\(list) \(row), \(story)", sourceLocation: source)
  }

  static let names: Set<String> = ["svg", "g", "rect", "path", "circle", "text"]
  static let attributes: Set<String> = [
    "xmlns", "class", "viewBox", "width", "height", "font-size", "role", "aria-label", "x", "y", "rx", "cx", "cy", "r",
    "d", "stroke-width",
    "text-anchor", "data-controller", "data-tap", "data-title",
  ]

  /// Pictures have no colours, styles or scripts.
  private func words(_ elements: [XMLElements.Element], _ story: String) throws {
    let wrong = elements.filter {
      !Self.names.contains($0.name) || !$0.attributes.keys.allSatisfy(Self.attributes.contains)
    }
    try #require(wrong == [], "\(story)", sourceLocation: source)
  }

  private func numbers(_ elements: [XMLElements.Element], _ story: String) throws {
    let wrong = elements.filter { !$0.attributes.allSatisfy { Self.isPossible($0.key, $0.value) } }
    try #require(wrong == [], "\(story)", sourceLocation: source)
  }

  private static func isPossible(_ name: String, _ value: String) -> Bool {
    switch name {
    case "x", "y", "cx", "cy": return Double(value)?.isFinite == true
    case "width", "height", "r", "rx", "font-size", "stroke-width":
      return Double(value).map { $0.isFinite && $0 >= 0 } == true
    case "viewBox":
      let numbers = value.split(separator: " ").compactMap { Double($0) }
      return numbers.count == 4 && numbers.allSatisfy(\.isFinite) && numbers[2] >= 0 && numbers[3] >= 0
    case "d": return value.utf8.allSatisfy(pathBytes.contains)
    default: return true
    }
  }

  private static let pathBytes = Set("MHVLCSAmhvlcsazZ0123456789.- ".utf8)

  private func text(_ story: String) throws {
    let bytes = SessionPicture(of: session, showsHidden: true, routes: routes).text()
    let text = try #require(String(validating: bytes, as: UTF8.self), sourceLocation: source)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      try #require(CellText.width(of: String(line)) <= 80, "\(line), \(story)", sourceLocation: source)
      try #require(
        line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }, sourceLocation: source
      )
    }
  }
}

extension Session {
  /// Does what a tap of a picture has.
  mutating func tap(_ json: String, _ routes: ScreenRoutes?) throws {
    switch try TransitionRequest(json: JSONDocument(json).root) {
    case .transition(let transition): _ = try apply(transition, routes: routes)
    case .batch(let batch): _ = try apply(batch: batch, routes: routes)
    case .history: Issue.record("\(json) is no tap")
    }
  }
}

extension Controller {
  /// Every id in the tree, including preserved controllers, but not those of waiting answers of the app.
  var everyID: Set<String> {
    var held: [Controller] = []
    switch content {
    case .screen: break
    case .stack(let stack): held = stack.children
    case .tabBar(let tabBar):
      held = tabBar.tabs.flatMap { [$0.child] + $0.savedDetails }
      for tab in tabBar.tabs { tab.forEachKept { kept, _ in held.append(kept) } }
    case .topTabs(let topTabs): held = topTabs.pages.map(\.child)
    case .split(let split):
      held = Column.allCases.flatMap { [split.columns[$0], split.collapse?.preserved[$0]].compactMap(\.self) }
    }
    return (held + [presented?.child].compactMap(\.self)).reduce([id.description]) { $0.union($1.everyID) }
  }
}
