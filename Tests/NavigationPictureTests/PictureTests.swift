import Navigation
import Testing

@testable import NavigationPicture

/// Single properties of pictures.
@Suite struct PictureTests {
  /// The most bytes of a picture of a messenger session.
  static let messengerLimit = 20_000

  private func svg(_ pictured: Pictured) throws -> [UInt8] { try pictured.picture().svg() }

  private func messenger(_ transitions: [String] = []) -> Pictured { Pictured("", .messenger, "{}", transitions) }

  @Test func `a messenger's picture is small`() throws {
    let picture = try messenger(["{\"type\": \"selectRow\", \"controller\": \"chat-list\", \"row\": \"chat-42\"}"])
      .picture()
    #expect(picture.svg().count < Self.messengerLimit)
  }

  static let labels: [(Pictured, [String])] = [
    (
      Pictured(
        "", .messenger, "{}",
        [
          #"{"type": "setBadge", "tab": "people", "badge": "3"}"#,
          #"{"type": "selectRow", "controller": "chat-list", "row": "chat-42"}"#,
        ]),
      ["Row Ada, selected", "Row Grace", "Tab Chats, selected", "Tab People, 3", "Hide sidebar"]
    ),
    (
      Pictured(
        "", .messenger, #"{"multitasking": "slideOver"}"#,
        [#"{"type": "showDetail", "screen": {"id": "x", "route": "x"}}"#]),
      ["Back to Chats"]
    ),
    (
      Pictured(
        "", .untitled, #"{"multitasking": "slideOver"}"#,
        [#"{"type": "showDetail", "screen": {"id": "x", "route": "x"}}"#]),
      ["Back"]
    ),
    (
      Pictured(
        "", .mail, #"{"orientation": "portrait"}"#, [#"{"type": "setDisplayMode", "mode": "oneOverSecondary"}"#]),
      ["Close sidebar", "Show sidebar", "Row row-1"]
    ),
    (
      Pictured("", .mail, "{}", [#"{"type": "setSplit", "showsSecondaryOnlyButton": true}"#]),
      ["Show secondary only", "Hide sidebar"]
    ),
    (Pictured("", .news, "{}"), ["Page World"]),
    (Pictured("", .messenger, "{}", [#"{"type": "present", "screen": {"id": "x", "route": "x"}}"#]), ["Dismiss"]),
    (
      Pictured(
        "", .messenger, "{}",
        [#"{"type": "showDetail", "screen": {"id": "x", "route": "x", "leftBarButton": "Cancel"}}"#]),
      ["Cancel"]
    ),
  ]

  @Test(arguments: labels.indices) func `the action of a tap has a name`(_ index: Int) throws {
    let (pictured, labels) = Self.labels[index]
    let found = try XMLElements(svg(pictured)).elements.filter { $0.attributes["data-tap"] != nil }.compactMap {
      $0.attributes["aria-label"]
    }
    for label in labels { #expect(found.contains(label), "\(found)") }
  }

  @Test(arguments: [("formSheet", "swipeDown"), ("popover", "tapOutside")])
  func `a presentation has no taps below it, and its dimming dismisses it`(
    _ row: (style: String, type: String)
  ) throws {
    let present = #"{"type": "present", "screen": {"id": "x", "route": "x"}, "style": "\#(row.style)"}"#
    let taps = try XMLElements(svg(messenger([present]))).elements.compactMap { $0.attributes["data-tap"] }
    #expect(Set(taps) == [#"{"type":"\#(row.type)","controller":"split"}"#])
  }

  static let hidden: [(settings: String, shown: [String], hidden: [String])] = [
    ("", ["One", "Two", "Three"], []), (#", "isTabBarHidden": true"#, [], ["One", "Two", "Three"]),
    (#", "selected": "b""#, ["One", "Two", "Three"], []),
  ]

  @Test(arguments: hidden, [false, true]) func `D-161: a picture has no hidden tab and no hidden bar`(
    _ row: (settings: String, shown: [String], hidden: [String]), isTwoHidden: Bool
  ) throws {
    func tab(_ title: String, _ id: String, _ isHidden: Bool = false) -> String {
      #"{"title": "\#(title)", "isHidden": \#(isHidden), "screen": {"id": "\#(id)", "route": "r", "title": "Page"}}"#
    }
    let tabs = [tab("One", "a"), tab("Two", "b", isTwoHidden), tab("Three", "c")].joined(separator: ", ")
    let picture = try Pictured("", .layout(#"{"name": "tabBar", "tabs": [\#(tabs)]\#(row.settings)}"#), "{}").picture()
    for text in [String(decoding: picture.svg(), as: UTF8.self), String(decoding: picture.text(), as: UTF8.self)] {
      for title in row.shown { #expect(text.contains(title) == !(isTwoHidden && title == "Two"), "\(title)") }
      for title in row.hidden { #expect(!text.contains(title), "\(title)") }
    }
  }

  @Test func `in the background nothing can be tapped`() throws {
    let shown = messenger([#"{"type": "showDetail", "screen": {"route": "chat/42"}}"#])
    let hidden = messenger([
      #"{"type": "showDetail", "screen": {"route": "chat/42"}}"#, #"{"type": "enterBackground"}"#,
    ])
    let taps = try [shown, hidden].map { try XMLElements(svg($0)).elements.count { $0.attributes["data-tap"] != nil } }
    #expect(taps[0] > 0 && taps[1] == 0)
  }

  @Test func `a row has a label`() throws {
    let row = try XMLElements(svg(messenger())).elements.first { $0.classes.contains("row") }
    #expect(row?.attributes["data-title"] == "Ada")
    #expect(row?.attributes["data-tap"] == #"{"type":"selectRow","controller":"chat-list","row":"chat-42"}"#)
  }

  /// Malformed rows are replaced by default ones.
  static let rows: [(params: String, ids: [String])] = [
    (#"{"rows": [{"id": "a", "title": "A"}, {"id": "b", "title": "B", "subtitle": "b"}]}"#, ["a", "b"]),
    (#"{"rows": []}"#, []),
    (#"{"rows": {}}"#, (1...8).map { "row-\($0)" }),
    (#"{"rows": [{"id": "a b", "title": "A"}]}"#, (1...8).map { "row-\($0)" }),
    (#"{"rows": [{"id": "a"}]}"#, (1...8).map { "row-\($0)" }),
    (#"{"rows": [1]}"#, (1...8).map { "row-\($0)" }),
    ("{}", (1...8).map { "row-\($0)" }),
  ]

  @Test(arguments: rows) func `a screen names its rows`(_ params: String, _ ids: [String]) throws {
    let pictured = Pictured(
      "", .layout(#"{"name": "stack", "screen": {"id": "list", "route": "r", "params": \#(params)}}"#), "{}")
    let taps = try XMLElements(svg(pictured)).elements.filter { $0.classes.contains("row") }.compactMap {
      $0.attributes["data-tap"]
    }
    #expect(taps == ids.map { #"{"type":"selectRow","controller":"list","row":"\#($0)"}"# })
  }

  @Test func `a selected row without a name is the second`() throws {
    let rows = try XMLElements(svg(Pictured("", .stack, "{}"))).elements.filter { $0.classes.contains("row") }
    #expect(rows.map { $0.classes.contains("selected") } == [false, true] + Array(repeating: false, count: 6))
    #expect(rows[1].attributes["data-title"] == "row-40")
  }

  static let hostile = [
    "<script>alert(1)</script>", "a & b", "\\\"quoted\\\" 'twice'", "]]>", "\\u0000\\u0001\\u001b[31mred",
    "line\\nbreak\\ttab",
    "\\ufffe\\uffff",
    "\\u202egnirts", "日本語の長いタイトルはここに入りません", "👩‍👩‍👧‍👦🇩🇪👍🏽", "e\\u0301\\u0301\\u0301", "مرحبا",
    String(repeating: "long ", count: 2_000),
    "e" + String(repeating: "\\u0301", count: 500), "", " ",
  ]

  @Test(arguments: hostile) func `a title is never markup`(_ title: String) throws {
    let screen =
      #"{"id": "list", "route": "r", "title": "\#(title)", "selection": "\#(title)", "leftBarButton": "\#(title)"}"#
    for environment in ["{}", #"{"device": "iPhone SE (1st generation)"}"#, #"{"width": 90, "height": 120}"#] {
      let layout =
        #"{"name": "tabsInPrimary", "tabs": [{"id": "t", "title": "\#(title)", "screen": \#(screen)}], "placeholder": {"route": "p", "title": "\#(title)"}}"#
      let pictured = Pictured(
        "", .layout(layout), environment, [#"{"type": "setBadge", "tab": "t", "badge": "\#(title)"}"#])
      try PictureChecks(pictured.session()).all(title)
    }
  }

  /// Titles of 200 KB, and the head of each that a picture measures.
  static let huge: [(title: String, head: String)] = [
    (String(repeating: "a", count: 200_000), String(repeating: "a", count: 4_096)),
    ("e" + String(repeating: "\u{301}", count: 100_000), "e" + String(repeating: "\u{301}", count: 2_047)),
    (String(repeating: "\u{200B}", count: 66_000), String(repeating: "\u{200B}", count: 1_365)),
    ("a" + String(repeating: "👍🏽", count: 25_000), "a" + String(repeating: "👍🏽", count: 511) + "👍"),
  ]

  @Test(arguments: huge.indices) func `a huge title is cut before it is measured`(_ index: Int) throws {
    let (title, head) = Self.huge[index]
    #expect(TextHead.of(title).unicodeScalars.elementsEqual((head + "…").unicodeScalars))
    #expect(TextHead.of(head) == head)
    let screen = #"{"id": "list", "route": "r", "title": "\#(title)", "leftBarButton": "\#(title)"}"#
    let layout =
      #"{"name": "tabsInPrimary", "tabs": [{"id": "t", "title": "\#(title)", "screen": \#(screen)}], "placeholder": {"route": "p", "title": "\#(title)"}}"#
    let badge = #"{"type": "setBadge", "tab": "t", "badge": "\#(title)"}"#
    let picture = SessionPicture(of: try Pictured("", .layout(layout), "{}", [badge]).session(), showsHidden: true)
    // Three labels and eight texts of at most 4 KiB.
    #expect(picture.svg().count < 50_000 && picture.text().count < 50_000)
  }

  @Test(arguments: [1, 4]) func `a scale from 1 on changes only the size`(_ scale: Double) throws {
    let picture = try messenger().picture()
    let (plain, scaled) = try (
      XMLElements(picture.svg()), XMLElements(picture.svg(scale: scale))
    )
    #expect(plain.elements.dropFirst() == scaled.elements.dropFirst())
    #expect(plain.elements[0].attributes["viewBox"] == scaled.elements[0].attributes["viewBox"])
    let (width, wanted) = (
      scaled.elements[0].attributes["width"].flatMap(Double.init),
      plain.elements[0].attributes["width"].flatMap(Double.init)
    )
    let difference = try #require(width) - (try #require(wanted)) * scale
    #expect(abs(difference) <= 0.3)
  }

  @Test func `a standalone file has the stylesheet`() throws {
    let picture = String(decoding: try messenger().picture().svg(sheet: .embedded), as: UTF8.self)
    let sheet = try #require(picture.firstMatch(of: /<style>([^<&]*)<\/style>/)).1
    #expect(sheet.contains(".window, .navigation-picture .surface { fill: #ffffff; fill: var(--window); }"))
    // Exactly the colours are added.
    let added = /[a-z-]+: [^;]*; (?=[a-z-]+: var)/
    #expect(sheet.replacing(added, with: "") == String(decoding: SessionPicture.sheet, as: UTF8.self))
    #expect(sheet.matches(of: added).count == sheet.matches(of: /var\(/).count)
  }
}
