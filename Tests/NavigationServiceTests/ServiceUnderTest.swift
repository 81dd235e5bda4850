import Dispatch
import HTTPMessages
import Navigation
import SessionStorage
import StoreKinds
import Synchronization

@testable import NavigationService

/// A service with its own clock and random numbers.
struct ServiceUnderTest: Sendable {
  /// The environment that tests control.
  final class World: Sendable {
    let milliseconds = Atomic<Int64>(1_790_000_000_000)
    /// Nanoseconds.
    let uptime = Atomic<Int64>(7_000_000_000)
    let chance = Atomic<UInt64>(0)
    let log = Mutex<[ServiceEvent]>([])
    let access = Mutex<[AccessEntry]>([])
  }

  let world = World()
  let store: SessionStore
  let service: NavigationService

  init(
    allowedHosts: [String] = [], corsOrigins: [String] = [], keys: APIKeys? = nil, rateLimit: Int? = nil,
    sessions: Int = 1_000,
    sessionsOfOwner: Int? = nil,
    residentSessions: Int? = nil, subscribers: Int = 100, subscribersOfOwner: Int? = nil, pageBytes: Int = 1 << 20,
    history: History.Limits = .init(),
    heavyRequests: Int = 100, workers: HeldWork? = nil, store: SessionStore? = nil,
    uptime: (@Sendable () -> Int64)? = nil
  ) {
    let world = world
    let limits = StoreLimits(
      sessions: sessions, sessionsOfOwner: sessionsOfOwner, residentSessions: residentSessions, history: history)
    // In memory all sessions are resident.
    let evicting = residentSessions == nil ? nil : try? TestBackend().store(limits: limits)
    let store = store ?? evicting ?? SessionStore(limits: limits)
    self.store = store
    service = NavigationService(
      store: store,
      configuration: ServiceConfiguration(
        allowedHosts: allowedHosts.compactMap(HostName.init), corsOrigins: corsOrigins.compactMap(WebOrigin.init),
        keys: keys.flatMap { try? KeyRing($0, in: store) }, rateLimit: rateLimit, subscriberLimit: subscribers,
        subscriberLimitOfOwner: subscribersOfOwner,
        pageBytes: pageBytes,
        heavyRequests: heavyRequests, work: { job in if let workers { workers.hold(job) } else { job() } },
        uptime: uptime ?? { world.uptime.load(ordering: .relaxed) },
        now: { Timestamp(milliseconds: world.milliseconds.load(ordering: .relaxed)) },
        random: { world.chance.wrappingAdd(1, ordering: .relaxed).newValue }, limits: [NamedLimit("max-body", 7)],
        commits: CommitCounters(),
        figures: { Self.figures },
        log: { event in world.log.withLock { $0.append(event) } },
        access: { entry in world.access.withLock { $0.append(entry) } }))
  }

  /// Sample figures of a process.
  private static var figures: OutsideFigures {
    var figures = OutsideFigures()
    (figures.startTime, figures.cpuTime, figures.residentMemory) = (1.79e9, 0.25, 7)
    (figures.connections.unsentBytes, figures.connections.bufferedBytes) = (11, 12)
    (figures.connections.slowConnections, figures.connections.crowdedConnections) = (13, 14)
    (figures.openDescriptors, figures.maximumDescriptors, figures.droppedLines) = (8, 9, 10)
    return figures
  }

  func wait(nanoseconds: Int64) { world.uptime.wrappingAdd(nanoseconds, ordering: .relaxed) }

  func wait(seconds: Int) { world.milliseconds.wrappingAdd(Int64(seconds) * 1_000, ordering: .relaxed) }

  static let json = (name: "Content-Type", value: "application/json")

  func send(_ method: HTTPMethod, _ target: String, _ fields: [(name: String, value: String)] = [], body: String = "")
    throws
    -> HTTPResponse
  {
    try send(HTTPRequest(method, target, fields: fields, body: Array(body.utf8)))
  }

  /// Waits for pending commits and reads, but not for future changes.
  func send(_ request: HTTPRequest) throws -> HTTPResponse { try PendingRequest(service, request).settled() }

  /// Begins a request.
  func ask(_ method: HTTPMethod, _ target: String, _ fields: [(name: String, value: String)] = [], body: String = "")
    throws -> PendingRequest
  {
    PendingRequest(service, try HTTPRequest(method, target, fields: fields, body: Array(body.utf8)))
  }

  /// An answer that is late or streamed.
  struct NotAtOnce: Error {}

  func get(_ target: String, _ fields: [(name: String, value: String)] = []) throws -> HTTPResponse {
    try send(.get, target, fields)
  }

  func post(_ target: String, _ body: String, _ fields: [(name: String, value: String)] = []) throws -> HTTPResponse {
    try send(.post, target, [Self.json] + fields, body: body)
  }

  /// Creates a session of the example, and returns its path.
  func created(_ members: String = "") throws -> String {
    let response = try post("/v1/sessions", Self.create(members))
    guard let path = response.value(of: "Location") else { throw NoSession(answer: response.text) }
    return path
  }

  struct NoSession: Error {
    let answer: String
  }

  /// The first example of `openapi.yaml`.
  static func create(_ members: String = "") -> String {
    """
    {\(members)"environment": {"device": "iPad Pro 11-inch (M4)", "orientation": "landscape"},
     "layout": {"name": "tabsInPrimary",
                "tabs": [{"id": "chats", "title": "Chats", "screen": {"id": "chat-list", "route": "chats"}},
                         {"id": "contacts", "title": "Contacts", "screen": {"id": "contact-list", "route": "contacts"}}],
                "placeholder": {"route": "nothing-selected", "title": "No chat selected"}}}
    """
  }

  static let showDetail =
    #"{"type": "showDetail", "screen": {"id": "chat-42", "route": "chat", "title": "Ada"}, "from": "chat-list"}"#
  static func push(_ id: String) -> String {
    #"{"type": "push", "screen": {"id": "\#(id)", "route": "r"}, "stack": "chats"}"#
  }
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }

  func json() throws -> JSONValue { try JSONDocument(body, unknownMembers: .skip).root }

  func problem() throws -> Problem { try Problem(json: json()) }

  func record() throws -> TransitionRecord { try TransitionRecord(answer: body) }

  func session() throws -> SessionView { try SessionView(answer: body) }

  /// The code of a problem whose status, media type and id agree with the head; nil for other answers.
  var code: String? {
    guard value(of: "Content-Type") == "application/problem+json", let problem = try? problem() else { return nil }
    guard problem.status == status.rawValue, problem.requestId == value(of: "X-Request-Id"),
      value(of: "Cache-Control") == "no-store"
    else { return "inconsistent: \(text)" }
    return problem.code
  }
}

extension HTTPResponse {
  /// The first value of a field, its name in any case.
  func value(of name: String) -> String? {
    fields.first { String(describing: $0.name).lowercased() == name.lowercased() }?.value
  }
}
