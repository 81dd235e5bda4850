import WireText

/// The chunked transfer coding: syntax byte by byte, data in runs (RFC 9112 §7.1).
struct ChunkedReader: Sendable {
  private var state = State.sizeStart
  /// Data bytes still to come in this chunk.
  private var remaining = 0
  private var extensionBytes = 0
  /// What the head's limits leave for trailers, in bytes and in lines.
  private var trailerBytesLeft: Int
  private var trailersLeft: Int

  /// A reader of the body after a head of `headBytes` bytes and `fieldCount` fields.
  init(headBytes: Int, fieldCount: Int, limits: HTTPLimits) {
    trailerBytesLeft = limits.headBytes - headBytes
    trailersLeft = limits.fieldCount - fieldCount
  }

  /// Appends the data in `input` from `position` on to `body`; true after the last line of the body.
  mutating func read(_ input: Span<UInt8>, at position: inout Int, into body: inout [UInt8], limits: HTTPLimits)
    throws(HTTPRefusal) -> Bool
  {
    while position < input.count, state != .finished {
      if state == .data {
        let run = min(remaining, input.count - position)
        body.append(position..<position + run, of: input)
        position += run
        remaining -= run
        if remaining == 0 { state = .dataCarriageReturn }
      } else {
        try read(input[position], bodyCount: body.count, limits: limits)
        position += 1
      }
    }
    return state == .finished
  }

  /// Takes a digit that follows those of `size`.
  private mutating func readDigit(_ byte: UInt8, of size: Int, bodyCount: Int, limits: HTTPLimits) throws(HTTPRefusal) {
    guard let digit = byte.hexadecimalValue else { throw .malformedRequest(.chunkSize) }
    let (product, overflows) = size.multipliedReportingOverflow(by: 16)
    remaining = overflows ? .max : product | Int(digit)
    guard remaining <= limits.bodyBytes - bodyCount else { throw .bodyTooLarge(limit: limits.bodyBytes) }
    state = .size
    // A run of zeros is no size yet: it is bounded like an extension.
    if remaining == 0 { try countExtension(limits) }
  }

  private mutating func countExtension(_ limits: HTTPLimits) throws(HTTPRefusal) {
    extensionBytes += 1
    guard extensionBytes <= limits.chunkExtensionBytes else { throw .malformedRequest(.chunkExtension) }
  }

  private enum State: Sendable {
    case sizeStart, size, sizeLineFeed
    case extensionGap, extensionStart, extensionName, extensionNameGap, extensionValueStart, extensionValue
    case quotedValue, quotedPair, quotedValueEnd
    case data, dataCarriageReturn, dataLineFeed
    case trailerStart, trailerName, trailerValue, trailerLineFeed, finalLineFeed
    case finished
  }

  /// Takes a byte of syntax (RFC 9112 §7.1).
  private mutating func read(_ byte: UInt8, bodyCount: Int, limits: HTTPLimits) throws(HTTPRefusal) {
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
    trailerBytesLeft -= 1
    guard trailerBytesLeft >= 0 else { throw .headTooLarge(.bytes(limits.headBytes)) }
    switch state {
    // RFC 9112 §7.1: the empty line ends the body.
    case .trailerStart where byte == ASCII.carriageReturn: state = .finalLineFeed
    case .finalLineFeed: try expect(ASCII.lineFeed, byte, then: .finished, else: .trailer)
    // RFC 9112 §5.1: a token directly followed by a colon; no blank before them, so no obs-fold (§5.2).
    case .trailerStart where ByteSet.token.contains(byte):
      trailersLeft -= 1
      guard trailersLeft >= 0 else { throw .headTooLarge(.fields(limits.fieldCount)) }
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
