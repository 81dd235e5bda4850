#if PostgreSQL
import NavigationAPI
import SessionStorage

/// What an engine does for the store behind its batches, on the one connection of its node: it tells the others, and
/// takes away what is beyond limits.
struct StoreChores {
  private let schema: String
  private let counters: StoreCounters
  /// What was trimmed last of a session that was written lately.
  private var trimmed: [SessionID: Int64] = [:]

  /// Bytes of one hint; a notification has less than 8,000.
  private static let hintBytes = 7_900

  init(_ schema: String, _ counters: StoreCounters) { (self.schema, self.counters) = (schema, counters) }

  /// What may be beyond the limits of a session.
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

  func tell(_ hints: [(SessionID, Int64)], on connection: PostgreSQLConnection) throws(PostgreSQLError) {
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

  /// Sessions of which it is remembered up to where they were trimmed.
  private static let trimmedLimit = 10_000

  mutating func trim(_ trims: [SessionID: Trim], on connection: PostgreSQLConnection) throws(PostgreSQLError) {
    guard !trims.isEmpty else { return }
    let sessions = Array(trims)
    var parameters = Parameters()
    parameters.array(sessions) { $0.key }
    parameters.array(sessions) { trimmed[$0.key] ?? -1 }
    parameters.array(sessions) { $0.value.latest }
    parameters.array(sessions) { $0.value.firstOrdinal }
    parameters.array(sessions) { $0.value.firstBytes }
    let rows = try connection.run(TrimStatements.records, parameters).rows
    if trimmed.count > Self.trimmedLimit { trimmed = [:] }
    for row in rows { if let session = row.id(0) { trimmed[session] = row.int(1) - 1 } }
    var ids = Parameters()
    ids.array(sessions) { $0.key }
    ids.add(Int64(AnswerLog.limit))
    _ = try connection.run(TrimStatements.answers, ids)
  }
}
#endif
