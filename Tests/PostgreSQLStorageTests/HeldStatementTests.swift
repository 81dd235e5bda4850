#if PostgreSQL
import Dispatch
import Navigation
import StoreKinds
import Synchronization
import Testing

@testable import PostgreSQLStorage
@testable import SessionStorage

/// A change is written only if its base is still the latest version, also if statements of others are held open
/// meanwhile, as by a commit that waits for its standby.
@Suite(.enabled(if: PostgreSQLCluster.isAvailable)) struct HeldStatementTests {
  /// A statement that is held open, from the version that it follows from or trims up to.
  enum Held: String, CaseIterable { case removal, trim }

  /// What another engine decides on an outdated session.
  enum Late: String, CaseIterable { case push, pushWithKey, answerAlone, removal }

  @Test(arguments: Held.allCases, Late.allCases) func aLateChangeIsSuperseded(held: Held, late: Late) throws {
    let store = try Store()
    let id = try store.engine.made(1)
    try store.engine.push("s1", onto: id)
    let stale = try store.engine.session(id)
    for step in 2...40 { try store.engine.push("s\(step)", onto: id) }
    let first = try store.connection()
    try first.execute("BEGIN")
    switch held {
    case .removal: #expect(try first.run(store.batch([.delete(try store.engine.session(id))])) == 1)
    case .trim: try first.trim(id, upTo: 40, retaining: 2)
    }
    let second = try store.started([late.change(of: stale)], behind: first)
    #expect(try second.ended() == 0)
    let kinds = try store.engine.query("SELECT kind FROM records ORDER BY version")
    #expect(kinds == (held == .removal ? [2] : [Int64](repeating: 0, count: 25)))
    #expect(try store.engine.query("SELECT count(*) FROM answers") == [0])
  }

  /// The removal is of the version that the change follows from.
  @Test(arguments: Late.allCases, [true, false]) func aRemovalExcludesAChange(late: Late, isCommitted: Bool) throws {
    let store = try Store()
    let id = try store.engine.made(1)
    try store.engine.push("s1", onto: id)
    let latest = try store.engine.session(id)
    let first = try store.connection()
    try first.execute("BEGIN")
    #expect(try first.run(store.batch([.delete(latest)])) == 1)
    let second = try store.started([late.change(of: latest)], behind: first, isCommitted: isCommitted)
    #expect(try second.ended() == (isCommitted ? 0 : 1))
    let isRemoved = isCommitted || late == .removal
    #expect(try store.engine.query("SELECT count(*) FROM records WHERE kind = 2") == [isRemoved ? 1 : 0])
  }

  /// Versions between a retained one and the latest are deleted, since the latest replaced them. Earlier releases did
  /// not mark the retained one.
  @Test(arguments: Late.allCases, [true, false]) func aChangeBeforeReplacedRecordsIsSuperseded(
    late: Late, isMarked: Bool
  ) throws {
    let store = try Store()
    let id = try store.engine.made(1)
    let stale = try store.engine.session(id)
    try store.engine.push("s1", onto: id)
    let connection = try store.connection()
    try store.replaceAndTrim(id, on: connection)
    #expect(try store.engine.query("SELECT 10 * version + kind FROM records ORDER BY version") == [4, 31])
    if !isMarked { try connection.execute("UPDATE records SET kind = 0 WHERE version = 0") }
    #expect(try connection.run(store.batch([late.change(of: stale)])) == 0)
  }

  /// A batch waits at its first session. Meanwhile its second one gets a version behind its base, which is then deleted
  /// together with the base, or since it was replaced.
  @Test(arguments: Held.allCases, Late.allCases) func aChangeThatHasWaitedIsSuperseded(held: Held, late: Late) throws {
    let store = try Store()
    let ids = try (1...2).map { try store.engine.made($0) }
    let stale = try ids.map { try store.engine.session($0) }
    let (first, other) = (try store.connection(), try store.connection())
    try first.execute("BEGIN")
    #expect(try first.run(store.batch([Late.push.change(of: stale[0])])) == 1)
    let second = try store.started(stale.map(late.change), behind: nil)
    try store.engine.push("s1", onto: ids[1])
    switch held {
    case .removal: #expect(try other.run(store.batch([.delete(try store.engine.session(ids[1]))])) == 1)
    case .trim: try store.replaceAndTrim(ids[1], on: other)
    }
    try first.execute("COMMIT")
    #expect(try second.ended() == 0)
  }

  /// Two batches list the same sessions in opposite orders, and both wait at the second one.
  @Test(arguments: Late.allCases) func batchesLockSessionsInOneOrder(late: Late) throws {
    let store = try Store()
    let ids = try (1...3).map { try store.engine.made($0) }
    let stale = try ids.map { try store.engine.session($0) }
    let first = try store.connection()
    try first.execute("BEGIN")
    #expect(try first.run(store.batch([Late.push.change(of: stale[1])])) == 1)
    let both = try [stale, stale.reversed()].map { try store.started($0.map(late.change), behind: nil) }
    try first.execute("ROLLBACK")
    #expect(try both.map { try $0.ended() }.reduce(0, +) == 3)
  }
}

