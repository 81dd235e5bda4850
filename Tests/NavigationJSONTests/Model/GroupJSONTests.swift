@testable import Navigation
import Testing

/// Groups of tabs in JSON: a managed group's stack is taken apart, in and out (D-441).
@Suite struct GroupJSONTests {
  private static func screen(_ id: String) -> String { #"{"kind":"screen","id":"\#(id)","route":"r"}"# }

  private static func bar(_ group: String, _ rest: String = "") -> String {
    #"{"kind":"tabBar","id":"t","tabs":[{"id":"home","child":\#(screen("h"))},\#(group)],"selected":"h","selectedTab":"home"\#(rest)}"#
  }

  /// Each is written as it is read.
  static let golden: [String] = [
    bar(
      #"{"id":"G","title":"Group","managed":{"kind":"stack","id":"s"},"child":\#(screen("g")),"tabs":[{"id":"A","child":\#(screen("a"))}]}"#
    ).replacing(#""kind":"stack","#, with: ""),
    bar(
      #"{"id":"G","managed":{"id":"s","isNavigationBarHidden":true,"delegate":true},"child":\#(screen("g")),"pushed":[\#(screen("y"))],"#
        + #""tabs":[{"id":"A","title":"A","badge":"3","icon":"star","isHidden":true,"child":\#(screen("a")),"#
        + #""pushed":[\#(screen("x")),\#(screen("z"))],"detailIndex":1},{"id":"B","child":\#(screen("b"))}],"selectedTab":"B","#
        + #""defaultTab":"A","order":["B"],"isDestination":true,"displayedLevels":"leafOnly"}"#),
    bar(
      #"{"id":"G","managed":{"id":"s"},"tabs":[{"id":"H","child":\#(screen("hl")),"tabs":[{"id":"C","child":\#(screen("c")),"#
        + #""pushed":[\#(screen("x"))]}],"selectedTab":"C"},{"id":"I","tabs":[{"id":"E","child":\#(screen("e"))}]}],"selectedTab":"H"}"#
    ),
    bar(#"{"id":"G","child":\#(screen("g")),"tabs":[{"id":"A","badge":"1"},{"id":"B"}],"selectedTab":"B"}"#),
  ]

  @Test(arguments: golden, [false, true]) func `D-441: what is written is read`(
    _ json: String, inSnapshot: Bool
  ) throws {
    let tree = try Controller(json: document(json, inSnapshot ? .refuseInSnapshot : .refuse))
    #expect(written { tree.write(to: &$0, form: inSnapshot ? .snapshot : .request) } == json)
    let session = try Session.open(tree, in: Environment(system: .iOS26)).session
    #expect(session.violations.isEmpty)
    #expect(session.jsonBytesAtMost >= json.utf8.count)
  }

  /// Another form, and the form in which it is written.
  static let read: [(String, String)] = [
    // The ids of the landing page, of the child, and of the stack.
    (
      #"{"kind":"tabBar","tabs":[{"managed":{"id":"s"},"child":{"id":"g","route":"r"},"tabs":[{"child":{"id":"a","route":"r"}}]}]}"#,
      #"{"kind":"tabBar","tabs":[{"id":"g","managed":{"id":"s"},"child":\#(screen("g")),"tabs":[{"id":"a","child":\#(screen("a"))}]}],"selected":"s","selectedTab":"g"}"#
    ),
    (
      #"{"kind":"tabBar","tabs":[{"managed":{"id":"s"},"tabs":[{"child":{"id":"a","route":"r"}}]}]}"#,
      #"{"kind":"tabBar","tabs":[{"id":"s","managed":{"id":"s"},"tabs":[{"id":"a","child":\#(screen("a"))}],"selectedTab":"a"}],"selected":"s","selectedTab":"a"}"#
    ),
    // The tab of the whole bar, of any depth.
    (
      #"{"kind":"tabBar","tabs":[{"id":"x","child":{"id":"h","route":"r"}},{"id":"G","child":{"id":"g","route":"r"},"tabs":[{"id":"A"}]}],"selectedTab":"A"}"#,
      #"{"kind":"tabBar","tabs":[{"id":"x","child":\#(screen("h"))},{"id":"G","child":\#(screen("g")),"tabs":[{"id":"A"}],"selectedTab":"A"}],"selected":"g","selectedTab":"A"}"#
    ),
    (
      #"{"kind":"tabBar","tabs":[{"id":"x","child":{"id":"h","route":"r"}},{"id":"y","child":{"id":"k","route":"r"}}],"selected":"y"}"#,
      #"{"kind":"tabBar","tabs":[{"id":"x","child":\#(screen("h"))},{"id":"y","child":\#(screen("k"))}],"selected":"k","selectedTab":"y"}"#
    ),
    // An id that is the child's is none of its own.
    (
      #"{"kind":"tabBar","tabs":[{"id":"h","child":{"id":"h","route":"r"}}]}"#,
      #"{"kind":"tabBar","tabs":[{"child":\#(screen("h"))}],"selected":"h"}"#
    ),
  ]

  @Test(arguments: read) func `TG-1 TG-3: ids and the selected tab`(_ row: (String, String)) throws {
    let tree = try Controller(json: document(row.0))
    #expect(written { tree.write(to: &$0, form: .request) } == row.1)
  }

  private static func group(_ members: String) -> String { #"{"kind":"tabBar","tabs":[{\#(members)}]}"# }

  static let refused: [RefusedRow] = [
    RefusedRow(
      group(#""id":"G","child":\#(screen("g")),"tabs":[{"id":"A","child":\#(screen("a"))}]"#),
      .model(.childNeverShown("a")), at: "/tabs/0/tabs/0/child"),
    RefusedRow(group(#""id":"G","tabs":[{"id":"A"}]"#), .model(.emptyContainer("G")), at: "/tabs/0"),
    RefusedRow(group(#""id":"G","managed":{"id":"s"},"tabs":[{"id":"A"}]"#), at: "/tabs/0/tabs/0"),
    RefusedRow(
      group(#""id":"G","child":\#(screen("g")),"tabs":[]"#), .model(.emptyContainer("G")), at: "/tabs/0/tabs"),
    RefusedRow(
      group(
        #""id":"G","managed":{"id":"s"},"tabs":[{"id":"H","managed":{},"tabs":[{"id":"A","child":\#(screen("a"))}]}]"#),
      .model(.cannotContain(container: "G", child: "H")), at: "/tabs/0/tabs/0/managed"),
    RefusedRow(group(#""managed":{},"tabs":[{"child":\#(screen("a"))}]"#), at: "/tabs/0"),
    RefusedRow(group(#""id":"G","child":\#(screen("g")),"tabs":[{"title":"A"}]"#), at: "/tabs/0/tabs/0"),
    RefusedRow(group(#""id":"G","managed":{},"child":\#(screen("g"))"#), at: "/tabs/0/managed"),
    RefusedRow(
      group(#""id":"G","child":\#(screen("g")),"tabs":[{"id":"A"}],"selectedTab":"Z""#), .model(.noSuchController("Z")),
      at: "/tabs/0/selectedTab"),
    RefusedRow(
      group(#""id":"G","child":\#(screen("g")),"tabs":[{"id":"A"}],"displayedLevels":"all""#),
      at: "/tabs/0/displayedLevels"),
    RefusedRow(
      #"{"kind":"tabBar","tabs":[{"child":\#(screen("a"))}],"selectedTab":"Z"}"#, .model(.noSuchController("Z")),
      at: "/selectedTab"),
  ]

  @Test(arguments: refused) func `D-450: refuses`(_ row: RefusedRow) throws {
    try row.check { _ = try Controller(json: $0) }
  }

  /// Refused where a session is opened.
  static let unopened: [(String, Rejection)] = [
    (
      group(
        #""id":"G","managed":{"id":"s"},"tabs":[{"id":"A","child":{"kind":"stack","id":"n","children":[\#(screen("a"))]}}]"#
      ), .cannotPush("n")
    ),
    (
      group(#""id":"A","managed":{"id":"s"},"tabs":[{"id":"A","child":\#(screen("a"))}]"#), .duplicateController("A")
    ),
    (group(#""id":"G","managed":{"id":"s"},"tabs":[{"id":"s","child":\#(screen("a"))}]"#), .duplicateController("s")),
  ]

  @Test(arguments: unopened) func `D-440 D-441: no session begins with`(_ row: (String, Rejection)) throws {
    let tree = try Controller(json: document(row.0))
    #expect(throws: row.1) { try Session.open(tree, in: Environment(system: .iOS26)) }
  }

  private static func nested(_ depth: Int) -> String {
    depth == 0 ? #"{"id":"leaf"}"# : #"{"id":"g\#(depth)","tabs":[\#(nested(depth - 1))]}"#
  }

  @Test(arguments: [
    (nested(Limits.groupDepth - 1), nil), (nested(Limits.groupDepth), Rejection.controllerLimit(.groupDepth)),
    ((1...Limits.groupTabs).map { #"{"id":"t\#($0)"}"# }.joined(separator: ","), nil),
    ((0...Limits.groupTabs).map { #"{"id":"t\#($0)"}"# }.joined(separator: ","), .controllerLimit(.groupTabs)),
  ]) func `D-454: the limits`(_ tabs: String, _ rejection: Rejection?) throws {
    let tree = try Controller(
      json: document(Self.group(#""id":"G","child":\#(Self.screen("g")),"tabs":[\#(tabs)]"#)))
    do {
      _ = try Session.open(tree, in: Environment(system: .iOS26))
      #expect(rejection == nil)
    } catch { #expect(error == rejection) }
  }
}
