/// What a response's framing depends on besides the response.
struct HTTPExchange: Sendable {
  /// To HEAD goes the head alone.
  var isHead = false
  /// HTTP/1.0 must be told that its connection stays (RFC 9112 §9.3).
  var isHTTP10 = false
  /// True where the connection outlives the exchange, as far as the client decides.
  var keepsAlive = true
}

extension HTTPResponse {
  /// Adds the response to `output` as the only one of its connection.
  public func writeAlone(to output: inout HTTPOutput, date: HTTPDate) {
    write(to: &output, date: date, exchange: HTTPExchange(keepsAlive: false))
  }

  /// Adds the response to `output` (RFC 9112 §4, §6).
  func write(to output: inout HTTPOutput, date: HTTPDate, exchange: HTTPExchange) {
    writeFields(to: &output, date: date, exchange: exchange)
    // RFC 9110 §8.6: no Content-Length with 204; 304 leaves it out, as it would have to be that of the 200.
    guard status.allowsBody else { return output.append("\r\n") }
    output.append("Content-Length: ")
    output.append(decimal: body.count)
    output.append("\r\n\r\n")
    if !exchange.isHead { output.append(body: body) }
  }

  /// Adds the head of a response of unknown length: chunked for HTTP/1.1 (RFC 9112 §7.1), until the end of the
  /// connection for HTTP/1.0 (§6.3).
  func writeStreamHead(to output: inout HTTPOutput, date: HTTPDate, exchange: HTTPExchange) {
    writeFields(to: &output, date: date, exchange: exchange)
    // A client of HTTP/1.0 knows no coding, and one that asked with HEAD gets no content to be coded (RFC 9112 §6.1).
    if !exchange.isHTTP10, !exchange.isHead { output.append("Transfer-Encoding: chunked\r\n") }
    output.append("\r\n")
  }

  /// All but what tells where the body ends.
  private func writeFields(to output: inout HTTPOutput, date: HTTPDate, exchange: HTTPExchange) {
    output.append(status.line)
    output.append(date.line)
    let lines = fields.span
    for index in lines.indices {
      output.append(lines[index].name)
      output.append(": ")
      output.append(fieldValue: lines[index].value)
      output.append("\r\n")
    }
    output.append("X-Content-Type-Options: nosniff\r\n")
    if !exchange.keepsAlive {
      output.append("Connection: close\r\n")
    } else if exchange.isHTTP10 {
      output.append("Connection: keep-alive\r\n")
    }
  }
}

extension HTTPOutput {
  /// Adds a piece of a body of unknown length; an empty one adds nothing.
  mutating func append(piece bytes: [UInt8], exchange: HTTPExchange) {
    // An empty chunk would be the last one.
    guard !bytes.isEmpty else { return }
    guard !exchange.isHTTP10 else { return append(body: bytes) }
    append(hexadecimal: bytes.count)
    append("\r\n")
    append(body: bytes)
    append("\r\n")
  }

  /// Adds `number`, which is not negative, in hexadecimal.
  private mutating func append(hexadecimal number: Int) {
    var shift = max(Int.bitWidth - number.leadingZeroBitCount - 1, 0) / 4 * 4
    while shift >= 0 {
      let digit = UInt8(truncatingIfNeeded: number >> shift & 15)
      append(digit < 10 ? ASCII.zero + digit : UInt8(ascii: "a") + digit - 10)
      shift -= 4
    }
  }
}
