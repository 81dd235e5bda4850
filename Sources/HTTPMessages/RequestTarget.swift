import WireText

/// The parts of a request target (RFC 9112 §3.2).
struct RequestTarget: Sendable {
  let whole: ByteRange
  let path: ByteRange
  // Adjacent optionals would be packed and unpacked at each copy.
  private let queryOrNone: ByteRange
  private let authorityOrNone: ByteRange
  private let hasQuery: Bool
  /// True where the path holds a `%`.
  let isEscaped: Bool
  let form: Form

  enum Form: Sendable {
    case origin
    case absolute
    case asterisk
  }

  /// The range after the first `?`; nil without one.
  var query: ByteRange? { hasQuery ? queryOrNone : nil }
  var authority: ByteRange? { form == .absolute ? authorityOrNone : nil }

  /// The bounds of a target and of its origin-form path, found in one scan.
  struct Extent {
    let whole: ByteRange
    /// The first byte that cannot be in a path.
    fileprivate let pathEnd: Int
    /// Whether a `%` precedes it.
    fileprivate let isEscaped: Bool

    /// Nil where no space follows the target yet.
    init?(_ bytes: Span<UInt8>, in range: Range<Int>, limits: HTTPLimits) throws(HTTPRefusal) {
      (pathEnd, isEscaped) = bytes.endWithEscapes(of: .path, in: range)
      // A path holds no space.
      let space = bytes.firstIndex(of: ASCII.space, in: pathEnd..<range.upperBound)
      // RFC 9112 §3: 414 for a longer target than the server reads.
      guard (space ?? range.upperBound) - range.lowerBound <= limits.targetBytes else {
        throw .targetTooLong(limit: limits.targetBytes)
      }
      guard let space else { return nil }
      whole = ByteRange(range.lowerBound, space)
    }
  }

  init(_ bytes: Span<UInt8>, at place: Extent, method: HTTPMethod) throws(HTTPRefusal) {
    let range = place.whole
    guard !range.isEmpty else { throw .malformedRequest(.requestLine) }
    whole = range
    var rest = range
    var pathEnd = place.pathEnd
    switch bytes[range.lowerBound] {
    case ASCII.slash:
      // RFC 9112 §3.2.1: origin-form.
      form = .origin
      authorityOrNone = .empty
      isEscaped = place.isEscaped
    case ASCII.asterisk where range.count == 1:
      // RFC 9112 §3.2.4: asterisk-form, with OPTIONS only.
      guard method == .options else { throw .malformedRequest(.asteriskForm) }
      form = .asterisk
      authorityOrNone = .empty
      rest = ByteRange(range.upperBound, range.upperBound)
      (pathEnd, isEscaped) = (range.upperBound, false)
    default:
      // RFC 9112 §3.2.2: absolute-form. Authority-form (§3.2.3) is for CONNECT, which is refused earlier.
      form = .absolute
      let authority = try RequestTarget.authority(bytes, in: range)
      authorityOrNone = authority
      rest = ByteRange(authority.upperBound, range.upperBound)
      (pathEnd, isEscaped) = bytes.endWithEscapes(of: .path, in: rest.range)
    }
    path = ByteRange(rest.lowerBound, pathEnd)
    hasQuery = pathEnd < rest.upperBound
    queryOrNone = hasQuery ? try RequestTarget.query(bytes, in: ByteRange(pathEnd, rest.upperBound)) : .empty
    // RFC 3986 §2.1 and §2.5: escapes are checked here and decoded on demand.
    if isEscaped { try RequestTarget.check(path: bytes.copied(path.range)) }
  }

  /// Throws for a `%` without two digits, for `%00`, and for a path that does not decode to UTF-8.
  private static func check(path: [UInt8]) throws(HTTPRefusal) {
    guard let plain = PercentEncoding.decoded(path[...]), !plain.contains(0) else {
      throw .malformedRequest(.percentEncoding)
    }
    // Slashes are ASCII, so the whole path is UTF-8 exactly where each segment is.
    guard String(validating: plain, as: UTF8.self) != nil else { throw .malformedRequest(.pathNotUTF8) }
  }

  /// The authority of `http://authority/…`, without user information (RFC 9110 §4.2.4).
  private static func authority(_ bytes: Span<UInt8>, in range: ByteRange) throws(HTTPRefusal) -> ByteRange {
    let start = range.lowerBound + 7
    // RFC 9110 §4.2.2 and §7.4: `https` is refused on a connection without TLS, and so are other schemes.
    guard start < range.upperBound, bytes.equals("http://", in: ByteRange(range.lowerBound, start)) else {
      throw .malformedRequest(.target)
    }
    var end = start
    while end < range.upperBound, bytes[end] != ASCII.slash, bytes[end] != ASCII.question, bytes[end] != ASCII.hash {
      end += 1
    }
    let authority = ByteRange(start, end)
    guard Authority.isValid(bytes, in: authority) else { throw .malformedRequest(.invalidHost) }
    return authority
  }

