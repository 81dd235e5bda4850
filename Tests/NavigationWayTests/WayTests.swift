@testable import Navigation
import Testing

/// What a simulator does for a way.
@Suite struct WayTests {
  @Test(arguments: WayRow.all) func `D-348: a step`(_ row: WayRow) throws {
    let way = try row.way()
    let swift = row.swift.map { "    \($0)\n" }.joined()
    #expect(way.xcuiTest.contains("\n    // the step\n\(swift)\n"), "\(way.xcuiTest)")
    #expect(way.maestroFlow.contains("\n# the step\n\(row.yaml.joined(separator: "\n"))\n- wait"), "\(way.maestroFlow)")
    #expect(FlowText(way.maestroFlow).strays == [])
  }

  @Test func `each kind of transition of a user and of the system has a step`() {
    let kinds = Set(Transition.Action.kinds.filter { $0.actor != .app }.map(\.type))
    let rows = Set(WayRow.all.flatMap { row in (row.before + row.actions).map { $0.type } })
    #expect(kinds.subtracting(rows) == [])
  }

  @Test(arguments: WayRow.all) func `a locator replaces a step`(_ row: WayRow) throws {
    let way = try row.way(Locators(["the step": "own.control"]))
    #expect(
      way.xcuiTest.contains("// the step\n    tap(app.descendants(matching: .any)[\"own.control\"].firstMatch)\n\n"))
    #expect(way.maestroFlow.contains("# the step\n- tapOn:\n    id: \"own.control\"\n- wait"))
  }

  @Test func `the test calls the functions that it has, and no others`() throws {
    for row in WayRow.all {
      let lines = try row.way().xcuiTest.split(separator: "\n")
      for function in TestFunction.allCases {
        let (call, name) = ("\(function)(", "func \(function)(")
        let isCalled = lines.contains { $0.contains(call) && !$0.contains(name) && !$0.contains(".\(call)") }
        #expect(isCalled == lines.contains { $0.contains(name) }, "\(function) \(row.name)")
      }
    }
  }

  @Test(arguments: [
    (#"{"Back": "navigation.back"}"#, nil), ("{}", nil), ("[]", ""), (#"{"Back": 1}"#, "/Back"),
    (#"{"a/b": ""}"#, "/a~1b"),
  ]) func `locators are an object of identifiers`(_ json: String, _ pointer: String?) {
    let read = Result { () throws(BodyRefusal) in try Locators(request: Array(json.utf8)) }
    switch read {
    case .success(let locators): #expect(pointer == nil && (json == "{}") == (locators["Back"] == nil))
    case .failure(let refusal): #expect(refusal.pointer == pointer)
    }
  }

  @Test(arguments: [
    ("a", #""a""#, #""a""#), (#"a"b"#, #""a\"b""#, #""a\"b""#), (#"\(a)"#, #""\\(a)""#, #""\\\\\\(a\\)""#),
    ("${a}", #""${a}""#, #""\\$\\{a\\}""#), ("#{a}", ##""#{a}""##, ##""#\\{a\\}""##),
    ("a\nb\u{2028}c", #""a\u{a}b\u{2028}c""#, #""a\u000ab\u2028c""#), ("👩‍💻 é", #""👩‍💻 é""#, #""👩‍💻 é""#),
    ("\u{202e}a\u{85}", #""\u{202e}a\u{85}""#, #""\u202ea\u0085""#), ("a.b (2)", #""a.b (2)""#, #""a.b \\(2\\)""#),
    ("# a: b", ##""# a: b""##, ##""# a: b""##), ("%{x}", #""%{x}""#, #""%\\{x\\}""#),
  ]) func `texts of an app`(_ text: String, _ swift: String, _ yaml: String) throws {
    #expect(text.asSwiftLiteral == swift)
    #expect(text.asPattern.asYAML == yaml)
    #expect(try JSONDocument(Array(text.asYAML.utf8)).root.string() == text)
    let design = WayRow.tabs.replacing("\"B\"", with: String(decoding: text.json(), as: UTF8.self))
    let row = WayRow("a tab", app: design, [.tapTab("b")], ["tap(tab(\(swift), in: app))"], ["- tapOn: \(yaml)"])
    try `D-348: a step`(row)
  }

  @Test func `a name has a number where it is taken`() throws {
    let design = try ExampleWayTests.design("mail.json")
    var answer = try ExploreAnswer(design.space().explore())
    let finding = try #require(answer.findings.first)
    answer.findings = ["letter", "letter-half2", "let-ter", "LETTER", "letter"].map { route in
      var other = finding
      other.route = route
      return other
    }
    let files = try answer.ways(of: design)
    let words = ["LetterTwoThirds", "LetterHalf2TwoThirds", "LetTerTwoThirds2", "LETTERTwoThirds3", "LetterTwoThirds4"]
    #expect(files.map(\.name).filter { $0.hasSuffix(".yaml") } == words.map { "KeepsPlace\($0).yaml" })
    #expect(files[8].text.contains("final class KeepsPlaceLetterTwoThirds4: XCTestCase {\n"))
    #expect(files[8].text.contains("func testKeepsPlaceLetterTwoThirds4()"))
  }

  @Test func `D-345: a screen is called by its route and its params`() {
    let params = Params(members: [.init(name: "of", json: #""Ada L.""#), .init(name: "number", json: "42")])
    #expect(WayWalk.name(of: "letter", params) == "letter.Ada-L..42")
    #expect(WayWalk.name(of: "", params) == nil)
    #expect(WayWalk.name(of: "é", Params()) == "-")
    #expect(WayWalk.name(of: String(repeating: "a", count: 200), Params())?.count == 120)
  }

  @Test func `what breaks a line does not end a comment`() throws {
    let step = Finding.Step(name: "a\nfatalError()", transitions: [])
    let design = try Design(request: Array(WayRow.tabs.utf8))
    let way = try SimulatorWay([step], in: Environment(), of: design, file: "a\nb.json")
    #expect(way.xcuiTest.contains("→ a fatalError()\n") && way.xcuiTest.contains("verify a b.json LOG"))
    #expect(FlowText(way.maestroFlow).strays == [])
  }
}

extension String {
  fileprivate func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.string(self)
    return writer.bytes
  }
}

/// A flow of Maestro in the part of YAML that is written: lines of commands and members, with values that are words,
/// numbers or double-quoted.
struct FlowText {
  /// Lines that are none.
  var strays: [String]

  init(_ text: String) {
    strays = text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init).filter { line in
      if line == "---" || line.hasPrefix("# ") { return false }
      let form = /(?:- | {4}(?: {2})*)?([A-Za-z-]+)(?:(:)(?: (.+))?)?/
      guard let match = line.wholeMatch(of: form) else { return true }
      guard let value = match.3 else { return match.2 == nil && !line.hasPrefix("- ") }
      if value.wholeMatch(of: /[A-Z_]+|[A-Z][a-z]+|true|false|\d+/) != nil { return false }
      return (try? JSONDocument(Array(value.utf8)).root.string()) == nil
    }
  }
}
