import Navigation
import Testing

/// PR-3, D-79, D-240: what a style becomes in a window, and what that covers.
@Suite struct AdaptationTests {
  struct Style: Sendable, CustomTestStringConvertible {
    var rule: String
    var form: Presentation
    /// In regular × regular, compact × regular, regular × compact and compact × compact windows of iOS 26.
    var adapted: [PresentationStyle]

    init(
      _ rule: String, _ style: PresentationStyle, _ adaptation: PresentationAdaptation? = nil,
      _ adapted: PresentationStyle...
    ) {
      (self.rule, form, self.adapted) = (rule, Presentation(style, adaptation), adapted)
    }

    var testDescription: String { "\(rule) \(form.style) \(form.adaptation?.rawValue ?? "")" }
  }

  static let styles: [Style] = [
    Style("PR-3", .automatic, nil, .formSheet, .pageSheet, .fullScreen, .fullScreen),
    Style("PR-3", .pageSheet, nil, .pageSheet, .pageSheet, .fullScreen, .fullScreen),
    Style("D-79", .formSheet, nil, .formSheet, .pageSheet, .fullScreen, .fullScreen),
    Style("D-79", .popover, nil, .popover, .pageSheet, .fullScreen, .fullScreen),
    Style("D-79", .fullScreen, nil, .fullScreen, .fullScreen, .fullScreen, .fullScreen),
    Style("D-79", .overFullScreen, nil, .overFullScreen, .overFullScreen, .overFullScreen, .overFullScreen),
    Style("D-79", .currentContext, nil, .currentContext, .currentContext, .currentContext, .currentContext),
    Style(
      "D-79", .overCurrentContext, nil, .overCurrentContext, .overCurrentContext, .overCurrentContext,
      .overCurrentContext),
    Style("D-240", .popover, .never, .popover, .popover, .popover, .popover),
    Style("D-240", .automatic, .never, .formSheet, .formSheet, .formSheet, .formSheet),
    Style("D-240", .pageSheet, .never, .pageSheet, .pageSheet, .pageSheet, .pageSheet),
    Style("D-240", .popover, .fullScreen, .popover, .fullScreen, .fullScreen, .fullScreen),
    Style("D-240", .pageSheet, .fullScreen, .pageSheet, .fullScreen, .fullScreen, .fullScreen),
    Style("D-240", .formSheet, .overFullScreen, .formSheet, .overFullScreen, .overFullScreen, .overFullScreen),
  ]

  @Test(arguments: styles) func `D-79 PR-3 D-240: a style adapts to the classes of its window`(_ row: Style) throws {
    let windows: [(SizeClass, SizeClass)] = [
      (.regular, .regular), (.compact, .regular), (.regular, .compact), (.compact, .compact),
    ]
    for ((horizontal, vertical), adapted) in zip(windows, row.adapted) {
      var window = Environment()
      (window.forcedHorizontal, window.forcedVertical) = (horizontal, vertical)
      #expect(window.adapted(row.form) == adapted, "\(row.rule): \(horizontal) × \(vertical)")
    }
  }

  @Test(arguments: SystemVersion.allCases) func `PR-3: automatic is a form sheet from iOS 18 on`(
    _ system: SystemVersion
  ) throws {
    let window = try Row.Place.pad.environment(system)
    #expect(window.adapted(Presentation()) == (system == .iOS14 ? .pageSheet : .formSheet))
  }

