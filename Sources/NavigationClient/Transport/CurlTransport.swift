import CCurl
import Glibc
import Synchronization

/// HTTP requests over libcurl with persistent connections, all on one thread; safe to use from concurrent tasks.
///
/// A reused connection may turn out closed during the next request. GET and DELETE are then retried; POST fails with
/// `connectionLost`, since the server may have carried it out (RFC 9110 §9.2.2).
final class CurlTransport: Sendable {
  private let mailbox: CurlMailbox
  private let limits: TransportLimits

  /// curl_global_init, once per process.
  private static let globalCode = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

  /// Starts the thread. Throws `other` where libcurl or the thread cannot start.
  init(limits: TransportLimits = TransportLimits()) throws(TransportError) {
    guard Self.globalCode == CURLE_OK, let multi = curl_multi_init() else { throw .other("libcurl does not start") }
    let mailbox = CurlMailbox(multi: multi)
    let code = detachThread {
      var driver = CurlDriver(mailbox, limits)
      driver.run()
    }
    guard code == 0 else {
      curl_multi_cleanup(multi)
      throw .other("no thread: \(String(cString: strerror(code)))")
    }
    self.mailbox = mailbox
    self.limits = limits
  }

  deinit { close() }

  /// Ends pending requests with `closed` and closes the connections, without waiting. Later calls do nothing; later
  /// requests fail with `closed`.
  func close() { mailbox.close() }

  /// Sends one request and returns its response with any status. Cancelling the task ends the transfer.
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    try await start(request, Arrival(isStream: false, limit: limits.responseBodyBytes)).whole()
  }

  /// Sends one request and returns its response, with any status, once the head has arrived; the content is streamed.
  ///
  /// Only connecting has a timeout. Cancelling the task ends the transfer.
  func open(_ request: TransportRequest) async throws(TransportError) -> (
    head: TransportResponse, content: TransportStream
  ) {
    let stream = try start(request, Arrival(isStream: true, limit: limits.streamBufferBytes))
    return (try await stream.head(), stream)
  }

  private func start(_ request: TransportRequest, _ arrival: Arrival) throws(TransportError) -> TransportStream {
    // A task that is already cancelled sends nothing.
    if Task.isCancelled { throw .cancelled }
    guard mailbox.post(.start(request, arrival)) else { throw .closed }
    return TransportStream(arrival, mailbox)
  }
}

/// A command from a task to the poll thread.
enum CurlCommand {
  case start(TransportRequest, Arrival)
  case resume(Arrival)
  case cancel(Arrival)
}

/// The only state shared by tasks and the poll thread: queued commands, and libcurl's wake-up call.
final class CurlMailbox: Sendable {
  private struct State {
    var commands: [CurlCommand] = []
    var isOpen = true
  }

  private let state = Mutex(State())
  // SAFETY: used here for curl_multi_wakeup alone, which libcurl allows from any thread. It is called under the lock
  // and only while the mailbox is open. The poll thread frees the handle only after it has seen, under the same lock,
  // the mailbox closed.
  nonisolated(unsafe) let multi: UnsafeMutableRawPointer

  init(multi: UnsafeMutableRawPointer) { self.multi = multi }

  /// False once closed.
  @discardableResult func post(_ command: CurlCommand) -> Bool {
    state.withLock { state in
      guard state.isOpen else { return false }
      state.commands.append(command)
      // An earlier command has already woken the thread.
      if state.commands.count == 1 { curl_multi_wakeup(multi) }
      return true
    }
  }

  func close() {
    state.withLock { state in
      guard state.isOpen else { return }
      state.isOpen = false
      curl_multi_wakeup(multi)
    }
  }

  /// All commands; once `isOpen` was false, no more follow.
  func take() -> (commands: [CurlCommand], isOpen: Bool) {
    state.withLock { state in
      defer { state.commands = [] }
      return (state.commands, state.isOpen)
    }
  }
}

/// The poll thread: the only owner of all transfers and their libcurl handles.
struct CurlDriver {
  private let mailbox: CurlMailbox
  private let multi: UnsafeMutableRawPointer
  private let limits: TransportLimits
  private var active: [ObjectIdentifier: CurlTransfer] = [:]

  /// The longest sleep without an event; a wake-up ends it at once.
  private static let pollMilliseconds: CInt = 60_000

  init(_ mailbox: CurlMailbox, _ limits: TransportLimits) {
    self.mailbox = mailbox
    self.multi = mailbox.multi
    self.limits = limits
    nav_curlm_set_long(multi, CURLMOPT_MAXCONNECTS, limits.connections)
    nav_curlm_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, limits.connections)
  }

  /// Serves the mailbox until it closes, then fails the remaining transfers and frees every handle.
  mutating func run() {
    blockSignals()
    while true {
      let batch = mailbox.take()
      for command in batch.commands { carryOut(command) }
      guard batch.isOpen else { break }
      var running: CInt = 0
      curl_multi_perform(multi, &running)
      collectEnded()
      curl_multi_poll(multi, nil, 0, Self.pollMilliseconds, nil)
    }
    for transfer in active.values { detach(transfer, .failure(.closed)) }
    curl_multi_cleanup(multi)
  }

  /// Signals belong to the program's own threads. With `NOSIGNAL`, a TLS write to a closed socket would raise SIGPIPE
  /// here.
  private func blockSignals() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
  }

  private mutating func carryOut(_ command: CurlCommand) {
    switch command {
    case .start(let request, let arrival):
      guard let transfer = CurlTransfer(request, arrival: arrival, limits: limits) else {
        return arrival.finish(.failure(.other("libcurl refused the request")))
      }
      active[ObjectIdentifier(arrival)] = transfer
      curl_multi_add_handle(multi, transfer.easy)
    case .resume(let arrival):
      if let transfer = active[ObjectIdentifier(arrival)] { curl_easy_pause(transfer.easy, CURLPAUSE_RECV_CONT) }
    case .cancel(let arrival):
      if let transfer = active[ObjectIdentifier(arrival)] { detach(transfer, .failure(.cancelled)) }
    }
  }

  private mutating func collectEnded() {
    var code = CURLE_OK
    while let easy = nav_curlm_next_done(multi, &code) {
      var context: UnsafeMutableRawPointer?
      nav_curl_get_pointer(easy, CURLINFO_PRIVATE, &context)
      guard let context else { continue }
      // SAFETY: a handle in the multi handle has its transfer in `active`.
      let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
      detach(transfer, transfer.outcome(code))
    }
  }

  /// Removes the transfer from libcurl, which closes an incomplete response's connection, and resumes its task.
  private mutating func detach(_ transfer: CurlTransfer, _ outcome: Result<Void, TransportError>) {
    curl_multi_remove_handle(multi, transfer.easy)
    active[ObjectIdentifier(transfer.arrival)] = nil
    transfer.arrival.finish(outcome)
  }
}
