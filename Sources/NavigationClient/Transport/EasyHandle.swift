import CCurl

/// A libcurl easy handle with the memory that it points into; used by the poll thread alone.
final class EasyHandle {
  let pointer: UnsafeMutableRawPointer
  private let errorBuffer: UnsafeMutablePointer<CChar>
  private var fieldList: UnsafeMutablePointer<curl_slist>?

  init?() {
    guard let pointer = curl_easy_init() else { return nil }
    self.pointer = pointer
    errorBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    curl_easy_cleanup(pointer)
    curl_slist_free_all(fieldList)
    errorBuffer.deallocate()
  }

  /// The status of the last response on this handle.
  var status: Int {
    var code = 0
    nav_curl_get_long(pointer, CURLINFO_RESPONSE_CODE, &code)
    return code
  }

  /// What libcurl says about the failure, in one line.
  func errorText(_ code: CURLcode) -> String {
    if errorBuffer.pointee != 0 { return String(cString: errorBuffer) }
    return String(cString: curl_easy_strerror(code))
  }

  /// Drops what the last request left; the connection stays in the multi handle's cache.
  func reset() {
    curl_easy_reset(pointer)
    curl_slist_free_all(fieldList)
    fieldList = nil
    errorBuffer.pointee = 0
  }

  /// Sets every option for `request`; false when libcurl refuses one (out of memory, or built without it).
  func configure(_ request: TransportRequest, for transfer: CurlTransfer, _ limits: TransportLimits) -> Bool {
    guard let fields = Self.fieldList(request) else { return false }
    fieldList = fields
    // libcurl reads 0 as "never": a stream may last.
    let isStream = transfer.receiver.isStream
    let timeout = isStream ? 0 : TransportLimits.milliseconds(request.timeout ?? limits.requestTimeout)
    let codes = [
      nav_curl_set_string(pointer, CURLOPT_PROTOCOLS_STR, "http,https"),
      nav_curl_set_string(pointer, CURLOPT_URL, request.url),
      nav_curl_set_list(pointer, CURLOPT_HTTPHEADER, fields),
      nav_curl_set_long(pointer, CURLOPT_NOSIGNAL, 1),
      nav_curl_set_long(pointer, CURLOPT_PATH_AS_IS, 1),
      nav_curl_set_long(pointer, CURLOPT_FOLLOWLOCATION, 0),
      // No proxy from the environment: getenv on this thread would race with a setenv elsewhere.
      nav_curl_set_string(pointer, CURLOPT_PROXY, ""),
      nav_curl_set_long(pointer, CURLOPT_CONNECTTIMEOUT_MS, TransportLimits.milliseconds(limits.connectTimeout)),
      nav_curl_set_long(pointer, CURLOPT_TIMEOUT_MS, timeout),
      nav_curl_set_offset(pointer, CURLOPT_MAXFILESIZE_LARGE, isStream ? 0 : limits.responseBodyBytes),
      // A stream that is silent is still there, or the system finds out.
      nav_curl_set_long(pointer, CURLOPT_TCP_KEEPALIVE, isStream ? 1 : 0),
      nav_curl_set_pointer(pointer, CURLOPT_ERRORBUFFER, errorBuffer),
    ]
    return codes.allSatisfy { $0 == CURLE_OK } && configurePlace(request) && configureContent(request) && configureSink(transfer)
  }

  private func configurePlace(_ request: TransportRequest) -> Bool {
    guard let path = request.unixSocket else { return true }
    return nav_curl_set_string(pointer, CURLOPT_UNIX_SOCKET_PATH, path) == CURLE_OK
  }

  private func configureContent(_ request: TransportRequest) -> Bool {
    var codes: [CURLcode] = []
    if request.method == .head {
      codes.append(nav_curl_set_long(pointer, CURLOPT_NOBODY, 1))
    } else if request.body != nil || request.method.anticipatesContent {
      let body = request.body ?? []
      // The size goes first, or libcurl would look for the end of a string. An empty array may have no address at all.
      codes.append(nav_curl_set_offset(pointer, CURLOPT_POSTFIELDSIZE_LARGE, body.count))
      codes.append(
        body.isEmpty
          ? nav_curl_set_string(pointer, CURLOPT_COPYPOSTFIELDS, "") : nav_curl_set_bytes(pointer, CURLOPT_COPYPOSTFIELDS, body))
    }
    codes.append(nav_curl_set_string(pointer, CURLOPT_CUSTOMREQUEST, request.method.rawValue))
    return codes.allSatisfy { $0 == CURLE_OK }
  }

  // SAFETY: the transfer is passed unretained. The driver keeps it in its table from before the handle joins the multi handle
  // until after it has left it, and libcurl calls back only in between, on the poll thread.
  private func configureSink(_ transfer: CurlTransfer) -> Bool {
    let context = Unmanaged.passUnretained(transfer).toOpaque()
    let codes = [
      nav_curl_set_pointer(pointer, CURLOPT_PRIVATE, context),
      nav_curl_set_pointer(pointer, CURLOPT_HEADERDATA, context),
      nav_curl_set_pointer(pointer, CURLOPT_WRITEDATA, context),
      nav_curl_set_pointer(pointer, CURLOPT_PREREQDATA, context),
      nav_curl_set_prerequest_fn(pointer) { context, _, _, _, _ in
        guard let context else { return CURL_PREREQFUNC_ABORT }
        let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
        return transfer.beginAttempt() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
      },
      nav_curl_set_data_fn(pointer, CURLOPT_HEADERFUNCTION) { data, size, count, context in
        EasyHandle.deliver(data, size, count, context) { CurlTransfer.Taking($0.receiveHeadLine($1)) }
      },
      nav_curl_set_data_fn(pointer, CURLOPT_WRITEFUNCTION) { data, size, count, context in
        EasyHandle.deliver(data, size, count, context) { $0.receiveBody($1) }
      },
    ]
    return codes.allSatisfy { $0 == CURLE_OK }
  }

  /// libcurl's contract: the number of bytes taken, anything less ends the transfer. libcurl promises that `size` is 1.
  private static func deliver(
    _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?,
    to take: (CurlTransfer, UnsafeRawBufferPointer) -> CurlTransfer.Taking
  ) -> Int {
    guard let context, let data, size == 1 else { return 0 }
    let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    switch take(transfer, UnsafeRawBufferPointer(start: data, count: count)) {
    case .taken: return count
    case .later: return Int(CURL_WRITEFUNC_PAUSE)
    case .refused: return count == 0 ? 1 : 0
    }
  }

  private static func fieldList(_ request: TransportRequest) -> UnsafeMutablePointer<curl_slist>? {
    // A name with nothing after its colon takes libcurl's own field away: no 100-continue round trip, no form content type.
    var lines = ["Expect:"]
    if !request.fields.contains(where: { $0.isNamed("content-type") }) { lines.append("Content-Type:") }
    for field in request.fields {
      let isBlank = field.value.allSatisfy { $0 == " " || $0 == "\t" }
      lines.append(isBlank ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      guard let longer = curl_slist_append(list, line) else {
        curl_slist_free_all(list)
        return nil
      }
      list = longer
    }
    return list
  }
}
