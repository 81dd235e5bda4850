import Testing

@testable import Navigation

/// An earlier state takes the place of the present one.
@Suite struct RestoreTests {
  /// From a state by some steps to another one, back to the first with its events, and forward again.
  struct Trip: Sendable, CustomTestStringConvertible {
    var name: String
    var start: String
    var place: Row.Place
    /// What leads to the state that is gone back to.
    var before: [Transition]
    var steps: [Transition]
    var back: String
    var forward: String

    init(
      _ name: String, _ start: String, in place: Row.Place = .pad, before: [Transition] = [], _ steps: [Transition],
      back: String,
      forward: String
    ) {
      self.name = name
      self.start = start
      self.place = place
      self.before = before
      self.steps = steps
      self.back = back
      self.forward = forward
    }

    var testDescription: String { name }
  }

  static let trips: [Trip] = [
    Trip(
      "a push", "stack: a", [.push("b")], back: "-will b, +will a, -did b, +did a, discarded b",
      forward: "-will a, +will b, -did a, +did b"
    ),
    Trip(
      "a pop of several", "stack: a > b > c", [.pop(2)], back: "-will a, +will c, -did a, +did c",
      forward: "-will c, +will a, -did c, +did a, discarded b, discarded c"),
    Trip("what is off display", "tabs[x*: a | y: b]", [.push("c", on: "y")], back: "discarded c", forward: ""),
    Trip(
      "SYS0-11 SYS0-12 a first detail", "split[tabs[a*: la | b: lb] || ph]", [.showDetail("d1")],
      back: "nothing-selected ph, -will d1, +will ph, -did d1, +did ph, discarded d1",
      forward: "-will ph, +will d1, -did ph, +did d1"),
    Trip(
      "D-108 SYS0-13 nobody deselects", "split[tabs[a*: la(r1)] || ph]", [.showDetail("d1")],
      back: "nothing-selected ph, -will d1, +will ph, -did d1, +did ph, discarded d1",
      forward: "-will ph, +will d1, -did ph, +did d1"),
    Trip(
      "LS-1 nor does a list that appears", "stack: a", before: [.row("r1", in: "a")], [.push("b")],
      back: "-will b, +will a, -did b, +did a, discarded b", forward: "-will a, +will b, -did a, +did b"),
    Trip(
      "LS-1 what it has forgotten comes back", "stack: a", before: [.row("r1", in: "a"), .push("b")], [.pop()],
      back: "a(-->r1) programmatic, -will a, +will b, -did a, +did b",
      forward: "a(r1->-) programmatic, -will b, +will a, -did b, +did a, discarded b"),
    Trip(
      "a selection", "stack: a", [.row("r1", in: "a")], back: "a(r1->-) programmatic", forward: "a(-->r1) programmatic"),
    Trip("a title", "stack: a", [.update("a") { $0.title = .some("A") }], back: "", forward: ""),
    Trip(
      "a tab", "tabs[x*: a | y: b]", [.tap("y")], back: "tab y->x, -will b, +will a, -did b, +did a",
      forward: "tab x->y, -will a, +will b, -did a, +did b"),
    Trip(
      "a page", "top{*a | b}", [.title("b")], back: "page b->a, -will b, +will a, -did b, +did a",
      forward: "page a->b, -will a, +will b, -did a, +did b"),
    Trip(
      "SC-1 a collapse", "split[tabs[a*: la] || ph > d1]", [.collapse],
      back: "secondary:none->split, d1:a->secondary, expanded, +will la, +did la, target",
      forward: "d1:secondary->a, secondary:split->none, collapsed, -will la, -did la, target"),
    Trip(
      "M3 a mode", "split/2[A || B]", [.hide(.primary)],
      back: "mode secondaryOnly->oneBesideSecondary, +will A, +did A",
      forward: "mode oneBesideSecondary->secondaryOnly, -will A, -did A"),
    Trip(
      "PR-1 a sheet", "stack: a", [.present("s")], back: "dismissed s, -will s, -did s, discarded s",
      forward: "presented s by stack, +will s, +did s"),
    Trip(
      "PR-2 what covers its presenter", "stack: a", [.present("s", .fullScreen)],
      back: "dismissed s, -will s, +will a, +did a, -did s, discarded s",
      forward: "presented s by stack fullScreen, -will a, +will s, +did s, -did a"),
    Trip(
      "D-120 PR-1 the same sheet in another style", "stack: a ^ s", [.dismiss(), .present("s", .formSheet)],
      back: "dismissed s, presented s by stack", forward: "dismissed s, presented s by stack formSheet"),
    Trip(
      "D-22 a placeholder that was never shown", "split/2[A || B]", before: [placeholder(nil)], [placeholder("p")],
      back: "discarded p", forward: ""),
    Trip(
      "D-22 another one in its place", "split/2[A || B]", before: [placeholder("p")], [placeholder("q")],
      back: "discarded q", forward: "discarded p"),
    Trip(
      "D-22 M12 one that was shown", "split/2[A || B]", before: [placeholder(nil)],
      [placeholder("p"), .clear(.secondary)],
      back: "-will p, +will B, -did p, +did B, discarded p",
      forward: "nothing-selected p, -will B, +will p, -did B, +did p, discarded B"),
    Trip(
      "a controller that moved", "tabs[x*: a > b | y: c]", [.move("b", to: "y")],
      back: "b:y->x, -will a, +will b, -did a, +did b",
      forward: "b:x->y, -will b, +will a, -did b, +did a"),
    Trip(
      "NV-22 a swipe that was finished", "stack: a > b", before: [.back(.began)], [.back(.finished)],
      back: "-will a, +will b, -did a, +did b, -will b, +will a",
      forward: "-will a, -did a, +will b, +did b, -will b, +will a, -did b, +did a, discarded b"),
    Trip(
      "NV-22 D-109 a swipe that has begun", "stack: a > b", [.back(.began)], back: "-will a, -did a, +will b, +did b",
      forward: "-will b, +will a"
    ),
    Trip(
      "SC-11 what was done in the background", "stack: a > b", before: [Transition(.enterBackground)], [.push("c")],
      back: "-will c, +will b, -did c, +did b, discarded c", forward: "-will b, +will c, -did b, +did c"),
  ]

