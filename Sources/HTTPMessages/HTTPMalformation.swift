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
