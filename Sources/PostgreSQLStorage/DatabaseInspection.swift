#if PostgreSQL
public import Navigation
import SessionStorage

/// The result of a full read of a store in a database. Nothing is written; servers may be running.
public struct DatabaseInspection: Sendable {
  public let schema = Schema.version
  public private(set) var sessions = 0
  /// Stored records without replaced ones.
  public private(set) var records = 0
  /// The first `faultLimit` sessions that cannot be read, and the first revision of each that cannot.
  public private(set) var faults: [(session: SessionID, revision: Int?)] = []
  public private(set) var faultCount = 0

  public static let faultLimit = 20
  /// Sessions looked up at once.
  private static let chunk = 1_000

  /// Reads the store. Throws if it is unreadable as a whole, or the database has no store.
  public init(reading address: PostgreSQLAddress) throws(PostgreSQLFault) {
    let servers = ServerList(address, isDurable: true, name: "navigation-server check")
    let connection = try servers.openStore(creates: false).0
    do throws(PostgreSQLError) { try readAll(StoreReader(connection: connection, limits: StoreLimits())) } catch {
      throw PostgreSQLFault(error, address)
    }
  }

  private static let ids = "SELECT number, id FROM sessions WHERE number > $1::int8 ORDER BY number LIMIT \(chunk)"

  private mutating func readAll(_ reader: StoreReader) throws(PostgreSQLError) {
    var last = Int64.min
    while true {
      let rows = try reader.connection.run(Self.ids, last).rows
      for row in rows { if let id = row.id(1) { try read(id, by: reader) } }
      guard rows.count == Self.chunk, let end = rows.last else { return }
      last = end.int(0)
    }
  }

  // A session deleted in the meantime is no fault.
  private mutating func read(_ id: SessionID, by reader: StoreReader) throws(PostgreSQLError) {
    do {
      guard let loaded = try reader.latest(of: [(id, nil)])[0]?.get() else { return }
      let steps = try reader.steps(
        of: loaded.session, after: nil, limit: 1_000_000_000, states: true,
        History.Limits(revisions: .max / 2, bytes: .max / 2))
      sessions += 1
      records += steps.count
    } catch let error as PostgreSQLError {
      throw error
    } catch {
      var revision = (error as? UnreadableRecord)?.revision
      if case .damaged(let damaged)? = error as? StoreError { revision = damaged.revision }
      faultCount += 1
      if faults.count < Self.faultLimit { faults.append((id, revision)) }
    }
  }
}

/// Creates a store's tables, as the role that is to own them.
public struct DatabaseMigration: Sendable {
  /// Whether a new store was created.
  public let isNew: Bool
  public let schema = Schema.version

  /// - Throws: the reason of a failure, for example a store of another schema.
  public init(of address: PostgreSQLAddress) throws(PostgreSQLFault) {
    let servers = ServerList(address, isDurable: true, name: "navigation-server migrate")
    isNew = try servers.openStore(creates: true).isNew
  }
}
#endif