/// Connections of other engines on an engine's store.
private struct Store {
  let engine: Engine

  init() throws { engine = try Engine() }

  func connection() throws -> PostgreSQLConnection {
    try ServerList(engine.address, isDurable: false, name: "other").connect()
  }

  func batch(_ changes: [Write]) throws -> ChangeBatch {
    let batches = ChangeBatch.sorted(changes, StoreLimits()) { _, _ in nil }
    #expect(batches.count == 1)
    return try #require(batches.first)
  }

  /// Replaces a session's latest version twice, by answers alone, and deletes those that were replaced.
  func replaceAndTrim(_ id: SessionID, on connection: PostgreSQLConnection) throws {
    for _ in 1...2 {
      #expect(try connection.run(batch([HeldStatementTests.Late.answerAlone.change(of: try engine.session(id))])) == 1)
    }
    try connection.trim(id, upTo: 3, retaining: 100)
  }

  /// A batch that runs on its own connection and thread.
  final class Started: Sendable {
    private let result = Mutex<Result<Int, any Error>?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    var hasEnded: Bool { result.withLock { $0 != nil } }

    func end(_ result: Result<Int, any Error>) {
      self.result.withLock { $0 = result }
      isDone.signal()
    }

    /// The number of changes that it has written.
    func ended() throws -> Int {
      isDone.wait()
      return try #require(result.withLock { $0 }).get()
    }
  }

  /// Starts a batch, and ends the transaction of `first` once the batch waits or has ended.
  func started(
    _ changes: [Write], behind first: PostgreSQLConnection?, isCommitted: Bool = true
  ) throws -> Started {
    let (started, batch, connection) = (Started(), Handed(try batch(changes)), Handed(try connection()))
    let process = connection.value.process
    DispatchQueue.global().async { started.end(Result { try connection.value.run(batch.value) }) }
    let blockers = "SELECT cardinality(pg_blocking_pids(\(process)))"
    try wait(60_000) { try started.hasEnded || engine.query(blockers) != [0] }
    try first?.execute(isCommitted ? "COMMIT" : "ROLLBACK")
    return started
  }

  // SAFETY: only the started thread uses it.
  private struct Handed<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }
}

extension HeldStatementTests.Late {
  fileprivate func change(of stored: StoredSession) -> Write {
    switch self {
    case .push: .pushing(stored, isNew: true, hasKey: false)
    case .pushWithKey: .pushing(stored, isNew: true, hasKey: true)
    case .answerAlone: .pushing(stored, isNew: false, hasKey: true)
    case .removal: .delete(stored)
    }
  }
}

extension Write {
  fileprivate static func delete(_ stored: StoredSession) -> Write {
    .delete(stored.id, number: 1, stored.owner, link: stored.version.map(VersionLink.init))
  }

  fileprivate static func pushing(_ stored: StoredSession, isNew: Bool, hasKey: Bool) -> Write {
    let name = "late\(stored.version?.count ?? 0)"
    let body = Array(#"{"type": "push", "stack": "chats", "screen": {"id": "\#(name)", "route": "r"}}"#.utf8)
    let answer = IdempotencyKey(name).map {
      StoredAnswer(
        key: $0, fingerprint: Fingerprint(high: 1, low: 2), sessionID: stored.id,
        revision: stored.revision + (isNew ? 1 : 0), reply: .written([]))
    }
    guard let answer, let version = stored.version,
      case .transition(let transition)? = try? TransitionRequest(request: body),
      let pushed = stored.change(transition, at: Engine.start, answer: hasKey ? answer : nil)
    else { preconditionFailure("nothing has changed") }
    let change = isNew ? pushed : stored.change(answeredBy: answer)
    return .update((change, stored.head, 1, VersionLink(after: version)))
  }
}

extension PostgreSQLConnection {
  /// Returns the number of changes that it has written.
  fileprivate func run(_ batch: ChangeBatch) throws -> Int {
    let (statement, parameters) = batch.statement()
    return try run(statement, parameters).rowCount
  }

  fileprivate func trim(_ id: SessionID, upTo latest: Int64, retaining count: Int64) throws {
    var parameters = Parameters()
    parameters.array([id]) { $0 }
    for value in [-1, latest, latest + 2 - count, 0] { parameters.array([value]) { $0 } }
    _ = try run(TrimStatements.records, parameters)
  }
}
#endif
