import CCurl

/// One request under way: what has arrived so far and who waits for it.
final class CurlTransfer {
  let id: TransferID
  let reply: TransferReply
  let handle: EasyHandle
  private let limits: TransportLimits
  private var head = ResponseHead()
  private var body: [UInt8] = []
  private var isOverLimit = false
  private let mayRepeat: Bool
  private var attempts = 0

  init(id: TransferID, _ request: TransportRequest, reply: TransferReply, handle: EasyHandle, limits: TransportLimits) {
    mayRepeat = request.method.isIdempotent
    self.id = id
    self.reply = reply
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
    return !isOverLimit
  }

  /// False ends the transfer.
  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    isOverLimit = bytes.count > limits.responseBodyBytes - body.count
    if !isOverLimit { body.append(contentsOf: bytes) }
    return !isOverLimit
  }

  /// The answer to the caller, once libcurl has ended the transfer with `code`.
  func outcome(_ code: CURLcode) -> Result<TransportResponse, TransportError> {
    if attempts > 1, !mayRepeat { return .failure(.connectionLost("the kept connection closed before a response")) }
    if isOverLimit { return .failure(.responseTooLarge) }
    if code == CURLE_OK { return .success(TransportResponse(status: handle.status, fields: head.fields, body: body)) }
    return .failure(TransportError(code, handle.errorText(code)))
  }
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
