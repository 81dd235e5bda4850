#if SQLite
import Navigation
import SessionStorage

/// The result of a full read of a store's file. Nothing is written; the server may be running.
public struct StoreInspection: Sendable {
  public enum Fault: Sendable {
    /// SQLite's message.
    case integrity(String)
    /// A session that cannot be read, and its first revision that cannot.
    case session(String, revision: Int?)
    case log(StoreLog.Loss)
  }

  public let schema = Schema.version
  public private(set) var pages = 0
  public private(set) var pageSize = 0
  public private(set) var sessions = 0
  public private(set) var records = 0
  /// Stored answers to requests with a key.
  public private(set) var answers = 0
  public private(set) var faults: [Fault] = []
  public private(set) var faultCount = 0

  public static let faultLimit = 20
  /// Sessions looked up at once.
  private static let chunk: Int64 = 1_000

  /// Reads the file. Throws if it is unreadable as a whole, or not a store's.
  public init(reading path: String) throws(StorageFault) {
    let losses = try StoreLog.losses(of: path)
    let connection = try SessionFile.reading(path)
    for loss in losses { add(.log(loss)) }
    do throws(SQLiteError) {
      try checkIntegrity(of: connection)
      do throws(SQLiteError) { try readAll(on: connection) } catch {
        // Expected if the integrity check has found damage.
        guard error.kind == .corrupt, !faults.isEmpty else { throw error }
      }
    } catch { throw StorageFault(error, path: path) }
  }

  private mutating func checkIntegrity(of connection: SQLiteConnection) throws(SQLiteError) {
    let check = try connection.prepare("PRAGMA integrity_check(\(Self.faultLimit))")
    while try check.step() {
      let line = check.text(0)
      if line != "ok" { add(.integrity(line)) }
    }
  }

  private mutating func readAll(on connection: SQLiteConnection) throws(SQLiteError) {
    pages = Int(try connection.integer("PRAGMA page_count") ?? 0)
    pageSize = Int(try connection.integer("PRAGMA page_size") ?? 0)
    records = Int(try connection.integer("SELECT count(*) FROM records") ?? 0)
    answers = Int(try connection.integer("SELECT count(*) FROM answers") ?? 0)
    let ids = try connection.prepare(
      "SELECT number, id FROM sessions WHERE number > ?1 ORDER BY number LIMIT \(Self.chunk)")
    let reader = try SessionReader(connection, StoreLimits())
    var last = Int64.min
    while true {
      try ids.bind(last)
      var chunk: [[UInt8]] = []
      while try ids.step() {
        last = ids.int(0)
        chunk.append(ids.bytes(1))
      }
      for id in chunk { try read(id, by: reader) }
      guard chunk.count == Self.chunk else { return }
    }
  }

  // A session deleted in the meantime is no fault.
  private mutating func read(_ bytes: [UInt8], by reader: SessionReader) throws(SQLiteError) {
    guard let id = SessionID(stored: bytes) else {
      return add(.session("one whose id has \(bytes.count) bytes", revision: nil))
    }
    do {
      if let revision = try reader.firstDamage(of: id) { return add(.session(id.description, revision: revision)) }
      guard try reader.session(id) != nil else { return }
      sessions += 1
    } catch let error as SQLiteError {
      guard error.kind == .corrupt else { throw error }
      add(.session(id.description, revision: nil))
    } catch { add(.session(id.description, revision: nil)) }
  }

  private mutating func add(_ fault: Fault) {
    faultCount += 1
    if faults.count < Self.faultLimit { faults.append(fault) }
  }
}
#endif
