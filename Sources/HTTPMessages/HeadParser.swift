import WireText

// The states of a request while it is read, here and in `ChunkedReader`, and the input each accepts, with the section
// that says so. Other input is refused. The branches take whole lines, parts of a line or single bytes. The content of a
// target and of a host is checked by `RequestTarget` and `Authority`.
//
//     empty lines ─▶ request line ─▶ field lines ─▶ framing ─▶ no body ────────────────────────────────▶ request
//                                                      ├─────▶ bytes, as many as Content-Length says ──────▲
//                                                      └─────▶ size ─▶ data ─▶ size … 0 ─▶ trailer lines ──┘

/// An incremental parser of a head; a bad line is refused as soon as it is complete.
///
/// All offsets count from the first byte of the message: the bytes may move between calls, but all must stay.
struct HeadParser: Sendable {
  /// The start of the line being read; the head's length once it is complete.
  private(set) var position = 0
  private(set) var line: RequestLine?
  private(set) var fields = FieldPositions()
  private(set) var framing = FramingFields()
  /// True once the method is known to be HEAD, whose refusal has no body either.
  private(set) var isHead = false
  /// Empty lines before the request line.
  private var emptyLines = 0
  /// No line ends before this offset: an incomplete line is not searched again from its start.
  private var scanned = 0

  /// True where at most empty lines have come.
  var hasNotBegun: Bool { line == nil && position == scanned }

  /// Reads `bytes`, the message from its start; true once the head is complete.
  mutating func advance(over bytes: Span<UInt8>, limits: HTTPLimits) throws(HTTPRefusal) -> Bool {
    while let end = try lineEnd(in: bytes, limits: limits) {
      let isLast = try read(position..<end, of: bytes, limits: limits)
      position = end + 2
      if isLast { return true }
    }
    return false
  }

  /// The index of the CRLF that ends the current line; nil while it has not come.
  private mutating func lineEnd(in bytes: Span<UInt8>, limits: HTTPLimits) throws(HTTPRefusal) -> Int? {
    let bound = min(bytes.count, limits.headBytes)
    let index = scanned < bound ? bytes.firstControl(in: scanned..<bound) : scanned
    if index + 1 < bound, bytes[index] == ASCII.carriageReturn, bytes[index + 1] == ASCII.lineFeed {
      scanned = index + 2
      return index
    }
    scanned = index
    if line == nil { try RequestLine.checkUnfinished(bytes, in: position..<index, limits: limits) }
    // RFC 9112 §2.2 and RFC 9110 §5.5: CRLF only, and no other control anywhere in a head.
    if index < bound {
      guard bytes[index] == ASCII.carriageReturn else {
        throw .malformedRequest(bytes[index] == ASCII.lineFeed ? .bareLineFeed : .controlCharacter)
      }
      guard index + 1 == bound else { throw .malformedRequest(.bareCarriageReturn) }
    }
    // RFC 6585 §5: 431 for a head longer than the server reads.
    guard bytes.count < limits.headBytes else { throw .headTooLarge(.bytes(limits.headBytes)) }
    return nil
  }

  /// Takes a line without its CRLF; true where it ends the head (RFC 9112 §2.1).
  private mutating func read(_ range: Range<Int>, of bytes: Span<UInt8>, limits: HTTPLimits) throws(HTTPRefusal) -> Bool
  {
    if line == nil {
      if range.isEmpty {
        // RFC 9112 §2.2: empty lines before the request line are skipped; a few, since no client needs many.
        emptyLines += 1
        guard emptyLines <= limits.leadingEmptyLines else { throw .malformedRequest(.tooManyEmptyLines) }
      } else {
        // RFC 9112 §2.1: start-line.
        line = try RequestLine(bytes, in: range, limits: limits, isHead: &isHead)
      }
      return false
    }
    // RFC 9112 §2.1: the empty line ends the head.
    guard !range.isEmpty else { return true }
    try readField(range, of: bytes, limits: limits)
    return false
  }

