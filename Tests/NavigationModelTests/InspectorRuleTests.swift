@testable import Navigation
import Testing

/// What a table of trees does not show of an inspector: its frames, its traits, gestures, roots, links and first calls.
@Suite struct InspectorRuleTests {
  private func open(
    _ sketch: String = "split/2[A || B + (I)]", in place: Row.Place = .pad, _ steps: [Transition] = [.show(.inspector)]
  ) throws -> Session {
    let tree = try SketchParser.tree(sketch, behavior: SplitDelegate())
    var session = try Session.open(tree, in: place.environment(.iOS26)).session
    for step in steps { _ = try session.apply(step) }
    return session
  }

  private func calls(_ session: Session, _ step: Transition, routes: ScreenRoutes? = nil) throws -> [String] {
    var session = session
    return try session.apply(step, routes: routes).events.map(\.sketch).filter {
      $0.hasSuffix(" inspector") && $0.hasPrefix("!")
    }
  }

  typealias Wide = (rule: String, width: Double, change: @Sendable (inout SplitUpdate) -> Void, frames: String)

  static let widths: [Wide] = [
    ("IN-2 D-481 automatic", 1_210, { _ in }, "primary 0+320 secondary 320+569.5 inspector 890+320"),
    ("D-482 M5 the sidebar first", 960, { _ in }, "primary 0+245.5 secondary 245.5+464 inspector 710+250"),
    ("IN-6 D-481 its minimum", 700, { _ in }, "secondary 0+459.5 inspector 460+240"),
    (
      "IN-3 points", 1_210, { $0.inspectorWidth.preferred = 300 }, "primary 0+320 secondary 320+589.5 inspector 910+300"
    ),
    (
      "IN-3 points win over the fraction", 1_210,
      {
        $0.inspectorWidth.preferred = 300
        $0.inspectorWidth.fraction = 0.5
      }, "primary 0+320 secondary 320+589.5 inspector 910+300"
    ),
    (
      "IN-3 a fraction", 1_200, { $0.inspectorWidth.fraction = 0.25 },
      "primary 0+320 secondary 320+579.5 inspector 900+300"
    ),
    (
      "IN-3 a maximum", 1_210, { $0.inspectorWidth.maximum = 280 },
      "primary 0+320 secondary 320+609.5 inspector 930+280"
    ),
    (
      "IN-3 D-482 a larger minimum asks for more room", 960, { $0.inspectorWidth.minimum = 400 },
      "secondary 0+559.5 inspector 560+400"
    ),
    (
      "CW-8 D-488 opposite the primary", 1_210, { $0.primaryEdge = .trailing },
      "primary 890+320 secondary 320.5+569.5 inspector 0+320"
    ),
  ]

  @Test(arguments: widths) func width(_ row: Wide) throws {
    let session = try open(in: .window(row.width, 800), [.setSplit(row.change), .show(.inspector)])
    let split = try #require(session.root.split)
    let frames = split.frames(in: split.room(in: session.environment))
    let told = frames.map { "\($0.column) \($0.x.formatted)+\($0.width.formatted)" }.joined(separator: " ")
    #expect(told == row.frames, "\(row.rule)")
  }

  @Test func `CL-19 D-488: it is compact as a sidebar, and has the window's class as a sheet`() throws {
    let wide = try #require(try open().display.leaves.last)
    #expect(wide.id == "I" && wide.traits.horizontal == .compact && wide.ownColumn == .inspector)
    let narrow = try #require(try open(in: .phone).display.leaves.last)
    #expect(narrow.id == "I" && narrow.splitLayout == .none && narrow.adaptedStyle == .pageSheet)
  }

  @Test func `DM-1 D-488: beside a dimmed secondary it is out of reach`() throws {
    let session = try open(in: .window(820, 1_180), [.show(.inspector), .show(.primary)])
    #expect(session.display.canReach(leaf: "A") && !session.display.canReach(leaf: "I"))
    #expect(try open().display.canReach(leaf: "I"))
  }

