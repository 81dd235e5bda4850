/// The parsed first line of a request (RFC 9112 §3).
struct RequestLine: Sendable {
  let method: HTTPMethod
  let target: RequestTarget
  let version: Version

  /// The minor versions that differ: 1.x above 1 is read as 1.1 (RFC 9110 §2.5).
  enum Version: Sendable {
    case http10
    case http11
  }
}

extension RequestLine {
  /// Reads the line in `range`; `isHead` is set as soon as the method is known, also where the rest is refused.
  init(_ bytes: Span<UInt8>, in range: Range<Int>, limits: HTTPLimits, isHead: inout Bool) throws(HTTPRefusal) {
    // RFC 9112 §3: method SP request-target SP HTTP-version, single spaces.
    guard let methodEnd = bytes.firstIndex(of: ASCII.space, in: range), methodEnd > range.lowerBound,
      bytes.consists(of: .token, in: range.lowerBound..<methodEnd)
    else { throw .malformedRequest(.requestLine) }
    let targetStart = methodEnd + 1
    guard let targetEnd = bytes.firstIndex(of: ASCII.space, in: targetStart..<range.upperBound) else {
      // RFC 9112 §3: without a version it is HTTP/0.9, or too long a target.
      guard range.upperBound - targetStart <= limits.targetBytes else { throw .targetTooLong(limit: limits.targetBytes) }
      throw .malformedRequest(.requestLine)
    }
    // RFC 9112 §3: 414 for a longer target than the server reads.
    guard targetEnd - targetStart <= limits.targetBytes else { throw .targetTooLong(limit: limits.targetBytes) }
    version = try RequestLine.version(bytes, in: ByteRange(targetEnd + 1, range.upperBound))
    // RFC 9110 §9.1: 501 for a method the server does not know, TRACE and CONNECT among them.
    guard let method = HTTPMethod(bytes, in: ByteRange(range.lowerBound, methodEnd)) else { throw .unknownMethod }
    isHead = method == .head
    self.method = method
    target = try RequestTarget(bytes, in: ByteRange(targetStart, targetEnd), method: method)
  }

  /// `HTTP/` DIGIT `.` DIGIT, case-sensitive (RFC 9112 §2.3).
  private static func version(_ bytes: Span<UInt8>, in range: ByteRange) throws(HTTPRefusal) -> Version {
    let start = range.lowerBound
    guard range.count == 8, bytes.equalsExactly("HTTP/", in: ByteRange(start, start + 5)), bytes[start + 6] == 0x2E,
      case ASCII.zero...ASCII.nine = bytes[start + 5], case ASCII.zero...ASCII.nine = bytes[start + 7]
    else { throw .malformedRequest(.requestLine) }
    // RFC 9110 §15.6.6: another major version is 505.
    guard bytes[start + 5] == 0x31 else { throw .unsupportedHTTPVersion }
    return bytes[start + 7] == ASCII.zero ? .http10 : .http11
  }

  /// Refuses an unfinished line whose part in `range` already decides it.
  static func checkUnfinished(_ bytes: Span<UInt8>, in range: Range<Int>, limits: HTTPLimits) throws(HTTPRefusal) {
    let methodEnd = bytes.firstIndex(of: ASCII.space, in: range)
    guard bytes.consists(of: .token, in: range.lowerBound..<min(methodEnd ?? range.upperBound, range.lowerBound + HTTPMethod.longestWord))
    else { throw .malformedRequest(.requestLine) }
    guard let methodEnd else {
      if range.count > HTTPMethod.longestWord { throw .unknownMethod }
      return
    }
    let targetStart = methodEnd + 1
    let targetEnd = bytes.firstIndex(of: ASCII.space, in: targetStart..<range.upperBound) ?? range.upperBound
    guard targetEnd - targetStart <= limits.targetBytes else { throw .targetTooLong(limit: limits.targetBytes) }
  }
}
