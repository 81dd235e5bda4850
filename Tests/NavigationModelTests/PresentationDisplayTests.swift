import Navigation
import Testing

/// The screens on display under, over and inside a presentation (PR-2, PR-3, PR-7, PR-9).
@Suite struct PresentationDisplayTests {
  static let visible: [(String, String)] = [
    ("stack: a ^ s", "stack/a stack/s"), ("stack: a ^ n: s", "stack/a stack/n/s"),
    ("stack: a ^fullScreen s", "stack/s"),
    ("stack: a ^ b ^ c", "stack/a stack/b stack/b/c"), ("stack: a ^ b ^fullScreen c", "stack/b/c"),
    ("stack: a ^overFullScreen s", "stack/a stack/s"),
    ("split[A || N: B ^currentContext s]", "split/primary/A@primary split/N/s@secondary"),
    ("split[A ^currentContext s || N: B]", "split/N/B@secondary split/primary/s@primary"),
    ("split[A ^currentContext s || N: B] ^ t", "split/N/B@secondary split/primary/s@primary split/t"),
    ("tabs[x: a ^currentContext s | y*: b]", "tabs/y/b"), ("tabs[x: {a ^ s} | y*: b]", "tabs/y/b"),
    ("tabs[x*: {a ^fullScreen s} | y: b]", "tabs/x/a/s"),
    ("stack: a ^pageSheet split[A || B]", "stack/a stack/split/primary/A@primary stack/split/secondary/B@secondary"),
  ]

  @Test(arguments: visible) func `D-76 NV-13 PR-7: presented leaves come last, bottom to top`(_ row: (String, String))
    throws
  {
    let session = try Session.open(SketchParser.tree(row.0, behavior: SplitDelegate()), in: Environment()).session
    let texts = session.visible.map { screen in
      (screen.containers + [screen.id]).map(\.description).joined(separator: "/")
        + (screen.column.map { "@\($0)" } ?? "")
    }
    #expect(texts.joined(separator: " ") == row.1)
    #expect(session.violations.isEmpty)
  }

  static let styles: [(String, String)] = [
    ("stack: a", "a"), ("stack: a ^ s", "a s:automatic"), ("stack: a ^popover b ^fullScreen c", "c:fullScreen"),
    ("stack: a ^popover b ^ c", "a b:popover c:automatic"),
    ("split[A ^currentContext n: s || N: B]", "B s:currentContext"),
    ("tabs[x*: {a ^formSheet tabs2[y*: s]} | z: b]", "a s:formSheet"),
    ("stack: a ^formSheet split[A || B]", "a B:formSheet"),
  ]

  @Test(arguments: styles) func `D-80: a visible screen has its presentation style, one of the window's own tree none`(
    _ row: (String, String)
  )
    throws
  {
    let session = try Session.open(SketchParser.tree(row.0, behavior: SplitDelegate()), in: Environment()).session
    #expect(
      session.visible.map { screen in screen.id.description + (screen.style.map { ":\($0)" } ?? "") }.joined(
        separator: " ") == row.1)
  }

  static let reach: [(String, Transition)] = [
    ("tabs[x*: a ^currentContext s | y: b]", .tap("y")), ("stack: a ^ tabs[x*: b | y: c]", .tap("y")),
    ("tabs[x*: a | y: b] ^ s", .select("y")),
  ]

  @Test(arguments: reach) func `D-77: an uncovered controller is in reach`(_ row: (String, Transition)) throws {
    var session = try Session.open(SketchParser.tree(row.0), in: Environment()).session
    #expect(try session.apply(row.1).outcome.handled)
  }

  @Test func `D-88 PR-4: only the topmost of several is animated`() throws {
    var session = try Session.open(SketchParser.tree("stack: a ^ n: b ^ c"), in: Environment()).session
    let events = try session.apply(.dismiss("stack")).events
    #expect(
      events.contains(.viewDidDisappear("c", animated: true))
        && events.contains(.viewWillDisappear("c", animated: true)))
    #expect(
      events.contains(.viewDidDisappear("b", animated: false))
        && events.contains(.viewWillDisappear("b", animated: false)))
  }

  @Test func `D-89: the first appearance has no event for an earlier presentation`() throws {
    let opened = try Session.open(SketchParser.tree("stack: a ^fullScreen s"), in: Environment())
    #expect(opened.events.map(\.sketch) == ["+will s", "+did s"])
  }

  @Test func `D-4: a batch reports both, without appearance`() throws {
    var session = try Session.open(SketchParser.tree("stack: a"), in: Environment()).session
    let answer = try session.apply(batch: [.present("s"), .dismiss()])
    #expect(answer.events.map(\.sketch) == ["presented s by stack", "dismissed s"])
  }

  @Test func `a screen that blocks its removal is not dismissed until the transition confirms`() throws {
    var session = try Session.open(SketchParser.tree("stack: a ^ n: b"), in: Environment()).session
    _ = try session.apply(.update("b") { $0.blocksRemoval = true })
    #expect(try session.apply(.dismiss()).outcome == Outcome(blocked: [.init("b", in: "n")]))
    #expect(try session.apply(Transition(.dismiss(nil), confirm: true)).outcome.handled)
  }

  @Test func `presented controllers count in the depth`() throws {
    func tree(_ depth: Int) -> Controller {
      var controller = Controller.screen(ControllerID("s\(depth)") ?? .automatic)
      if depth > 1 { controller.presented = Presented(.pageSheet, tree(depth - 1)) }
      return controller
    }
    var session = try Session.open(tree(Limits.depth), in: Environment()).session
    #expect(refusal(of: { _ = try session.apply(.present("more", from: "s1")) }) == .controllerLimit(.depth))
  }

  @Test func `an equal tree has equal presentations`() throws {
    let (one, other) = (try SketchParser.tree("stack: a ^ s"), try SketchParser.tree("stack: a ^popover s"))
    #expect(one != other)
    #expect(
      try one == SketchParser.tree("stack: a ^ s") && one.hashValue == SketchParser.tree("stack: a ^ s").hashValue)
  }
}
