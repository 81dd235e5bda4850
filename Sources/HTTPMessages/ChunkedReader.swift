import WireText

/// The chunked transfer coding: syntax byte by byte, data in runs (RFC 9112 §7.1).
///
/// The state table is in `RequestStates.swift`.
struct ChunkedReader: Sendable {
  var state = State.sizeStart
  /// Data bytes still to come in this chunk.
  private(set) var remaining = 0
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
  mutating func readDigit(_ byte: UInt8, of size: Int, bodyCount: Int, limits: HTTPLimits) throws(HTTPRefusal) {
    guard let digit = byte.hexadecimalValue else { throw .malformedRequest(.chunkSize) }
    let (product, overflows) = size.multipliedReportingOverflow(by: 16)
    remaining = overflows ? .max : product | Int(digit)
    guard remaining <= limits.bodyBytes - bodyCount else { throw .bodyTooLarge(limit: limits.bodyBytes) }
    state = .size
    // A run of zeros is no size yet: it is bounded like an extension.
    if remaining == 0 { try countExtension(limits) }
  }

  mutating func countExtension(_ limits: HTTPLimits) throws(HTTPRefusal) {
    extensionBytes += 1
    guard extensionBytes <= limits.chunkExtensionBytes else { throw .malformedRequest(.chunkExtension) }
  }

  mutating func countTrailer(_ limits: HTTPLimits) throws(HTTPRefusal) {
    trailerBytesLeft -= 1
    guard trailerBytesLeft >= 0 else { throw .headTooLarge(.bytes(limits.headBytes)) }
  }

  mutating func countTrailerLine(_ limits: HTTPLimits) throws(HTTPRefusal) {
    trailersLeft -= 1
    guard trailersLeft >= 0 else { throw .headTooLarge(.fields(limits.fieldCount)) }
  }
}
