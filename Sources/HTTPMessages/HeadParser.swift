/// An incremental parser of a head; a bad line is refused as soon as it is complete.
///
/// All offsets count from the first byte of the message: the bytes may move between calls, but all must stay. The state
/// table is in `RequestStates.swift`.
struct HeadParser: Sendable {
  /// The start of the line being read; the head's length once it is complete.
  private(set) var position = 0
  var line: RequestLine?
  var fields = FieldPositions()
  var framing = FramingFields()
  /// True once the method is known to be HEAD, whose refusal has no body either.
  var isHead = false
  /// Empty lines before the request line.
  var emptyLines = 0
  /// No line ends before this offset: an incomplete line is not searched again from its start.
  private var scanned = 0

  init() {}

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
}

/// The parsed first line of a request (RFC 9112 §3); its grammar is in `RequestStates.swift`.
struct RequestLine: Sendable {
  let method: HTTPMethod
  let target: RequestTarget
  let version: Version

  /// The minor versions that differ; 1.x above 1 is read as 1.1 (RFC 9110 §2.5).
  enum Version: Sendable {
    case http10
    case http11
  }
}
