import Navigation
import Testing

/// D-423: a presentation that ends with its sender.
@Suite struct PresentationEndTests {
  private static func present(
    _ id: ControllerID, from sender: ControllerID? = nil, replaces: Bool = false, again: Transition.Again = .another
  ) -> Transition {
    Transition(
      .present(.new(.screen(id)), from: sender, replaces: replaces, again: again, endsWith: .sender))
  }

  private static let (kiwix, two) = ("split/2[A || B @ k: C]", "split/2[A || B]")
  private static let plain = SplitDelegate()

  static let rows: [Row] = [
    Row(
      "D-423 Kiwix: a sheet of the compact tree goes with it", kiwix, in: .slideOver, behavior: plain,
      [present("x", from: "C"), .expand], kiwix),
    Row(
      "D-423 and one of a column as that comes under it", kiwix, behavior: plain,
      [present("x", from: "A"), .collapse], "split/2<k: C @ A || B>"),
    Row(
      "D-423 wide, narrow, and back", kiwix, behavior: plain, [present("x", from: "A"), .collapse, .expand], kiwix),
    Row(
      "D-423 without the word it stays", kiwix, in: .slideOver, behavior: plain, [.present("x", from: "C"), .expand],
      kiwix + " ^ x"),
    Row(
      "D-423 WordPress: the picker goes as the sidebar hides", two, behavior: plain,
      [present("x", from: "A"), .hide(.primary)], "split/2[(A) || B]",
      "!willChangeTo secondaryOnly, mode oneBesideSecondary->secondaryOnly, dismissed x, -will A, -will x, -did A, "
        + "-did x, discarded x"),
    Row(
      "D-423 D-135 without from", two, behavior: plain, [present("x"), .hide(.primary)], "split/2[(A) || B]"),
    Row(
      "D-423 that of the detail stays", two, behavior: plain, [present("x", from: "B"), .hide(.primary)],
      "split/2[(A) || B] ^ x"),
    Row(
      "D-423 a collapse into one stack hides no column", two, behavior: plain, [present("x", from: "A"), .collapse],
      "split/2<A > {secondary: B}> ^ x"),
    Row(
      "D-423 a push over the sender", "stack: a", [present("x", from: "a"), .push("b", on: "stack")], "stack: a > b ^ x"
    ),
    Row(
      "D-423 another tab", "tabs[x*: a | y: b]", [present("z", from: "a"), .select("y")],
      "tabs[x: a | y*: b] ^ z"),
    Row("D-423 another sheet", "stack: a", [present("x", from: "a"), .present("y", from: "x")], "stack: a ^ x ^ y"),
    Row(
      "D-423 the sender is popped", "stack: a > b", [present("x", from: "b"), .pop(from: "stack")], "stack: a",
      "dismissed x, -will b, -will x, +will a, -did b, -did x, +did a, discarded x, discarded b"),
    Row(
      "D-423 PR-4 all above it go", "stack: a > b",
      [present("x", from: "b"), .present("y", from: "x"), .pop(from: "stack")], "stack: a"),
    Row(
      "D-423 one above ends alone", "stack: a > b", [.present("x", from: "b"), present("y", from: "x"), .dismiss("y")],
      "stack: a > b ^ x"),
    Row(
      "D-423 a chain of them", "stack: a > b",
      [present("x", from: "b"), present("y", from: "x"), .pop(from: "stack")], "stack: a"),
    Row(
      "D-423 D-155 the screen beneath what it replaces", "stack: a > b",
      [.present("s"), present("x", replaces: true), .update("x") { $0.title = "X" }], "stack: a > b ^ x"),
    Row(
      "D-423 D-155 and goes with that", "stack: a > b",
      [.present("s"), present("x", replaces: true), .pop(from: "stack")], "stack: a"),
    Row(
      "D-423 D-153 what is returned to is as it was", "stack: a > b",
      [.present("x", from: "b"), present("x", from: "b", again: .return), .pop(from: "stack")], "stack: a ^ x"),
    Row(
      "D-423 D-421 a mode by the width hides the sender's column", two, in: .window(1_200, 800), behavior: plain,
      [
        .setSplit {
          $0.byWidth = [
            WidthEntry(above: 0, displayMode: .secondaryOnly), WidthEntry(above: 960, displayMode: .oneBesideSecondary),
          ]
        }, present("x", from: "A"), .resize(900, 800),
      ], "split/2[(A) || B]"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  @Test func `D-423: only the end of a batch counts`() throws {
    let start = try Session.open(SketchParser.tree(Self.two, behavior: Self.plain), in: Environment()).session
    var session = start
    _ = try session.apply(Self.present("x", from: "A"))
    _ = try session.apply(batch: [.hide(.primary), .show(.primary)])
    #expect(session.sketch == "split/2[A || B] ^ x")
    let ended = try session.apply(batch: [.hide(.primary), .update("B") { $0.title = "B" }])
    #expect(session.sketch == "split/2[(A) || B]" && ended.events.filter { $0 == .dismissed("x") }.count == 1)
  }

  @Test func `D-423 D-136: a screen in it blocks, but for a change of the window`() throws {
    var session = try Session.open(SketchParser.tree(Self.kiwix, behavior: Self.plain), in: Environment()).session
    for step in [Self.present("x", from: "A"), .update("x") { $0.blocksRemoval = true }] { _ = try session.apply(step) }
    let before = session
    #expect(try session.apply(.hide(.primary)).outcome.blocked.map(\.controller) == ["x"] && session == before)
    let batch = try session.apply(batch: [.update("B") { $0.title = "B" }, .hide(.primary)])
    #expect(batch.outcomes.last?.blocked.map(\.controller) == ["x"] && !batch.isRevision && session == before)
    #expect(try session.apply(Transition(.hideColumn(.primary), confirm: true)).outcome.handled)
    #expect(session.sketch == "split/2[(A) || B @ k: C]")
    session = before
    #expect(try session.apply(.collapse).events.contains(.discarded("x")))
    #expect(session.sketch == "split/2<k: C @ A || B>")
  }

  @Test func `D-423 D-108: the sender is state, and a restored one is asked nothing`() throws {
    var session = try Session.open(SketchParser.tree(Self.two, behavior: Self.plain), in: Environment()).session
    _ = try session.apply(Self.present("x", from: "A"))
    #expect(session.root.presented?.sender == "A")
    var tree = try SketchParser.tree(Self.two, behavior: Self.plain)
    tree.presented = Presented(Presentation(), .screen("x"), sender: "gone")
    #expect(try Session.open(tree, in: Environment()).session.sketch == Self.two, "a first appearance (SC-3)")
    let restored = Session(restored: tree, environment: session.environment, countedIDs: 0)
    #expect(restored.root.presented?.sender == "gone")
  }
}
