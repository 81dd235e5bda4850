/// Answers to requests. After each of these calls `next` returns the next action.
extension ConnectionMachine {
  /// Answers a head: a response closes and drops the body; nil lets the body be read.
  public mutating func answer(head answer: HTTPHeadAnswer?, date: HTTPDate, output: inout HTTPOutput) {
    guard case .body(var partial) = state else { return }
    switch answer {
    case .response(var response):
      // RFC 9110 §10.1.1: a client waiting for `100 Continue` may send its body or not, so the start of its next
      // request is unknown.
      state = .answering
      response.closes = true
      self.answer(.response(response), date: date, closing: true, at: 0, output: &output)
    case .awaitsBody(let respond):
      partial.respond = respond
      state = .body(partial)
      if partial.awaitsContinue { output.appendContinue() }
    case nil:
      if partial.awaitsContinue { output.appendContinue() }
    }
  }

  /// Answers a request or a refusal.
  ///
  /// `closing`: the server wants no further request on this connection.
  public mutating func answer(
    _ answer: HTTPAnswer, date: HTTPDate, closing: Bool, at now: Int, output: inout HTTPOutput
  ) {
    guard case .answering = state else { return }
    guard owed.isEmpty else { return owe(answer, at: now) }
    say(answer, date: date, closing: closing, at: now, output: &output)
  }

  /// Answers the pending request; nil while there is no answer yet.
  public mutating func answer(
    later answer: HTTPAnswer?, date: HTTPDate, closing: Bool, at now: Int, output: inout HTTPOutput
  ) {
    guard owed.isEmpty else { return self.answer(owed: answer, date: date, closing: closing, at: now, output: &output) }
    guard case .awaiting(let promise, _) = state else { return }
    if let answer {
      say(answer, date: date, closing: closing, at: now, output: &output)
    } else {
      state = .awaiting(promise, .rests)
    }
  }

  mutating func say(_ answer: HTTPAnswer, date: HTTPDate, closing: Bool, at now: Int, output: inout HTTPOutput) {
    switch answer {
    case .response(let response): respond(response, date: date, closing: closing, output: &output)
    case .later(let later): state = .awaiting(Promise(later, due: now + later.milliseconds), .begins)
    case .stream(let stream): begin(stream, date: date, closing: closing, at: now, output: &output)
    }
  }

  private mutating func respond(_ response: HTTPResponse, date: HTTPDate, closing: Bool, output: inout HTTPOutput) {
    if closing || response.closes { exchange.keepsAlive = false }
    response.write(to: &output, date: date, exchange: exchange)
    complete(closing: false)
  }

  private mutating func complete(closing: Bool) {
    state = exchange.keepsAlive && !closing ? .idle : .closing(lingers: true)
  }

  /// Appends the head, and its body as the first piece. HEAD gets the head alone.
  private mutating func begin(
    _ stream: HTTPStream, date: HTTPDate, closing: Bool, at now: Int, output: inout HTTPOutput
  ) {
    if closing || stream.head.closes || exchange.isHTTP10 && !exchange.isHead { exchange.keepsAlive = false }
    stream.head.writeStreamHead(to: &output, date: date, exchange: exchange)
    guard !exchange.isHead else { return complete(closing: false) }
    output.append(piece: stream.head.body, exchange: exchange)
    state = .streaming(Flow(stream), .begins, since: now)
  }

  /// Appends the next piece of a body.
  ///
  /// `closing`: the server wants no further request on this connection. The client learns it only when the connection
  /// closes.
  public mutating func add(_ piece: HTTPStream.Piece, closing: Bool, at now: Int, output: inout HTTPOutput) {
    guard case .streaming(let flow, _, let since) = state else { return }
    switch piece {
    case .bytes(let bytes):
      output.append(piece: bytes, exchange: exchange)
      state = .streaming(flow, .asks, since: now)
    case .none:
      state = .streaming(flow, .rests, since: since)
    case .last(let bytes):
      output.append(piece: bytes, exchange: exchange)
      if !exchange.isHTTP10 { output.append("0\r\n\r\n") }
      complete(closing: closing)
    case .lost:
      state = .closing(lingers: false)
    }
  }
}

extension HTTPOutput {
  fileprivate mutating func appendContinue() { append("HTTP/1.1 100 Continue\r\n\r\n") }
}
