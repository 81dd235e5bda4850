import Dispatch
import HTTPMessages
import Navigation
import SessionStorage
import StoreKinds
import Synchronization
import Waiting

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
    var configuration = ServiceConfiguration(
      uptime: uptime ?? { world.uptime.load(ordering: .relaxed) },
      now: { Timestamp(milliseconds: world.milliseconds.load(ordering: .relaxed)) },
      random: { world.chance.wrappingAdd(1, ordering: .relaxed).newValue })
    configuration.allowedHosts = allowedHosts.compactMap(HostName.init)
    configuration.corsOrigins = corsOrigins.compactMap(WebOrigin.init)
    configuration.keys = keys.flatMap { try? KeyRing($0, in: store) }
    configuration.rateLimit = rateLimit
    (configuration.subscriberLimit, configuration.subscriberLimitOfOwner) = (subscribers, subscribersOfOwner)
    (configuration.pageBytes, configuration.heavyRequests) = (pageBytes, heavyRequests)
    configuration.work = { job in if let workers { workers.hold(job) } else { job() } }
    configuration.limits = [("max-body", 7)]
    configuration.commits = CommitCounters()
    configuration.figures = { Self.figures }
    configuration.log = { event in world.log.withLock { $0.append(event) } }
    configuration.access = { entry in world.access.withLock { $0.append(entry) } }
    service = NavigationService(store: store, configuration: configuration)
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

/// A request in progress, as the owner of its connection sees it. Its task goes on in the thread that ends its wait.
final class PendingRequest: Sendable {
  let call: HTTPCall
  private let answer = Promise<HTTPResponse?>()
  private let over = Promise<Void>()
  private let looks: DispatchSemaphore

  init(_ service: NavigationService, _ request: HTTPRequest, isWhole: Bool = true) {
    let looks = DispatchSemaphore(value: 0)
    self.looks = looks
    call = HTTPCall(request, isWhole: isWhole) { looks.signal() }
    over.whenKnown { _ in looks.signal() }
    Task.immediate(executorPreference: SameThread.executor) { [call, answer, over] in
      var response = await service.respond(to: call)
      let stream = request.method == .head ? nil : response?.stream
      // It holds the place of a subscriber.
      response?.stream = nil
      answer.fulfil(response)
      if let stream { call.end(await stream.write(call)) }
      over.fulfil(())
    }
  }

  /// Nil while there is none; without its stream.
  var response: HTTPResponse? { answer.value ?? nil }

  /// Whether its tasks have ended.
  var isOver: Bool { over.value != nil }

  var waitsForNews: Bool {
    if case .news? = call.patience.purpose { true } else { false }
  }

  /// The milliseconds for which it waits for news; nil where it does not, or for as long as it takes.
  var newsMilliseconds: Int? {
    if case .news(let milliseconds)? = call.patience.purpose { milliseconds } else { nil }
  }

  /// The response, once commits and reads are done. Throws where it waits for news, or is written in pieces.
  func settled() throws -> HTTPResponse {
    while !isOver, !waitsForNews { looks.wait() }
    guard isOver, let response else { throw ServiceUnderTest.NotAtOnce() }
    return response
  }

  /// Waits until the task has ended or waits for news.
  func rests() { while !isOver, !waitsForNews { looks.wait() } }
}

/// Runs a task's jobs at once in the thread that makes them ready, so that a test sees their effect when its call
/// returns.
private final class SameThread: TaskExecutor {
  static let executor = SameThread()

  func enqueue(_ job: consuming ExecutorJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }
}

/// An open stream, read as by the server.
final class Subscriber: Sendable {
  let head: HTTPResponse
  private let pending: PendingRequest
  private let end = Mutex<HTTPCall.End?>(nil)

  init(_ service: ServiceUnderTest, _ target: String, _ fields: [(name: String, value: String)] = []) throws {
    pending = try service.ask(.get, target, fields)
    pending.rests()
    unread = Mutex(pending.call.take())
    guard let head = pending.response else { throw ServiceUnderTest.NotAtOnce() }
    self.head = head
    end.withLock { $0 = unread.withLock { $0.end } }
  }

  /// What has been taken and not read yet.
  private let unread: Mutex<HTTPCall.Output>

  func leave() { pending.call.patience.end(.left) }

  /// Whether the stream has ended.
  var isOver: Bool { pending.isOver }

  /// The new events, like `transition 3`; `over` and `lost` at the end of the stream.
  func news() throws -> [String] { try events().map { $0.id.isEmpty ? $0.name : "\($0.name) \($0.id)" } }

  /// The pieces available now.
  func pieces() throws -> [[UInt8]] {
    var pieces = unread.withLock { unread in
      defer { unread.pieces = [] }
      return unread.pieces
    }
    while true {
      // The task may go on with the next piece.
      pending.call.makeRoom()
      let output = pending.call.take()
      if let end = output.end { self.end.withLock { $0 = end } }
      if output.pieces.isEmpty { return pieces }
      pieces += output.pieces
    }
  }

  func events() throws -> [(name: String, id: String, data: String)] {
    let text = String(decoding: try pieces().joined(), as: UTF8.self)
    return text.split(separator: "\n\n").map(Self.event) + rest
  }

  private static func event(_ text: Substring) -> (name: String, id: String, data: String) {
    var (name, id, data) = ("", "", "")
    for line in text.split(separator: "\n") {
      let value = String(line.drop { $0 != ":" }.dropFirst(2))
      switch line.prefix(while: { $0 != ":" }) {
      case "event": name = value
      case "id": id = value
      default: data = value
      }
    }
    return (name, id, data)
  }

  private var rest: [(name: String, id: String, data: String)] {
    if case .lost? = end.withLock({ $0 }) { return [("lost", "", "")] }
    return pending.isOver ? [("over", "", "")] : []
  }
}

/// Workers that start at the test's request.
final class HeldWork: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var isHolding = false
    var count = 0
  }

  private let state = Mutex(State())

  /// The number of waiting jobs.
  var waiting: Int { state.withLock { $0.jobs.count } }

  /// The number of all jobs.
  var count: Int { state.withLock { $0.count } }

  /// From now on jobs wait for `work`.
  func begin() { state.withLock { $0.isHolding = true } }

  func hold(_ job: @escaping @Sendable () -> Void) {
    let isHeld = state.withLock { state in
      state.count += 1
      if state.isHolding { state.jobs.append(job) }
      return state.isHolding
    }
    if !isHeld { job() }
  }

  /// Runs the waiting jobs and those that they add, in order.
  func work() { while workOnce() {} }

  /// Runs the first waiting job; false where none waits.
  @discardableResult
  func workOnce() -> Bool {
    guard let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) else { return false }
    job()
    return true
  }
}
