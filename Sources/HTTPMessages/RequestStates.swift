import WireText

// The state table: the states of a request while it is read, and the input each accepts, with the section that says so.
// Other input is refused. The branches take whole lines, parts of a line or single bytes. The code that finds these is
// with their types. The content of a target, a host or a framing field is checked by `RequestTarget`, `Authority` and
// `FramingFields`.
//
//     empty lines ─▶ request line ─▶ field lines ─▶ framing ─▶ no body ────────────────────────────────▶ request
//                                                      ├─────▶ bytes, as many as Content-Length says ──────▲
//                                                      └─────▶ size ─▶ data ─▶ size … 0 ─▶ trailer lines ──┘

// MARK: Lines of a head

extension HeadParser {
  /// Takes a line without its CRLF; true where it ends the head (RFC 9112 §2.1).
  mutating func read(_ range: Range<Int>, of bytes: Span<UInt8>, limits: HTTPLimits) throws(HTTPRefusal) -> Bool {
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

// MARK: Parts of a request line

extension RequestLine {
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

// MARK: Framing, when the head is complete

extension FramingFields {
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

// MARK: Bytes of a chunked body

extension ChunkedReader {
  enum State: Sendable {
    case sizeStart, size, sizeLineFeed
    case extensionGap, extensionStart, extensionName, extensionNameGap, extensionValueStart, extensionValue
    case quotedValue, quotedPair, quotedValueEnd
    case data, dataCarriageReturn, dataLineFeed
    case trailerStart, trailerName, trailerValue, trailerLineFeed, finalLineFeed
    case finished
  }

  /// Takes a byte of syntax (RFC 9112 §7.1).
  mutating func read(_ byte: UInt8, bodyCount: Int, limits: HTTPLimits) throws(HTTPRefusal) {
    switch state {
    // RFC 9112 §7.1: chunk-size = 1*HEXDIG, without a sign and limited only by the body's limit.
    case .sizeStart: try readDigit(byte, of: 0, bodyCount: bodyCount, limits: limits)
    case .size where byte.hexadecimalValue != nil:
      try readDigit(byte, of: remaining, bodyCount: bodyCount, limits: limits)
    case .size where byte == ASCII.carriageReturn: state = .sizeLineFeed
    case .size: try readBehindValue(byte, limits: limits, else: .chunkSize)
    // RFC 9112 §7.1: the chunk of size 0 is the last.
    case .sizeLineFeed: try expect(ASCII.lineFeed, byte, then: remaining == 0 ? .trailerStart : .data, else: .chunkSize)
    case .dataCarriageReturn: try expect(ASCII.carriageReturn, byte, then: .dataLineFeed, else: .chunkEnd)
    case .dataLineFeed: try expect(ASCII.lineFeed, byte, then: .sizeStart, else: .chunkEnd)
    case .extensionGap, .extensionStart, .extensionName, .extensionNameGap, .extensionValueStart, .extensionValue,
      .quotedValue, .quotedPair, .quotedValueEnd:
      try readExtension(byte, limits: limits)
    case .trailerStart, .trailerName, .trailerValue, .trailerLineFeed, .finalLineFeed:
      try readTrailer(byte, limits: limits)
    case .data, .finished: break
    }
  }

  /// `*( BWS ";" BWS chunk-ext-name [ BWS "=" BWS chunk-ext-val ] )`, skipped up to a limit (RFC 9112 §7.1.1,
  /// CVE-2023-39326).
  private mutating func readExtension(_ byte: UInt8, limits: HTTPLimits) throws(HTTPRefusal) {
    let isBlank = byte == ASCII.space || byte == ASCII.tab
    switch state {
    // RFC 9112 §7.1.1: the list ends with a name or a value, never with a semicolon, an equals sign or a blank.
    case .extensionName where byte == ASCII.carriageReturn, .extensionValue where byte == ASCII.carriageReturn,
      .quotedValueEnd where byte == ASCII.carriageReturn:
      state = .sizeLineFeed
      return
    case .extensionStart where isBlank, .extensionNameGap where isBlank, .extensionValueStart where isBlank: break
    case .extensionStart where ByteSet.token.contains(byte): state = .extensionName
    case .extensionName where ByteSet.token.contains(byte): break
    case .extensionName where isBlank: state = .extensionNameGap
    case .extensionName where byte == ASCII.equals, .extensionNameGap where byte == ASCII.equals:
      state = .extensionValueStart
    case .extensionNameGap where byte == ASCII.semicolon: state = .extensionStart
    // RFC 9112 §7.1.1: chunk-ext-val = token / quoted-string.
    case .extensionValueStart where byte == ASCII.quote: state = .quotedValue
    case .extensionValueStart where ByteSet.token.contains(byte): state = .extensionValue
    case .extensionValue where ByteSet.token.contains(byte): break
    // RFC 9110 §5.6.4: quoted-string.
    case .quotedValue where byte == ASCII.quote: state = .quotedValueEnd
    case .quotedValue where byte == ASCII.backslash: state = .quotedPair
    case .quotedValue where !ASCII.isForbiddenControl(byte): break
    case .quotedPair where !ASCII.isForbiddenControl(byte): state = .quotedValue
    case .extensionGap, .extensionName, .extensionValue, .quotedValueEnd:
      return try readBehindValue(byte, limits: limits, else: .chunkExtension)
    case .extensionStart, .extensionNameGap, .extensionValueStart, .quotedValue, .quotedPair:
      throw .malformedRequest(.chunkExtension)
    case .sizeStart, .size, .sizeLineFeed, .data, .dataCarriageReturn, .dataLineFeed, .trailerStart, .trailerName,
      .trailerValue, .trailerLineFeed, .finalLineFeed, .finished:
      break
    }
    try countExtension(limits)
  }

  /// After a size or an extension: the next extension, with or without blanks before it (RFC 9112 §7.1.1).
  private mutating func readBehindValue(_ byte: UInt8, limits: HTTPLimits, else malformation: HTTPMalformation)
    throws(HTTPRefusal)
  {
    switch byte {
    case ASCII.semicolon: state = .extensionStart
    case ASCII.space, ASCII.tab: state = .extensionGap
    default: throw .malformedRequest(malformation)
    }
    try countExtension(limits)
  }

  /// Trailer fields are checked like fields, counted with the head, and dropped (RFC 9112 §7.1.2, RFC 9110 §6.5.1).
  private mutating func readTrailer(_ byte: UInt8, limits: HTTPLimits) throws(HTTPRefusal) {
    try countTrailer(limits)
    switch state {
    // RFC 9112 §7.1: the empty line ends the body.
    case .trailerStart where byte == ASCII.carriageReturn: state = .finalLineFeed
    case .finalLineFeed: try expect(ASCII.lineFeed, byte, then: .finished, else: .trailer)
    // RFC 9112 §5.1: a token directly followed by a colon; no blank before them, so no obs-fold (§5.2).
    case .trailerStart where ByteSet.token.contains(byte):
      try countTrailerLine(limits)
      state = .trailerName
    case .trailerName where byte == ASCII.colon: state = .trailerValue
    case .trailerName where ByteSet.token.contains(byte): break
    // RFC 9110 §5.5: no control in a value; RFC 9112 §2.2: CRLF.
    case .trailerValue where byte == ASCII.carriageReturn: state = .trailerLineFeed
    case .trailerValue where !ASCII.isForbiddenControl(byte): break
    case .trailerLineFeed: try expect(ASCII.lineFeed, byte, then: .trailerStart, else: .trailer)
    case .trailerStart, .trailerName, .trailerValue: throw .malformedRequest(.trailer)
    case .sizeStart, .size, .sizeLineFeed, .extensionGap, .extensionStart, .extensionName, .extensionNameGap,
      .extensionValueStart,
      .extensionValue, .quotedValue, .quotedPair, .quotedValueEnd, .data, .dataCarriageReturn, .dataLineFeed, .finished:
      break
    }
  }

  private mutating func expect(
    _ expected: UInt8, _ byte: UInt8, then next: State, else malformation: HTTPMalformation
  ) throws(HTTPRefusal) {
    guard byte == expected else { throw .malformedRequest(malformation) }
    state = next
  }
}
