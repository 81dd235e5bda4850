import CCurl
import Glibc

/// HTTP requests over libcurl with connections kept open, all on one thread; safe to use from many tasks at once.
///
/// A kept connection may turn out closed when the next request is on its way. GET and DELETE are then sent again by
/// themselves; POST fails with `connectionLost`, since the server may have carried it out (RFC 9110 §9.2.2).
final class CurlTransport: Sendable {
  private let mailbox: CurlMailbox
  private let limits: TransportLimits

  /// curl_global_init, once in a process.
  private static let globalCode = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

  /// Starts the thread. Throws `other` when libcurl or the thread cannot be had.
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

  /// Ends every request under way with `closed` and closes the connections, without waiting for that. Later calls do
  /// nothing; later requests fail with `closed`.
  func close() { mailbox.close() }

  /// Sends one request and returns its response, whatever the status. Cancelling the task ends the transfer.
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    try await start(request, Arrival(isStream: false, limit: limits.responseBodyBytes)).whole()
  }

  /// Sends one request and returns its response as soon as the head is there, whatever the status; the content comes as
  /// it is read.
  ///
  /// No time limits it but that to connect. Cancelling the task ends the transfer.
  func open(_ request: TransportRequest) async throws(TransportError) -> (
    head: TransportResponse, content: TransportStream
  ) {
    let stream = try start(request, Arrival(isStream: true, limit: limits.streamBufferBytes))
    return (try await stream.head(), stream)
  }

  private func start(_ request: TransportRequest, _ arrival: Arrival) throws(TransportError) -> TransportStream {
    // What has been cancelled before is not sent.
    if Task.isCancelled { throw .cancelled }
    guard mailbox.post(.start(request, arrival)) else { throw .closed }
    return TransportStream(arrival, mailbox)
  }
}
