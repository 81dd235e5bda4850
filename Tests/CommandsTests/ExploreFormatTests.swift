import Testing

@testable import Navigation

/// What `explore` says to programs. Names that a format could take for its own signs are text.
@Suite struct ExploreFormatTests {
  private static let hostile = "a\"<b>&'|`%0A,:]]>\r\n::error::\u{1}#[x](y)"

  private func explored(_ change: (inout ExploreAnswer) -> Void = { _ in }) throws -> Explored {
    try Sample.explored { change(&$0) }
  }

  @Test func `JUnit has a test case for each check and route`() throws {
    let text = try ExploreJUnit.text(of: explored())
    let head = #"""
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites tests="18" failures="1">
        <testsuite name="explore" tests="18" failures="1">
          <testcase classname="keepsPlace" name="inbox"/>
          <testcase classname="keepsPlace" name="letter">
            <failure message="a change of the window hides letter">a change of the window hides letter, in 3 ways, in 4 windows: portrait, slideOver, portrait half, …
      iPad Pro 11-inch (M4), landscape → Open letter → Window: portrait
      iPad Pro 11-inch (M4), landscape → Open another</failure>
          </testcase>
          <testcase classname="keepsPlace" name="draft"/>
          <testcase classname="roundTrip" name="inbox"/>

      """#
    #expect(text.hasPrefix(head) && text.hasSuffix("  </testsuite>\n</testsuites>\n"), "\(text)")
    #expect(try ExploreJUnit.text(of: explored { $0.bound = .states }).contains(#"classname="explore" name="bound">"#))
    #expect(try !ExploreJUnit.text(of: explored { ($0.bound, $0.tabsAtATime) = (.states, 1) }).contains("bound"))
  }

  @Test func `JUnit tells a finding without a route, and what a baseline has no more`() throws {
    var explored = try explored { $0.findings[0].route = nil }
    #expect(ExploreJUnit.text(of: explored).contains(#"<testcase classname="keepsPlace" name="(an empty display)">"#))
    explored.comparison = ExploreBaseline(of: explored).comparison(with: "links x compact: y")
    #expect(ExploreJUnit.text(of: explored).contains(#"<failure message="mended: links x compact: y"></failure>"#))
  }

  @Test func `hostile names are text in XML`() throws {
    let text = try ExploreJUnit.text(of: explored { $0.findings = [Sample.finding(Self.hostile, Self.hostile)] })
    #expect(text.contains("name=\"a&quot;&lt;b&gt;&amp;'|`%0A,:]]&gt;  ::error:: #[x](y)\">"), "\(text)")
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    // A combining mark does not hide the sign before it.
    #expect(
      try ExploreJUnit.text(of: explored { $0.findings[0].message = "\"\u{301}<\u{301}" }).contains(
        "&quot;\u{301}&lt;\u{301}"))
  }

  struct Place: Sendable, CustomTestStringConvertible {
    let fault: String
    let route: String?
    var file = Sample.file
    let line: Int?

    var testDescription: String { "\(fault) \(route ?? "-") \(line ?? 0)" }
  }

  static let places = [
    Place(fault: "hides", route: "letter", line: 4), Place(fault: "showsAnother", route: nil, line: 4),
    Place(fault: "invisible", route: "draft", line: 9), Place(fault: "link", route: "letter", line: 8),
    Place(fault: "noRoute", route: "none", line: 4),
    Place(fault: "hides", route: "b", file: "{\"root\": {},\n\"routes\": {\n\"b\": {}}}", line: 3),
    Place(
      fault: "hides", route: "b", file: "{\"root\": {},\n\"routes\": {\n\"b\": {\"screen\": {\"behavior\": 1}}}}",
      line: 3),
    Place(fault: "hides", route: "b", file: "{\"root\": [{}, {\n\"x\": {\"behavior\": {}}}]}", line: 2),
    Place(fault: "hides", route: "b", file: "{\"root\": {}}", line: nil),
    Place(fault: "hides", route: "b", file: "no JSON", line: nil),
  ]

  @Test(arguments: places) func `a finding has the line of what decides it`(_ place: Place) {
    var finding = Sample.finding(place.route)
    finding.fault = place.fault
    #expect(ExplorePlaces(Array(place.file.utf8)).line(of: finding) == place.line)
  }

  @Test func `GitHub has a command for each finding`() throws {
    let text = try ExploreGitHub.text(of: explored(), file: "apps/mail,1.json", bytes: Array(Sample.file.utf8))
    let expected = """
      7 states, 30 transitions
      ::error file=apps/mail%2C1.json,line=4,title=keepsPlace::a change of the window hides letter, in 3 ways, \
      in 4 windows: portrait, slideOver, portrait half, …%0AiPad Pro 11-inch (M4), landscape → Open letter → Window: portrait

      """
    #expect(text == expected, "\(text)")
    #expect(try ExploreGitHub.text(of: explored(), file: nil, bytes: []).contains("\n::error title=keepsPlace::a"))
    let bounded = try ExploreGitHub.text(of: explored { $0.bound = .states }, file: "a", bytes: [])
    #expect(bounded.contains("\n::error file=a,title=bound::Not every state was seen"))
  }

  @Test func `hostile names are data in a command`() throws {
    let text = try ExploreGitHub.text(
      of: explored { $0.findings = [Sample.finding(Self.hostile, Self.hostile)] }, file: "a", bytes: [])
    #expect(
      text.split(separator: "\n").count == 2 && text.contains("`%250A,:]]>  ::error:: #[x](y), in 3 ways"), "\(text)")
  }

  @Test func `Markdown has a table and a graph`() throws {
    let expected = """
      7 states, 30 transitions.

      | Check | What | Where | Shortest way |
      |---|---|---|---|
      | keepsPlace | a change of the window hides letter, in 3 ways | in 4 windows: portrait, slideOver, portrait half, … \
      | iPad Pro 11-inch (M4), landscape → Open letter → Window: portrait |

      ```mermaid
      graph LR
        r0["inbox"]
        r1["letter"]
        r2["draft"]
        r0 --> r1
        r0 --> r2
        classDef invisible fill:#ffd7d5,stroke:#cf222e,color:#82071e
        class r2 invisible
      ```

      """
    #expect(try ExploreMarkdown.text(of: explored()) == expected)
    #expect(try ExploreMarkdown.text(of: explored { $0.findings = [] }).contains("\nNothing found.\n"))
  }

  @Test func `hostile names are text in Markdown and Mermaid`() throws {
    let name = #"a\"]|<b>`#&"#
    let file = #"{"root": {"kind": "screen", "route": "\#(name)"}, "routes": {"\#(name)": {}}}"#
    let text = try ExploreMarkdown.text(
      of: Sample.explored(file) { $0.findings = [Sample.finding(Self.hostile, Self.hostile)] })
    #expect(text.contains("| a\"\\<b\\>\\&'\\|\\`%0A,:\\]\\]\\>  ::error:: \\#\\[x\\](y), in 3 ways |"), "\(text)")
    #expect(text.contains(##"  r0["a#quot;]|#lt;b#gt;#96;#35;#amp;"]"##), "\(text)")
  }
}
