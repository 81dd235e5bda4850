#if PostgreSQL
import Navigation
import SessionStorage

/// A store in a database as the source of a copy, read in one snapshot.
package final class CopiedDatabase: CopySource {
  private let address: PostgreSQLAddress
  private let connection: PostgreSQLConnection
  /// For the servers that run now, which the snapshot does not show.
  private let present: PostgreSQLConnection
  package let identity: String

  /// Bytes of sessions read at once.
  private static let chunkBytes: Int64 = 4 << 20
  private static let chunk: Int64 = 256

  /// Throws for a store of another schema, or one that is incomplete.
  package init(reading address: PostgreSQLAddress) throws {
    self.address = address
    let servers = ServerList(address, isDurable: true, name: "navigation-server copy")
    (connection, present) = (try servers.connect(), try servers.connect())
    if let fault = PostgreSQLFault(try Schema.meta(on: connection), address) { throw fault }
    try connection.execute("SET idle_in_transaction_session_timeout = 0")
    try connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    identity = try Self.identity(on: connection)
  }

  /// On the connection of a target, in its own transactions.
  init(_ address: PostgreSQLAddress, _ connection: PostgreSQLConnection) throws(PostgreSQLError) {
    (self.address, self.connection, present) = (address, connection, connection)
    identity = try Self.identity(on: connection)
  }

  private static func identity(on connection: PostgreSQLConnection) throws(PostgreSQLError) -> String {
    "postgresql:" + (try connection.run("SELECT store::text FROM meta").first?.text(0) ?? "")
  }

  package func requireUnused() throws {
    let nodes = try present.run(CopyStatements.nodes).rows.map { $0.text(0) }
    guard nodes.isEmpty else { throw PostgreSQLFault.inUse(address: address.description, nodes: nodes) }
  }

  package func sessionCount() throws -> Int {
    Int(try connection.run("SELECT count(*) FROM sessions").first?.int(0) ?? 0)
  }

  package func sessions(after number: Int64) throws -> [CopiedSession] {
    var (found, bytes): ([CopiedSession], Int64) = ([], 0)
    for row in try connection.run(CopyStatements.heads, number, Self.chunk).rows {
      guard bytes < Self.chunkBytes else { break }
      found.append(try Self.session(row))
      bytes += row.int(8)
    }
    guard !found.isEmpty else { return [] }
    try addRecords(to: &found)
    try addAnswers(to: &found)
    return found
  }

  private static func session(_ row: Reply.Row) throws(StoreError) -> CopiedSession {
    let head = try row.head(of: row.id(1), at: 2)
    var session = CopiedSession(head, number: row.int(0), due: Timestamp(milliseconds: row.int(7)))
    if !row.isNull(9) {
      session.routes = row.bytes(9)
      do { _ = try SharedRoutes(row: row.bytes(9), session.checksum) } catch { throw StoreError.unreadable }
    }
    return session
  }

  private static func parameters(_ sessions: [CopiedSession]) -> Parameters {
    var parameters = Parameters()
    parameters.array(sessions.indices) { Int64($0) }
    parameters.array(sessions) { $0.id }
    return parameters
  }

  private func addRecords(to sessions: inout [CopiedSession]) throws {
    let checksums = sessions.map(\.checksum)
    for row in try connection.run(CopyStatements.records, Self.parameters(sessions)).rows {
      let index = Int(row.int(0))
      do throws(StoreError) {
        let (isWhole, at): (Int64, Int64) = (row.int(4) == 0 ? 1 : 0, row.int(3))
        let content = try checksums[index].opened(row.bytes(5), row.int(1), row.int(2), at, isWhole)
        sessions[index].records.append(
          RecordRow(
            revision: Int(row.int(2)), at: Timestamp(milliseconds: at), ordinal: sessions[index].records.count + 1,
            patches: Int(row.int(4)), content: content))
      } catch { throw StoreCopy.Fault.unreadable(sessions[index].id, revision: Int(row.int(2))) }
    }
    if let session = sessions.first(where: { $0.records.first?.patches != 0 }) {
      throw StoreCopy.Fault.unreadable(session.id, revision: session.records.first?.revision)
    }
  }

  private func addAnswers(to sessions: inout [CopiedSession]) throws {
    for row in try connection.run(CopyStatements.answers, Self.parameters(sessions)).rows {
      let (index, id) = (Int(row.int(0)), sessions[Int(row.int(0))].id)
      do throws(StoreError) { sessions[index].answers.append(try Self.answer(row, to: id, revision: row.int(3))) } catch
      {
        throw StoreCopy.Fault.unreadable(id, revision: Int(row.int(3)))
      }
    }
  }

  /// Reads key, fingerprint and body from the columns 1, 2 and 4.
  private static func answer(_ row: Reply.Row, to session: SessionID, revision: Int64) throws(StoreError)
    -> CopiedAnswer
  {
    guard let key = IdempotencyKey(row.text(1)), let fingerprint = row.fingerprint(2) else { throw .unreadable }
    let answer = StoredAnswer(
      key: key, fingerprint: fingerprint, sessionID: session, revision: Int(revision), reply: .stored(0))
    return try CopiedAnswer(answer, row: row.bytes(4))
  }

  package func owners() throws -> [CopiedOwner] {
    try connection.run(ReadStatements.owners).rows.map {
      CopiedOwner(owner: $0.owner(0), name: $0.text(1))
    }
  }

  package func creators() throws -> [Owner] {
    try connection.run(CopyStatements.creators).rows.map { $0.owner(0) }
  }

  package func creations(of owner: Owner) throws -> [CopiedAnswer] {
    try connection.run(CopyStatements.creations, Int64(owner.number)).rows.map { row in
      guard let session = row.id(0), let answer = try? Self.answer(row, to: session, revision: 0) else {
        throw StoreCopy.Fault.unreadableAnswers
      }
      return answer
    }
  }
}

