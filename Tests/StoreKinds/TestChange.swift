import Dispatch
import Glibc
import Navigation
package import SessionStorage
import Synchronization

/// A change by closures; each gives an answer, which the last decision leaves.
package final class TestChange<Answer: Sendable>: SessionChange {
  package typealias Decision = (change: Change?, answer: Answer)

  private let short: (@Sendable (StoredSession) -> Decision)?
  private let long: (@Sendable (StoredSession) async -> Decision)?
  private let published: @Sendable (Answer) -> Void
  private let last = Mutex<Answer?>(nil)

  /// A short one.
  package init(
    publish: @escaping @Sendable (Answer) -> Void = { _ in },
    _ decide: @escaping @Sendable (StoredSession) -> Decision
  ) {
    (short, long, published) = (decide, nil, publish)
  }

  package init(
    publish: @escaping @Sendable (Answer) -> Void = { _ in },
    long decide: @escaping @Sendable (StoredSession) async -> Decision
  ) {
    (short, long, published) = (nil, decide, publish)
  }

  /// That of the last decision; nil before one.
  package var answer: Answer? { last.withLock { $0 } }

  private func keep(_ decision: Decision) -> Change? {
    last.withLock { $0 = decision.answer }
    return decision.change
  }

  package func decide(_ before: borrowing StoredSession) -> Decided {
    guard let short else { return .long }
    return keep(short(copy before)).map { .change($0) } ?? .nothing
  }

  package func decideLong(_ before: StoredSession) async -> Change? {
    guard let long else { preconditionFailure("a short change") }
    return keep(await long(before))
  }

  package func publish() { if let answer { published(answer) } }
}

extension SessionStore {
  /// Makes a change; returns its answer.
  package func make<Answer>(
    _ change: TestChange<Answer>, of id: SessionID, at moment: Moment
  ) async throws(StoreError) -> Answer {
    try await self.change(id, at: moment, by: change)
    guard let answer = change.answer else { preconditionFailure("a change without a decision") }
    return answer
  }
}

extension StoredSession {
  /// A change that adds a revision.
  package func touched(at now: Timestamp? = nil, answer: StoredAnswer? = nil) -> Change {
    change(to: session, .single(Transition(.enterForeground), Outcome(.noChange)), at: now ?? updatedAt, answer: answer)
  }

  /// A change to a state.
  package func change(
    to session: Session, _ content: TransitionRecord.Content, _ events: [Event] = [], at now: Timestamp,
    answer: StoredAnswer? = nil
  ) -> Change {
    let drag: Drag? = if case .single(let transition, _) = content { self.session.drag(by: transition) } else { nil }
    return change(
      by: Accepted(session, content, events: events, drag: drag, isRevision: true), at: now, retaining: 256
    ) { _ in answer }
  }

  /// A transition, as the service makes it; nil if it is refused.
  package func change(_ transition: Transition, at now: Timestamp, answer stored: StoredAnswer? = nil) -> Change? {
    var session = session
    guard let answer = try? session.apply(transition, routes: routes) else { return nil }
    return change(to: session, .single(transition, answer.outcome), answer.events, at: now, answer: stored)
  }
}

/// Waits on this thread for an async function, which runs on threads of its own: a test may block all others.
public func blocking<Value: Sendable, Failure: Error>(
  _ body: @escaping @Sendable () async throws(Failure) -> Value
) throws(Failure) -> Value {
  let outcome = Awaited<Value, Failure>()
  Task(executorPreference: Threads.all) {
    do throws(Failure) { outcome.set(.success(try await body())) } catch { outcome.set(.failure(error)) }
  }
  return try outcome.wait().get()
}

private final class Awaited<Value: Sendable, Failure: Error>: Sendable {
  private let result = Mutex<Result<Value, Failure>?>(nil)
  private let isKnown = DispatchSemaphore(value: 0)

  func set(_ result: Result<Value, Failure>) {
    self.result.withLock { $0 = result }
    isKnown.signal()
  }

  func wait() -> Result<Value, Failure> {
    while true {
      if let result = result.withLock({ $0 }) { return result }
      isKnown.wait()
    }
  }
}

private final class Threads: TaskExecutor {
  static let all = Threads()

  private let queue = DispatchQueue(label: "tests.blocking", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Polls a condition until it is true, for at most `milliseconds`.
public func wait(_ milliseconds: Int, until isSo: () throws -> Bool) rethrows {
  let deadline = DispatchTime.now() + .milliseconds(milliseconds)
  while try !isSo(), DispatchTime.now() < deadline { usleep(10_000) }
}
