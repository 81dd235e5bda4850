/// The fields that decide about the message itself, noted while the head is read.
struct FramingFields: Sendable {
  private var hasHost = false
  private var contentLength: UInt64?
  private var transferCodings: TransferCodings?
  private var expectation = Expectation.none
  private var asksToClose = false
  private var asksToKeepAlive = false

  /// The list of transfer codings, as far as it matters.
  private struct TransferCodings: Sendable {
    var endsInChunked = false
    var hasCodingAfterChunked = false
    var hasOther = false
  }

  private enum Expectation: Sendable {
    case none
    case hundredContinue
    case other
  }

  /// How long the body is (RFC 9112 §6.3).
  enum BodyLength: Sendable, Equatable {
    case none
    case bytes(Int)
    case chunked
  }

  init() {}

  mutating func note(_ field: HTTPFields.Position, in bytes: Span<UInt8>) throws(HTTPRefusal) {
    switch field.name.count {
    case 4 where bytes.equals("host", in: field.name): try noteHost(field.value, in: bytes)
    case 6 where bytes.equals("expect", in: field.name): noteExpectation(field.value, in: bytes)
    case 10 where bytes.equals("connection", in: field.name): noteConnection(field.value, in: bytes)
    case 14 where bytes.equals("content-length", in: field.name): try noteContentLength(field.value, in: bytes)
    case 17 where bytes.equals("transfer-encoding", in: field.name): noteTransferEncoding(field.value, in: bytes)
    default: break
    }
  }

  private mutating func noteHost(_ value: ByteRange, in bytes: Span<UInt8>) throws(HTTPRefusal) {
    // RFC 9112 §3.2: 400 for more than one line and for an invalid value.
    guard !hasHost else { throw .malformedRequest(.repeatedHost) }
    guard Authority.isValid(bytes, in: value) else { throw .malformedRequest(.invalidHost) }
    hasHost = true
  }

  private mutating func noteExpectation(_ value: ByteRange, in bytes: Span<UInt8>) {
    // RFC 9110 §10.1.1: one expectation is defined.
    let isKnown = bytes.equals("100-continue", in: value) && expectation == .none
    expectation = isKnown ? .hundredContinue : .other
  }

  private mutating func noteConnection(_ value: ByteRange, in bytes: Span<UInt8>) {
    bytes.forEachElement(of: value) { option in
      if bytes.equals("close", in: option) { asksToClose = true }
      if bytes.equals("keep-alive", in: option) { asksToKeepAlive = true }
    }
  }

  private mutating func noteContentLength(_ value: ByteRange, in bytes: Span<UInt8>) throws(HTTPRefusal) {
    // RFC 9112 §6.3: a list may be read as one value where all are the same; refusing it is simpler and safe.
    guard contentLength == nil else { throw .malformedRequest(.repeatedContentLength) }
    guard !value.isEmpty else { throw .malformedRequest(.contentLength) }
    var length: UInt64 = 0
    for index in value.range {
      // RFC 9110 §8.6: 1*DIGIT.
      guard case ASCII.zero...ASCII.nine = bytes[index] else { throw .malformedRequest(.contentLength) }
      let (product, overflows) = length.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(UInt64(bytes[index] - ASCII.zero))
      // A length past 64 bits is still a length: it stays at the greatest, which no limit admits.
      length = overflows || carries || length == .max ? .max : sum
    }
    contentLength = length
  }

  private mutating func noteTransferEncoding(_ value: ByteRange, in bytes: Span<UInt8>) {
    var codings = transferCodings ?? TransferCodings()
    bytes.forEachElement(of: value) { coding in
      if codings.endsInChunked { codings.hasCodingAfterChunked = true }
      if bytes.equals("chunked", in: coding) { codings.endsInChunked = true } else { codings.hasOther = true }
    }
    transferCodings = codings
  }
}

extension FramingFields {
  /// The length of the body, or why the whole head is refused.
  func length(version: RequestLine.Version, limits: HTTPLimits) throws(HTTPRefusal) -> BodyLength {
    // RFC 9112 §3.2: HTTP/1.1 needs Host, also beside an absolute target.
    guard hasHost || version == .http10 else { throw .malformedRequest(.missingHost) }
    let length: BodyLength
    if let transferCodings {
      // RFC 9112 §6.1: both lengths are an attempt at smuggling; HTTP/1.0 has no transfer codings.
      guard contentLength == nil else { throw .malformedRequest(.ambiguousLength) }
      guard version == .http11 else { throw .malformedRequest(.transferEncodingInHTTP10) }
      // RFC 9112 §6.3 item 4: 400 where chunked is not last; §7.1: it is applied once.
      guard transferCodings.endsInChunked, !transferCodings.hasCodingAfterChunked else { throw .malformedRequest(.transferEncoding) }
      // RFC 9112 §6.1: 501 for a coding that the server does not know.
      guard !transferCodings.hasOther else { throw .unknownTransferCoding }
      length = .chunked
    } else if let contentLength, contentLength > 0 {
      guard let count = Int(exactly: contentLength), count <= limits.bodyBytes else { throw .bodyTooLarge(limit: limits.bodyBytes) }
      length = .bytes(count)
    } else {
      // RFC 9112 §6.3 item 7: a request without either has no body.
      length = .none
    }
    // RFC 9110 §10.1.1: expectations in HTTP/1.0 are ignored.
    guard expectation != .other || version == .http10 else { throw .expectationFailed }
    return length
  }

  /// True where the client waits for `100 Continue` (RFC 9110 §10.1.1).
  func expectsContinue(version: RequestLine.Version) -> Bool {
    expectation == .hundredContinue && version == .http11
  }

  /// True where the connection outlives the request (RFC 9112 §9.3).
  func keepsAlive(version: RequestLine.Version) -> Bool {
    switch version {
    case .http11: !asksToClose
    case .http10: asksToKeepAlive && !asksToClose
    }
  }
}