  @Test func `M0 D-483: shown at the first appearance, its calls are the last`() throws {
    var tree = try SketchParser.tree("split/3[A || S || B + (I)]", behavior: SplitDelegate())
    guard var split = tree.split else { return }
    split.isInspectorShown = true
    tree.content = .split(split)
    let events = try Session.open(tree, in: Row.Place.window(1_300, 900).environment(.iOS26)).events
    let columns = events.map(\.sketch).filter { $0.hasPrefix("!will") || $0.hasPrefix("!did") }
    #expect(
      columns == [
        "!willChangeTo twoBesideSecondary", "!willShow supplementary", "!willShow primary", "!willShow secondary",
        "!willShow inspector", "!didShow supplementary", "!didShow primary", "!didShow secondary",
        "!didShow inspector",
      ]
        || columns.filter { $0.hasSuffix("inspector") } == ["!willShow inspector", "!didShow inspector"]
          && columns.last == "!didShow inspector",
      "\(columns)")
  }

  @Test func `IN-4 in compact height a user's swipe is not handled`() throws {
    var session = try open(in: .phoneLandscape)
    #expect(try session.apply(.swipeDown()).outcome.reason == .noGesture)
    #expect(session.root.split?.isInspectorShown == true)
    #expect(session.taps.allSatisfy { !$0.isGesture })
    #expect(try open(in: .phone).taps.contains { $0.isGesture })
  }

  @Test func `IN-4 D-486: a modal one stays, and no delegate of a sheet is asked`() throws {
    var session = try open(in: .phone, [.update("I") { $0.isModalInPresentation = true }, .show(.inspector)])
    let outcome = try session.apply(.swipeDown()).outcome
    #expect(outcome.reason == .blocked && outcome.blocked.map(\.controller) == ["I"])
    _ = try session.apply(
      .update("I") {
        $0.isModalInPresentation = false
        $0.onShouldDismiss = false
      })
    #expect(try calls(session, .swipeDown()) == ["!willHide inspector", "!didHide inspector"])
  }

  @Test func `D-486 D-15: what blocks its removal does not hold an inspector, which stays`() throws {
    var session = try open(in: .phone, [.update("I") { $0.blocksRemoval = true }, .show(.inspector)])
    #expect(try session.apply(.swipeDown()).outcome.handled)
    #expect(try session.apply(.clear(.inspector)).outcome.blocked.map(\.controller) == ["I"])
  }

  @Test func `D-487: a new root takes it along, and hides it where it dismisses`() throws {
    let session = try open(in: .phone)
    #expect(try calls(session, .root(.screen("r"))) == [])
    #expect(
      try calls(session, .root(.screen("r"), dismisses: true)) == ["!willHide inspector", "!didHide inspector"])
    // What the app presents over it is the app's.
    var over = session
    _ = try over.apply(.present("s", from: "I"))
    #expect(refusal(of: { _ = try over.apply(.root(.screen("r"))) }) == .alreadyPresenting("inspector"))
  }

  @Test func `D-487 D-167: a link hides what is over its target, and shows the inspector that it leads to`() throws {
    let table = try ScreenRoutes([ScreenRoute("A"), ScreenRoute("I")], values: JSONParamValues())
    #expect(
      try calls(open(in: .phone), Transition(.open("A")), routes: table) == [
        "!willHide inspector", "!didHide inspector",
      ])
    for place in [Row.Place.pad, .phone] {
      var session = try open(in: place, [])
      _ = try session.apply(Transition(.open("I")), routes: table)
      #expect(session.root.split?.isInspectorShown == true && session.visible.last?.id == "I")
    }
  }

  @Test func `D-423 a presentation ends with an inspector that is hidden`() throws {
    var session = try open()
    _ = try session.apply(Transition(.present(.new(.screen("s")), from: "I", endsWith: .sender)))
    _ = try session.apply(.hide(.inspector))
    #expect(session.sketch == "split/2[A || B + (I)]")
  }

  @Test(arguments: [Row.Place.pad, .window(1_210, 800), .phone])
  func `IN-5 D-118 D-484: the background ends as it began`(_ place: Row.Place) throws {
    let session = try open(in: place)
    var background = session
    _ = try background.apply(Transition(.enterBackground))
    #expect(background.root == session.root)
  }

  @Test(arguments: [Row.Place.pad, .phone]) func `D-108 D-484: undo and fork keep it`(_ place: Row.Place) throws {
    let hidden = try open(in: place, [])
    var shown = try open(in: place)
    #expect(shown.forked().session.sketch == shown.sketch)
    let sketch = shown.sketch
    let answer = shown.restore(hidden)
    #expect(answer.outcome.handled && shown.sketch == hidden.sketch && shown.violations.isEmpty)
    _ = shown.restore(try open(in: place))
    #expect(shown.sketch == sketch)
  }

  @Test func `IN-2 D-489: iOS 14 has the same one`() throws {
    let tree = try SketchParser.tree("split/2[A || B + (I)]", behavior: SplitDelegate())
    var session = try Session.open(tree, in: Row.Place.pad.environment(.iOS14)).session
    #expect(
      try session.apply(.show(.inspector)).events.map(\.sketch) == ["!willShow inspector", "+will I", "+did I"])
    _ = try session.apply(.collapse)
    #expect(session.sketch.hasSuffix("^pageSheet inspector: I"))
  }
}

extension Double {
  fileprivate var formatted: String { Int(exactly: self).map(String.init) ?? description }
}
