import Navigation
import Synchronization

/// One HTTP request as a value.
struct TransportRequest: Sendable {
  var method: Operation.Method
  /// Absolute and percent-encoded; dot segments are sent unchanged.
  var url: String
  /// The Unix-domain socket to connect to instead of the URL's host; nil connects to the host.
  var unixSocket: String?
  /// `Name: value` lines, without line breaks.
  var fields: [String]
  /// The content of a POST.
  var body: [UInt8]
  /// The time from `send` to the last byte of the response; nil takes `TransportLimits.requestTimeout`.
  var timeout: Duration?

  init(
    _ method: Operation.Method, _ url: String, unixSocket: String? = nil, fields: [String] = [], body: [UInt8] = [],
    timeout: Duration? = nil
  ) {
    self.method = method
    self.url = url
    self.unixSocket = unixSocket
    self.fields = fields
    self.body = body
    self.timeout = timeout
  }
}

/// One final HTTP response as a value, without interim (1xx) responses and trailers.
struct TransportResponse: Sendable, Equatable {
  var status: Int
  /// The fields among `fieldNames` that it has; repeated ones are joined into one list (RFC 9110 §5.3).
  var fields: [String: String] = [:]
  var body: [UInt8] = []

  /// The header fields that are read, in lower case.
  static let fieldNames = ["content-type", "etag", "idempotency-replayed", "link"]
}

struct TransportLimits: Sendable {
  /// Bytes of content in one response.
  var responseBodyBytes = 64 << 20
  /// Bytes of status line and fields in one response, interim responses included.
  var responseHeadBytes = 256 << 10
  /// Unread bytes of a streamed response before the server is paused.
  var streamBufferBytes = 256 << 10
  /// Time to open a connection, TLS included.
  var connectTimeout: Duration = .seconds(10)
  /// Time of a whole request without a timeout of its own.
  var requestTimeout: Duration = .seconds(30)
  /// Open connections, in use or idle; further requests wait their turn.
  var connections = 256

  /// Whole milliseconds from 1 to 2 000 000 000; libcurl reads 0 as "never".
  static func milliseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    let bounded = min(max(seconds, 0), 1_999_999)
    return Int(max(bounded * 1000 + max(attoseconds, 0) / 1_000_000_000_000_000, 1))
  }
}

/// A response whose content is streamed; releasing it ends the transfer.
final class TransportStream: Sendable {
  private let arrival: Arrival
  private let mailbox: CurlMailbox

  init(_ arrival: Arrival, _ mailbox: CurlMailbox) {
    self.arrival = arrival
    self.mailbox = mailbox
  }

  deinit { if !arrival.hasEnded { mailbox.post(.cancel(arrival)) } }

  /// Status and fields, once they have come.
  func head() async throws(TransportError) -> TransportResponse {
    await wait(for: .head)
    if let head = arrival.head { return head }
    try arrival.end?.get()
    throw .other("no response")
  }

  /// The next bytes of the content, all that have come; nil at its end. For one task at a time.
  func next() async throws(TransportError) -> [UInt8]? {
    await wait(for: .content)
    let (bytes, wasPaused) = arrival.takeBytes()
    if wasPaused { mailbox.post(.resume(arrival)) }
    guard bytes.isEmpty else { return bytes }
    try arrival.end?.get()
    return nil
  }

  /// The response with its content.
  func whole() async throws(TransportError) -> TransportResponse {
    await wait(for: .end)
    try arrival.end?.get()
    var response = try await head()
    response.body = arrival.takeBytes().bytes
    return response
  }

  /// Cancelling the task ends the transfer.
  private func wait(for milestone: Arrival.Milestone) async {
    await withTaskCancellationHandler {
      await arrival.wait(for: milestone)
    } onCancel: {
      arrival.finish(.failure(.cancelled))
      mailbox.post(.cancel(arrival))
    }
  }
}

/// A response being received: the poll thread fills it, and a task waits for a milestone.
final class Arrival: Sendable {
  /// A point that a task waits for; the end counts as all of them.
  enum Milestone { case head, content, end }

  /// The outcome for bytes that libcurl offers.
  enum Taking {
    case taken
    /// libcurl holds them until the transfer is resumed.
    case later
    /// The transfer ends.
    case refused
  }

  private struct State {
    /// The head, as a response without its body.
    var head: TransportResponse?
    var bytes: [UInt8] = []
    var end: Result<Void, TransportError>?
    var isPaused = false
    var waiters: [(milestone: Milestone, task: CheckedContinuation<Void, Never>)] = []

    func has(_ milestone: Milestone) -> Bool {
      switch milestone {
      case .head: head != nil || end != nil
      case .content: !bytes.isEmpty || end != nil
      case .end: end != nil
      }
    }
  }

  private let state = Mutex(State())
  /// Whether the content is read as it arrives; else it is gathered until the end.
  let isStream: Bool
  private let limit: Int

  /// - Parameter limit: bytes held unread: of a stream, before the server is paused; else of the whole content.
  init(isStream: Bool, limit: Int) {
    self.isStream = isStream
    self.limit = limit
  }

  func begin(_ head: TransportResponse) { change { $0.head = head } }

  func append(_ bytes: [UInt8]) -> Taking {
    change { state in
      if state.bytes.count + bytes.count > limit, !isStream || !state.bytes.isEmpty {
        state.isPaused = true
        return isStream ? .later : .refused
      }
      state.bytes.append(contentsOf: bytes)
      return .taken
    }
  }

  /// Only the first end counts.
  func finish(_ end: Result<Void, TransportError>) { change { $0.end = $0.end ?? end } }

  private func change<Answer>(_ body: (inout State) -> Answer) -> Answer {
    let (answer, waiters) = state.withLock { state in
      let answer = body(&state)
      let (waiters, ready) = (state.waiters, state.waiters.filter { state.has($0.milestone) })
      if !ready.isEmpty { state.waiters = waiters.filter { !state.has($0.milestone) } }
      return (answer, ready)
    }
    for waiter in waiters { waiter.task.resume() }
    return answer
  }

  /// Returns once the milestone is reached.
  func wait(for milestone: Milestone) async {
    await withCheckedContinuation { task in change { $0.waiters.append((milestone, task)) } }
  }

  var hasEnded: Bool { state.withLock { $0.end != nil } }

  /// The head; nil where the transfer ended before it.
  var head: TransportResponse? { state.withLock { $0.head } }

  /// The outcome, once the transfer has ended.
  var end: Result<Void, TransportError>? { state.withLock { $0.end } }

  /// Takes the unread bytes; `wasPaused`: the server has been paused.
  func takeBytes() -> (bytes: [UInt8], wasPaused: Bool) {
    state.withLock { state in
      defer { (state.bytes, state.isPaused) = ([], false) }
      return (state.bytes, state.isPaused)
    }
  }
}