  /// field-name ":" OWS field-value OWS (RFC 9112 §5). `lineEnd` checks the value's bytes (RFC 9110 §5.5).
  private mutating func readField(_ range: Range<Int>, of bytes: Span<UInt8>, limits: HTTPLimits) throws(HTTPRefusal) {
    // RFC 6585 §5: 431 for more fields than the server reads.
    guard fields.count < limits.fieldCount else { throw .headTooLarge(.fields(limits.fieldCount)) }
    // RFC 9110 §5.1: field-name = token.
    let colon = bytes.end(of: .token, in: range)
    guard colon > range.lowerBound, colon < range.upperBound, bytes[colon] == ASCII.colon else {
      throw .malformedRequest(HeadParser.malformation(bytes, line: range, at: colon))
    }
    let field = HTTPFields.Position(
      name: ByteRange(range.lowerBound, colon), value: bytes.trimmed(colon + 1, range.upperBound))
    try framing.read(field, in: bytes)
    fields.append(field)
  }

  /// The fault of a field line whose name ends at `index` without a colon.
  private static func malformation(_ bytes: Span<UInt8>, line: Range<Int>, at index: Int) -> HTTPMalformation {
    // RFC 9112 §5: the colon is not optional.
    guard index < line.upperBound else { return .missingColon }
    guard bytes[index] == ASCII.space || bytes[index] == ASCII.tab else { return .fieldName }
    // RFC 9112 §2.2 and §5.2: no whitespace before the first field, no obs-fold; §5.1: none before the colon.
    return index == line.lowerBound ? .foldedLine : .spaceBeforeColon
  }
}

/// The parsed first line of a request (RFC 9112 §3).
struct RequestLine: Sendable {
  let method: HTTPMethod
  let target: RequestTarget
  let version: Version

  /// The minor versions that differ; 1.x above 1 is read as 1.1 (RFC 9110 §2.5).
  enum Version: Sendable {
    case http10
    case http11
  }

  /// method SP request-target SP HTTP-version, with single spaces (RFC 9112 §3).
  ///
  /// `isHead` is set once the method is known, even where the rest is refused.
  init(_ bytes: Span<UInt8>, in range: Range<Int>, limits: HTTPLimits, isHead: inout Bool) throws(HTTPRefusal) {
    // RFC 9112 §3: a line without target and version is HTTP/0.9 or no request.
    guard let methodEnd = try RequestLine.methodEnd(bytes, in: range),
      let place = try RequestTarget.Extent(bytes, in: (methodEnd + 1)..<range.upperBound, limits: limits)
    else { throw .malformedRequest(.requestLine) }
    version = try RequestLine.version(bytes, in: ByteRange(place.whole.upperBound + 1, range.upperBound))
    // RFC 9110 §9.1: 501 for a method that the server does not know, TRACE and CONNECT among them.
    guard let method = HTTPMethod(bytes, in: ByteRange(range.lowerBound, methodEnd)) else { throw .unknownMethod }
    isHead = method == .head
    self.method = method
    target = try RequestTarget(bytes, at: place, method: method)
  }

  /// Refuses an incomplete line, of which `range` has come, where that part decides it: the answer does not depend on
  /// how the input is cut.
  static func checkUnfinished(_ bytes: Span<UInt8>, in range: Range<Int>, limits: HTTPLimits) throws(HTTPRefusal) {
    guard let methodEnd = try methodEnd(bytes, in: range) else { return }
    _ = try RequestTarget.Extent(bytes, in: (methodEnd + 1)..<range.upperBound, limits: limits)
  }

