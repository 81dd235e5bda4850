import Navigation
import SessionStorage

/// One engine's backend on a table that other engines write to.
final class SharedTableBackend: SharedBackend {
  private let table: SharedTable

  init(_ table: SharedTable) { self.table = table }

  var readiness: StoreReadiness { table.readiness }
  var receivesNotices: Bool { true }
  var figures: SharingFigures {
    var figures = SharingFigures()
    figures.heartbeatAge = 0
    figures.checks = table.checks.load(ordering: .relaxed)
    return figures
  }
  var writerCount: Int { 2 }
  var readerCount: Int { 2 }

  func contents() throws(StoreError) -> BackendContents { try table.read { $0.contents } }

  func session(_ id: SessionID) throws(StoreError) -> LoadedSession? { try table.read { $0.session(id) } }

  func lines(_ query: SessionListQuery, of owner: Owner, below number: Int64, count: Int) throws(StoreError)
    -> SessionLines
  {
    try table.read { $0.lines(query, of: owner, below: number, count: count) }
  }

  func due(at now: Timestamp, limit: Int) throws(StoreError) -> [SessionLine] {
    try table.read { $0.due(at: now, limit: limit) }
  }

  func steps(
    of session: StoredSession, after revision: Int?, limit: Int, states _: Bool
  ) throws(HistoryGap) -> [HistoryStep] {
    let steps: Result<[HistoryStep], HistoryGap>
    do throws(StoreError) {
      steps = try table.read { table in
        Result { () throws(HistoryGap) in try table.steps(of: session, after: revision, limit: limit) }
      }
    } catch { throw .failed(error) }
    return try steps.get()
  }

  func creationAnswers(of owner: Owner) throws(StoreError) -> [StoredAnswer] {
    try table.read { $0.creationAnswers(of: owner) }
  }

  func answerBody(of _: StoredAnswer, at place: Int64) throws(StoreError) -> [UInt8]? {
    try table.read { $0.answerBody(at: place) }
  }

  func write(_ writes: [Write]) throws(StoreError) -> [Written] { try table.write(writes) }

  func latest(of known: [KnownSession]) throws(StoreError) -> [LatestSession] {
    table.checks.add(1, ordering: .relaxed)
    table.checking.pass()
    return try table.read { table in
      known.map { known in
        guard let loaded = table.session(known.id) else { return .none }
        return loaded.session.version == known.version ? .same : .other(loaded)
      }
    }
  }

  func listen(_ news: @escaping @Sendable (StoreNotice) -> Void) { table.listen { news(.session($0)) } }

  func close() {}
}
