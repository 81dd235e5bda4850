import Navigation
import Testing
import TreeSketch

/// Every state within a few transitions, in small worlds of columns, is unchanged by a round trip through JSON.
@Suite struct SplitStateTests {
  struct World: Sendable, CustomTestStringConvertible {
    var layout: Layout
    var letters: [Transition]

    var testDescription: String { written { layout.write(to: &$0) } }
  }

  private static let emptied = Transition(.setColumn(.secondary, nil, split: nil))

  private static let shared: [Transition] = [
    Transition(.setTraits(horizontal: .forced(.compact), vertical: .unchanged)),
    Transition(.setTraits(horizontal: .forced(.regular), vertical: .unchanged)),
    Transition(.showDetail(.new(.screen("x")), from: nil)), Transition(.push(.new(.screen("y")), stack: nil)),
    Transition(.back(stack: nil, phase: nil)), emptied,
    Transition(.setColumn(.primary, nil, split: nil)), Transition(.tapDisplayModeButton(split: nil)),
    Transition(.setDisplayMode(.secondaryOnly, split: nil)), Transition(.showColumn(.primary, split: nil)),
    Transition(.showColumn(.secondary, split: nil)), Transition(.setColumn(.primary, .new(.screen("z")), split: nil)),
  ]

  static let worlds = [
    World(layout: .doubleColumn(primary: .screen("a"), secondary: .placeholder()), letters: shared),
    World(
      layout: .doubleColumn(primary: .screen("a"), secondary: .screen("b"), compact: .screen("c")), letters: shared),
    World(
      layout: .tripleColumn(primary: .screen("a"), supplementary: .screen("s"), secondary: .screen("b")),
      letters: shared),
    // Without `emptied`: an expanded classic split view with a nested stack in its primary and no secondary is read as
    // a collapsed one.
    World(
      layout: .listDetail(primary: .screen("a"), secondary: .screen("b")), letters: shared.filter { $0 != emptied }),
  ]

  @Test(arguments: worlds) func everyStateRoundTrips(_ world: World) throws {
    let start = try Session.open(world.layout.controller(), in: Environment()).session
    var seen: Set<Session> = [start]
    var frontier = [start]
    for _ in 0..<4 {
      var next: [Session] = []
      for session in frontier {
        for letter in world.letters {
          var changed = session
          guard (try? changed.apply(letter)) != nil, seen.insert(changed).inserted else { continue }
          next.append(changed)
        }
      }
      frontier = next
    }
    for session in seen { try comesBack(session) }
    #expect(seen.count > 100)
  }

  private func comesBack(_ session: Session) throws {
    let stored = written { session.root.write(to: &$0, form: .snapshot) }
    try #require(Controller(json: document(stored, .skip)) == session.root, "\(session.sketch): \(stored)")
    let snapshot = written { session.root.write(to: &$0, form: .request) }
    let root = try Controller(json: document(snapshot))
    let restored = try Session.open(root, in: session.environment).session
    // The mode of a preference may differ at the first appearance (M2).
    try #require(text(of: restored) == text(of: session), "\(session.sketch): \(snapshot)")
  }

  private func text(of session: Session) -> String {
    written { session.root.write(to: &$0, form: .request) }.replacing(#/"displayMode":"\w+"/#, with: "")
  }
}
