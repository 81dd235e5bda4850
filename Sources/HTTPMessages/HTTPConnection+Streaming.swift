/// A response whose length nobody knows: chunked for HTTP/1.1 (RFC 9112 §7.1), until the end of the connection for HTTP/1.0 (§6.3).
extension HTTPConnection {
  /// Adds the head of the response that is owed, and its body as the first piece; true where more may follow.
  ///
  /// To HEAD goes the head alone. `closing`: the server wants no further request on this connection.
  public mutating func beginStream(_ head: HTTPResponse, date: HTTPDate, closing: Bool, output: inout HTTPOutput) -> Bool {
    guard case .owing = phase else { return false }
    if closing || head.closes || exchange.isHTTP10 && !exchange.isHead { exchange.keepsAlive = false }
    head.writeStreamHead(to: &output, date: date, exchange: exchange)
    guard !exchange.isHead else {
      phase = exchange.keepsAlive ? .idle : .closed
      return false
    }
    addPiece(head.body, to: &output)
    return true
  }

  /// Adds a piece of the body; an empty one adds nothing.
  public mutating func addPiece(_ bytes: [UInt8], to output: inout HTTPOutput) {
    // An empty chunk would be the last one.
    guard case .owing = phase, !bytes.isEmpty else { return }
    guard !exchange.isHTTP10 else { return output.append(bytes) }
    output.append(hexadecimal: bytes.count)
    output.append("\r\n")
    output.append(bytes)
    output.append("\r\n")
  }

  /// Ends the body, and waits for the next request or is closed.
  ///
  /// `closing`: the server wants no further request on this connection, which its client may learn by its end alone.
  public mutating func endStream(closing: Bool, output: inout HTTPOutput) {
    guard case .owing = phase else { return }
    if !exchange.isHTTP10 { output.append("0\r\n\r\n") }
    phase = exchange.keepsAlive && !closing ? .idle : .closed
  }
}

extension HTTPResponse {
  fileprivate func writeStreamHead(to output: inout HTTPOutput, date: HTTPDate, exchange: HTTPExchange) {
    writeFields(to: &output, date: date, exchange: exchange)
    // A client of HTTP/1.0 knows no coding, and one that asked with HEAD gets no content to be coded (RFC 9112 §6.1).
    if !exchange.isHTTP10, !exchange.isHead { output.append("Transfer-Encoding: chunked\r\n") }
    output.append("\r\n")
  }
}

extension HTTPOutput {
  /// Adds `number`, which is not negative, in hexadecimal.
  fileprivate mutating func append(hexadecimal number: Int) {
    var shift = max(Int.bitWidth - number.leadingZeroBitCount - 1, 0) / 4 * 4
    while shift >= 0 {
      let digit = UInt8(truncatingIfNeeded: number >> shift & 15)
      append(digit < 10 ? ASCII.zero + digit : UInt8(ascii: "a") + digit - 10)
      shift -= 4
    }
  }
}
