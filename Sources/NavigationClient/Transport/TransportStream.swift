/// A response whose content comes while it is read; letting go of it ends the transfer.
public final class TransportStream: Sendable {
  public let status: Int
  public let fields: TransportFields
  private let id: TransferID
  private let buffer: StreamBuffer
  private let mailbox: CurlMailbox

  init(_ head: StreamBuffer.Head, _ id: TransferID, _ buffer: StreamBuffer, _ mailbox: CurlMailbox) {
    status = head.status
    fields = head.fields
    self.id = id
    self.buffer = buffer
    self.mailbox = mailbox
  }

  deinit { _ = mailbox.post(.cancel(id)) }

  /// The next bytes of the content, as many as have come; nil at its end. For one task at a time.
  public func next() async throws(TransportError) -> [UInt8]? {
    let result = await withTaskCancellationHandler {
      await take()
    } onCancel: {
      buffer.finish(.failure(.cancelled))
    }
    return try result.get()
  }

  private func take() async -> Result<[UInt8]?, TransportError> {
    while true {
      switch buffer.takeBytes() {
      case .bytes(let bytes, let resumes):
        if resumes { _ = mailbox.post(.resume(id)) }
        return .success(bytes)
      case .end(.success): return .success(nil)
      case .end(.failure(let error)): return .failure(error)
      case .nothing, .head: await buffer.wait { $0.hasContent }
      }
    }
  }
}