  /// The index of the space after the method; nil where it has not come.
  private static func methodEnd(_ bytes: Span<UInt8>, in range: Range<Int>) throws(HTTPRefusal) -> Int? {
    // RFC 9110 §9.1: method = token; the part looked at of an overlong word is checked too.
    let longest = min(range.upperBound, range.lowerBound + HTTPMethod.longestWord)
    let end = bytes.end(of: .token, in: range.lowerBound..<longest)
    guard end < range.upperBound else { return nil }
    guard bytes[end] == ASCII.space else {
      // RFC 9112 §3: 501 for a method longer than any that the server knows.
      throw end == longest ? .unknownMethod : .malformedRequest(.requestLine)
    }
    guard end > range.lowerBound else { throw .malformedRequest(.requestLine) }
    return end
  }

  /// `HTTP/` DIGIT `.` DIGIT, case-sensitive (RFC 9112 §2.3).
  private static func version(_ bytes: Span<UInt8>, in range: ByteRange) throws(HTTPRefusal) -> Version {
    guard range.count == 8 else { throw .malformedRequest(.requestLine) }
    let word = bytes.word(at: range.lowerBound)
    let (major, minor) = (UInt8(truncatingIfNeeded: word >> 40), UInt8(truncatingIfNeeded: word >> 56))
    // "HTTP/" and the period, without the digits.
    guard word & 0x00FF_00FF_FFFF_FFFF == 0x002E_002F_5054_5448, case ASCII.zero...ASCII.nine = major,
      case ASCII.zero...ASCII.nine = minor
    else { throw .malformedRequest(.requestLine) }
    // RFC 9110 §15.6.6: another major version is 505.
    guard major == 0x31 else { throw .unsupportedHTTPVersion }
    // RFC 9110 §2.5: a higher minor version is read as the highest that the server knows.
    return minor == ASCII.zero ? .http10 : .http11
  }
}

/// The fields that decide the framing: recorded while the head is read, and judged once it is complete.
struct FramingFields: Sendable {
  private var hasHost = false
  private var contentLength: UInt64?
  private var transferCodings: TransferCodings?
  private var expectation = Expectation.none
  private var asksToClose = false
  private var asksToKeepAlive = false

  /// The list of transfer codings, as far as framing needs it.
  private struct TransferCodings: Sendable {
    var endsInChunked = false
    var hasCodingAfterChunked = false
    var hasOther = false
    var hasEmpty = false
  }

  private enum Expectation: Sendable {
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

  /// The length of the body, or the reason to refuse the whole head.
  func length(version: RequestLine.Version, limits: HTTPLimits) throws(HTTPRefusal) -> BodyLength {
    // RFC 9112 §3.2: HTTP/1.1 needs Host, even with an absolute target.
    guard hasHost || version == .http10 else { throw .malformedRequest(.missingHost) }
    let length: BodyLength
    if let transferCodings {
      // RFC 9112 §6.1: both lengths together are an attempt at smuggling; HTTP/1.0 has no transfer codings.
      guard contentLength == nil else { throw .malformedRequest(.ambiguousLength) }
      guard version == .http11 else { throw .malformedRequest(.transferEncodingInHTTP10) }
      // RFC 9112 §6.3 item 4: 400 where chunked is not last; §7.1: it is applied once.
      guard transferCodings.endsInChunked, !transferCodings.hasCodingAfterChunked, !transferCodings.hasEmpty else {
        throw .malformedRequest(.transferEncoding)
      }
      // RFC 9112 §6.1: 501 for a coding that the server does not know.
      guard !transferCodings.hasOther else { throw .unknownTransferCoding }
      length = .chunked
    } else if let contentLength, contentLength > 0 {
      // RFC 9110 §15.5.14: 413 before a byte of the body has been read.
      guard let count = Int(exactly: contentLength), count <= limits.bodyBytes else {
        throw .bodyTooLarge(limit: limits.bodyBytes)
      }
      length = .bytes(count)
    } else {
      // RFC 9112 §6.3 item 7: a request without either has no body.
      length = .none
    }
    // RFC 9110 §10.1.1: expectations in HTTP/1.0 are ignored.
    guard expectation != .other || version == .http10 else { throw .expectationFailed }
    return length
  }
}
