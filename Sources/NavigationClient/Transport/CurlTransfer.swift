import CCurl

/// One pending request: libcurl's handle, the memory it points into, and the response. Used by the poll thread alone.
final class CurlTransfer {
  let easy: UnsafeMutableRawPointer
  let arrival: Arrival
  private let limits: TransportLimits
  /// Whether the request may be sent again (RFC 9110 §9.2.2).
  private let mayRepeat: Bool
  private let errorText: UnsafeMutablePointer<CChar>
  private var fieldList: UnsafeMutablePointer<curl_slist>?
  private var attempts = 0
  private var headBytes = 0
  private var hasHead = false
  private var isOverLimit = false

  /// Nil where libcurl refuses an option: out of memory, or built without it.
  init?(_ request: TransportRequest, arrival: Arrival, limits: TransportLimits) {
    guard let easy = curl_easy_init() else { return nil }
    self.easy = easy
    self.arrival = arrival
    self.limits = limits
    mayRepeat = request.method != .post
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    // A name without a value removes libcurl's own field: no 100-continue round trip, no form content type.
    for line in ["Expect:", "Content-Type:"].filter({ own in !request.fields.contains { $0.hasPrefix(own) } })
      + request.fields
    {
      guard let longer = curl_slist_append(fieldList, line) else { return nil }
      fieldList = longer
    }
    let codes = options(request) + content(request) + callbacks()
    guard codes.allSatisfy({ $0 == CURLE_OK }) else { return nil }
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(fieldList)
    errorText.deallocate()
  }

  private func options(_ request: TransportRequest) -> [CURLcode] {
    // libcurl reads 0 as "never": a stream has no timeout.
    let timeout = arrival.isStream ? 0 : TransportLimits.milliseconds(request.timeout ?? limits.requestTimeout)
    return [
      nav_curl_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https"),
      nav_curl_set_string(easy, CURLOPT_URL, request.url),
      nav_curl_set_string(easy, CURLOPT_UNIX_SOCKET_PATH, request.unixSocket),
      nav_curl_set_list(easy, CURLOPT_HTTPHEADER, fieldList), nav_curl_set_long(easy, CURLOPT_NOSIGNAL, 1),
      nav_curl_set_long(easy, CURLOPT_PATH_AS_IS, 1),
      // No proxy from the environment: getenv on this thread would race with a setenv elsewhere.
      nav_curl_set_string(easy, CURLOPT_PROXY, ""),
      nav_curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, TransportLimits.milliseconds(limits.connectTimeout)),
      nav_curl_set_long(easy, CURLOPT_TIMEOUT_MS, timeout),
      // Keep-alive probes detect the lost peer of a silent stream.
      nav_curl_set_long(easy, CURLOPT_TCP_KEEPALIVE, arrival.isStream ? 1 : 0),
      nav_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText),
    ]
  }

  private func content(_ request: TransportRequest) -> [CURLcode] {
    switch request.method {
    case .get: []
    case .delete: [nav_curl_set_string(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)]
    // The size goes first, or libcurl would look for the end of a string. The extra byte gives an empty array an
    // address.
    case .post:
      [
        nav_curl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, request.body.count),
        nav_curl_set_bytes(easy, CURLOPT_COPYPOSTFIELDS, request.body + [0]),
      ]
    }
  }

  // SAFETY: the transfer is passed unretained. The driver's table holds it from before the handle joins the multi
  // handle until after it has left. libcurl calls back only in between, on the poll thread.
  private func callbacks() -> [CURLcode] {
    let context = Unmanaged.passUnretained(self).toOpaque()
    return [
      nav_curl_set_pointer(easy, CURLOPT_PRIVATE, context), nav_curl_set_pointer(easy, CURLOPT_HEADERDATA, context),
      nav_curl_set_pointer(easy, CURLOPT_WRITEDATA, context), nav_curl_set_pointer(easy, CURLOPT_PREREQDATA, context),
      nav_curl_set_prerequest_fn(easy) { context, _, _, _, _ in
        guard let context else { return CURL_PREREQFUNC_ABORT }
        return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().beginAttempt()
          ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
      },
      nav_curl_set_data_fn(easy, CURLOPT_HEADERFUNCTION) {
        CurlTransfer.deliver($0, size: $1, count: $2, for: $3) { $0.receiveHeadLine($1) }
      },
      nav_curl_set_data_fn(easy, CURLOPT_WRITEFUNCTION) {
        CurlTransfer.deliver($0, size: $1, count: $2, for: $3) { $0.receiveContent($1) }
      },
    ]
  }

  /// libcurl's contract: returns the bytes accepted; fewer end the transfer. libcurl promises that `size` is 1.
  private static func deliver(
    _ data: UnsafeMutablePointer<CChar>?, size: Int, count: Int, for context: UnsafeMutableRawPointer?,
    to take: (CurlTransfer, [UInt8]) -> Arrival.Taking
  ) -> Int {
    guard let context, let data, size == 1 else { return 0 }
    let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    switch take(transfer, Array(UnsafeRawBufferPointer(start: data, count: count))) {
    case .taken: return count
    case .later: return Int(CURL_WRITEFUNC_PAUSE)
    case .refused:
      transfer.isOverLimit = true
      return count == 0 ? 1 : 0
    }
  }

  /// libcurl is about to send the request: for the first time, or again because a reused connection closed without a
  /// response. False ends the transfer.
  private func beginAttempt() -> Bool {
    attempts += 1
    return attempts == 1 || mayRepeat
  }

  /// The empty line ends a head: the final one, or that of an interim response.
  private func receiveHeadLine(_ line: [UInt8]) -> Arrival.Taking {
    headBytes += line.count
    guard headBytes <= limits.responseHeadBytes else { return .refused }
    let status = number(CURLINFO_RESPONSE_CODE)
    if !hasHead, status >= 200, line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) {
      hasHead = true
      arrival.begin(TransportResponse(status: status, fields: fields()))
    }
    return .taken
  }

  private func receiveContent(_ bytes: [UInt8]) -> Arrival.Taking { arrival.append(bytes) }

  private func fields() -> [String: String] {
    var fields: [String: String] = [:]
    for name in TransportResponse.fieldNames {
      var index = 0
      while let value = nav_curl_field(easy, name, index) {
        fields[name] = (fields[name].map { $0 + ", " } ?? "") + String(cString: value)
        index += 1
      }
    }
    return fields
  }

  private func number(_ info: CURLINFO) -> Int {
    var number = 0
    nav_curl_get_long(easy, info, &number)
    return number
  }

  /// The outcome, once libcurl has ended the transfer with `code`.
  func outcome(_ code: CURLcode) -> Result<Void, TransportError> {
    if attempts > 1, !mayRepeat { return .failure(.connectionLost("the kept connection closed before a response")) }
    if isOverLimit { return .failure(.responseTooLarge) }
    if code == CURLE_OK { return .success(()) }
    let text = errorText.pointee == 0 ? String(cString: curl_easy_strerror(code)) : String(cString: errorText)
    return .failure(TransportError(code, text, systemCode: CInt(truncatingIfNeeded: number(CURLINFO_OS_ERRNO))))
  }
}
