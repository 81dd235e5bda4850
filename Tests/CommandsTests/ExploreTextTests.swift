import Testing

@testable import Navigation

/// What `explore` says to people.
@Suite struct ExploreTextTests {
  @Test func `a kind is a line with its windows, and the shortest way`() throws {
    let expected = """
      7 states, 30 transitions

      route   compact           regular
      inbox   -                 4 states, 0 taps
      letter  2 states, 1 taps  -
      draft   -                 -

      keepsPlace:
        a change of the window hides letter, in 3 ways, in 4 windows: portrait, slideOver, portrait half, …
          iPad Pro 11-inch (M4), landscape → Open letter → Window: portrait

      """
    #expect(try ExploreText.text(of: Sample.explored()) == expected)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let change: @Sendable (inout ExploreAnswer) -> Void
    let line: String

    init(_ name: String, _ line: String, _ change: @escaping @Sendable (inout ExploreAnswer) -> Void) {
      (self.name, self.line, self.change) = (name, line, change)
    }

    var testDescription: String { name }
  }

  private static let grown = ExploreAnswer.Grown(
    controller: ControllerID("chats"), screens: 9, example: Sample.example("Open chat", "Open profile"))

  static let rows = [
    Row("nothing", "Nothing found.") { $0.findings = [] },
    Row("nothing before a bound", "Nothing found so far.") { ($0.findings, $0.bound) = ([], .states) },
    Row("no room", "    the answer has no room for its way") { $0.findings[0].examples = [] },
    Row("one way in one window", "  a change of the window hides letter, in portrait") {
      ($0.findings[0].count, $0.findings[0].windows) = (1, ["portrait"])
    },
    Row("no routes", "no routes: only the containers were tried") { $0.withoutRoutes = true },
    Row("repeats", "openings were not tried from 312 states that show a screen twice in one stack") {
      $0.repeats = 312
    },
    Row("sidebar", "behind the sidebar, whose button brings it back: a screen after 5 changes of the window") {
      $0.behindSidebar = 5
    },
    Row("states", "Not every state was seen: the limit of 7 states ended it.") { $0.bound = .states },
    Row("bytes", "Not every state was seen: the limit of 1048576 bytes ended it.") { $0.bound = .bytes },
    Row("to cut", "To cut the search: fewer environments or offers. Its limit is states, or --states, up to 1000000.") {
      $0.bound = .states
    },
    Row("grown", "chats grew the most, to 9 screens:") { ($0.bound, $0.grown) = (.states, grown) },
    Row("its way", "  iPad Pro 11-inch (M4), landscape → Open chat → Open profile") {
      ($0.bound, $0.grown) = (.states, grown)
    },
    Row(
      "a tab at a time",
      "Every state was seen in which one tab at a time holds opened screens; the limit of 7 states ended the others."
    ) { ($0.bound, $0.tabsAtATime) = (.states, 1) },
    Row(
      "tabs at a time",
      "Every state was seen in which up to 2 tabs hold opened screens; the limit of 7 states ended the others."
    ) { ($0.bound, $0.tabsAtATime) = (.states, 2) },
    Row("a rule", "  M7 720: \(KnownRule.columns.sentence)") { $0.known = [.init(name: "M7", count: 720)] },
    Row("a rule without a sentence", "  X-1 2") { $0.known = [.init(name: "X-1", count: 2)] },
    Row(
      "a line break in a name", "  a change hides a b, in 3 ways, in 4 windows: portrait, slideOver, portrait half, …"
    ) {
      $0.findings[0].message = "a change hides a\nb"
    },
  ]

  @Test(arguments: rows) func `a line`(_ row: Row) throws {
    let text = try ExploreText.text(of: Sample.explored { row.change(&$0) })
    #expect(text.split(separator: "\n").contains { $0 == row.line }, "\(text)")
  }

  @Test func `no routes is not nothing found`() throws {
    let text = try ExploreText.text(of: Sample.explored { ($0.findings, $0.withoutRoutes) = ([], true) })
    #expect(!text.contains("Nothing found"))
  }

  @Test func `--all tells each way and each window`() throws {
    let text = try Sample.explored(examples: .max).text()
    #expect(text.contains("portrait half, portrait third\n") && text.contains("→ Open another\n"))
    #expect(text.contains("    and 1 more, for which the answer has no room\n"))
  }

  @Test func `each rule that a search names has a sentence`() {
    for rule in ["M7", "M11", "D-36"] { #expect(KnownRule(rawValue: rule)?.sentence.isEmpty == false) }
  }

  private static func suggestion(
    _ answers: [(String, Suggestion.Value)], _ kinds: [(String, Int, Int)], _ verdict: Suggestion.Verdict,
    split: ControllerID? = nil, known: [String] = []
  ) -> Suggestion {
    Suggestion(
      split: split, answers: answers.map { Suggestion.Answer(name: $0.0, value: $0.1) },
      kinds: kinds.map { Suggestion.Kinds(check: $0.0, before: $0.1, after: $0.2) }, known: known, verdict: verdict)
  }

  @Test func `suggestions are columns`() throws {
    let text = try ExploreText.text(
      of: Sample.explored(suggests: true) {
        $0.suggestions = [
          Self.suggestion(
            [("topColumnForCollapsing", .word("byProvenance"))], [("keepsPlace", 5, 0), ("roundTrip", 1, 0)], .mendsAll),
          Self.suggestion(
            [("topColumnForCollapsing", .word("proposed"))], [("keepsPlace", 5, 0)], .mendsAll, known: ["M7"]),
          Self.suggestion(
            [("onCollapse", .word("keep")), ("onSeparate", .word("none"))], [("keepsPlace", 5, 1)], .mendsSome),
          Self.suggestion([("onCollapse", .word("discard"))], [("keepsPlace", 5, 6)], .more),
          Self.suggestion([("flattenOnCollapse", .flag(true))], [("keepsPlace", 5, 1)], .notSeenToTheEnd, split: "s"),
        ]
      })
    let expected = """
      Other answers of the delegate:
        topColumnForCollapsing: byProvenance    keepsPlace 5 -> 0, roundTrip 1 -> 0    mends all
        topColumnForCollapsing: proposed        keepsPlace 5 -> 0                      mends all but what UIKit does itself: M7
        onCollapse: keep, onSeparate: none      keepsPlace 5 -> 1
        onCollapse: discard                     keepsPlace 5 -> 6 or more
        s.flattenOnCollapse: true               keepsPlace 5 -> 1                      not seen to the end

      """
    #expect(text.hasSuffix(expected), "\(text)")
  }

  @Test func `without one that mends, the text says so where it was asked`() throws {
    let line = "No other answer of the delegate mends it.\n"
    #expect(try ExploreText.text(of: Sample.explored(suggests: true)).hasSuffix(line))
    #expect(try !ExploreText.text(of: Sample.explored()).hasSuffix(line))
  }
}
