#if PostgreSQL
import Navigation
import SessionStorage

/// Background work of an engine on its node's connection: it notifies the others, and trims rows beyond limits.
struct StoreChores {
  private let schema: String
  private let counters: StoreCounters
  /// The version up to which recently written sessions are trimmed.
  private var trimmed: [SessionID: Int64] = [:]

  /// The most bytes of one notification; PostgreSQL allows fewer than 8,000.
  private static let hintBytes = 7_900

  init(_ schema: String, _ counters: StoreCounters) { (self.schema, self.counters) = (schema, counters) }

  /// The limits to trim a session to.
  struct Trim {
    let latest: Int64
    let firstOrdinal: Int64
    let firstBytes: Int64
  }

  func sweep(on connection: PostgreSQLConnection) throws(PostgreSQLError) {
    _ = try connection.run(TrimStatements.removals)
    var parameters = Parameters()
    parameters.add(Int64(CreationAnswers.limit))
    _ = try connection.run(TrimStatements.creations, parameters)
  }

  func send(_ hints: [(SessionID, Int64)], on connection: PostgreSQLConnection) throws(PostgreSQLError) {
    var text = ""
    for (session, version) in hints {
      let hint = "\(session):\(version)"
      if text.utf8.count + hint.utf8.count + 1 > Self.hintBytes {
        try notify(text, on: connection)
        text = ""
      }
      text += text.isEmpty ? hint : "," + hint
    }
    if !text.isEmpty { try notify(text, on: connection) }
  }

  private func notify(_ text: String, on connection: PostgreSQLConnection) throws(PostgreSQLError) {
    let statement = PostgreSQLConnection.Statement(
      name: "notify", sql: "SELECT set_config('synchronous_commit', 'off', true), pg_notify('\(schema)', $1::text)")
    var parameters = Parameters()
    parameters.add(text)
    _ = try connection.run(statement, parameters)
    counters.hintsSent.add(1, ordering: .relaxed)
  }

  /// The most sessions in `trimmed`.
  private static let trimmedLimit = 10_000

  /// Deletes the records of up to two intervals per session. Returns the trims that are not complete, as after a delay.
  mutating func trim(
    _ trims: [SessionID: Trim], on connection: PostgreSQLConnection
  ) throws(PostgreSQLError) -> [SessionID: Trim] {
    guard !trims.isEmpty else { return [:] }
    let sessions = Array(trims)
    var parameters = Parameters()
    parameters.array(sessions) { $0.key }
    parameters.array(sessions) { trimmed[$0.key] ?? -1 }
    parameters.array(sessions) { $0.value.latest }
    parameters.array(sessions) { $0.value.firstOrdinal }
    parameters.array(sessions) { $0.value.firstBytes }
    let rows = try connection.run(TrimStatements.records, parameters).rows
    if trimmed.count > Self.trimmedLimit { trimmed = [:] }
    var partial: [SessionID: Trim] = [:]
    for row in rows {
      guard let session = row.id(0) else { continue }
      let last = row.int(1) - 1
      if row.bool(2), last > trimmed[session] ?? -1 { partial[session] = trims[session] }
      trimmed[session] = last
    }
    var ids = Parameters()
    ids.array(sessions) { $0.key }
    ids.add(Int64(AnswerLog.limit))
    _ = try connection.run(TrimStatements.answers, ids)
    return partial
  }
}
#endif