  private static func placeholder(_ id: String?) -> Transition {
    .setSplit { $0.delegate = SplitDelegateUpdate { $0.placeholder = .some(id?.placeholder) } }
  }

  @Test(arguments: trips) func thereAndBack(_ trip: Trip) throws {
    var session = try Session.open(SketchParser.tree(trip.start), in: trip.place.environment(.iOS26)).session
    for step in trip.before { _ = try session.apply(step) }
    let earlier = session
    for step in trip.steps { _ = try session.apply(step) }
    let later = session
    let back = session.restore(earlier)
    #expect(session.isSame(as: earlier) && session.sketch == earlier.sketch && session.violations.isEmpty)
    #expect(back.events.map(\.sketch).joined(separator: ", ") == trip.back)
    let forward = session.restore(later)
    #expect(session.isSame(as: later) && session.violations.isEmpty)
    #expect(forward.events.map(\.sketch).joined(separator: ", ") == trip.forward)
    #expect(back.outcome == Outcome() && forward.outcome == Outcome())
    #expect((back.events + forward.events).allSatisfy { $0.isAnimated != true } || trip.name.hasPrefix("NV-22"))
  }

  @Test func theCounterNeverGoesBack() throws {
    let push = Transition(.push(.new(Controller(id: .automatic, content: .screen(Screen(route: "r")))), stack: nil))
    let start = try Session.open(SketchParser.tree("stack: a"), in: Environment()).session
    var session = start
    _ = try session.apply(push)
    #expect(session.sketch == "stack: a > c1")
    _ = session.restore(start)
    #expect(session.sketch == "stack: a" && session != start)
    _ = try session.apply(push)
    #expect(session.sketch == "stack: a > c2")
  }

  @Test func itIsAnimatedWhereItIsAskedFor() throws {
    let start = try Session.open(SketchParser.tree("stack: a"), in: Environment()).session
    var session = start
    _ = try session.apply(.push("b"))
    let answer = session.restore(start, isAnimated: true)
    #expect(answer.events.compactMap(\.isAnimated) == [true, true, true, true])
  }

  @Test func whatBlocksItsRemovalStays() throws {
    let start = try Session.open(SketchParser.tree("stack: a"), in: Environment()).session
    var session = start
    _ = try session.apply(.push("b"))
    _ = try session.apply(.update("b") { $0.blocksRemoval = true })
    let before = session
    let refused = session.restore(start)
    #expect(
      refused == .init(outcome: Outcome(blocked: [.init("b", in: "stack")]), events: [])
        && session == before)
    let confirmed = session.restore(start, isConfirmed: true)
    #expect(confirmed.outcome == Outcome() && session == start)
  }

  @Test func theSameStateTellsNothing() throws {
    var session = try Session.open(SketchParser.tree("stack: a > b"), in: Environment()).session
    _ = try session.apply(.back(.began))
    let before = session
    #expect(session.restore(before) == .init(outcome: Outcome(.noChange), events: []))
    #expect(session == before)
  }

  static let forks: [(start: String, steps: [Transition], tells: String)] = [
    ("stack: a > b", [], "+will b, +did b"),
    ("stack: a > b", [.back(.began)], "+will b, +did b, -will b, +will a"),
    ("split[tabs[a*: la(r1)] || ph]", [], "nothing-selected ph, +will la, +will ph, +did la, +did ph"),
    ("split[tabs[a*: la] || ph > d1]", [.collapse], "+will d1, +did d1"),
    ("stack: a", [.present("s"), Transition(.enterBackground)], "+will a, +will s, +did a, +did s"),
  ]

  @Test(arguments: forks) func aForkIsTheSameStateAppearingAnew(start: String, steps: [Transition], tells: String)
    throws
  {
    var session = try Session.open(SketchParser.tree(start, behavior: .tabsInPrimary), in: Environment()).session
    for step in steps { _ = try session.apply(step) }
    let fork = session.forked()
    #expect(fork.session == session)
    #expect(fork.events.map(\.sketch).joined(separator: ", ") == tells)
    #expect(fork.events.allSatisfy { $0.isAnimated != true } || session.sketch.hasSuffix("<~"))
  }
}
