import CCurl
import Glibc

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
