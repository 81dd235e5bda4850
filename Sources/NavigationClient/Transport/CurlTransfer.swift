import CCurl

/// One request under way: what has arrived so far and who waits for it.
final class CurlTransfer {
  let id: TransferID
  let receiver: TransferReceiver
  let handle: EasyHandle
  private let limits: TransportLimits
  private var head = ResponseHead()
  private var body: [UInt8] = []
  private var isOverLimit = false
  private var hasBegun = false
  private let mayRepeat: Bool
  private var attempts = 0

  init(id: TransferID, _ request: TransportRequest, _ receiver: TransferReceiver, handle: EasyHandle, limits: TransportLimits) {
    mayRepeat = request.method.isIdempotent
    self.id = id
    self.receiver = receiver
    self.handle = handle
    self.limits = limits
  }

  /// libcurl is about to send the request: for the first time, or again because a kept connection closed without a response.
  /// False ends the transfer.
  func beginAttempt() -> Bool {
    attempts += 1
    return attempts == 1 || mayRepeat
  }

  /// False ends the transfer.
  func receiveHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
    head.receive(line)
    isOverLimit = head.byteCount > limits.responseHeadBytes
    if head.isComplete, case .stream(let buffer) = receiver, !hasBegun {
      hasBegun = true
      buffer.begin(StreamBuffer.Head(status: handle.status, fields: head.fields))
    }
    return !isOverLimit
  }

  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Taking {
    switch receiver {
    case .stream(let buffer): return buffer.append(bytes) ? .taken : .later
    case .whole:
      isOverLimit = bytes.count > limits.responseBodyBytes - body.count
      if !isOverLimit { body.append(contentsOf: bytes) }
      return isOverLimit ? .refused : .taken
    }
  }

  /// What became of bytes that libcurl has.
  enum Taking {
    case taken
    /// libcurl keeps them until the transfer is resumed.
    case later
    /// Ends the transfer.
    case refused

    init(_ isTaken: Bool) { self = isTaken ? .taken : .refused }
  }

  /// The answer to the caller, once libcurl has ended the transfer with `code`.
  func outcome(_ code: CURLcode) -> Result<TransportResponse, TransportError> {
    if attempts > 1, !mayRepeat { return .failure(.connectionLost("the kept connection closed before a response")) }
    if isOverLimit { return .failure(.responseTooLarge) }
    if code == CURLE_OK { return .success(TransportResponse(status: handle.status, fields: head.fields, body: body)) }
    return .failure(TransportError(code, handle.errorText(code)))
  }
}

/// Who gets a response: whole, or as it comes.
enum TransferReceiver {
  case whole(TransferReply)
  case stream(StreamBuffer)

  func finish(_ outcome: Result<TransportResponse, TransportError>) {
    switch self {
    case .whole(let reply): reply.resume(returning: outcome)
    case .stream(let buffer): buffer.finish(outcome.map { _ in })
    }
  }

  var isStream: Bool { if case .stream = self { true } else { false } }
}

extension TransportError {
  /// libcurl's codes, by what the caller can do about them.
  init(_ code: CURLcode, _ text: String) {
    switch code {
    case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION:
      self = .couldNotConnect(text)
    case CURLE_OPERATION_TIMEDOUT: self = .timedOut
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE: self = .connectionLost(text)
    case CURLE_FILESIZE_EXCEEDED: self = .responseTooLarge
    case CURLE_URL_MALFORMAT: self = .invalidURL
    default: self = .other(text)
    }
  }
}
