@testable import Navigation
import Testing

/// A step in a tiny app, and what both tests do for it.
struct WayRow: Sendable, CustomTestStringConvertible {
  var name: String
  var app = Self.mail
  var window = Environment()
  /// What is done before.
  var before: [Transition.Action] = []
  var actions: [Transition.Action]
  var swift: [String]
  var yaml: [String]

  var testDescription: String { name }

  func way(_ locators: Locators = Locators()) throws -> SimulatorWay {
    let earlier = before.enumerated().map { Finding.Step(name: "before \($0)", transitions: [Transition($1)]) }
    let step = Finding.Step(name: "the step", transitions: actions.map { Transition($0) })
    return try SimulatorWay(
      earlier + [step], in: window, of: try Design(request: Array(app.utf8)), locators: locators)
  }

  static let mail = """
    {"layout": {"name": "doubleColumn", "primary": {"id": "inbox", "route": "inbox"},
                "secondary": {"id": "none", "route": "none", "placeholder": true}},
     "routes": {"inbox": {"path": "/inbox", "offers": [
                  {"route": "letter", "params": {"letter": "emmy"}, "row": "emmy"}, {"route": "draft"},
                  {"route": "compose"}, {"route": "filter"}]},
                "letter": {"path": "/letters/{letter}", "parent": "inbox", "opens": "detail"},
                "draft": {"opens": "detail"}, "filter": {"opens": "present", "style": "popover"},
                "compose": {"opens": "present", "style": "pageSheet", "offers": [{"closes": true, "name": "Cancel"}]}}}
    """
  static let tabs = """
    {"layout": {"name": "tabBar", "tabs": [{"id": "a", "title": "A", "screen": {"id": "one", "route": "one"}},
                                           {"id": "b", "title": "B", "screen": {"id": "two", "route": "two"}}]}}
    """
  static let search = """
    {"root": {"kind": "tabBar", "id": "bar", "mode": "tabSidebar", "tabs": [
      {"title": "A", "child": {"kind": "screen", "id": "a", "route": "a"}},
      {"title": "B", "role": "search", "activatesSearch": true, "child": {"kind": "screen", "id": "b", "route": "b"}}]}}
    """
  static let pages = """
    {"root": {"kind": "topTabs", "id": "pages", "pages": [
      {"title": "Mine", "child": {"kind": "screen", "id": "one", "route": "one"}},
      {"title": "All", "child": {"kind": "screen", "id": "two", "route": "two"}}]}}
    """
  static let stack = """
    {"root": {"kind": "stack", "id": "stack", "children": [{"kind": "screen", "id": "one", "route": "one"},
      {"kind": "screen", "id": "two", "route": "two", "leftBarButton": "Done", "leftItemsSupplementBackButton": true}]}}
    """

