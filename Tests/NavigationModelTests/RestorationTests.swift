import Navigation
import Testing

/// RS-6: a snapshot has the logical stacks. A tree of one size opens in another as if the window had been resized.
@Suite struct RestorationTests {
  struct Preserved: Sendable, CustomTestStringConvertible {
    var sketch: String
    var behavior: SplitDelegate
    var steps: [Transition]

    var testDescription: String { sketch }
  }

  static let trees = [
    Preserved(
      sketch: "split[tabs[a*: la | b: lb] || ph]", behavior: .tabsInPrimary,
      steps: [.showDetail("d1"), .push("d2"), .row("r1", in: "la")]),
    Preserved(
      sketch: "split[A || ph]", behavior: .tabsInPrimary, steps: [.push("A2", on: "primary"), .showDetail("d1")]),
    Preserved(sketch: "split[A || N: B]", behavior: SplitDelegate(), steps: [.push("C", on: "N")]),
    Preserved(sketch: "split/2[A || B]", behavior: SplitDelegate(), steps: [.showDetail("C"), .push("D")]),
    Preserved(
      sketch: "split/2[A || B]", behavior: SplitDelegate(topColumnForCollapsing: .primary),
      steps: [.push("A2", on: "primary")]),
    Preserved(
      sketch: "split/3[A || S || B]", behavior: SplitDelegate(topColumnForCollapsing: .supplementary),
      steps: [.showDetail("C")]),
    Preserved(sketch: "split/3[A || - || B]", behavior: SplitDelegate(), steps: [.push("C", on: "secondary")]),
    Preserved(sketch: "split/2[- || B]", behavior: SplitDelegate(), steps: [.push("C", on: "secondary")]),
    Preserved(sketch: "split/2[A || B @ C]", behavior: SplitDelegate(), steps: [.push("D", on: "secondary")]),
    Preserved(sketch: "stack: top{a | *b | c}", behavior: SplitDelegate(), steps: [.title("c")]),
  ]

  private static let wide = Size(width: 1_300, height: 1_000)
  private static let narrow = Size(width: 400, height: 1_000)

  @Test(arguments: trees) func `D-112 RS-6 RS-7: stored expanded, opened collapsed`(_ kept: Preserved) throws {
    try check(kept, from: Self.wide, to: Self.narrow)
  }

  @Test(arguments: trees) func `RS-6 RS-7: stored collapsed, opened expanded`(_ kept: Preserved) throws {
    try check(kept, from: Self.narrow, to: Self.wide)
  }

  @Test(arguments: trees) func `D-23: a tree opens unchanged in its own size`(_ kept: Preserved) throws {
    for size in [Self.wide, Self.narrow] {
      let session = try session(kept, in: size)
      #expect(try Session.open(session.root, in: session.environment).session.sketch == session.sketch)
    }
  }

  private func check(_ kept: Preserved, from: Size, to: Size) throws {
    var session = try session(kept, in: from)
    let restored = try Session.open(session.root, in: Environment(place: .free(to, .pad, scale: 2))).session
    _ = try session.apply(Transition(.resize(to)))
    #expect(restored.sketch == session.sketch)
    #expect(restored.violations == [])
  }

  private func session(_ kept: Preserved, in size: Size) throws -> Session {
    let wide = try Environment(place: .free(Self.wide, .pad, scale: 2))
    var session = try Session.open(SketchParser.tree(kept.sketch, behavior: kept.behavior), in: wide).session
    for step in kept.steps { _ = try session.apply(step) }
    _ = try session.apply(Transition(.resize(size)))
    return session
  }
}
