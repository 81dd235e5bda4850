/// The reason why the server answers without calling its handler; the connection then closes (RFC 9112 §9.6).
public enum HTTPRefusal: Error, Equatable, Sendable {
  /// 400: the bytes are no HTTP/1.1 request.
  case malformedRequest(HTTPMalformation)
  /// 414: the request target is longer than `limit` bytes.
  case targetTooLong(limit: Int)
  /// 431: the head, or the trailer section with it, is larger than its limit.
  case headTooLarge(HTTPHeadLimit)
  /// 413: the body is larger than `limit` bytes.
  case bodyTooLarge(limit: Int)
  /// 501: the method is none of `HTTPMethod` (RFC 9110 §9.1).
  case unknownMethod
  /// 501: a transfer coding other than chunked (RFC 9112 §6.1).
  case unknownTransferCoding
  /// 505: the major version is not 1 (RFC 9110 §15.6.6).
  case unsupportedHTTPVersion
  /// 417: an expectation other than `100-continue` (RFC 9110 §10.1.1).
  case expectationFailed
  /// 408: the request was not complete by its deadline.
  case requestTimeout
  /// 503: the server has reached its connection limit; try again in `retryAfterSeconds`.
  case connectionLimit(retryAfterSeconds: Int)
  /// 503: the server has reached its byte limit for incomplete bodies; try again in `retryAfterSeconds`.
  case bufferLimit(retryAfterSeconds: Int)

  /// The status that answers it.
  public var status: HTTPStatus {
    switch self {
    case .malformedRequest: .badRequest
    case .targetTooLong: .uriTooLong
    case .headTooLarge: .requestHeaderFieldsTooLarge
    case .bodyTooLarge: .contentTooLarge
    case .unknownMethod, .unknownTransferCoding: .notImplemented
    case .unsupportedHTTPVersion: .httpVersionNotSupported
    case .expectationFailed: .expectationFailed
    case .requestTimeout: .requestTimeout
    case .connectionLimit, .bufferLimit: .serviceUnavailable
    }
  }

  /// One English sentence for the sender of the request.
  public var detail: String {
    switch self {
    case .malformedRequest(let malformation): malformation.rawValue
    case .targetTooLong(let limit): "The request target is longer than \(limit) bytes."
    case .headTooLarge(.bytes(let limit)): "The request's head is larger than \(limit) bytes."
    case .headTooLarge(.fields(let limit)): "The request has more than \(limit) fields."
    case .bodyTooLarge(let limit): "The body is larger than \(limit) bytes."
    case .unknownMethod: "The server knows no such method."
    case .unknownTransferCoding: "The only transfer coding that the server knows is chunked."
    case .unsupportedHTTPVersion: "The server speaks HTTP/1.1 and HTTP/1.0."
    case .expectationFailed: "The only expectation that the server knows is 100-continue."
    case .requestTimeout: "The request did not arrive completely in time."
    case .connectionLimit: "The server has reached its limit of connections. Try again later."
    case .bufferLimit: "The server has reached its limit of bytes of incomplete requests. Try again later."
    }
  }
}

public enum HTTPHeadLimit: Equatable, Sendable {
  case bytes(Int)
  case fields(Int)
}

/// The fault that makes bytes no HTTP/1.1 request; the raw value is the sentence for their sender.
public enum HTTPMalformation: String, Equatable, Sendable, CaseIterable {
  // Lines, RFC 9112 §2.2
  case bareLineFeed = "A line ends in LF without CR."
  case bareCarriageReturn = "A CR is not followed by LF."
  case controlCharacter = "The head holds a control character."
  case tooManyEmptyLines = "Too many empty lines precede the request."
  case incompleteRequest = "The connection ended within the request."

  // Request line, RFC 9112 §3
  case requestLine = "The request line is not 'method SP target SP HTTP/1.1'."
  case target = "The request target holds characters that a URI cannot, or has no allowed form."
  case fragment = "The request target has a fragment."
  case percentEncoding = "The path holds a '%' that is not followed by two hexadecimal digits, or %00."
  case pathNotUTF8 = "The path is not UTF-8 after percent-decoding."
  case asteriskForm = "The target '*' goes with OPTIONS only."

  // Fields, RFC 9112 §5
  case fieldName = "A field name is empty or holds characters that a token cannot."
  case spaceBeforeColon = "Whitespace stands between a field name and its colon."
  case foldedLine = "A field line begins with whitespace."
  case missingColon = "A field line has no colon."

  // Host, RFC 9112 §3.2
  case missingHost = "The request has no Host field."
  case repeatedHost = "The request has more than one Host field."
  case invalidHost = "The request's host is not 'host' or 'host:port'."

  // Framing, RFC 9112 §6
  case contentLength = "Content-Length is not a row of decimal digits."
  case repeatedContentLength = "The request has more than one Content-Length."
  case ambiguousLength = "The request has both Content-Length and Transfer-Encoding."
  case transferEncoding = "Transfer-Encoding does not end in one 'chunked'."
  case transferEncodingInHTTP10 = "An HTTP/1.0 request cannot have Transfer-Encoding."
  case chunkSize = "A chunk size is not a row of hexadecimal digits."
  case chunkExtension = "The chunk extensions are malformed or too long."
  case chunkEnd = "A chunk does not end in CRLF."
  case trailer = "A trailer field is malformed."
}
