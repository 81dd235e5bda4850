import Navigation
import StoreKinds
import Synchronization
import Waiting

@testable import SessionStorage

/// Changes of a test, with what they have published.
final class Changes: Sendable {
  private let all = Mutex<[Int]>([])

  /// The revisions in the order of their publication.
  var published: [Int] { all.withLock { $0 } }

  private func note(_ revision: Int) { all.withLock { $0.append(revision) } }

  /// Adds a revision, which is the answer.
  var short: TestChange<Int> { TestChange(publish: note) { ($0.touched(), $0.revision + 1) } }

  /// Adds a revision once `start` is known.
  func long(after start: Promise<Void>) -> TestChange<Int> {
    TestChange(
      publish: note,
      long: { session in
        try? await Patience().wait(for: start)
        return (session.touched(), session.revision + 1)
      })
  }

  /// Changes nothing; the answer is the revision.
  var none: TestChange<Int> { TestChange(publish: note) { (nil, $0.revision) } }
}

extension SessionStore {
  /// Begins a change: at the return it waits, or is done.
  func begin(_ change: TestChange<Int>, of number: Int = 1, arrival: Int64 = .min, patience: Patience? = nil)
    -> Task<Int, any Error>
  {
    Task.immediate {
      try await self.make(
        change, of: Sample.id(number), at: Moment(now: Sample.start, arrival: arrival, patience: patience))
    }
  }

  /// Whether anyone has the turn of a resident session.
  func isHeld(_ number: Int = 1) -> Bool {
    guard case .session(let resident) = directory.find(Sample.id(number)) else { return false }
    return resident.state.withLock { $0.turn.isHeld }
  }

  func isResident(_ number: Int = 1) -> Bool {
    if case .session = directory.find(Sample.id(number)) { true } else { false }
  }
}

/// How a wait of a request ends.
enum Ending: CaseIterable {
  case left, overdue

  var error: StoreError {
    switch self {
    case .left: .waitEnded(.left)
    case .overdue: .waitEnded(.overdue)
    }
  }

  func end(_ patience: Patience) {
    switch self {
    case .left: patience.end(.left)
    case .overdue: patience.expire()
    }
  }
}
