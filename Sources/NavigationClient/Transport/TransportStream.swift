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
