import NavigationModel
import SeededRandom
import Testing

/// Successive pushes, which a batch applies as one change of their stack, have the same result as single ones.
@Suite struct PushRunTests {
  /// A transition without an effect, which separates pushes.
  private static let nothing = Transition(.setTraits())

  @Test(arguments: RandomWalkTests.worlds) func runsInRandomBatches(_ world: RandomWalkTests.World) throws {
    var random = Seeded(0x9A5E)
    var session = try world.open()
    for step in 0..<30 {
      let batch = Self.batch(session, &random)
      let parted = batch.flatMap { [$0, Self.nothing] }
      var (whole, apart) = (session, session)
      let (answer, expected) = (Result { try whole.apply(batch: batch) }, Result { try apart.apply(batch: parted) })
      let story = Comment(rawValue: "0x9A5E \(world.testDescription) \(step) \(session.sketch)")
      #expect(Self.reported(answer, every: 1) == Self.reported(expected, every: 2), story)
      #expect(whole == apart && whole.countedIDs == apart.countedIDs, story)
      session = whole
      _ = try? session.apply(session.randomTransition(&random))
    }
  }

  /// The result of a batch, without that of the separators.
  private struct Reported: Equatable {
    var outcomes: [Outcome] = []
    var events: [Event] = []
    var refused: Session.BatchRejection?
  }

  private static func reported(_ answer: Result<Session.BatchAnswer, Error>, every part: Int) -> Reported {
    switch answer {
    case .success(let answer):
      let own = answer.outcomes.indices.filter { $0.isMultiple(of: part) }
      return Reported(outcomes: own.map { answer.outcomes[$0] }, events: answer.events)
    case .failure(let error):
      guard var refused = error as? Session.BatchRejection else { return Reported() }
      refused.index /= part
      return Reported(refused: refused)
    }
  }

  /// Successive pushes on one or several stacks, with some other transitions.
  private static func batch(_ session: Session, _ random: inout Seeded) -> [Transition] {
    var stacks: [ControllerID?] = [nil]
    for controller in session.everyController where controller.kind == .stack { stacks.append(controller.id) }
    var batch: [Transition] = []
    while batch.count < Int.random(in: 1...12, using: &random) {
      if Int.random(in: 0..<8, using: &random) == 0 { batch.append(session.randomTransition(&random)) }
      let stack = stacks.randomElement(using: &random) ?? nil
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let animated: Bool? = [nil, nil, true, false].randomElement(using: &random) ?? nil
        batch.append(Transition(.push(.new(screen(session, &random)), stack: stack), animated: animated))
      }
    }
    return batch
  }

  /// A screen: most without an id, some with an existing id, or with one that the session may generate.
  private static func screen(_ session: Session, _ random: inout Seeded) -> Controller {
    let id: ControllerID? =
      switch Int.random(in: 0..<24, using: &random) {
      case 0: session.everyController.randomElement(using: &random)?.id
      case 1...3: ControllerID("c\(session.countedIDs + Int.random(in: 1...6, using: &random))")
      case 4...8: ControllerID("p\(Int.random(in: 0..<500, using: &random))")
      default: nil
      }
    let isPlaceholder = Int.random(in: 0..<40, using: &random) == 0
    let blocksRemoval = Int.random(in: 0..<40, using: &random) == 0
    return Controller(
      id: id ?? .automatic,
      content: .screen(Screen(route: "r", isPlaceholder: isPlaceholder, blocksRemoval: blocksRemoval)))
  }
}
