import Navigation
import Testing

/// Members of controllers of any kind: trait overrides and the orientations of a root (D-162 to D-164).
@Suite struct ContainerUpdateTests {
  private static func override(_ traitOverride: TraitOverride?, of id: ControllerID) -> Transition {
    .update(id) { $0.traitOverride = .some(traitOverride) }
  }
  private static let asWindow: Transition = .setSplit { $0.traitOverride = .some(.asWindow) }
  private static let nested = "tabs[*=split[A || B] | y: b]"
  private static let inStack = "stack: a > tabs[*=split[A || B]]"

  static let rows: [Row] = [
    Row(
      "D-163 TR-1 the override of a tab bar collapses what is in it", nested, behavior: SplitDelegate(),
      [override(.horizontal(.compact), of: "tabs")], "tabs[*=split<A > {secondary: B}> | y: b]"),
    Row(
      "D-163 TR-1 and its end expands it", nested, behavior: SplitDelegate(),
      [override(.horizontal(.compact), of: "tabs"), override(nil, of: "tabs")], nested),
    Row(
      "D-163 that of a stack", inStack, behavior: SplitDelegate(), [override(.horizontal(.compact), of: "stack")],
      "stack: a > tabs[*=split<A > {secondary: B}>]"),
    Row(
      "D-162 below an override, a split view has the window's class", nested, behavior: SplitDelegate(),
      [override(.horizontal(.compact), of: "tabs"), asWindow], nested),
    Row(
      "D-162 and follows the window", nested, behavior: SplitDelegate(),
      [override(.horizontal(.regular), of: "tabs"), asWindow, .multitasking(.slideOver)],
      "tabs[*=split<A > {secondary: B}> | y: b]"),
    Row(
      "D-162 a forced class is the window's", nested, behavior: SplitDelegate(),
      [override(.horizontal(.regular), of: "tabs"), asWindow, .forced(.compact)],
      "tabs[*=split<A > {secondary: B}> | y: b]"),
    Row(
      "D-162 CL-19 in a sidebar", "split[tabs[*=inner[=C || =D] | y: b] || B]", behavior: SplitDelegate(),
      [override(.asWindow, of: "tabs")], "split[tabs[*=inner[(=C) || =D] | y: b] || B]"),
    Row(
      "D-162 CL-19 and without it", "split[tabs[*=inner[=C || =D] | y: b] || B]", behavior: SplitDelegate(),
      [], "split[tabs[*=inner<=C / =D> | y: b] || B]"),
    Row(
      "D-163 members of any controller", "stack: a ^ n: s", [.update("n") { $0.isModalInPresentation = true }],
      "stack: a ^ n: s", ""),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  static let refusals: [Refusal] = [
    Refusal(
      "D-163 a screen's member", "stack: a", .update("stack") { $0.title = "T" }, .wrongKind("stack", expected: .screen)
    ),
    Refusal("D-163 nothing", "stack: a", .update("stack") { _ in }, .wrongKind("stack", expected: .screen)),
    Refusal(
      "D-163 a split view", "split[A || B]", behavior: SplitDelegate(), override(.asWindow, of: "split"),
      .wrongKind("split", expected: .screen)),
  ]

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }

  @Test func `D-163: a modal stack is not swiped down`() throws {
    var session = try Row("", "stack: a ^ n: s", [], "").open()
    _ = try session.apply(.update("n") { $0.isModalInPresentation = true })
    let outcome = try session.apply(.swipeDown()).outcome
    #expect(outcome.blocked == [.init("n", in: "stack", by: .isModalInPresentation)])
  }

  typealias Answer = SplitDelegate.SupportedInterfaceOrientations

  /// A phone in portrait is turned to landscape and back; then its window is there each time.
  static let turns: [(start: String, root: ControllerID, Answer, [Orientation])] = [
    ("stack: a", "stack", .system, [.landscape, .portrait]), ("stack: a", "stack", .portrait, [.portrait, .portrait]),
    ("tabs[x*: a]", "tabs", .portraitOnPhone, [.portrait, .portrait]),
    ("top{*a | b}", "top", .landscape, [.landscape, .landscape]), ("a", "a", .portrait, [.portrait, .portrait]),
    ("stack: a", "a", .portrait, [.landscape, .portrait]),
  ]

  @Test(arguments: turns) func `D-164 D-44: the root's orientations, without an event`(
    _ row: (start: String, root: ControllerID, Answer, [Orientation])
  ) throws {
    var session = try Row("", row.start, in: .phone, [], "").open()
    let answer = try session.apply(.update(row.root) { $0.supportedInterfaceOrientations = row.2 })
    #expect(answer.outcome.handled == (row.2 != .system))
    for (device, window) in zip([Orientation.landscape, .portrait], row.3) {
      let events = try session.apply(.rotate(device)).events
      #expect(session.environment.orientation == window && session.environment.deviceOrientation == device)
      #expect(!events.contains { if case .delegateCall = $0 { true } else { false } })
    }
    _ = try session.apply(.rotate(.landscape))
    _ = try session.apply(.update(row.root) { $0.supportedInterfaceOrientations = .system })
    #expect(session.environment.orientation == .landscape && session.environment.heldOrientation == nil)
  }

  @Test func `D-164: a window opens in an orientation that its root supports`() throws {
    let layout = Layout.stack(root: .screen("a"), orientations: .landscape)
    let phone = try Row.Place.phone.environment(.iOS26)
    #expect(try Session.open(layout.controller(), in: phone).session.environment.orientation == .landscape)
    let pad = try Row.Place.padPortrait.environment(.iOS26)
    #expect(try Session.open(layout.controller(), in: pad).session.environment.orientation == .portrait)
  }
}
