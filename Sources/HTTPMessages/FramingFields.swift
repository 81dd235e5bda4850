/// The fields that decide the framing, recorded while the head is read; `RequestStates.swift` evaluates them.
struct FramingFields: Sendable {
  private(set) var hasHost = false
  private(set) var contentLength: UInt64?
  private(set) var transferCodings: TransferCodings?
  private(set) var expectation = Expectation.none
  private var asksToClose = false
  private var asksToKeepAlive = false

  /// The list of transfer codings, as far as framing needs it.
  struct TransferCodings: Sendable {
    var endsInChunked = false
    var hasCodingAfterChunked = false
    var hasOther = false
    var hasEmpty = false
  }

  enum Expectation: Sendable {
    case none
    case hundredContinue
    case other
  }

  /// The length of the body (RFC 9112 §6.3).
  enum BodyLength: Sendable, Equatable {
    case none
    case bytes(Int)
    case chunked
  }

  init() {}

  mutating func read(_ field: HTTPFields.Position, in bytes: Span<UInt8>) throws(HTTPRefusal) {
    switch field.name.count {
    case 4 where bytes.equals("host", in: field.name): try readHost(field.value, in: bytes)
    case 6 where bytes.equals("expect", in: field.name): readExpectation(field.value, in: bytes)
    case 10 where bytes.equals("connection", in: field.name): readConnection(field.value, in: bytes)
    case 14 where bytes.equals("content-length", in: field.name): try readContentLength(field.value, in: bytes)
    case 17 where bytes.equals("transfer-encoding", in: field.name): readTransferEncoding(field.value, in: bytes)
    default: break
    }
  }

  private mutating func readHost(_ value: ByteRange, in bytes: Span<UInt8>) throws(HTTPRefusal) {
    // RFC 9112 §3.2: 400 for more than one line and for an invalid value.
    guard !hasHost else { throw .malformedRequest(.repeatedHost) }
    guard Authority.isValid(bytes, in: value) else { throw .malformedRequest(.invalidHost) }
    hasHost = true
  }

  private mutating func readExpectation(_ value: ByteRange, in bytes: Span<UInt8>) {
    // RFC 9110 §10.1.1: one expectation is defined.
    let isKnown = bytes.equals("100-continue", in: value) && expectation == .none
    expectation = isKnown ? .hundredContinue : .other
  }

  private mutating func readConnection(_ value: ByteRange, in bytes: Span<UInt8>) {
    bytes.forEachElement(of: value) { option in
      if bytes.equals("close", in: option) { asksToClose = true }
      if bytes.equals("keep-alive", in: option) { asksToKeepAlive = true }
    }
  }

  private mutating func readContentLength(_ value: ByteRange, in bytes: Span<UInt8>) throws(HTTPRefusal) {
    // RFC 9112 §6.3: a list may be read as one value where all are the same; refusing it is simpler and safe.
    guard contentLength == nil else { throw .malformedRequest(.repeatedContentLength) }
    guard !value.isEmpty else { throw .malformedRequest(.contentLength) }
    var length: UInt64 = 0
    for index in value.range {
      // RFC 9110 §8.6: 1*DIGIT.
      guard case ASCII.zero...ASCII.nine = bytes[index] else { throw .malformedRequest(.contentLength) }
      let (product, overflows) = length.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(UInt64(bytes[index] - ASCII.zero))
      // A length past 64 bits is still a length: it saturates, and no limit admits it.
      length = overflows || carries || length == .max ? .max : sum
    }
    contentLength = length
  }

  private mutating func readTransferEncoding(_ value: ByteRange, in bytes: Span<UInt8>) {
    var codings = transferCodings ?? TransferCodings()
    bytes.forEachElement(of: value) { coding in
      if codings.endsInChunked { codings.hasCodingAfterChunked = true }
      if bytes.equals("chunked", in: coding) {
        codings.endsInChunked = true
      } else if coding.isEmpty {
        // RFC 9110 §5.6.1.2 would skip it. Not every parser does, and where parsers differ a request can be smuggled.
        codings.hasEmpty = true
      } else {
        codings.hasOther = true
      }
    }
    transferCodings = codings
  }
}

extension FramingFields {
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
