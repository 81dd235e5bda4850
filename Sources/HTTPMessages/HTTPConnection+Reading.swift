extension HTTPConnection {
  /// Reads a head from its first byte; in the ordinary case all of it is there, and it is copied once.
  mutating func readHead(
    _ input: Span<UInt8>, at position: inout Int, limits: HTTPLimits
  ) throws(HTTPRefusal) -> Step {
    exchange = HTTPExchange()
    var parser = HeadParser()
    let rest = input.extracting(position...)
    let isComplete = try advance(&parser, over: rest, limits: limits)
    guard isComplete else {
      phase = .head(PartialHead(bytes: rest.copied(0..<rest.count), parser: parser))
      position = input.count
      return .needsMore
    }
    position += parser.position
    return try finishHead(rest.copied(0..<parser.position), parser, input, at: &position, limits: limits)
  }

  /// Reads on in a head that came in parts.
  mutating func continueHead(
    _ partial: inout PartialHead, _ input: Span<UInt8>, at position: inout Int, limits: HTTPLimits
  ) throws(HTTPRefusal) -> Step {
    var bytes = partial.bytes
    var parser = partial.parser
    partial = PartialHead(bytes: [], parser: HeadParser())
    let before = bytes.count
    // More than the limit need not be looked at: the parser refuses there.
    let taken = min(input.count - position, max(limits.headBytes - before, 0))
    bytes.append(position..<position + taken, of: input)
    guard try advance(&parser, over: bytes.span, limits: limits) else {
      position += taken
      phase = .head(PartialHead(bytes: bytes, parser: parser))
      return .needsMore
    }
    // What was taken beyond the head belongs to the body or to the next request.
    position += parser.position - before
    bytes.removeLast(bytes.count - parser.position)
    return try finishHead(bytes, parser, input, at: &position, limits: limits)
  }

  private mutating func advance(_ parser: inout HeadParser, over bytes: Span<UInt8>, limits: HTTPLimits) throws(HTTPRefusal) -> Bool {
    defer { exchange.isHead = parser.isHead }
    return try parser.advance(over: bytes, limits: limits)
  }

  /// Decides how long the body is and begins to read it.
  private mutating func finishHead(
    _ head: [UInt8], _ parser: HeadParser, _ input: Span<UInt8>, at position: inout Int, limits: HTTPLimits
  ) throws(HTTPRefusal) -> Step {
    guard let line = parser.line else { throw .malformedRequest(.requestLine) }
    let framing = parser.framing
    let length = try framing.length(version: line.version, limits: limits)
    exchange.isHTTP10 = line.version == .http10
    exchange.keepsAlive = framing.keepsAlive(version: line.version)
    let request = HTTPRequest(fields: HTTPFields(bytes: head, positions: parser.fields), body: [], line: line)
    let reader: PartialBody.Reader
    switch length {
    case .none:
      phase = .owing
      return .request(request)
    case .bytes(let count):
      reader = .bytes(remaining: count)
    case .chunked:
      reader = .chunked(ChunkedReader(headBytes: head.count, fieldCount: parser.fields.count, limits: limits))
    }
    // RFC 9110 §10.1.1: a client that has begun its body does not wait.
    let awaitsContinue = position == input.count && framing.expectsContinue(version: line.version)
    var partial = PartialBody(request: request, reader: reader, awaitsContinue: awaitsContinue)
    guard try readBody(&partial, input, at: &position, limits: limits) else { return .head(request) }
    return .request(partial.request)
  }

  /// Reads on in a body; true where the request is complete with it.
  mutating func readBody(
    _ partial: inout PartialBody, _ input: Span<UInt8>, at position: inout Int, limits: HTTPLimits
  ) throws(HTTPRefusal) -> Bool {
    let isComplete: Bool
    switch partial.reader {
    case .bytes(let remaining):
      let run = min(remaining, input.count - position)
      partial.request.body.append(position..<position + run, of: input)
      position += run
      partial.reader = .bytes(remaining: remaining - run)
      isComplete = run == remaining
    case .chunked(var reader):
      isComplete = try reader.read(input, at: &position, into: &partial.request.body, limits: limits)
      partial.reader = .chunked(reader)
    }
    phase = isComplete ? .owing : .body(partial)
    return isComplete
  }
}
