/// The chunked transfer coding, byte by byte where it is syntax and in runs where it is data (RFC 9112 §7.1).
struct ChunkedReader: Sendable {
  private var state = State.sizeStart
  /// Data bytes still to come in this chunk.
  private var remaining = 0
  private var extensionBytes = 0
  /// Bytes and lines that trailers may still take of the head's limits.
  private var trailerBytesLeft: Int
  private var trailersLeft: Int

  private enum State: Sendable {
    case sizeStart, size, chunkExtension, sizeLineFeed
    case data, dataCarriageReturn, dataLineFeed
    case trailerStart, trailerName, trailerValue, trailerLineFeed, finalLineFeed
    case finished
  }

  /// A reader of the body behind a head of `headBytes` bytes and `fieldCount` fields.
  init(headBytes: Int, fieldCount: Int, limits: HTTPLimits) {
    trailerBytesLeft = limits.headBytes - headBytes
    trailersLeft = limits.fieldCount - fieldCount
  }

  /// Adds the data in `input` from `position` on to `body`; true when the last line of the body has been read.
  mutating func read(_ input: Span<UInt8>, at position: inout Int, into body: inout [UInt8], limits: HTTPLimits) throws(HTTPRefusal) -> Bool
  {
    while position < input.count, state != .finished {
      if state == .data {
        let run = min(remaining, input.count - position)
        body.append(position..<position + run, of: input)
        position += run
        remaining -= run
        if remaining == 0 { state = .dataCarriageReturn }
      } else {
        try step(input[position], bodyCount: body.count, limits: limits)
        position += 1
      }
    }
    return state == .finished
  }

  private mutating func step(_ byte: UInt8, bodyCount: Int, limits: HTTPLimits) throws(HTTPRefusal) {
    switch state {
    case .sizeStart, .size: try readSize(byte, bodyCount: bodyCount, limits: limits)
    case .chunkExtension: try readExtension(byte, limits: limits)
    // The CRLF behind a size; the chunk of size 0 is the last (RFC 9112 §7.1).
    case .sizeLineFeed: try expect(.lineFeed, byte, then: remaining == 0 ? .trailerStart : .data, else: .chunkSize)
    case .dataCarriageReturn: try expect(.carriageReturn, byte, then: .dataLineFeed, else: .chunkEnd)
    case .dataLineFeed: try expect(.lineFeed, byte, then: .sizeStart, else: .chunkEnd)
    case .trailerStart, .trailerName, .trailerValue, .trailerLineFeed, .finalLineFeed: try readTrailer(byte, limits: limits)
    case .data, .finished: break
    }
  }

  /// chunk-size = 1*HEXDIG, without sign or space (RFC 9112 §7.1).
  private mutating func readSize(_ byte: UInt8, bodyCount: Int, limits: HTTPLimits) throws(HTTPRefusal) {
    if let digit = ASCII.hexadecimalValue(byte) {
      if state == .sizeStart {
        remaining = 0
        state = .size
      }
      let (sum, overflows) = remaining.multipliedReportingOverflow(by: 16)
      remaining = overflows ? .max : sum | Int(digit)
      guard remaining <= limits.bodyBytes - bodyCount else { throw .bodyTooLarge(limit: limits.bodyBytes) }
      // A row of zeros is no size yet: it is bounded like an extension.
      if remaining == 0 { try countExtension(limits) }
      return
    }
    guard state == .size else { throw .malformedRequest(.chunkSize) }
    switch byte {
    case ASCII.carriageReturn: state = .sizeLineFeed
    case ASCII.semicolon:
      state = .chunkExtension
      try countExtension(limits)
    default: throw .malformedRequest(.chunkSize)
    }
  }

  /// Extensions are read over, within a bound for the whole body (RFC 9112 §7.1.1, CVE-2023-39326).
  private mutating func readExtension(_ byte: UInt8, limits: HTTPLimits) throws(HTTPRefusal) {
    if byte == ASCII.carriageReturn {
      state = .sizeLineFeed
      return
    }
    guard !ASCII.isForbiddenControl(byte) else { throw .malformedRequest(.chunkExtension) }
    try countExtension(limits)
  }

  private mutating func countExtension(_ limits: HTTPLimits) throws(HTTPRefusal) {
    extensionBytes += 1
    guard extensionBytes <= limits.chunkExtensionBytes else { throw .malformedRequest(.chunkExtension) }
  }

  /// Trailer fields are checked like fields, counted with the head, and dropped (RFC 9112 §7.1.2).
  private mutating func readTrailer(_ byte: UInt8, limits: HTTPLimits) throws(HTTPRefusal) {
    trailerBytesLeft -= 1
    guard trailerBytesLeft >= 0 else { throw .headTooLarge(.bytes(limits.headBytes)) }
    switch state {
    case .trailerStart where byte == ASCII.carriageReturn: state = .finalLineFeed
    case .trailerStart:
      trailersLeft -= 1
      guard trailersLeft >= 0 else { throw .headTooLarge(.fields(limits.fieldCount)) }
      guard ByteSet.token.contains(byte) else { throw .malformedRequest(.trailer) }
      state = .trailerName
    case .trailerName where byte == ASCII.colon: state = .trailerValue
    case .trailerName: guard ByteSet.token.contains(byte) else { throw .malformedRequest(.trailer) }
    case .trailerValue where byte == ASCII.carriageReturn: state = .trailerLineFeed
    case .trailerValue: guard !ASCII.isForbiddenControl(byte) else { throw .malformedRequest(.trailer) }
    case .trailerLineFeed: try expect(.lineFeed, byte, then: .trailerStart, else: .trailer)
    case .finalLineFeed: try expect(.lineFeed, byte, then: .finished, else: .trailer)
    case .sizeStart, .size, .chunkExtension, .sizeLineFeed, .data, .dataCarriageReturn, .dataLineFeed, .finished: break
    }
  }

  private enum LineEnd: UInt8 {
    case carriageReturn = 0x0D
    case lineFeed = 0x0A
  }

  private mutating func expect(
    _ expected: LineEnd, _ byte: UInt8, then next: State, else malformation: HTTPMalformation
  ) throws(HTTPRefusal) {
    guard byte == expected.rawValue else { throw .malformedRequest(malformation) }
    state = next
  }
}
