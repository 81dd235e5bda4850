import Foundation
import Navigation
import NavigationPicture
import SeededRandom
import Testing

/// D-401: what an app's routes offer is in the picture of its screens, and is tapped there.
@Suite struct OfferTests {
  private static let pad = #"{"device": "iPad Pro 11-inch (M4)"}"#

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The members of the one screen, of its route, and other routes.
    var screen: String, route: String, others: String
    /// The name of each row and button, and what it does.
    var drawn: [String]
    /// Lines of the text.
    var said: [String]

    init(_ name: String, screen: String = "", _ route: String, _ others: String = "", drawn: [String], said: [String]) {
      (testDescription, self.screen, self.route, self.others) = (name, screen, route, others)
      (self.drawn, self.said) = (drawn, said)
    }

    /// The screen is the root of a stack on the root of another.
    var pictured: Pictured {
      let start = #"{"kind": "screen", "id": "start", "route": "start"}"#
      let own = #"{"kind": "screen", "id": "own", "route": "own", "title": "Own"\#(screen)}"#
      return Pictured(
        "",
        .design(
          """
          {"root": {"kind": "stack", "id": "stack", "children": [\(start), \(own)]},
           "routes": {"start": {}, "own": {\(route)}, "push": {"opens": "push"}, "sheet": {"opens": "present"},
             "titled": {"opens": "push", "screen": {"title": "The {n}"}}, "pushedOn": {"opens": "push"}\(others)},
           "conditions": {"in": {}, "out": {"otherwise": "sheet"}}}
          """), OfferTests.pad)
    }
  }

  private static let rows: [Row] = [
    Row(
      "the offer's name", #""offers": [{"route": "push", "row": "1", "name": "Go on"}]"#,
      drawn: ["Row Go on: tapRow"], said: ["Go on"]),
    Row(
      "the title with its params", #""offers": [{"route": "titled", "params": {"n": 7}, "row": "1"}]"#,
      drawn: ["Row The 7: tapRow"], said: ["The 7"]),
    Row(
      "the route in words with its params",
      #""offers": [{"route": "pushedOn", "params": {"a": "b c", "n": 7, "o": {}, "l": []}}]"#,
      drawn: ["pushed on b c 7: push"], said: ["[ pushed on b c 7 ]"]),
    Row(
      "rows, then buttons", #""offers": [{"route": "sheet"}, {"route": "push", "row": "1"}, {"route": "pushedOn"}]"#,
      drawn: ["Row push: tapRow", "sheet: present", "pushed on: push"], said: ["push", "[ sheet ]", "[ pushed on ]"]),
    Row(
      "a row of the screen",
      screen: #", "selection": "2", "params": {"rows": [{"id": "1", "title": "A"}, {"id": "2", "title": "B"}]}"#,
      #""offers": [{"route": "push", "row": "2"}, {"route": "pushedOn", "row": "3"}]"#,
      drawn: ["Row A: selectRow", "Row B, selected: tapRow", "Row pushed on: tapRow"], said: ["A", "▸ B", "pushed on"]),
    Row(
      "two offers of a row", #""offers": [{"route": "push", "row": "1"}, {"route": "pushedOn", "row": "1"}]"#,
      drawn: ["Row push: tapRow", "Row pushed on: tapRow"], said: ["push", "pushed on"]),
    Row(
      "the first that closes is in the bar",
      #""offers": [{"closes": true, "name": "Cancel"}, {"closes": true}, {"route": "push"}]"#,
      drawn: ["Cancel: popTo", "Done: popTo", "push: push"], said: ["[ Done ]", "[ push ]"]),
    Row(
      "locked", #""offers": [{"route": "vault", "row": "1"}, {"route": "vault"}]"#,
      #", "vault": {"opens": "push", "requires": ["in"]}"#,
      drawn: ["Row vault, locked: tapRow dimmed", "vault, locked: push dimmed"], said: ["(vault)"]),
    Row(
      "nothing is made up", screen: #", "selection": "none""#, #""offers": []"#, drawn: [], said: []),
    Row(
      "one that comes to nothing", #""offers": [{"route": "beside"}, {"route": "push"}]"#,
      #", "beside": {"opens": "column"}"#, drawn: ["push: push"], said: ["[ push ]"]),
  ]

  @Test(arguments: rows) func `D-401: rows and buttons`(_ row: Row) throws {
    let picture = try row.pictured.picture()
    let elements = try XMLElements(picture.svg()).elements.filter { $0.attributes["data-tap"] != nil }
    let drawn = try elements.map { element in
      let request = try TransitionRequest(json: JSONDocument(element.attributes["data-tap"] ?? "").root)
      guard case .transition(let transition) = request else { throw XMLElements.Malformed(reason: "a batch", at: 0) }
      let dimmed = element.classes.contains("dimmed") ? " dimmed" : ""
      return "\(element.attributes["aria-label"] ?? ""): \(transition.action.type)\(dimmed)"
    }
    #expect(drawn.filter { !$0.hasSuffix(": back") } == row.drawn)
    let lines = String(decoding: picture.text(), as: UTF8.self).split(separator: "\n").map {
      $0.trimmingCharacters(in: CharacterSet(charactersIn: "│ "))
    }
    for line in row.said { #expect(lines.contains(line), "\(line) in \(lines)") }
    // What is no list has lines.
    #expect(lines.contains { $0.hasPrefix("╌") } == !row.drawn.contains { $0.hasPrefix("Row") })
  }

  @Test func `D-401: a batch, and a screen that refuses`() throws {
    let columns = Pictured(
      "",
      .design(
        """
        {"layout": {"name": "tripleColumn", "primary": {"id": "feeds", "route": "feeds"},
          "supplementary": {"id": "feed", "route": "feed"},
          "secondary": {"id": "form", "route": "form", "blocksRemoval": true}},
         "routes": {"feeds": {"offers": [{"route": "feed", "params": {"n": 1}}, {"route": "form", "params": {"n": 2}, "row": "2"}]},
          "feed": {"opens": "column"}, "form": {"opens": "detail"}}}
        """), Self.pad)
    let elements = try XMLElements(try columns.picture().svg()).elements
    let batch = try #require(elements.first { $0.classes.contains("offer") }?.attributes["data-tap"])
    #expect(batch.hasPrefix(#"{"transitions":[{"type":"setColumn""#) && batch.contains(#"{"type":"showColumn""#))
    let routes = try #require(try columns.routes)
    var session = try columns.session()
    let move = try #require(session.moves(routes: routes).first { $0.transitions.count > 1 })
    #expect(TransitionRequest.batch(move.transitions).json() == Array(batch.utf8))
    try session.tap(batch, routes)
    #expect(session.visible.contains { $0.route == "feed" && !$0.params.members.isEmpty })
    let row = try #require(elements.first { $0.classes.contains("row") })
    #expect(row.classes.contains("dimmed") && row.attributes["aria-label"] == "Row form 2, blocked")
    #expect(String(decoding: try columns.picture().text(), as: UTF8.self).contains("(form 2)"))
  }

  /// The row of what is shown, a way that is no move any more.
  @Test func `D-401: what is shown keeps its tap`() throws {
    let pictured = try #require(Pictured.all.first { $0.name == "offers-pad" })
    let (session, routes) = (try pictured.session(), try #require(try pictured.routes))
    #expect(!session.moves(routes: routes).contains { $0.name == "Open book.emma" })
    let row = try XMLElements(try pictured.picture().svg()).elements.first {
      $0.attributes["aria-label"] == "Row Emma, selected"
    }
    #expect(row?.attributes["data-tap"]?.hasPrefix(#"{"type":"tapRow""#) == true)
  }

  /// 100 offers, by rows and by buttons, in windows with room for fewer and for all.
  @Test(arguments: [(300.0, 4), (900, 15), (8_000, 64)], [true, false])
  func `D-403: what has no room is counted, and no more than 64 offers are tried`(
    _ window: (height: Double, most: Int), isByRow: Bool
  ) throws {
    let offers = (1...100).map {
      #"{"route": "push", "params": {"n": \#($0)}\#(isByRow ? #", "row": "\#($0)""# : "")}"#
    }
    var pictured = Row("", #""offers": [\#(offers.joined(separator: ","))]"#, drawn: [], said: []).pictured
    pictured.environment = #"{"width": 400, "height": \#(window.height)}"#
    let picture = try pictured.picture()
    let taps = try XMLElements(picture.svg()).elements.count { $0.attributes["data-tap"]?.contains("\"push\"") == true }
    #expect(taps <= window.most && taps > window.most / 2 && SessionPicture.triedOffers == 64)
    for bytes in [picture.svg(), picture.text()] {
      let more = String(decoding: bytes, as: UTF8.self).firstMatch(of: /and ([0-9]+) more/)
      #expect(more != nil)
      if bytes == picture.svg() { #expect(more?.1 == "\(100 - taps)") }
    }
  }
}
