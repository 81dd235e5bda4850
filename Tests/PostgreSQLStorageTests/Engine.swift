#if PostgreSQL
import Dispatch
import Navigation
import SessionStorage
import StoreKinds
import Synchronization
import Testing

@testable import PostgreSQLStorage

/// An engine on a store of the tests' server, with its events for the operator.
final class Engine: Sendable {
  let schema: String
  let store: SessionStore
  let events: Events

  final class Events: Sendable {
    let all = Mutex<[PostgreSQLEvent]>([])
  }

  static func uptime() -> Int64 { Int64(DispatchTime.now().uptimeNanoseconds) }

  /// - Parameters:
  ///   - schema: the schema of the store; by default a new one.
  ///   - uri: another URI of the server, such as a proxy's.
  init(
    _ schema: String = PostgreSQLCluster.newSchema(), uri: String? = nil, limits: StoreLimits = StoreLimits()
  ) throws {
    let events = Events()
    self.schema = schema
    self.events = events
    let backend = try PostgreSQLCluster.shared.get().backend(
      schema, node: schema, limits: limits, uri: uri
    ) { event in
      events.all.withLock { $0.append(event) }
    }
    store = try SessionStore(backend, limits: limits, uptime: Self.uptime, report: { _ in })
  }

  static let start = Timestamp(milliseconds: 1_790_000_000_000)
  static let body = """
    {"environment": {"device": "iPad Pro 11-inch (M4)", "orientation": "landscape"},
     "layout": {"name": "tabsInPrimary", "tabs": [{"id": "chats", "title": "Chats", "screen": {"id": "chat-list", "route": "chats"}}],
                "placeholder": {"route": "nothing-selected", "title": "No chat selected"}}}
    """

  /// Creates a session.
  func made(_ id: UInt64, timeToLive: Int = 60, routes: SharedRoutes? = nil) throws -> SessionID {
    let opened = try CreateSession(request: Array(Self.body.utf8)).open()
    let head = SessionHead(
      id: SessionID(high: 11, low: id), owner: .unnamed, client: "a\0b", labels: Labels(), createdAt: Self.start,
      timeToLive: timeToLive)
    let made = StoredSession(head, opened.session, [], routes: routes)
    _ = try blocking { () async throws(StoreError) in
      try await self.store.create(made, answer: nil, at: Self.moment())
    }
    return head.id
  }

  /// Pushes a screen; returns the revision.
  @discardableResult
  func push(_ screen: String, onto id: SessionID, key: String? = nil) throws -> Int {
    try apply(#"{"type": "push", "stack": "chats", "screen": {"id": "\#(screen)", "route": "r"}}"#, to: id, key: key)
  }

  /// Applies a transition; returns the revision.
  @discardableResult
  func apply(_ transition: String, to id: SessionID, key: String? = nil) throws -> Int {
    let body = Array(transition.utf8)
    guard case .transition(let transition) = try TransitionRequest(request: body) else { return -1 }
    let answerKey = key.flatMap(IdempotencyKey.init)
    let moment = Self.moment()
    let change = TestChange { stored -> TestChange<Int?>.Decision in
      guard let change = stored.change(transition, at: moment.now) else { return (nil, nil) }
      let now = change.record.revision
      let answer = answerKey.map {
        StoredAnswer(
          key: $0, fingerprint: Fingerprint(high: 1, low: 2), sessionID: id, revision: now,
          reply: .written(Array("\(now)".utf8)))
      }
      return (stored.change(transition, at: moment.now, answer: answer), now)
    }
    let revision = try blocking { () async throws(StoreError) in
      try await self.store.make(change, of: id, at: moment)
    }
    return try #require(revision, "the transition is refused")
  }

  private static func moment() -> Moment { Moment(now: start, arrival: uptime()) }

  func session(_ id: SessionID) throws -> StoredSession {
    try blocking { () async throws(StoreError) in try await self.store.session(id, at: Self.moment()) }
  }

  func body(of answer: StoredAnswer) throws -> [UInt8] {
    try blocking { () async throws(StoreError) in try await self.store.fetched(answer, at: Self.moment()).readBody() }
  }

  func deletion(_ id: SessionID) throws -> Deletion {
    try blocking { () async throws(StoreError) in try await self.store.delete(id, at: Self.moment(), if: nil) }
  }

  var address: PostgreSQLAddress { get throws { try PostgreSQLCluster.shared.get().address(schema) } }

  /// Queries the database without the engine; returns the first column as integers.
  func query(_ sql: String) throws -> [Int64] {
    let servers = ServerList(try address, isDurable: false, name: "test")
    return try servers.connect().run(sql).rows.map { $0.int(0) }
  }
}
#endif
