/// Requests that are decided while earlier answers are pending.
extension ConnectionMachine {
  /// An answer that is owed, and the framing its request asks for.
  struct Owed: Sendable {
    var exchange: HTTPExchange
    var reply: Reply

    enum Reply: Sendable {
      case awaited(Promise, Step)
      /// Sent once the earlier answers are.
      case ready(HTTPAnswer)
    }
  }

  /// What follows once every owed answer is sent.
  enum Held: Sendable {
    /// Unread input.
    case unread
    /// A request that must not be decided earlier.
    case request(HTTPRequest, (@Sendable (HTTPRequest) -> HTTPAnswer)?)
    /// A head whose client waits for `100 Continue`, which would precede the owed answers.
    case head(PartialBody)
  }

  /// Whether requests after a pending answer may be read.
  func mayFollow(_ promise: Promise, _ step: Step) -> Bool {
    switch step {
    case .asks, .rests: exchange.keepsAlive && promise.later.isOnItsWay && promise.later.isDecided()
    case .begins, .isDue: false
    }
  }

  /// Whether to read from the client: not where input would pile up after an answer that is on its way.
  var isReading: Bool {
    switch state {
    case .awaiting(let promise, _): !promise.later.isOnItsWay || backlog.isEmpty && !hasInputEnded
    case .idle, .head, .body: owed.isEmpty || backlog.isEmpty && !hasInputEnded
    case .held: false
    case .surplus, .refusing, .answering, .streaming, .closing, .lingering, .closed: true
    }
  }

  /// Reads and decides what has come, then asks for the first answer.
  mutating func nextForOwed(
    _ input: Span<UInt8>, at position: inout Int, now: Int, isDraining: Bool, limits: HTTPLimits,
    output: inout HTTPOutput
  ) -> Action {
    if case .awaited(let promise, .begins)? = owed.last?.reply {
      owed[owed.count - 1].reply = .awaited(promise, .asks)
      return .subscribe(promise.later.begin)
    }
    switch state {
    case .idle, .head, .body:
      if !isDraining, output.count < limits.pipelinedOutputBytes, hasRoomBehind(limits) {
        if !backlog.isEmpty { return reread(input, at: &position) }
        if position < input.count, let action = read(input, at: &position, now: now, limits: limits),
          let action = admit(action)
        {
          return action
        }
      }
    case .refusing(let refusal):
      position = input.count
      state = .answering
      return .refused(refusal)
    case .surplus, .answering, .awaiting, .held, .streaming, .closing, .lingering, .closed: break
    }
    guard case .awaited(let promise, let step)? = owed.first?.reply else { return .close }
    let action = next(of: promise, step, isDraining: isDraining, output: &output)
    guard case .wait(_, let deadline) = action else { return action }
    keep(input, at: &position)
    return .wait(isReading ? .reading : .neither, deadline)
  }

  /// Whether one more request may be decided before the first owed answer is sent.
  private func hasRoomBehind(_ limits: HTTPLimits) -> Bool {
    guard owed.count < limits.pipelinedRequests else { return false }
    var readyBytes = 0
    for owed in owed.reversed() {
      switch owed.reply {
      case .ready(.response(let response)): readyBytes += response.body.count
      case .ready: return false
      case .awaited(let promise, _): return readyBytes < limits.pipelinedOutputBytes && promise.later.isDecided()
      }
    }
    return false
  }

  /// The pending answer that was decided last.
  private var lastPromise: Promise? {
    for owed in owed.reversed() { if case .awaited(let promise, _) = owed.reply { return promise } }
    return nil
  }

  /// The action, where its request may be decided now; nil where it is held.
  private mutating func admit(_ action: Action) -> Action? {
    switch action {
    case .request(let request, let respond):
      if let promise = lastPromise, promise.later.admits(request) { return action }
      state = .held(.request(request, respond))
      return nil
    case .head:
      guard case .body(let partial) = state, partial.awaitsContinue else { return action }
      state = .held(.head(partial))
      return nil
    case .refused, .subscribe, .ask, .pull, .write, .reread, .finishWriting, .wait, .close: return action
    }
  }

  /// Resumes the held request.
  mutating func take(up held: Held, _ input: Span<UInt8>, at position: inout Int) -> Action {
    switch held {
    case .unread:
      state = .idle
      return reread(input, at: &position)
    case .request(let request, let respond):
      state = .answering
      return .request(request, respond)
    case .head(let partial):
      state = .body(partial)
      return .head(partial.request)
    }
  }

  /// Queues an answer after the pending ones.
  mutating func owe(_ answer: HTTPAnswer, at now: Int) {
    switch answer {
    case .response(let response):
      if response.closes { exchange.keepsAlive = false }
      owed.append(Owed(exchange: exchange, reply: .ready(answer)))
    case .later(let later) where later.isOnItsWay:
      owed.append(Owed(exchange: exchange, reply: .awaited(Promise(later, due: now + later.milliseconds), .begins)))
    case .later, .stream:
      owed.append(Owed(exchange: exchange, reply: .ready(answer)))
      state = .held(.unread)
      return
    }
    state = exchange.keepsAlive ? .idle : .held(.unread)
  }

  /// Answers the first pending request, and the ready answers after it; nil while there is no answer yet.
  ///
  /// `closing`: the server wants no further request; the owed answers are still sent.
  mutating func answer(owed answer: HTTPAnswer?, date: HTTPDate, closing: Bool, at now: Int, output: inout HTTPOutput) {
    guard var answer else {
      if case .awaited(let promise, _)? = owed.first?.reply { owed[0].reply = .awaited(promise, .rests) }
      return
    }
    while true {
      let first = owed.removeFirst()
      let isLast = owed.isEmpty
      let (state, exchange) = (state, exchange)
      self.exchange = first.exchange
      say(answer, date: date, closing: closing && isLast, at: now, output: &output)
      // Reading continues, unless this was the last answer.
      guard self.exchange.keepsAlive else {
        owed = []
        return
      }
      guard case .idle = self.state else { return }
      (self.state, self.exchange) = (state, exchange)
      guard case .ready(let next)? = owed.first?.reply else { return }
      answer = next
    }
  }
}
