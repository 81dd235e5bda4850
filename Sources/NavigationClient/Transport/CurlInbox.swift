typealias TransferID = UInt64
typealias TransferReply = CheckedContinuation<Result<TransportResponse, TransportError>, Never>

/// What tasks ask of the poll thread.
enum CurlCommand {
  case start(TransferID, TransportRequest, TransferReply)
  case open(TransferID, TransportRequest, StreamBuffer)
  case resume(TransferID)
  case cancel(TransferID)
}

/// Commands on their way to the poll thread, and whether the transport still takes any.
struct CurlInbox {
  enum Admission: Equatable {
    case refused
    /// `wake` is false when an earlier command has already woken the thread for this batch.
    case queued(wake: Bool)
  }

  private var commands: [CurlCommand] = []
  private var isOpen = true

  mutating func add(_ command: CurlCommand) -> Admission {
    guard isOpen else { return .refused }
    commands.append(command)
    return .queued(wake: commands.count == 1)
  }

  /// True for the first call.
  mutating func close() -> Bool {
    defer { isOpen = false }
    return isOpen
  }

  /// Empties the inbox; after `isOpen` has been false once, nothing more comes.
  mutating func take() -> (commands: [CurlCommand], isOpen: Bool) {
    defer { commands = [] }
    return (commands, isOpen)
  }
}
