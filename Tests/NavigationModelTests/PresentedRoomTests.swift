@testable import Navigation
import Testing

/// D-78, D-241, D-242: the classes and the room of what is presented.
@Suite struct PresentedRoomTests {
  struct Room: Sendable, CustomTestStringConvertible {
    var rule: String
    var style: PresentationStyle
    var place: Row.Place
    var prefers: Size?
    var horizontal: SizeClass
    var size: Size

    init(
      _ rule: String, _ style: PresentationStyle, in place: Row.Place, prefers: (Double, Double)? = nil,
      _ horizontal: SizeClass, _ width: Double, _ height: Double
    ) {
      (self.rule, self.style, self.place, self.horizontal) = (rule, style, place, horizontal)
      self.prefers = prefers.map { Size(width: $0.0, height: $0.1) }
      size = Size(width: width, height: height)
    }

    var testDescription: String { "\(rule) \(style) \(place)" }
  }

  static let rooms: [Room] = [
    Room("D-78", .fullScreen, in: .pad, .regular, 1210, 834),
    Room("D-78", .overFullScreen, in: .pad, .regular, 1210, 834),
    Room("D-78", .pageSheet, in: .pad, .regular, 1210, 834), Room("D-242", .formSheet, in: .pad, .compact, 540, 620),
    Room("D-242 PR-3", .automatic, in: .pad, .compact, 540, 620),
    Room("D-242", .formSheet, in: .window(700, 500), .compact, 540, 500),
    Room("D-242", .popover, in: .pad, .compact, 320, 834),
    Room("D-242", .popover, in: .pad, prefers: (400, 300), .compact, 400, 300),
    Room("D-242", .popover, in: .pad, prefers: (4000, 3000), .compact, 1210, 834),
    Room("D-242", .formSheet, in: .pad, prefers: (700, 800), .compact, 700, 800),
    Room("D-78", .pageSheet, in: .pad, prefers: (700, 800), .regular, 1210, 834),
    Room("D-78", .formSheet, in: .slideOver, .compact, 375, 834),
    Room("D-78", .formSheet, in: .phone, prefers: (100, 100), .compact, 393, 852),
    Room("D-241", .pageSheet, in: .duo(.bent, .landscape), .regular, 455.5, 669),
    Room("D-241", .formSheet, in: .duo(.bent, .landscape), .compact, 455.5, 620),
    Room("D-241", .pageSheet, in: .duo(.bent, .portrait), .regular, 669, 455.5),
    Room("D-241", .fullScreen, in: .duo(.bent, .landscape), .regular, 951, 669),
    Room("D-78", .pageSheet, in: .duo(.open, .landscape), .regular, 951, 669),
  ]

  @Test(arguments: rooms) func `D-78 D-241 D-242: a presented tree has the class and the room of its style`(_ row: Room)
    throws
  {
    var child = Controller.stack("n", root: .screen("s", route: "s"))
    child.answers.preferredContentSize = row.prefers
    var root = Controller.stack("root", root: .screen("a", route: "a"))
    root.presented = Presented(row.style, child)
    let session = try Session.open(root, in: row.place.environment(.iOS26)).session
    let shown = try #require(session.display.leaves.last)
    #expect(shown.id == "s" && shown.traits.horizontal == row.horizontal && shown.traits.size == row.size)
    #expect(shown.traits.fold == nil || row.style == .fullScreen, "\(row.rule)")
  }

  static let columns: [Row] = [
    Row(
      "D-78 PR-3 SC-1 a split view in a sheet of a narrow window collapses", "stack: a ^ split[A || B]", in: .slideOver,
      behavior: SplitDelegate(), [], "stack: a ^ split<A > {secondary: B}>"),
    Row(
      "D-78 in a form sheet too", "stack: a ^formSheet split[A || B]", behavior: SplitDelegate(), [],
      "stack: a ^formSheet split<A > {secondary: B}>"),
    Row(
      "D-78 in a page sheet it expands", "stack: a ^pageSheet split[A || B]", behavior: SplitDelegate(), [],
      "stack: a ^pageSheet split[A || B]"),
    Row(
      "D-78 SC-4 decided anew with the window", "stack: a ^formSheet/none split[A || B]", in: .slideOver,
      behavior: SplitDelegate(), [Transition(.setMultitasking(.fullScreen))],
      "stack: a ^formSheet/none split<A > {secondary: B}>"),
    Row(
      "D-78 TR-4 an override by width asks its room", "stack: a ^pageSheet split[A || B]",
      in: .duo(.bent, .landscape), behavior: SplitDelegate(), [.override(.compactBelow(width: 500, orWhenTall: false))],
      "stack: a ^pageSheet split<A > {secondary: B}>"),
    Row(
      "D-78 what a form sheet presents over the window has the window's", "stack: a ^formSheet n: b",
      behavior: SplitDelegate(), [.present(tree: .twoColumns, .fullScreen, from: "b")],
      "stack: a ^formSheet n: b ^fullScreen split[A || B]"),
  ]

  @Test(arguments: columns) func laysOut(_ row: Row) throws { try row.check() }

  @Test func `D-34 D-242: six tabs in a form sheet have More`() throws {
    let tabs = (1...6).map { Tab(child: .screen(ControllerID("t\($0)") ?? .automatic, route: "t")) }
    let bar = try #require(TabBar(tabs: tabs, selectedIndex: 0))
    for (style, count) in [(PresentationStyle.formSheet, 4), (.pageSheet, 6), (.popover, 4), (.overFullScreen, 6)] {
      var root = Controller.stack("root", root: .screen("a", route: "a"))
      root.presented = Presented(style, Controller(id: "bar", content: .tabBar(bar)))
      let session = try Session.open(root, in: Environment()).session
      let titles = session.taps.filter { if case .tab = $0 { true } else { false } }
      #expect(titles.count == count, "\(style)")
    }
  }
}

extension Controller {
  fileprivate static var twoColumns: Controller {
    Controller(
      id: "split",
      content: .split(
        Split(
          primary: .stack("primary", .screen("A")), secondary: .stack("secondary", .screen("B")),
          delegate: SplitDelegate())))
  }
}

extension Transition {
  fileprivate static func override(_ traitOverride: TraitOverride) -> Transition {
    Transition(.setSplit(SplitUpdate { $0.traitOverride = .some(traitOverride) }, split: "split"))
  }
}
