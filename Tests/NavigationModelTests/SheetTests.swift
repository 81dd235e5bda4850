import Navigation
import Testing

/// PR-14 to PR-17, D-500 to D-509: sheets at their detents, and what a user can do beneath them.
@Suite struct SheetTests {
  struct Standing: Sendable, CustomTestStringConvertible {
    var rule: String
    var sheet: Sheet
    /// At regular and at compact height.
    var detents: [String]
    var dims: [Bool]

    init(_ rule: String, _ sheet: Sheet, at detents: [String], dims: [Bool]) {
      (self.rule, self.sheet, self.detents, self.dims) = (rule, sheet, detents, dims)
    }

    var testDescription: String { rule }
  }

  private static let peek = Detent.custom("peek", height: 90)
  private static let half = Detent.custom("half", height: 300, inactiveInCompactHeight: true)

  static let standings: [Standing] = [
    Standing("D-500 without detents", Sheet(edgeAttached: true), at: ["large", "large"], dims: [true, true]),
    Standing("PR-14 the lowest active one", Sheet([.medium, .large]), at: ["medium", "large"], dims: [true, true]),
    Standing(
      "PR-14 the selected one", Sheet([peek, .medium, .large], selected: "medium"), at: ["medium", "peek"],
      dims: [true, true]),
    Standing(
      "PR-14 the app's own", Sheet([half, .large], selected: "half"), at: ["half", "large"], dims: [true, true]),
    Standing("D-502 none is active", Sheet([half, .medium]), at: ["half", "large"], dims: [true, true]),
    Standing(
      "PR-15 undimmed up to one", Sheet([.medium, .large], undimmedUpTo: "medium"), at: ["medium", "large"],
      dims: [false, true]),
    Standing(
      "PR-15 undimmed below it", Sheet([peek, .medium, .large], undimmedUpTo: "medium"), at: ["peek", "peek"],
      dims: [false, false]),
    Standing(
      "PR-15 undimmed at any height", Sheet([.medium, .large], undimmedUpTo: "large"), at: ["medium", "large"],
      dims: [false, false]),
    Standing(
      "PR-15 dimmed above it", Sheet([peek, .medium, .large], selected: "medium", undimmedUpTo: "peek"),
      at: ["medium", "peek"], dims: [true, false]),
  ]

  @Test(arguments: standings) func `PR-14 PR-15 D-502: where a sheet stands, and whether it dims`(_ row: Standing)
    throws
  {
    var sheet = row.sheet
    sheet.edgeAttached = true
    let form = Presentation(.pageSheet, nil, sheet)
    for (height, (detent, dims)) in zip([SizeClass.regular, .compact], zip(row.detents, row.dims)) {
      var window = Environment()
      window.forcedVertical = height
      #expect(form.detent(in: window)?.id == detent && form.isDimmed(in: window) == dims, "\(height)")
    }
  }

  @Test(
    arguments: [
      (.pageSheet, nil, true, ["medium", "large"]), (.popover, nil, true, [nil, "large"]),
      (.popover, .never, false, [nil, nil]), (.popover, .fullScreen, false, [nil, nil]),
      (.formSheet, .fullScreen, true, ["medium", nil]), (.fullScreen, nil, false, [nil, nil]),
      (.currentContext, nil, false, [nil, nil]),
    ] as [(PresentationStyle, PresentationAdaptation?, Bool, [String?])])
  func `D-501 D-502: what has detents`(
    style: PresentationStyle, adaptation: PresentationAdaptation?, takes: Bool, detents: [String?]
  ) {
    let form = Presentation(style, adaptation, Sheet([.medium, .large]))
    #expect(form.takesDetents == takes)
    for (height, detent) in zip([SizeClass.regular, .compact], detents) {
      var window = Environment()
      window.forcedVertical = height
      #expect(form.detent(in: window)?.id == detent)
    }
  }

  private static let map = "tabs[x*: a > b | y: c] ^pageSheet(medium~ large) n: s"
  private static let high = "tabs[x*: a > b | y: c] ^pageSheet(medium~ large*) n: s"

