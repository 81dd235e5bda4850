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
  /// Adds the response to `output` (RFC 9112 §4, §6).
  func write(to output: inout HTTPOutput, date: HTTPDate, exchange: HTTPExchange) {
    writeFields(to: &output, date: date, exchange: exchange)
    // RFC 9110 §8.6: no Content-Length with 204; 304 leaves it out, as it would have to be that of the 200.
    guard status.allowsBody else { return output.append("\r\n") }
    output.append("Content-Length: ")
    output.append(decimal: body.count)
    output.append("\r\n\r\n")
    if !exchange.isHead { output.append(body) }
  }

  /// All but what tells where the body ends.
  func writeFields(to output: inout HTTPOutput, date: HTTPDate, exchange: HTTPExchange) {
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
