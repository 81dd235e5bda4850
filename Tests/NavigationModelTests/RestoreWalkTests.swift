import SeededRandom
import Testing

@testable import Navigation

/// Undo, redo and revert among other transitions, on seeded walks: states are restored exactly, with all events.
@Suite struct RestoreWalkTests {
  /// The undo and redo targets.
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
    for step in 0..<TestLength.steps(1_000) {
      if step % 100 == 0 { (session, trail, follower) = (try world.open(), Trail(), Follower(of: try world.open())) }
      let before = session
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1:
        restored += try restore(trail.past.popLast(), "undo", &session, &follower) { trail.future.append(before) }
      case 2, 3:
        restored += try restore(trail.future.popLast(), "redo", &session, &follower) { trail.past.append(before) }
      case 4:
        let chosen = trail.past.indices.randomElement(using: &random)
        restored += try restore(chosen.map { trail.past[$0] }, "revert", &session, &follower) {
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
    #expect(restored > (TestLength.isShort ? 10 : 130))
  }

  /// Restores a state and checks the events; also goes back and forth once more. Returns 1 if the state was another.
  private func restore(
    _ target: Session?, _ move: String, _ session: inout Session, _ follower: inout Follower,
    _ note: () -> Void
  ) throws -> Int {
    guard let target, !session.isSame(as: target) else { return 0 }
    let before = session
    let answer = session.restore(target, isConfirmed: true)
    let story = {
      "\(move) from \(before.sketch) to \(target.sketch): \(answer.events.map(\.sketch).joined(separator: ", "))"
    }
    let isBehind = session.environment.isInBackground
    let expected = isBehind ? target.atRest : target
    try #require(isBehind == before.environment.isInBackground, "SC-11 \(story())")
    try #require(
      session.isSame(as: expected) && session.countedIDs == max(before.countedIDs, target.countedIDs), "\(story())")
    try #require(session.violations.isEmpty, "\(session.violations) after \(story())")
    try #require(session.lost(since: before, reported: answer.events) == [], "lost without an event after \(story())")
    follower.follow(answer.events, from: before, to: session, returns: true)
    try #require(follower.mistakes(about: session) == [], "the events do not tell after \(story())")
    var trip = session
    _ = trip.restore(before, isConfirmed: true)
    try #require(trip.isSame(as: before), "not back after \(story())")
    _ = trip.restore(target, isConfirmed: true)
    try #require(trip.isSame(as: session), "not there again after \(story())")
    note()
    return 1
  }
}