  static let rows: [Row] = [
    Row(
      "PR-15 D-507 a tab beneath an undimmed sheet", map, in: .phone, [.tap("y")],
      "tabs[x: a > b | y*: c] ^pageSheet(medium~ large) n: s",
      "?shouldSelect y=true, tab x->y, -will b, +will c, -did b, +did c, !didSelect y"),
    Row(
      "PR-15 a back button beneath it", map, in: .phone, [.back(nil, "x")],
      "tabs[x*: a | y: c] ^pageSheet(medium~ large) n: s"),
    Row("D-507 not without a name", map, in: .phone, [.back()], map, ""),
    Row(
      "D-507 the sheet's own first", "tabs[x*: a > b | y: c] ^pageSheet(medium~ large) n: s > t", in: .phone, [.back()],
      map),
    Row(
      "PR-16 D-503 D-506 a user drags it", map, in: .phone, [.drag(to: "large")], high,
      "n medium->large, !didChangeSelectedDetent n"),
    Row(
      "D-503 by a screen in it, and back", high, in: .phone, [.drag("s", to: "medium")],
      "tabs[x*: a > b | y: c] ^pageSheet(medium*~ large) n: s", "n large->medium, !didChangeSelectedDetent n"),
    Row(
      "PR-16 a modal one too", map, in: .phone, [.update("s") { $0.isModalInPresentation = true }, .drag(to: "large")],
      high, "n medium->large, !didChangeSelectedDetent n"),
    Row("D-503 nothing at the present one", map, in: .phone, [.drag(to: "medium")], map, ""),
    Row(
      "D-503 nothing at an inactive one", "stack: a ^pageSheet(medium large!) s", in: .phoneLandscape,
      [.drag(to: "medium")], "stack: a ^pageSheet(medium large!) s", ""),
    Row(
      "PR-14 D-502 medium, in landscape", "stack: a ^pageSheet(medium*~ large!) s", in: .phone, [.rotate(.landscape)],
      "stack: a ^pageSheet(medium*~ large!) s", "s medium->large"),
    Row(
      "PR-14 D-502 medium, in landscape and back", "stack: a ^pageSheet(medium*~ large!) s", in: .phone,
      [.rotate(.landscape), .rotate(.portrait)], "stack: a ^pageSheet(medium*~ large!) s", "s large->medium"),
    Row(
      "PR-3 D-502 full screen where no edge holds it", "stack: a ^pageSheet(medium*~ large) s", in: .phone,
      [.rotate(.landscape)], "stack: a ^pageSheet(medium*~ large) s",
      "s adapts pageSheet->fullScreen, s medium->large, -will a, -did a"),
    Row(
      "PR-3 D-502 and back", "stack: a ^pageSheet(medium*~ large) s", in: .phone,
      [.rotate(.landscape), .rotate(.portrait)], "stack: a ^pageSheet(medium*~ large) s",
      "s adapts fullScreen->pageSheet, s large->medium, +will a, +did a"),
    Row(
      "PR-17 a popover's detents are its sheet's", "stack: a ^popover(medium large) s", [.multitasking(.slideOver)],
      "stack: a ^popover(medium large) s", "s adapts popover->pageSheet"),
    Row(
      "PR-16 D-505 the app's change tells no delegate", map, in: .phone, [.sheet(selected: "large")], high,
      "n medium->large"),
    Row(
      "D-505 detents of a sheet without", "stack: a ^pageSheet s", in: .phone, [.sheet([.medium, .large])],
      "stack: a ^pageSheet(medium large) s", "s large->medium"),
    Row(
      "D-505 as by default", "stack: a ^pageSheet(medium*~ large) s", in: .phone, [.sheet([])],
      "stack: a ^pageSheet s", "s medium->large"),
    Row(
      "D-505 names of missing detents are forgotten", "stack: a ^pageSheet(medium*~ large) s", in: .phone,
      [.sheet([peek, .large])], "stack: a ^pageSheet(peek=90 large) s", "s medium->peek"),
    Row(
      "PR-17 an edge holds a full screen", "stack: a ^pageSheet s", in: .phoneLandscape, [.sheet(edge: true)],
      "stack: a ^pageSheet(large!) s", "s adapts fullScreen->pageSheet, +will a, +did a"),
    Row("D-505 nothing where nothing changes", map, in: .phone, [.sheet([.medium, .large])], map, ""),
    Row(
      "D-504 a tap beside a dimmed one that is low", "stack: a ^pageSheet(medium large) s", in: .phone,
      [.tapOutside()], "stack: a",
      "?shouldDismiss s=true, !willDismiss s, dismissed s, -will s, -did s, !didDismiss s, discarded s"),
    Row("D-504 a form sheet at regular width", "stack: a ^formSheet s", [.tapOutside()], "stack: a"),
    Row("D-504 a page sheet there", "stack: a ^pageSheet(large!) s", [.tapOutside()], "stack: a"),
    Row(
      "D-504 D-85 a modal one stays", "stack: a ^formSheet s",
      [.update("s") { $0.isModalInPresentation = true }, .tapOutside()], "stack: a ^formSheet s",
      "!didAttemptToDismiss s"),
    Row(
      "D-507 a sender beneath is named, the sheet's screen is not",
      "split[A || N: B] ^pageSheet(large~) n: s", behavior: SplitDelegate(), [.showDetail("d", from: "A")],
      "split[A || =d] ^pageSheet(large~) n: s"),
    Row(
      "D-507 D-135 the sender is the sheet's", "split[A || N: B] ^pageSheet(large~) n: s", behavior: SplitDelegate(),
      [.show("d")], "split[A || N: B] ^pageSheet(large~) n: s > d"),
    Row(
      "SYS4-22 D-507 pages in the sheet take no swipe beneath it",
      "split[A || N: B] ^pageSheet(large~) top{*c | d}", behavior: SplitDelegate(),
      [.mode(.secondaryOnly), Transition(.swipe(.leading, split: "split"))],
      "split[A || N: B] ^pageSheet(large~) top{*c | d}"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  static let refusals: [Refusal] = [
    Refusal("PR-15 D-507 above that detent nothing beneath", high, in: .phone, .tap("y"), .notOnDisplay("tabs")),
    Refusal("D-504 a tap beside an undimmed one goes through", map, in: .phone, .tapOutside(), .notOnDisplay("n")),
    Refusal("D-504 beside one at full height is nothing", high, in: .phone, .tapOutside(), .notOnDisplay("n")),
    Refusal(
      "PR-6 D-507 what is beneath presents nothing else", map, in: .phone, .present("z", from: "b"),
      .alreadyPresenting("tabs")),
    Refusal(
      "D-503 no such detent", map, in: .phone, .drag(to: "peek"),
      .member("/to", refused: .noSuchDetent("peek", has: ["medium", "large"]))),
    Refusal(
      "D-500 without detents", "stack: a ^pageSheet s", .drag(to: "medium"),
      .member("/to", refused: .noSuchDetent("medium", has: ["large"]))),
    Refusal("D-503 no sheet", "stack: a ^popover(medium large) s", .drag(to: "large"), .notOnDisplay("s")),
    Refusal(
      "D-503 full screen", "stack: a ^pageSheet(medium large) s", in: .phoneLandscape, .drag(to: "large"),
      .notOnDisplay("s")),
    Refusal(
      "D-507 one beneath another", "stack: a ^pageSheet(medium~) s ^pageSheet(medium~) t", .drag("stack", to: "medium"),
      .notOnDisplay("s")),
    Refusal(
      "D-83 D-507 nor is it dismissed", "stack: a ^pageSheet(medium~) s ^pageSheet(medium~) t",
      .swipeDown("stack"), .notOnDisplay("s")),
    Refusal(
      "D-505 no such detent", map, .sheet(selected: "peek"),
      .member("/selectedDetent", refused: .noSuchDetent("peek", has: ["medium", "large"]))),
    Refusal(
      "D-505 nor of the new ones", map, .sheet([.large], selected: "medium"),
      .member("/selectedDetent", refused: .noSuchDetent("medium", has: ["large"]))),
    Refusal("D-501 no sheet in any window", "stack: a ^fullScreen s", .sheet([.medium]), .notASheet("s")),
    Refusal(
      "D-501 an adaptation decides at compact height", "stack: a ^pageSheet/fullScreen s", .sheet(edge: true),
      .member("/edgeAttached", refused: .notASheet("s"))),
    Refusal(
      "D-508 a source that is not there", "stack: a",
      Transition(.present(.new(.screen("s")), sheet: Sheet(source: "z"))),
      .member("/source", refused: .noSuchController("z"))),
  ]

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }

  /// B8: undimmed up to medium; beneath, then large, then beneath.
  @Test func `PR-15 PR-16: a map stays usable beneath a half sheet`() throws {
    var session = try Row("", Self.map, in: .phone, [], "").open()
    #expect(try session.apply(.tap("y")).outcome.handled)
    let drag = try session.apply(.drag(to: "large"))
    #expect(drag.events.map(\.sketch) == ["n medium->large", "!didChangeSelectedDetent n"])
    #expect(refusal(of: { _ = try session.apply(.tap("x")) }) == .notOnDisplay("tabs"))
    let form = try #require(session.root.presented?.form)
    #expect(form.detent(in: session.environment) == .large && form.isDimmed(in: session.environment) == true)
  }

  @Test(
    arguments: [
      (map, ["tapTab y", "tapTab x", "back x"], ["dragSheet large", "swipeDown tabs"], "large"),
      (high, [], ["dragSheet medium", "swipeDown tabs"], "medium"),
      (
        "stack: a ^pageSheet(peek=90 medium* large) s", [], ["dragSheet peek", "dragSheet large", "swipeDown stack"],
        "large"
      ),
      ("stack: a ^pageSheet(large~) s", [], ["swipeDown stack"], nil),
    ] as [(String, [String], [String], String?)])
  func `D-503 D-509 D-260: drags are gestures, a grabber's tap is the next detent`(
    start: String, taps: [String], gestures: [String], next: String?
  ) throws {
    let session = try Row("", start, in: .phone, [], "").open()
    func words(_ tap: Tap) -> String {
      switch tap {
      case .tab(let id, _, _, _): "tapTab \(id)"
      case .back(let stack, _): "back \(stack)"
      case .dragSheet(_, let detent): "dragSheet \(detent)"
      case .swipeDown(let presenter): "swipeDown \(presenter)"
      default: tap.name
      }
    }
    #expect(Set(session.taps.filter { !$0.isGesture }.map(words)) == Set(taps))
    #expect(session.gestures.map(words) == gestures)
    let grabbers = session.taps.filter { if case .dragSheet = $0 { true } else { false } }
    #expect(grabbers.map(words) == (next.map { ["dragSheet \($0)"] } ?? []))
    #expect(session.moves.filter(\.isGesture).count == gestures.count)
  }

  @Test func `D-108 D-506: an undo tells the detent, and no delegate`() throws {
    let start = try Row("", Self.map, in: .phone, [], "").open()
    var session = start
    _ = try session.apply(.drag(to: "large"))
    let copy = session
    #expect(session.restore(start).events.map(\.sketch) == ["n large->medium"])
    #expect(session.sketch == Self.map && session.restore(copy).events.map(\.sketch) == ["n medium->large"])
    #expect(copy.forked().session.sketch == Self.high)
  }

  @Test func `PR-15: a presented sheet tells nothing of what it does not dim`() throws {
    var session = try Row("", "stack: a", in: .phone, [], "").open()
    let sheet = Sheet([.medium, .large], undimmedUpTo: "medium", source: "a")
    let answer = try session.apply(Transition(.present(.new(.screen("s")), style: .pageSheet, sheet: sheet)))
    #expect(answer.events.map(\.sketch) == ["presented s by stack pageSheet", "+will s", "+did s"])
    #expect(session.visible.map(\.id) == ["a", "s"] && session.root.presented?.form.sheet == sheet)
  }
}

extension Transition {
  fileprivate static func drag(_ controller: ControllerID? = nil, to detent: String) -> Transition {
    Transition(.dragSheet(controller, to: detent))
  }

  fileprivate static func sheet(_ detents: [Detent]? = nil, selected: String?? = nil, edge: Bool? = nil) -> Transition {
    Transition(.setSheet(detents: detents, selected: selected, edgeAttached: edge))
  }
}
