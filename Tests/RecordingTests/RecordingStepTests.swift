import Testing

/// What a recording makes of two trees and of steps, where a played session does not come.
@Suite struct RecordingStepTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var before, after: String
    var touch: String?
    /// `opener row? word route`, each opening.
    var learned: String
    var notes: [String] = []
  }

  /// A tree in one line: `split[a || none > b]`, a name after `!` is presented, `classic[…]` is collapsed.
  static let rows = [
    Row(testDescription: "a push", before: "a", after: "a > b", touch: "a", learned: "a push b"),
    Row(
      testDescription: "a push without a touch is of the screen below", before: "a", after: "a > b", learned: "a push b"
    ),
    Row(
      testDescription: "a row is of the screen that offers", before: "a > b", after: "a > b > c", touch: "a:row",
      learned: "b push c"),
    Row(testDescription: "a row", before: "a", after: "a > b", touch: "a:row", learned: "a/row push b"),
    Row(
      testDescription: "a detail over a placeholder", before: "split[a || none]", after: "split[a || none > b]",
      touch: "a", learned: "a detail b"),
    Row(
      testDescription: "a detail in the place of another", before: "split[a || b]", after: "split[a || c]", touch: "a",
      learned: "a detail c"),
    Row(
      testDescription: "a push in the secondary column", before: "split[a || b]", after: "split[a || b > c]",
      touch: "b",
      learned: "b push c"),
    Row(
      testDescription: "a detail on a stack of details", before: "split[a || b]", after: "split[a || b > c]",
      touch: "a",
      learned: "a detail c"),
    Row(testDescription: "a sheet", before: "a", after: "a ! b", touch: "a", learned: "a present b"),
    Row(testDescription: "a push on a sheet", before: "a ! b", after: "a ! b > c", touch: "b", learned: "b push c"),
    Row(
      testDescription: "no touch", before: "a", after: "a ! b", learned: "present b",
      notes: ["no touch before b: no offer"]),
    Row(
      testDescription: "two at once", before: "a", after: "a > b > c", touch: "a", learned: "",
      notes: ["[\"b\", \"c\"] came at once: no offer"]),
    Row(
      testDescription: "a collapsed classic split view", before: "classic[a]", after: "classic[a > b]", touch: "a",
      learned: "", notes: ["b came in a collapsed classic split view, where a detail is a push: no offer"]),
    Row(
      testDescription: "a placeholder comes", before: "split[a || b]", after: "split[a || none]", touch: "a",
      learned: ""),
    Row(testDescription: "a pop", before: "a > b", after: "a", touch: "b", learned: ""),
  ]

  @Test(arguments: rows) func `an opening is the difference of two trees`(_ row: Row) {
    var recording = Recording()
    let touch = row.touch.map { text in
      let parts = text.split(separator: ":").map(String.init)
      return Recording.Touch(screen: parts[0], row: parts.count > 1 ? parts[1] : nil)
    }
    recording.learn(before: Self.tree(row.before), after: Self.tree(row.after), touch)
    #expect(Self.learned(recording) == row.learned)
    #expect(recording.notes == row.notes)
  }

  @Test func `the first word stays, and another is told`() {
    var recording = Recording()
    recording.learn(before: Self.tree("a"), after: Self.tree("a > b"), nil)
    recording.learn(before: Self.tree("a"), after: Self.tree("a ! b"), Recording.Touch(screen: "a"))
    #expect(Self.learned(recording) == "a push b")
    #expect(recording.notes == [#"b opens by "push", and b by "present" "#])
  }

  @Test func `names have the characters of an id, and numbers where they are taken`() {
    #expect(Recording.name("letter", [("letter", "\"emmy\"")]) { _ in false } == "letter.emmy")
    #expect(Recording.name("article", [("feed", "\"today\""), ("article", "1")]) { _ in false } == "article.today.1")
    #expect(Recording.name("Ü a/b", [("x", "\"<>\"")]) { _ in false } == "--a-b.--")
    #expect(Recording.name("UINavigationController") { $0.count < 25 } == "UINavigationController-10")
    #expect(Recording.name(String(repeating: "a", count: 300)) { _ in false }.utf8.count == 120)
    #expect(Recording.name("") { _ in false } == "-")
  }

  @Test func `text is escaped`() throws {
    for text in ["plain", "\"quoted\" \\ back", "line\nend\u{0}", "ü 🙂"] {
      #expect(try JSONText(text: Recording.text(text)).value.string() == text)
    }
  }

  @Test func `a step that did nothing is dropped, and a name is for a touch`() {
    var recording = Recording()
    recording.appearance("viewDidAppear", of: "a", animated: false)
    recording.begin(isTouch: true, tree: Self.tree("a"))
    recording.begin(isTouch: true, tree: Self.tree("a"))
    #expect(recording.takesName)
    recording.name("Open b")
    #expect(!recording.takesName)
    recording.appearance("viewDidDisappear", of: "a", animated: true)
    recording.appearance("viewDidAppear", of: "b", animated: true)
    recording.begin("null", tree: Self.tree("a > b"))
    recording.appearance("viewWillAppear", of: "c", animated: true)
    recording.end(tree: Self.tree("a > b"), as: #"{"type": "resize"}"#)
    #expect(!recording.takesName)
    let steps = recording.lines.map { $0.prefix { $0 != "[" } }
    #expect(
      steps == [
        #"{"events": "#, #"{"transition": "Open b", "events": "#, #"{"transition": {"type": "resize"}, "events": "#,
      ])
    #expect(recording.lines[1].hasSuffix(#""visible": ["b"]}"#))
    #expect(recording.log.split(separator: "\n").count == 4)
    #expect(recording.log.hasPrefix(#"{"environment": {}, "records": ["visible"], "asks": []}"#))
  }

  private static func learned(_ recording: Recording) -> String {
    let words = recording.routes.flatMap { route -> [String] in
      let opens = { (name: String) in recording.routes.first { $0.name == name }?.opens?.filter { $0 != "\"" } ?? "" }
      return route.offers.map { offer in
        let texts = offer.json.split(separator: "\"").map(String.init)
        let row = texts.firstIndex(of: "row").map { "/" + texts[$0 + 2] } ?? ""
        return "\(route.name)\(row) \(opens(texts[3])) \(texts[3])"
      }
    }
    let offered = words.compactMap { $0.split(separator: " ").last.map(String.init) }
    let alone = recording.routes.filter { !offered.contains($0.name) }.compactMap { route in
      route.opens.map { "\($0.filter { $0 != "\"" }) \(route.name)" }
    }
    return (words + alone).joined(separator: ", ")
  }

  private static func tree(_ text: String) -> Recording.Node {
    if text.hasPrefix("split["), let end = text.lastIndex(of: "]") {
      let columns = text[..<end].dropFirst(6).split(separator: " || ").map { stack(String($0)) }
      let children = zip(columns, ["primary", "secondary"]).map { Recording.Child(node: $0, slot: $1) }
      return Recording.Node(kind: .split, name: "split", children: children)
    }
    if text.hasPrefix("classic[") {
      let child = Recording.Child(node: stack(String(text.dropFirst(8).dropLast())), slot: "primary")
      return Recording.Node(kind: .split, name: "split", children: [child], isCollapsedClassic: true)
    }
    let parts = text.split(separator: " ! ").map(String.init)
    var tree = stack(parts[0])
    if parts.count > 1 { tree.presented = [Recording.Child(node: stack(parts[1]))] }
    return tree
  }

  private static func stack(_ text: String) -> Recording.Node {
    let screens = text.split(separator: " > ").map { name in
      Recording.Node(kind: .screen, name: String(name), route: String(name), isPlaceholder: name == "none")
    }
    let children = screens.map { Recording.Child(node: $0) }
    return Recording.Node(kind: .stack, name: "stack-\(screens[0].name)", children: children)
  }
}
