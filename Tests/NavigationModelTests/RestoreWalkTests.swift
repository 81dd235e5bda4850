import SeededRandom
import Testing

@testable import NavigationModel

/// Undo, redo and revert among anything else, on seeded walks: states come back exactly, and all of it is told.
@Suite struct RestoreWalkTests {
  /// What a session was and would be again.
  private struct Trail {
    var past: [Session] = []
    var future: [Session] = []
  }

  @Test(arguments: RandomWalkTests.worlds) func walk(_ world: RandomWalkTests.World) throws {
    let seed: UInt64 = 0xBACC
    var random = Seeded(seed)
    var session = try world.open()
    var trail = Trail()
    var follower = Follower(of: session)
    var restored = 0
    for step in 0..<1_500 {
      if step % 100 == 0 { (session, trail, follower) = (try world.open(), Trail(), Follower(of: try world.open())) }
      let before = session
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1:
        restored += try restore(trail.past.popLast(), .undo, &session, &follower) { trail.future.append(before) }
      case 2, 3:
        restored += try restore(trail.future.popLast(), .redo, &session, &follower) { trail.past.append(before) }
      case 4:
        let chosen = trail.past.indices.randomElement(using: &random)
        restored += try restore(chosen.map { trail.past[$0] }, .revert(revision: chosen ?? 0), &session, &follower) {
          trail.past.append(before)
          trail.future = []
        }
      default:
        let transition = session.randomTransition(&random)
        guard let answer = try? session.apply(transition) else { continue }
        follower.follow(answer.events, from: before, to: session)
        guard session.root != before.root || session.environment != before.environment else {
          continue
        }
        trail.past.append(before)
        trail.future = []
      }
      #expect(session.countedIDs >= before.countedIDs)
    }
    #expect(restored > 200)
  }

  /// Goes to a state and looks at all that was told; at once back again and forth, too. 1 where it was another one.
  private func restore(
    _ target: Session?, _ move: Transition.HistoryMove, _ session: inout Session, _ follower: inout Follower,
    _ note: () -> Void
  ) throws -> Int {
    guard let target, !session.isSame(as: target) else { return 0 }
    let before = session
    let transition = Transition(.history(move), confirm: true)
    let answer = session.restore(target, by: transition)
    let story = {
      "\(move) from \(before.sketch) to \(target.sketch): \(answer.events.map(\.sketch).joined(separator: ", "))"
    }
    let isBehind = session.environment.isInBackground
    let expected = isBehind ? target.atRest : target
    try #require(isBehind == before.environment.isInBackground, "SC-11 \(story())")
    try #require(
      session.isSame(as: expected) && session.countedIDs == max(before.countedIDs, target.countedIDs), "\(story())")
    try #require(session.violations.isEmpty, "\(session.violations) after \(story())")
    try #require(session.lost(since: before, told: answer.events) == [], "lost without a word after \(story())")
    follower.follow(answer.events, from: before, to: session, returns: true)
    try #require(follower.mistakes(about: session) == [], "the events do not tell after \(story())")
    var trip = session
    _ = trip.restore(before, by: transition)
    try #require(trip.isSame(as: before), "not back after \(story())")
    _ = trip.restore(target, by: transition)
    try #require(trip == session, "not there again after \(story())")
    note()
    return 1
  }
}
