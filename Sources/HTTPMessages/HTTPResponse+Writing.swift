/// The properties of an exchange that decide a response's framing.
struct HTTPExchange: Sendable {
  /// HEAD gets the head alone.
  var isHead = false
  /// HTTP/1.0 needs `Connection: keep-alive` for a connection that stays open (RFC 9112 §9.3).
  var isHTTP10 = false
  /// True where the client lets the connection outlive the exchange.
  var keepsAlive = true
}

extension HTTPResponse {
  /// Appends the response to `output` as the only one of its connection.
  public func writeAlone(to output: inout HTTPOutput, date: HTTPDate) {
    write(to: &output, date: date, exchange: HTTPExchange(keepsAlive: false))
  }

  /// Appends the response to `output` (RFC 9112 §4, §6).
  func write(to output: inout HTTPOutput, date: HTTPDate, exchange: HTTPExchange) {
    writeFields(to: &output, date: date, exchange: exchange)
    // RFC 9110 §8.6: 204 has no Content-Length; 304 omits it, as it would have to be that of the 200.
    guard status.allowsBody else { return output.append("\r\n") }
    output.append("Content-Length: ")
    output.append(decimal: body.count)
    output.append("\r\n\r\n")
    if !exchange.isHead { output.append(body: body) }
  }

  /// Appends the head of a response of unknown length: chunked for HTTP/1.1 (RFC 9112 §7.1), until the connection
  /// closes for HTTP/1.0 (§6.3).
  func writeStreamHead(to output: inout HTTPOutput, date: HTTPDate, exchange: HTTPExchange) {
    writeFields(to: &output, date: date, exchange: exchange)
    // An HTTP/1.0 client knows no coding, and the answer to HEAD has no content to code (RFC 9112 §6.1).
    if !exchange.isHTTP10, !exchange.isHead { output.append("Transfer-Encoding: chunked\r\n") }
    output.append("\r\n")
  }

  /// Appends the head without the fields that delimit the body.
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
  /// Appends a piece of a body of unknown length; an empty one appends nothing.
  mutating func append(piece bytes: [UInt8], exchange: HTTPExchange) {
    // An empty chunk would be the last one.
    guard !bytes.isEmpty else { return }
    guard !exchange.isHTTP10 else { return append(body: bytes) }
    append(hexadecimal: bytes.count)
    append("\r\n")
    append(body: bytes)
    append("\r\n")
  }

  /// Appends a non-negative number in hexadecimal.
  private mutating func append(hexadecimal number: Int) {
    var shift = max(Int.bitWidth - number.leadingZeroBitCount - 1, 0) / 4 * 4
    while shift >= 0 {
      let digit = UInt8(truncatingIfNeeded: number >> shift & 15)
      append(digit < 10 ? ASCII.zero + digit : UInt8(ascii: "a") + digit - 10)
      shift -= 4
    }
  }
}