  static let turning: [Row] = [
    Row(
      "PR-3 PR-7 a sheet at compact height is full screen", "stack: a", in: .phoneLandscape,
      [.present("s", .formSheet)],
      "stack: a ^formSheet s", "presented s by stack formSheet as fullScreen, -will a, +will s, +did s, -did a"),
    Row(
      "PR-7 and covers what stands over its presenter", "split[A || N: B ^currentContext c]", in: .plusLandscape,
      behavior: SplitDelegate(), [.present("s", .pageSheet, from: "A")],
      "split[A || N: B ^currentContext c] ^pageSheet s",
      "presented s by split pageSheet as fullScreen, -will A, -will c, +will s, +did s, -did A, -did c"),
    Row(
      "PR-3 a popover too", "stack: a", in: .plusLandscape, [.present("s", .popover)], "stack: a ^popover s",
      "presented s by stack popover as fullScreen, -will a, +will s, +did s, -did a"),
    Row(
      "PR-3 D-87 a turn that makes it full screen covers its presenter", "stack: a ^pageSheet s", in: .phone,
      [.rotate(.landscape)], "stack: a ^pageSheet s", "s adapts pageSheet->fullScreen, -will a, -did a"),
    Row(
      "PR-3 and back", "stack: a ^pageSheet s", in: .phoneLandscape, [.rotate(.portrait)], "stack: a ^pageSheet s",
      "s adapts fullScreen->pageSheet, +will a, +did a"),
    Row(
      "PR-3 D-87 after what the window does", "split<A / N: B> ^pageSheet s", in: .phoneLandscape,
      behavior: SplitDelegate(), [.rotate(.portrait)], "split<A / N: B> ^pageSheet s",
      "s adapts fullScreen->pageSheet, +will A, +did A"),
    Row(
      "PR-3 nothing where nothing on display changes", "stack: a ^pageSheet b ^fullScreen c", in: .phone,
      [.rotate(.landscape)], "stack: a ^pageSheet b ^fullScreen c", "b adapts pageSheet->fullScreen"),
    Row(
      "SC-11 PR-3 a snapshot in the background turns nothing", "stack: a ^pageSheet s", in: .phone,
      [Transition(.enterBackground)], "stack: a ^pageSheet s", ""),
    Row(
      "PR-3 an automatic one adapts by the width", "stack: a ^ s", [.multitasking(.slideOver)], "stack: a ^ s",
      "s adapts formSheet->pageSheet"),
    Row(
      "D-240 it is asked as it is presented", "stack: a", in: .phone, [.adapting("s", .popover, .never)],
      "stack: a ^popover/none s",
      "?adaptation s in compact × regular=none, presented s by stack popover, +will s, +did s"),
    Row(
      "D-240 and at each change of a class", "stack: a ^popover/fullScreen s", [.multitasking(.slideOver)],
      "stack: a ^popover/fullScreen s",
      "?adaptation s in compact × regular=fullScreen, s adapts popover->fullScreen, -will a, -did a"),
    Row(
      "D-240 also where it becomes no other", "stack: a ^popover/none s", in: .phone, [.rotate(.landscape)],
      "stack: a ^popover/none s", "?adaptation s in compact × compact=none"),
    Row(
      "PR-1 D-240 overCurrentContext leaves what is below", "split[A || N: B]", behavior: SplitDelegate(),
      [.present("s", .overCurrentContext, from: "B")], "split[A || N: B ^overCurrentContext s]",
      "presented s by N overCurrentContext, +will s, +did s"),
  ]

  @Test(arguments: turning) func adapts(_ row: Row) throws { try row.check() }

  static let refusals: [Refusal] = [
    Refusal(
      "D-83 no swipe takes one that is full screen", "stack: a ^pageSheet s", in: .phoneLandscape, .swipeDown(),
      .notOnDisplay("s")),
    Refusal(
      "D-83 no tap outside", "stack: a ^popover s", in: .plusLandscape, .tapOutside(), .notOnDisplay("s")),
    Refusal(
      "D-77 nothing below an overCurrentContext one", "split[A || N: B(r) ^overCurrentContext s]",
      behavior: SplitDelegate(), Transition(.selectRow("B", row: "x")), .notOnDisplay("B")),
  ]

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }

  @Test func `D-77: beside an overCurrentContext one all is in reach`() throws {
    var session = try Session.open(
      SketchParser.tree("split[A || N: B ^overCurrentContext s]", behavior: SplitDelegate()), in: Environment()
    ).session
    #expect(session.visible.map(\.id) == ["A", "B", "s"])
    #expect(try session.apply(Transition(.selectRow("A", row: "x"))).outcome.handled)
  }
}

extension Transition {
  fileprivate static func adapting(
    _ id: ControllerID, _ style: PresentationStyle, _ adaptation: PresentationAdaptation
  ) -> Transition {
    Transition(.present(.new(.screen(id, route: id.description)), style: style, adaptation: adaptation))
  }
}
