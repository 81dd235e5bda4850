/// Reads a head line by line, as far as its bytes have come; a bad line is refused as soon as it is there.
///
/// All offsets count from the first byte of the message, so the bytes may move between two calls as long as none is missing.
struct HeadParser: Sendable {
  /// The start of the line that is being read; when the head is complete, its length.
  private(set) var position = 0
  private(set) var line: RequestLine?
  private(set) var fields: [HTTPFields.Position] = []
  private(set) var framing = FramingFields()
  /// True once the method is known to be HEAD, whose refusal has no body either.
  private(set) var isHead = false
  /// No line ends before this offset: an unfinished line is not searched again from its start.
  private var scanned = 0
  private var emptyLines = 0

  init() {}

  /// True where only empty lines have come: no request has begun yet.
  var hasNotBegun: Bool { line == nil && position == scanned }

  /// Reads `bytes`, the message from its start; true when the head is complete.
  mutating func advance(over bytes: Span<UInt8>, limits: HTTPLimits) throws(HTTPRefusal) -> Bool {
    while let end = try lineEnd(in: bytes, limits: limits) {
      if end > position {
        if line == nil {
          line = try RequestLine(bytes, in: position..<end, limits: limits, isHead: &isHead)
          fields.reserveCapacity(12)
        } else {
          try readField(bytes, in: position..<end, limits: limits)
        }
        position = end + 2
      } else {
        position = end + 2
        // RFC 9112 §2.1: the empty line ends the head.
        if line != nil { return true }
        // RFC 9112 §2.2: empty lines before the request line are passed over.
        emptyLines += 1
        guard emptyLines <= limits.leadingEmptyLines else { throw .malformedRequest(.tooManyEmptyLines) }
      }
    }
    return false
  }

  /// The place of the CRLF that ends the current line; nil while it has not come.
  private mutating func lineEnd(in bytes: Span<UInt8>, limits: HTTPLimits) throws(HTTPRefusal) -> Int? {
    let bound = min(bytes.count, limits.headBytes)
    let index = scanned < bound ? bytes.firstControl(in: scanned..<bound) : scanned
    if index < bound {
      let byte = bytes[index]
      // RFC 9112 §2.2 and RFC 9110 §5.5: CRLF only, and no other control anywhere in a head.
      guard byte == ASCII.carriageReturn else {
        throw .malformedRequest(byte == ASCII.lineFeed ? .bareLineFeed : .controlCharacter)
      }
      if index + 1 < bound {
        guard bytes[index + 1] == ASCII.lineFeed else { throw .malformedRequest(.bareCarriageReturn) }
        scanned = index + 2
        return index
      }
    }
    scanned = index
    if line == nil { try RequestLine.checkUnfinished(bytes, in: position..<index, limits: limits) }
    // RFC 6585 §5: 431 for a head longer than the server reads.
    guard bytes.count < limits.headBytes else { throw .headTooLarge(.bytes(limits.headBytes)) }
    return nil
  }

  /// field-name ":" OWS field-value OWS (RFC 9112 §5).
  private mutating func readField(_ bytes: Span<UInt8>, in range: Range<Int>, limits: HTTPLimits) throws(HTTPRefusal) {
    guard fields.count < limits.fieldCount else { throw .headTooLarge(.fields(limits.fieldCount)) }
    let colon = bytes.end(of: .token, in: range)
    guard colon > range.lowerBound, colon < range.upperBound, bytes[colon] == ASCII.colon else {
      throw .malformedRequest(HeadParser.malformation(bytes, line: range, at: colon))
    }
    let field = HTTPFields.Position(name: ByteRange(range.lowerBound, colon), value: bytes.trimmed(colon + 1, range.upperBound))
    try framing.note(field, in: bytes)
    fields.append(field)
  }

  /// What is wrong with a field line whose name ends at `index` without a colon.
  private static func malformation(_ bytes: Span<UInt8>, line: Range<Int>, at index: Int) -> HTTPMalformation {
    // RFC 9112 §5.1: a colon at once behind the name, which is a token.
    guard index < line.upperBound else { return .missingColon }
    let isBlank = bytes[index] == ASCII.space || bytes[index] == ASCII.tab
    if isBlank {
      // RFC 9112 §5.2 and §2.2: no obs-fold, no whitespace before the first field.
      return index == line.lowerBound ? .foldedLine : .spaceBeforeColon
    }
    return .fieldName
  }
}