enum CopyStatements {
  /// Servers that use the store, or did until recently.
  static let nodes = """
    SELECT name || ' (' || version || ')' FROM nodes WHERE seen > clock_timestamp() - interval '10 s' ORDER BY name
    """

  /// The next sessions, each with the bytes of its records.
  static let heads = """
    SELECT number, id, owner, client, labels, created, time_to_live, due,
      (SELECT coalesce(sum(length(content)), 0)::int8 FROM records r WHERE r.session = s.id),
      (SELECT content FROM routes t WHERE t.session = s.id)
    FROM sessions s WHERE number > $1::int8 ORDER BY number LIMIT $2::int8
    """

  /// The records of sessions, without replaced ones, oldest first.
  static let records = """
    SELECT u.n, r.version, r.revision, r.at, r.patches, r.content FROM unnest($1::int8[], $2::uuid[]) AS u(n, session)
    CROSS JOIN LATERAL (SELECT *, lead(ordinal) OVER (ORDER BY version) AS next FROM records WHERE session = u.session) r
    WHERE r.next IS DISTINCT FROM r.ordinal AND r.kind <> 2 ORDER BY u.n, r.version
    """

  static let answers = """
    SELECT u.n, a.key, a.fingerprint, a.revision, a.body FROM unnest($1::int8[], $2::uuid[]) AS u(n, session)
    JOIN answers a ON a.session = u.session ORDER BY u.n, a.version
    """

  static let creators = "SELECT DISTINCT owner FROM creations ORDER BY owner"

  /// In the order in which a server finds them, oldest first.
  static let creations =
    "SELECT session, key, fingerprint, at, body FROM creations WHERE owner = $1::int8 ORDER BY at, key DESC"

  static let deleteCreations = "DELETE FROM creations WHERE owner = $1::int8"

  static let lastNumber = "SELECT coalesce(max(number), \(Int64.min + 1)) FROM sessions"

  static let hasContent = """
    SELECT EXISTS(SELECT FROM sessions) OR EXISTS(SELECT FROM records) OR EXISTS(SELECT FROM creations)
      OR EXISTS(SELECT FROM owners)
    """

  static let source = "SELECT source FROM copy_of"

  static let insertSource = "INSERT INTO copy_of VALUES($1::text)"

  /// The numbers of sessions that follow.
  static let continueNumbers = """
    SELECT setval(pg_get_serial_sequence('sessions', 'number'), max(number)) FROM sessions HAVING max(number) > 0
    """
}
#endif
