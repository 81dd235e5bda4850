public import Waiting

/// Answers to requests. After each of these calls `next` returns the next action.
extension ConnectionMachine {
  /// Answers a refusal.
  public mutating func answer(_ response: HTTPResponse, date: HTTPDate, output: inout HTTPOutput) {
    guard case .answering = state else { return }
    respond(response, date: date, closing: true, output: &output)
  }

  /// Takes what the call has put in.
  ///
  /// `closing`: the server wants no further request on this connection. The client of a stream learns it only when the
  /// connection closes.
  public mutating func take(
    _ news: HTTPCall.Output, date: HTTPDate, closing: Bool, at now: Int, output: inout HTTPOutput
  ) {
    if case .body(var partial) = state {
      if news.response != nil || news.end != nil {
        // RFC 9110 §10.1.1: a client waiting for `100 Continue` may send its body or not, so the start of its next
        // request is unknown.
        exchange.keepsAlive = false
      } else if news.wantsBody, partial.awaitsContinue {
        output.append("HTTP/1.1 100 Continue\r\n\r\n")
        partial.awaitsContinue = false
        state = .body(partial)
      }
    }
    if let response = news.response {
      answer(response, date: date, closing: closing, at: now, output: &output)
    }
    if case .streaming(let heartbeat, _, _) = state, !news.pieces.isEmpty {
      for piece in news.pieces { output.append(piece: piece, exchange: exchange) }
      state = .streaming(heartbeat: heartbeat, since: now, isDue: false)
    }
    if let end = news.end { finish(end, closing: closing, output: &output) }
  }

  private mutating func answer(
    _ response: HTTPResponse, date: HTTPDate, closing: Bool, at now: Int, output: inout HTTPOutput
  ) {
    switch state {
    case .body, .awaiting:
      if let stream = response.stream {
        begin(stream, of: response, date: date, closing: closing, at: now, output: &output)
      } else {
        respond(response, date: date, closing: closing, output: &output)
      }
    case .surplus, .idle, .head, .refusing, .answering, .streaming, .closing, .lingering, .closed: break
    }
  }

  private mutating func finish(_ end: HTTPCall.End, closing: Bool, output: inout HTTPOutput) {
    switch (state, end) {
    case (.streaming, .complete):
      if !exchange.isHTTP10 { output.append("0\r\n\r\n") }
      complete(closing: closing)
    case (.body, _), (.awaiting, _), (.streaming, .lost): state = .closing(lingers: false)
    case (.surplus, _), (.idle, _), (.head, _), (.refusing, _), (.answering, _), (.closing, _), (.lingering, _),
      (.closed, _):
      break
    }
  }

  /// The call waits for this now.
  public mutating func wait(for purpose: Patience.Purpose?, at now: Int) {
    guard case .awaiting = state else { return }
    switch purpose {
    case .news(let milliseconds?): state = .awaiting(.news(until: now + min(milliseconds, Int(Int32.max))))
    case .news(nil): state = .awaiting(.news(until: .max))
    case .longWork: state = .awaiting(.work(since: now, isLong: true))
    case .work, nil: state = .awaiting(.work(since: now))
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
    _ stream: HTTPStream, of head: HTTPResponse, date: HTTPDate, closing: Bool, at now: Int, output: inout HTTPOutput
  ) {
    if closing || head.closes || exchange.isHTTP10 && !exchange.isHead { exchange.keepsAlive = false }
    head.writeStreamHead(to: &output, date: date, exchange: exchange)
    guard !exchange.isHead else { return complete(closing: false) }
    output.append(piece: head.body, exchange: exchange)
    state = .streaming(heartbeat: stream.heartbeat, since: now, isDue: false)
  }
}
