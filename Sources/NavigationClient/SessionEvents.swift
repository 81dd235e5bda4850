public import Navigation

/// A session's events as they occur, each revision once and in order; ends when the session is deleted or expires.
///
/// A broken connection is reopened and continues after the last event. Until the first connection is open every failure
/// is thrown. Later failures are thrown only where a retry cannot succeed, such as for a deleted session. For one task
/// at a time.
struct SessionEvents: AsyncSequence, AsyncIteratorProtocol, Sendable {
  typealias Element = SessionEvent
  typealias Failure = ClientError

  private let session: RemoteSession
  private let query: EventStreamQuery
  private var stream: TransportStream?
  private var parser = EventParser()
  private var lastID: Int?
  private var backoff = Backoff()
  private var hasConnected = false
  private var isOver = false

  init(session: RemoteSession, query: EventStreamQuery) { (self.session, self.query) = (session, query) }

  func makeAsyncIterator() -> Self { self }

  mutating func next(isolation actor: isolated (any Actor)?) async throws(ClientError) -> SessionEvent? {
    while !isOver {
      if let event = parser.next() {
        if let event = try read(event) { return event }
        continue
      }
      do throws(ClientError) {
        if let bytes = try await bytes(actor) { try feed(bytes) } else { try await lost(actor) }
      } catch {
        guard hasConnected, error.mayPass else {
          end()
          throw error
        }
        try await lost(actor)
      }
    }
    return nil
  }

  /// The next bytes; nil where the connection has ended.
  private mutating func bytes(_ actor: isolated (any Actor)?) async throws(ClientError) -> [UInt8]? {
    if stream == nil {
      var call = ClientCall(Endpoint(.streamEvents, of: session.id))
      call.query = query.text
      call.lastEventID = lastID
      stream = try await session.client.open(call)
      parser = EventParser()
      hasConnected = true
    }
    guard let stream else { return nil }
    return try await session.client.next(of: stream)
  }

  private mutating func feed(_ bytes: [UInt8]) throws(ClientError) {
    parser.feed(bytes)
    guard parser.byteCount <= Self.eventBytes else {
      throw .unexpectedAnswer(status: 200, detail: "an event without end")
    }
  }

  /// Waits before reconnecting, longer after each fruitless attempt.
  private mutating func lost(_ actor: isolated (any Actor)?) async throws(ClientError) {
    backoff.base = parser.retryMilliseconds ?? backoff.base
    stream = nil
    parser = EventParser()
    do { try await Task.sleep(for: backoff.next()) } catch {
      end()
      throw .cancelled
    }
  }

  private mutating func end() {
    isOver = true
    stream = nil
  }

  /// Decodes an event; nil for the end.
  private mutating func read(_ event: EventParser.Event) throws(ClientError) -> SessionEvent? {
    backoff.reset()
    if let id = event.id.flatMap({ Int($0) }) { lastID = id }
    switch event.name {
    case "session":
      let view = try body(SessionView.self, event)
      session.update(view)
      return .session(view)
    case "transition":
      let record = try body(TransitionRecord.self, event)
      session.update(record)
      return .transition(record)
    case "end":
      end()
      return nil
    default: return .other(name: event.name, data: event.data)
    }
  }

  private mutating func body<Body: JSONBody>(_ type: Body.Type, _ event: EventParser.Event) throws(ClientError)
    -> Body
  {
    do throws(BodyRefusal) { return try Body(answer: Array(event.data.utf8)) } catch {
      end()
      let problem = Problem(error)
      throw .unexpectedAnswer(
        status: 200, detail: "event \(event.name) at \"\(problem.pointer ?? "")\": \(problem.detail)")
    }
  }

  /// The largest event, in bytes.
  private static let eventBytes = 64 << 20
}

/// An event of a session's stream.
public enum SessionEvent: Sendable {
  /// The current state of the session: first, or where missed records are no longer stored.
  case session(SessionView)
  /// One new revision.
  case transition(TransitionRecord)
  /// An event that this version does not know.
  case other(name: String, data: String)
}

/// The delay before reconnecting: none after a connection with events, then doubled each time.
struct Backoff {
  /// Milliseconds; the server may set it in its stream.
  var base = 1_000
  private var failures = 0
  private static let maximum = 30_000

  mutating func reset() { failures = 0 }

  /// Between half of the delay and all of it, so that clients disconnected together do not reconnect together.
  mutating func next() -> Duration {
    defer { failures += 1 }
    guard failures > 0 else { return .zero }
    let longest = min(min(base, Self.maximum) << min(failures - 1, 16), Self.maximum)
    return .milliseconds(Int.random(in: longest / 2...longest))
  }
}

/// An incremental parser of server-sent events (WHATWG HTML §9.2.6).
struct EventParser {
  struct Event: Equatable {
    var name = ""
    var data = ""
    /// The stream's latest id, from this event or an earlier one.
    var id: String?
  }

  private var line: [UInt8] = []
  private var isAfterReturn = false
  private var event = Event()
  private var hasData = false
  private var events: ArraySlice<Event> = []
  /// The reconnection delay that the server asks for, in milliseconds.
  private(set) var retryMilliseconds: Int?
  /// Bytes of the incomplete event.
  private(set) var byteCount = 0

  mutating func feed(_ bytes: [UInt8]) {
    for byte in bytes {
      defer { isAfterReturn = byte == 0x0D }
      switch byte {
      case 0x0A where isAfterReturn: break
      case 0x0A, 0x0D: endLine()
      default:
        line.append(byte)
        byteCount += 1
      }
    }
  }

  mutating func next() -> Event? { events.popFirst() }

  private mutating func endLine() {
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else { return dispatch() }
    let name = line.prefix { $0 != 0x3A }
    var value = line.dropFirst(name.count + 1)
    if value.first == 0x20 { value = value.dropFirst() }
    let text = String(decoding: value, as: UTF8.self)
    switch String(decoding: name, as: UTF8.self) {
    case "event": event.name = text
    case "data":
      event.data += hasData ? "\n" + text : text
      hasData = true
    case "id": if !value.contains(0) { event.id = text }
    case "retry": if let milliseconds = Int(text), milliseconds >= 0 { retryMilliseconds = milliseconds }
    // Comments have an empty name; other fields are unknown.
    default: break
    }
  }

  private mutating func dispatch() {
    if hasData { events.append(event) }
    event = Event(id: event.id)
    hasData = false
    byteCount = 0
  }
}
