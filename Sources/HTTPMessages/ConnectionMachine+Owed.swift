/// Requests that are decided while answers before theirs are awaited.
extension ConnectionMachine {
  /// An answer that is owed, and how its request wants it.
  struct Owed: Sendable {
    var exchange: HTTPExchange
    var reply: Reply

    enum Reply: Sendable {
      case awaited(Promise, Step)
      /// It is given once those before it are.
      case ready(HTTPAnswer)
    }
  }

  /// What follows when all that is owed is answered.
  enum Held: Sendable {
    /// What has not been read.
    case unread
    /// A request that is not to be decided before.
    case request(HTTPRequest, (@Sendable (HTTPRequest) -> HTTPAnswer)?)
    /// One whose client waits for `100 Continue`, which would stand before the answers.
    case head(PartialBody)
  }

  /// Whether requests behind an answer that is awaited may be read.
  func mayFollow(_ promise: Promise, _ step: Step) -> Bool {
    switch step {
    case .asks, .rests: exchange.keepsAlive && promise.later.isOnItsWay && promise.later.isDecided()
    case .begins, .isDue: false
    }
  }

  /// Whether what the client sends is wanted: not where it would gather behind an answer that is on its way.
  var isReading: Bool {
    switch state {
    case .awaiting(let promise, _): !promise.later.isOnItsWay || backlog.isEmpty && !hasInputEnded
    case .idle, .head, .body: owed.isEmpty || backlog.isEmpty && !hasInputEnded
    case .held: false
    case .surplus, .refusing, .answering, .streaming, .closing, .lingering, .closed: true
    }
  }

  /// Reads and has decided what has come, and then has the first answer asked for.
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

  /// Whether one more request may be decided before the first of those before it is answered.
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

  /// The awaited answer that was decided last.
  private var lastPromise: Promise? {
    for owed in owed.reversed() { if case .awaited(let promise, _) = owed.reply { return promise } }
    return nil
  }

  /// What has been read, where it may be decided now; nil where it is held.
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

  /// Goes on with what was held.
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

  /// Keeps an answer behind those that are awaited.
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

  /// The answer that is awaited first; nil where there is none yet. With it go those behind it that are ready.
  ///
  /// `closing`: the server wants no further request; what is owed is answered all the same.
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
      // What is read goes on, unless this was the last answer of all.
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
