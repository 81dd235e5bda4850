extension ConnectionMachine {
  struct PartialHead: Sendable {
    var bytes: [UInt8]
    var parser: HeadParser
    /// The time of its first byte.
    var since: Int
  }

  struct PartialBody: Sendable {
    var body: [UInt8] = []
    var reader: Reader
    /// The client sends the body after `100 Continue`.
    var awaitsContinue: Bool
    /// The time of the request's first byte.
    let since: Int

    enum Reader: Sendable {
      case bytes(remaining: Int)
      case chunked(ChunkedReader)
    }
  }

  /// Reads `input` from `position` on, up to the end of one request or one head; nil where all of it is read.
  mutating func read(_ input: Span<UInt8>, at position: inout Int, now: Int, limits: HTTPLimits) -> Action? {
    do throws(HTTPRefusal) {
      switch state {
      case .idle:
        return try readHead(input, at: &position, now: now, limits: limits)
      case .head(var partial):
        // Released first: the partial head becomes the only owner of its bytes, and appending copies nothing.
        state = .idle
        return try continueHead(&partial, input, at: &position, now: now, limits: limits)
      case .body(var partial):
        state = .idle
        guard try readBody(&partial, input, at: &position, limits: limits) else { return nil }
        state = .awaiting(.work(since: now))
        return .body(partial.body)
      case .surplus, .refusing, .answering, .awaiting, .streaming, .closing, .lingering, .closed:
        return nil
      }
    } catch {
      exchange.keepsAlive = false
      state = .answering
      return .refused(error)
    }
  }

  /// Reads a head from its first byte. Usually all of it is there, and it is copied once.
  private mutating func readHead(
    _ input: Span<UInt8>, at position: inout Int, now: Int, limits: HTTPLimits
  ) throws(HTTPRefusal) -> Action? {
    exchange = HTTPExchange()
    var parser = HeadParser()
    let rest = input.extracting(position...)
    let isComplete = try advance(&parser, over: rest, limits: limits)
    guard isComplete else {
      state = .head(PartialHead(bytes: rest.copied(0..<rest.count), parser: parser, since: now))
      position = input.count
      return nil
    }
    position += parser.position
    return try finishHead(rest, parser: parser, input, at: &position, since: now, now: now, limits: limits)
  }

  private mutating func continueHead(
    _ partial: inout PartialHead, _ input: Span<UInt8>, at position: inout Int, now: Int, limits: HTTPLimits
  ) throws(HTTPRefusal) -> Action? {
    var bytes = partial.bytes
    var parser = partial.parser
    let since = parser.hasNotBegun ? now : partial.since
    partial = PartialHead(bytes: [], parser: HeadParser(), since: 0)
    let before = bytes.count
    // Bytes beyond the limit need no look: the parser refuses there.
    let taken = min(input.count - position, max(limits.headBytes - before, 0))
    bytes.append(position..<position + taken, of: input)
    guard try advance(&parser, over: bytes.span, limits: limits) else {
      position += taken
      state = .head(PartialHead(bytes: bytes, parser: parser, since: since))
      return nil
    }
    // Bytes taken beyond the head belong to the body or to the next request.
    position += parser.position - before
    return try finishHead(bytes.span, parser: parser, input, at: &position, since: since, now: now, limits: limits)
  }

  private mutating func advance(_ parser: inout HeadParser, over bytes: Span<UInt8>, limits: HTTPLimits)
    throws(HTTPRefusal) -> Bool
  {
    defer { exchange.isHead = parser.isHead }
    return try parser.advance(over: bytes, limits: limits)
  }

  /// Decides the body's length and begins to read it. Usually all of it is there, and it is copied once.
  private mutating func finishHead(
    _ head: Span<UInt8>, parser: borrowing HeadParser, _ input: Span<UInt8>, at position: inout Int, since: Int,
    now: Int, limits: HTTPLimits
  ) throws(HTTPRefusal) -> Action? {
    guard let line = parser.line else { throw .malformedRequest(.requestLine) }
    let length = try parser.framing.length(version: line.version, limits: limits)
    exchange.isHTTP10 = line.version == .http10
    exchange.keepsAlive = parser.framing.keepsAlive(version: line.version)
    var request = HTTPRequest(fields: HTTPFields(head, readBy: parser), body: [], peer: peer, line: line)
    let reader: PartialBody.Reader
    switch length {
    case .none: return begin(request, now: now)
    case .bytes(let count) where count <= input.count - position:
      request.body = input.copied(position..<position + count)
      position += count
      return begin(request, now: now)
    case .bytes(let count): reader = .bytes(remaining: count)
    case .chunked:
      reader = .chunked(ChunkedReader(headBytes: parser.position, fieldCount: parser.fields.count, limits: limits))
    }
    // RFC 9110 §10.1.1: a client that has begun its body does not wait.
    let awaitsContinue = position == input.count && parser.framing.expectsContinue(version: line.version)
    var partial = PartialBody(reader: reader, awaitsContinue: awaitsContinue, since: since)
    guard try readBody(&partial, input, at: &position, limits: limits) else {
      return .request(request, isWhole: false)
    }
    request.body = partial.body
    return begin(request, now: now)
  }

  private mutating func begin(_ request: HTTPRequest, now: Int) -> Action {
    state = .awaiting(.work(since: now))
    return .request(request, isWhole: true)
  }

  /// Continues a body; true once it is complete.
  private mutating func readBody(
    _ partial: inout PartialBody, _ input: Span<UInt8>, at position: inout Int, limits: HTTPLimits
  ) throws(HTTPRefusal) -> Bool {
    let isComplete: Bool
    if position < input.count { partial.awaitsContinue = false }
    switch partial.reader {
    case .bytes(let remaining):
      let run = min(remaining, input.count - position)
      partial.body.append(position..<position + run, of: input)
      position += run
      partial.reader = .bytes(remaining: remaining - run)
      isComplete = run == remaining
    case .chunked(var reader):
      isComplete = try reader.read(input, at: &position, into: &partial.body, limits: limits)
      partial.reader = .chunked(reader)
    }
    if !isComplete { state = .body(partial) }
    return isComplete
  }
}
