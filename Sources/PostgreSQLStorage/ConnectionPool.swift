#if PostgreSQL
import Dispatch
import Synchronization

/// A pool of connections, opened on demand; a caller waits while all are in use.
final class ConnectionPool: Sendable {
  private let servers: ServerList
  private let showsReplicated: Bool
  private let permits: DispatchSemaphore
  private let idle = Mutex(Idle())

  // SAFETY: a connection is either in `connections` or owned by the caller that has taken it out.
  private struct Idle: @unchecked Sendable {
    var connections: [PostgreSQLConnection] = []
    var isClosed = false
  }

  /// - Parameter showsReplicated: whether its connections show only what the standby has, too.
  init(_ servers: ServerList, limit: Int, showsReplicated: Bool) {
    self.servers = servers
    self.showsReplicated = showsReplicated
    permits = DispatchSemaphore(value: limit)
  }

  /// Lends a connection; one that has failed, or no longer leads to the primary, is not reused.
  func use<Answer>(_ body: (PostgreSQLConnection) throws(PostgreSQLError) -> Answer) throws(PostgreSQLError) -> Answer {
    permits.wait()
    defer { permits.signal() }
    let connection: PostgreSQLConnection
    if let one = try take() {
      connection = one
    } else {
      connection = try servers.connect(showsReplicated: showsReplicated)
    }
    let answer: Answer
    do throws(PostgreSQLError) { answer = try body(connection) } catch {
      if !error.endsConnection { putBack(connection) }
      throw error
    }
    putBack(connection)
    return answer
  }

  private func take() throws(PostgreSQLError) -> PostgreSQLConnection? {
    while true {
      let (isClosed, box) = idle.withLock { idle in (idle.isClosed, Box(connection: idle.connections.popLast())) }
      if isClosed { throw .unreachable(.init(message: "the store is closed")) }
      guard let connection = box.connection else { return nil }
      if servers.isCurrent(connection) { return connection }
    }
  }

  private func putBack(_ connection: PostgreSQLConnection) {
    let box = Box(connection: connection)
    idle.withLock { idle in
      guard !idle.isClosed, let connection = box.connection else { return }
      idle.connections.append(connection)
    }
  }

  /// Carries a connection across a lock.
  // SAFETY: the sender does not use the connection afterwards.
  private struct Box: @unchecked Sendable { let connection: PostgreSQLConnection? }

  var isClosed: Bool { idle.withLock { $0.isClosed } }

  func close() {
    idle.withLock { idle in
      idle.isClosed = true
      idle.connections = []
    }
  }
}
#endif