  static let draft = Transition.Newcomer.new(.screen("draft", route: "draft"))
  static let compose = Transition.Action.present(
    .new(.screen("compose", route: "compose")), style: .pageSheet, from: "inbox", again: .return)
  static let filter = Transition.Action.present(
    .new(.screen("filter", route: "filter")), style: .popover, from: "inbox", again: .return)
  static let letter = Transition.Newcomer.new(
    .screen("letter.emmy", route: "letter", params: Params(members: [.init(name: "letter", json: #""emmy""#)])))

  private static func tapped(_ identifier: String) -> [String] {
    ["tap(app.descendants(matching: .any)[\"\(identifier)\"].firstMatch)"]
  }
  private static func button(_ title: String) -> [String] { ["tap(app.buttons[\"\(title)\"].firstMatch)"] }
  private static func tapOn(_ identifier: String) -> [String] { ["- tapOn:", "    id: \"\(identifier)\""] }
  private static func window(_ size: String) -> (swift: [String], yaml: [String]) {
    (button("navigation.\(size)"), tapOn("navigation.\(size)"))
  }
  private static func byHand(_ sentence: String) -> (swift: [String], yaml: [String]) {
    (
      ["byHand(\"\(sentence)\")"],
      [
        "- extendedWaitUntil:", "    visible:", "      id: \"navigation.never\"", "    timeout: 30000",
        "    optional: true", "    label: \"By hand, within 30 seconds: \(sentence)\"",
      ]
    )
  }

  init(
    _ name: String, app: String = Self.mail, in window: Environment = Environment(),
    before: [Transition.Action] = [], _ actions: [Transition.Action], _ swift: [String], _ yaml: [String]
  ) {
    (self.name, self.app, self.window, self.before, self.actions) = (name, app, window, before, actions)
    (self.swift, self.yaml) = (swift, yaml)
  }

  private init(
    _ name: String, app: String = Self.mail, in window: Environment = Environment(),
    before: [Transition.Action] = [], _ actions: [Transition.Action], _ both: (swift: [String], yaml: [String])
  ) {
    self.init(name, app: app, in: window, before: before, actions, both.swift, both.yaml)
  }

  static let all = taps + windows + links + hands

  private static let taps = [
    WayRow(
      "an offer with a row", [.tapRow("emmy", list: "inbox", opening: letter, as: .detail, again: .return)],
      tapped("emmy"), tapOn("emmy")),
    WayRow(
      "an offer without a row", [.showDetail(draft, from: "inbox", again: .return)], tapped("draft"), tapOn("draft")),
    WayRow("a row without an offer", [.selectRow("inbox", row: "kurt")], tapped("kurt"), tapOn("kurt")),
    WayRow(
      "a button that closes", before: [compose], [.dismiss("inbox")], button("Cancel"), [#"- tapOn: "Cancel""#]),
    WayRow("a tab", app: tabs, [.tapTab("b")], [#"tap(tab("B", in: app))"#], [#"- tapOn: "B""#]),
    WayRow("a page", app: pages, [.tapTitle(page: "two")], button("All"), [#"- tapOn: "All""#]),
    WayRow(
      "back", app: stack, [.back()], ["tap(back(in: app))"], ["# BackButton: not recorded"] + tapOn("BackButton")),
    WayRow("a left button", app: stack, [.tapLeftBarButton("two")], button("Done"), [#"- tapOn: "Done""#]),
    WayRow(
      "the sidebar's button", [.tapDisplayModeButton(split: "split")],
      ["tap(app.buttons[Self.toggleSidebar].firstMatch)"],
      ["# ToggleSidebar: not recorded"] + tapOn("ToggleSidebar")),
    WayRow(
      "the button of the tabs' sidebar", app: search, [.tapSidebarButton()],
      ["tap(app.buttons[Self.toggleSidebar].firstMatch)"],
      ["# ToggleSidebar: not recorded"] + tapOn("ToggleSidebar")),
    WayRow(
      "swipe down", before: [compose], [.swipeDown("inbox")], [#"pullDown("compose", in: app)"#],
      ["- swipe:", "    from:", #"      id: "compose""#, "    direction: DOWN"]),
    WayRow(
      "tap outside", before: [filter], [.tapOutside("inbox")], ["tapOutside(CGVector(dx: 0.02, dy: 0.98), in: app)"],
      ["# PopoverDismissRegion: not recorded", "- tapOn:", #"    point: "2%,98%""#]),
    WayRow(
      "tap beside a sheet", before: [compose], [.tapOutside("inbox")],
      ["tapOutside(CGVector(dx: 0.5, dy: 0.06), in: app)"],
      ["# PopoverDismissRegion: not recorded", "- tapOn:", #"    point: "50%,6%""#]),
    WayRow(
      "the dimmed secondary", before: [.setDisplayMode(.oneOverSecondary, split: "split")],
      [.tapDimmedSecondary(split: "split")],
      ["app.coordinate(withNormalizedOffset: CGVector(dx: 0.95, dy: 0.5)).tap()"],
      ["- tapOn:", #"    point: "95%,50%""#]),
    WayRow(
      "a swipe from an edge", before: [.rotate(.portrait)], [.swipe(.leading, split: "split")],
      ["drag(CGVector(dx: 0.0, dy: 0.5), to: CGVector(dx: 0.6, dy: 0.5), in: app)"],
      ["- swipe:", #"    start: "0%,50%""#, #"    end: "60%,50%""#]),
    WayRow(
      "a swipe in half a window", app: pages, before: [.setMultitasking(.half)], [.swipe(.trailing)],
      ["drag(CGVector(dx: 0.49, dy: 0.5), to: CGVector(dx: 0.19, dy: 0.5), in: app)"],
      ["- swipe:", #"    start: "49%,50%""#, #"    end: "19%,50%""#]),
  ]

  private static let windows = [
    WayRow(
      "turn", [.rotate(.portrait)], ["XCUIDevice.shared.orientation = .portrait"], ["- setOrientation: PORTRAIT"]),
    WayRow(
      "turn half a window", before: [.setMultitasking(.half)], [.rotate(.portrait)],
      ["XCUIDevice.shared.orientation = .portrait"] + button("navigation.504x1210"),
      ["- setOrientation: PORTRAIT"] + tapOn("navigation.504x1210")),
    WayRow(
      "turn the whole screen after another size", before: [.setMultitasking(.half), .setMultitasking(.fullScreen)],
      [.rotate(.portrait)], ["XCUIDevice.shared.orientation = .portrait"] + button("navigation.834x1210"),
      ["- setOrientation: PORTRAIT"] + tapOn("navigation.834x1210")),
    WayRow("Slide Over", [.setMultitasking(.slideOver)], window("375x834")),
    WayRow("a free size", [.resize(Size(width: 700.5, height: 834))], window("700.5x834")),
    WayRow("a size of a drag", [.resize(Size(width: 700, height: 834), phase: .ended)], window("700x834")),
    WayRow("the whole screen", before: [.setMultitasking(.half)], [.setMultitasking(.fullScreen)], window("1210x834")),
    WayRow(
      "two changes", [.rotate(.portrait), .setMultitasking(.slideOver)],
      ["XCUIDevice.shared.orientation = .portrait"] + button("navigation.320x1210"),
      ["- setOrientation: PORTRAIT"] + tapOn("navigation.320x1210")),
    WayRow("to the background", [.enterBackground], ["XCUIDevice.shared.press(.home)"], ["- pressKey: Home"]),
    WayRow(
      "to the foreground", before: [.enterBackground], [.enterForeground], ["app.activate()"],
      ["- launchApp:", "    stopApp: false", "    arguments:", #"      navigation-windows: "1210x834""#]),
  ]

  private static let links = [
    WayRow(
      "a URL", [.open(url: "mail://letters/emmy")],
      [#"app.open(try XCTUnwrap(URL(string: "mail://letters/emmy")))"#], [#"- openLink: "mail://letters/emmy""#]),
    WayRow(
      "a path", [.open(url: "/letters/emmy")],
      [#"app.open(try XCTUnwrap(URL(string: "\(Self.scheme)://letters/emmy")))"#],
      [#"- openLink: "${SCHEME}://letters/emmy""#]),
    WayRow(
      "a route", [.open("letter", params: Params(members: [.init(name: "letter", json: #""emmy""#)]))],
      [#"app.open(try XCTUnwrap(URL(string: "\(Self.scheme)://letters/emmy")))"#],
      [#"- openLink: "${SCHEME}://letters/emmy""#]),
  ]

  private static let hands = [
    WayRow(
      "in the background", before: [.enterBackground], [.setMultitasking(.slideOver)],
      byHand("in the background, setMultitasking: the window becomes 375x834")),
    WayRow("fold", in: duo, [.fold(.bent)], byHand("fold the device: bent")),
    WayRow(
      "a sheet's detent", before: [compose, .setSheet(detents: [.medium, .large])], [.dragSheet(to: "large")],
      byHand("drag the sheet to its detent large")),
    WayRow("a search", app: search, before: [.tapTab("b")], [.cancelSearch()], byHand("cancel the search")),
    WayRow(
      "another device", [.setDevice("iPad Air 13-inch (M4)")], byHand("go on with this device: iPad Air 13-inch (M4)")),
    WayRow("size classes", [.setTraits(horizontal: .forced(.compact))], byHand("give the window other size classes")),
    WayRow(
      "a scroll", app: pages, [.scroll(contentOffset: 200, .dragging)],
      byHand("scroll the pages to 200.0 points: dragging")),
    WayRow("a swipe back", app: stack, [.back(phase: .began)], byHand("do this: back")),
    WayRow(
      "the button of the secondary alone", app: triple,
      before: [.setSplit(SplitUpdate { $0.showsSecondaryOnlyButton = true }, split: "split")],
      [.tapSecondaryOnlyButton(split: "split")],
      byHand("tap the button that shows the secondary alone")),
    WayRow(
      "the app's own push", app: stack, [.push(.new(.screen("three", route: "three")), stack: "stack")],
      byHand("the app does this: push")),
  ]

  private static let duo =
    (try? Environment(
      system: .iOS27, place: .device(Device(named: "iPhone Duo") ?? .standard, .portrait, .fullScreen)))
    ?? Environment()
  static let triple = """
    {"layout": {"name": "tripleColumn", "primary": {"id": "a", "route": "a"}, "supplementary": {"id": "b", "route": "b"},
                "secondary": {"id": "c", "route": "c"}}}
    """
}
