/// What Recorder.swift saw of an app, without UIKit: its design as a body of `POST /v1/sessions`, and its log as lines in
/// the words of a session's records. Copy both files into a debug build; README.md says how.
struct Recording {
  typealias JSON = String
  typealias Members = [(name: String, value: JSON?)]
  enum Kind: String { case screen, stack, tabBar, split }
  /// A controller, with what is on a stack, bottom first, its tabs or its columns; at most one is presented. Members
  /// without a value are left out.
  struct Node {
    var kind: Kind, name: String, route = "", params: Members = [], isPlaceholder = false
    /// `members` are others of the contract; in a collapsed classic split view UIKit does not tell its columns apart.
    var members: Members = [], children: [Child] = [], presented: [Child] = [], isCollapsedClassic = false
  }
  /// In a slot (a column's name), with the title of a tab, or the style of what is presented.
  struct Child { var node: Node, slot = "", members: Members = [] }
  /// What a finger was put on: a screen, and the identifier of the cell or the control there.
  struct Touch { var screen: String, row: String? = nil }
  struct Route { var name: String, opens: String? = nil, style: JSON? = nil, offers: [(bare: JSON, json: JSON)] = [] }
  /// A screen with what is below it on its stack, its column, and the presented tree around it.
  private struct Place { var screen: Node, below: Node? = nil, column: String? = nil, presented: Child? = nil }
  private struct Step { var transition: JSON = "null", touch: Touch? = nil, isNameless = false, events: [JSON] = [] }
  /// The log's head: the window at the start, what is noted down, and the questions that the app's delegates answer.
  var environment: JSON = "{}", records = ["visible"], asks: [String] = []
  private(set) var lines: [JSON] = [], notes: [String] = [], routes: [Route] = [], start: Node?, shown: [String] = []
  private var step = Step(), tree: Node?, last: Set<String>?
  var log: String {
    let head = [("environment", environment), ("records", Self.texts(records)), ("asks", Self.texts(asks))]
    return ([Self.object(head)] + lines).map { $0 + "\n" }.joined()
  }
  var design: JSON {
    let table: Members = routes.map { route in
      let offers = Self.filled(Self.list(route.offers.map(\.json)))
      return (route.name, Self.object([("opens", route.opens), ("style", route.style), ("offers", offers)]))
    }
    let (root, routes) = (start.map(Self.tree), Self.object(table, by: ",\n  "))
    return Self.object([("environment", environment), ("root", root), ("routes", routes)], by: ",\n ") + "\n"
  }
  /// Ends the step before, which came to `tree`. `transition` is an object, a name or null.
  mutating func begin(_ transition: JSON = "null", _ touch: Touch? = nil, isTouch: Bool = false, tree: Node) {
    end(tree: tree)
    step = Step(transition: transition, touch: touch, isNameless: isTouch)
  }
  /// Whether the step is that of a touch which has done nothing yet, so that a name is for it.
  var takesName: Bool { step.isNameless && step.events.isEmpty }
  mutating func name(_ name: String) { (step.transition, step.isNameless) = (Self.text(name), false) }
  /// - Parameter transition: where it is known at the end alone.
  mutating func end(tree after: Node, as transition: JSON? = nil) {
    if start == nil { start = after }
    Self.places(after).forEach { _ = see($0.screen) }
    if let tree { learn(before: tree, after: after, step.touch) }
    tree = after
    guard last == nil || !step.events.isEmpty || last != Set(shown) else { return }
    let (said, events) = (last == nil ? nil : transition ?? step.transition, Self.list(step.events))
    lines.append(Self.object([("transition", said), ("events", events), ("visible", Self.texts(shown))]))
    (last, step) = (Set(shown), Step())
  }
  mutating func appearance(_ type: String, of name: String, animated: Bool) {
    let event = [("type", Self.text(type)), ("controller", Self.text(name)), ("animated", "\(animated)")]
    step.events.append(Self.object(event))
    if type.hasPrefix("viewDid") { shown.removeAll { $0 == name } }
    if type == "viewDidAppear" { shown.append(name) }
  }
  mutating func call(_ method: String, of name: String, _ arguments: Members = [], answer: JSON? = nil) {
    let call: Members = [("type", "\"delegateCall\""), ("controller", Self.text(name)), ("method", Self.text(method))]
    step.events.append(Self.object(call + [("arguments", Self.filled(Self.object(arguments))), ("answer", answer)]))
  }
  mutating func tell(_ note: String) { if !notes.contains(note) { notes.append(note) } }
  /// Learns what a step opened: how its route opens, and who offers it.
  mutating func learn(before: Node, after: Node, _ touch: Touch?) {
    let old = Self.places(before), names = Set(old.map(\.screen.name))
    let new = Self.places(after).filter { !$0.screen.isPlaceholder && !names.contains($0.screen.name) }
    guard let place = new.first, let index = see(place.screen) else { return }
    let (screen, name) = (place.screen, place.screen.name)
    guard new.count == 1 else { return tell("\(new.map(\.screen.name)) came at once: no offer") }
    var (word, style, opener) = ("push", JSON?.none, old.first { $0.screen.name == touch?.screen })
    let isFromElsewhere = opener.map { $0.column != place.column } ?? false
    if let sheet = place.presented, !old.contains(where: { $0.presented?.node.name == sheet.node.name }) {
      (word, style) = ("present", sheet.members.first { $0.name == "style" }?.value)
    } else if place.column == "collapsed" {
      return tell("\(name) came in a collapsed classic split view, where a detail is a push: no offer")
    } else if let column = place.column, column != "primary", place.below?.isPlaceholder != false || isFromElsewhere {
      word = column == "secondary" ? "detail" : "column"
    } else {
      guard let below = place.below else { return }
      opener = old.first { $0.screen.name == below.name }
    }
    let (opens, known) = (Self.text(word), routes[index])
    if known.opens == nil { (routes[index].opens, routes[index].style) = (opens, style) }
    if known.opens ?? opens != opens || known.opens != nil && known.style != style {
      tell("\(screen.route) opens by \(known.opens ?? ""), and \(name) by \(opens) \(style ?? "")")
    }
    guard let opener, let by = see(opener.screen) else { return tell("no touch before \(name): no offer") }
    let sample: Members = [("route", Self.text(screen.route)), ("params", Self.filled(Self.object(screen.params)))]
    let row = touch.flatMap { $0.screen == opener.screen.name ? $0.row : nil }.map(Self.text)
    let (bare, json) = (Self.object(sample), Self.object(sample + [("row", row)]))
    if !routes[by].offers.contains(where: { $0.bare == bare }) { routes[by].offers.append((bare, json)) }
  }
  private mutating func see(_ screen: Node) -> Int? {
    if screen.isPlaceholder { return nil }
    if !routes.contains(where: { $0.name == screen.route }) { routes.append(Route(name: screen.route)) }
    return routes.firstIndex { $0.name == screen.route }
  }
  private static func places(_ node: Node, _ around: Place? = nil) -> [Place] {
    let own = Place(screen: node, below: around?.below, column: around?.column, presented: around?.presented)
    let inside = node.children.enumerated().flatMap { index, child in
      var place = own
      place.below = node.kind == .stack && index > 0 ? node.children[index - 1].node : nil
      if node.kind == .split { place.column = node.isCollapsedClassic ? "collapsed" : child.slot }
      return places(child.node, place)
    }
    let over = node.presented.flatMap { places($0.node, Place(screen: $0.node, presented: $0)) }
    return (node.kind == .screen ? [own] : inside) + over
  }
  static func text(_ text: String) -> JSON {
    let code = { (scalar: Unicode.Scalar) in "\\u" + String(65536 + scalar.value, radix: 16).dropFirst() }
    let isPlain = { (scalar: Unicode.Scalar) in scalar.value > 31 && scalar != "\"" && scalar != "\\" }
    return "\"" + text.unicodeScalars.map { isPlain($0) ? String($0) : code($0) }.joined() + "\""
  }
  static func list(_ values: [JSON]) -> JSON { "[" + values.joined(separator: ", ") + "]" }
  static func texts(_ values: [String]) -> JSON { list(values.map(text)) }
  static func object(_ members: Members, by separator: String = ", ") -> JSON {
    "{" + members.compactMap { name, value in value.map { text(name) + ": " + $0 } }.joined(separator: separator) + "}"
  }
  /// `letter.emmy`, a route with its params, or a container's class, in the characters of an id; with a number where
  /// another controller has this name.
  static func name(_ route: String, _ params: Members = [], isTaken: (String) -> Bool) -> String {
    let texts = [route] + params.compactMap(\.value).map { $0.first == "\"" ? String($0.dropFirst().dropLast()) : $0 }
    let letters = texts.joined(separator: ".").map { letter -> Character in
      letter.isASCII && (letter.isLetter || letter.isNumber || "._:-".contains(letter)) ? letter : "-"
    }
    let name = letters.isEmpty ? "-" : String(letters.prefix(120))
    return isTaken(name) ? (2...).lazy.map { "\(name)-\($0)" }.first { !isTaken($0) } ?? name : name
  }
  private static func filled(_ json: JSON) -> JSON? { json.count > 2 ? json : nil }
  private static func tree(_ node: Node) -> JSON {
    let held = { (child: Child) in object(child.members + [("child", tree(child.node))]) }
    let state: Members = [("placeholder", node.isPlaceholder ? "true" : nil)]
    let own: Members =
      switch node.kind {
      case .screen: [("route", text(node.route)), ("params", filled(object(node.params)))] + state
      case .stack: [("children", list(node.children.map { tree($0.node) }))]
      case .tabBar: [("tabs", list(node.children.map(held)))]
      case .split: node.children.map { ($0.slot, tree($0.node)) }
      }
    let named: Members = [("kind", text(node.kind.rawValue)), ("id", text(node.name))]
    return object(named + node.members + own + [("presented", node.presented.first.map(held))])
  }
}
