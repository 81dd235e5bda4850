@testable import Navigation
import SeededRandom
import Testing

/// D-290 to D-294 on random walks: no screen ever requires what does not hold, and nothing is lost without a word.
@Suite struct ConditionWalkTests {
  /// The steps of each walk: `NAVIGATION_LINK_STEPS`, or 400.
  static let steps = TestLength.steps(400, or: "NAVIGATION_LINK_STEPS")

  @Test(arguments: [LinkedApp.store, .welcome], ["iOS14", "iOS26"])
  func `D-292: links and conditions of a walk`(_ app: LinkedApp, system: String) throws {
    var random = Seeded(0xC0DE)
    let (start, routes) = try app.open("wide", system: system)
    var session = start
    var (past, counts) = ([Session](), Counts())
    for step in 0..<Self.steps {
      if step % 50 == 0 { (session, past) = (start, []) }
      let before = session
      let batch = (0..<Int.random(in: 1...3, using: &random)).map { _ in session.draw(app, &random) }
      if Int.random(in: 0..<12, using: &random) == 0, let target = past.randomElement(using: &random) {
        // What holds comes back with the tree.
        if session.restore(target, isConfirmed: true).outcome.handled {
          #expect(session.conditions == target.conditions)
        }
      } else if batch.count == 1 {
        guard let answer = try? session.apply(batch[0], routes: routes) else { continue }
        try check(answer.outcome, answer.events, of: batch[0], from: before, to: session, &counts)
      } else {
        guard let answer = try? session.apply(batch: batch, routes: routes) else { continue }
        for outcome in answer.outcomes { counts.add(outcome) }
        #expect(answer.isRevision || session == before)
      }
      let faults = session.violations(of: routes) + session.violations
      try #require(faults.isEmpty, "\(faults) after \(batch.map(\.word)) at \(before.conditioned(routes))")
      if session.differs(from: before) { past.append(session) }
    }
    #expect(TestLength.isShort || counts.parked > 0 && counts.released > 0 && counts.unmet > 0)
  }

  private struct Counts {
    var (parked, released, unmet) = (0, 0, 0)

    mutating func add(_ outcome: Outcome) {
      if outcome.parked { parked += 1 }
      if outcome.reason == .conditionUnmet { unmet += 1 }
      if !outcome.steps.isEmpty, !outcome.parked { released += 1 }
    }
  }

  private func check(
    _ outcome: Outcome, _ events: [Event], of transition: Transition, from before: Session, to after: Session,
    _ counts: inout Counts
  ) throws {
    counts.add(outcome)
    try #require(outcome.handled || after == before, "an unhandled one changed something at \(before.sketch)")
    var gone = before.screenIDs.subtracting(after.screenIDs)
    for case .discarded(let id) in events { gone.remove(id) }
    try #require(gone.isEmpty, "\(gone) went without a word by \(transition.word) at \(before.sketch)")
  }
}

extension Session {
  fileprivate var screenIDs: Set<ControllerID> {
    var ids: Set<ControllerID> = []
    root.forEachController { controller in
      guard controller.screen?.isPlaceholder == false, root.findInSession(controller.id) != nil else { return }
      ids.insert(controller.id)
    }
    return ids
  }

  /// A link, a condition, a protected screen as an app might bring it, or anything.
  fileprivate func draw(_ app: LinkedApp, _ random: inout Seeded) -> Transition {
    let links = [
      "/orders/1", "/orders/2", "/orders/1/invoice", "/wallet", "/vault", "/shop/3", "/item/1", "/item/2", "/pay",
    ]
    let routes = ["order", "invoice", "wallet", "item", "product"]
    let names = app.name == "store" ? ["signedIn", "paid", "open"] : ["signedIn"]
    let screen = Controller.screen(route: routes.randomElement(using: &random) ?? "order")
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1, 2: return Transition(.open(url: links.randomElement(using: &random) ?? "/"))
    case 3, 4:
      let name = names.randomElement(using: &random) ?? "signedIn"
      return Transition(
        .setConditions([.init(name, holds: Bool.random(using: &random))]), confirm: Bool.random(using: &random))
    case 5:
      let actions: [Transition.Action] = [
        .push(.new(screen)), .showDetail(.new(screen)), .present(.new(screen), style: .pageSheet),
        .setStack(children: [.new(screen)]), .setColumn(.secondary, .new(screen)),
      ]
      return Transition(actions.randomElement(using: &random) ?? .back())
    default: return randomTransition(&random)
    }
  }
}