  /// The query after the `?` that begins `rest`. Throws where the path ends with another character, or the query holds
  /// a forbidden one.
  private static func query(_ bytes: Span<UInt8>, in rest: ByteRange) throws(HTTPRefusal) -> ByteRange {
    let first = bytes[rest.lowerBound]
    // RFC 9112 §3.2: no form of the target has a fragment.
    guard first == ASCII.question else { throw .malformedRequest(first == ASCII.hash ? .fragment : .target) }
    let query = ByteRange(rest.lowerBound + 1, rest.upperBound)
    guard bytes.consists(of: .query, in: query.range) else {
      let hasFragment = bytes.firstIndex(of: ASCII.hash, in: query.range) != nil
      throw .malformedRequest(hasFragment ? .fragment : .target)
    }
    return query
  }
}

/// `uri-host [ ":" port ]`, the value of `Host` and the authority of a target (RFC 9110 §7.2).
enum Authority {
  /// True for a non-empty host (RFC 9110 §4.2.1) with or without a port up to 65535. User information and lists are
  /// invalid.
  static func isValid(_ bytes: Span<UInt8>, in range: ByteRange) -> Bool {
    guard !range.isEmpty else { return false }
    let hostEnd: Int
    if bytes[range.lowerBound] == ASCII.openBracket {
      // RFC 3986 §3.2.2: IP-literal, here IPv6 only.
      guard let end = bytes.firstIndex(of: ASCII.closeBracket, in: range.range),
        isIPv6(bytes, in: (range.lowerBound + 1)..<end)
      else { return false }
      hostEnd = end + 1
    } else {
      guard let end = endOfRegisteredName(bytes, in: range) else { return false }
      hostEnd = end
    }
    guard hostEnd < range.upperBound else { return true }
    return bytes[hostEnd] == ASCII.colon && isPort(bytes, in: (hostEnd + 1)..<range.upperBound)
  }

  /// RFC 3986 §3.2.3: *DIGIT.
  private static func isPort(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    guard range.count <= 5 else { return false }
    var port = 0
    var index = range.lowerBound
    while index < range.upperBound {
      guard case ASCII.zero...ASCII.nine = bytes[index] else { return false }
      port = port * 10 + Int(bytes[index] - ASCII.zero)
      index += 1
    }
    return port <= 65_535
  }

  /// The end of a non-empty name or IPv4 address whose escapes are complete, else nil.
  private static func endOfRegisteredName(_ bytes: Span<UInt8>, in range: ByteRange) -> Int? {
    let (end, isEscaped) = bytes.endWithEscapes(of: .registeredName, in: range.range)
    guard end > range.lowerBound else { return nil }
    let isReadable = !isEscaped || PercentEncoding.decoded(bytes.copied(range.lowerBound..<end)[...]) != nil
    return isReadable ? end : nil
  }

  /// Eight groups, or fewer with one `::`; an IPv4 address may replace the last two (RFC 3986 §3.2.2).
  private static func isIPv6(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    var groups = 0
    var hasGap = false
    var index = range.lowerBound
    while index < range.upperBound {
      // Two colons: at the start, or after the colon that ended a group.
      if bytes[index] == ASCII.colon {
        let isFirst = index == range.lowerBound
        guard !hasGap, !isFirst || range.count > 1 && bytes[index + 1] == ASCII.colon else { return false }
        hasGap = true
        index += isFirst ? 2 : 1
        continue
      }
      let start = index
      while index < range.upperBound, bytes[index].hexadecimalValue != nil { index += 1 }
      if index < range.upperBound, bytes[index] == ASCII.period {
        guard isIPv4(bytes, in: start..<range.upperBound) else { return false }
        groups += 2
        break
      }
      guard case 1...4 = index - start else { return false }
      groups += 1
      guard index < range.upperBound else { break }
      guard bytes[index] == ASCII.colon, index + 1 < range.upperBound else { return false }
      index += 1
    }
    return hasGap ? groups <= 7 : groups == 8
  }

  /// Four numbers up to 255 without leading zeros (RFC 3986 §3.2.2).
  private static func isIPv4(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    var numbers = 1
    var number = 0
    var digits = 0
    for index in range {
      switch bytes[index] {
      case ASCII.period where digits > 0:
        numbers += 1
        digits = 0
      case ASCII.zero...ASCII.nine where digits == 0 || number > 0:
        number = (digits == 0 ? 0 : number * 10) + Int(bytes[index] - ASCII.zero)
        digits += 1
        guard number <= 255 else { return false }
      default: return false
      }
    }
    return numbers == 4 && digits > 0
  }
}
