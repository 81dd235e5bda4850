/// One side of a connection as a machine: bytes in, requests out; responses in, bytes out (RFC 9112 §9).
///
/// ```
/// idle ──first byte──▶ head ──▶ body ──▶ owing ──respond──▶ idle
///                                └──refuseBody──▶ owing ──respond──▶ closed
///   any of them ──refused──▶ owing ──respond──▶ closed
/// ```
/// It owns no socket and no clock. Between requests it holds no memory of its own.
public struct HTTPConnection: Sendable {
  var phase = Phase.idle
  var exchange = HTTPExchange()

  enum Phase: Sendable {
    case idle
    indirect case head(PartialHead)
    indirect case body(PartialBody)
    case owing
    case closed
  }

  /// A head of which a part has come.
  struct PartialHead: Sendable {
    var bytes: [UInt8]
    var parser: HeadParser
  }

  /// A request whose head is complete and whose body is not.
  struct PartialBody: Sendable {
    var request: HTTPRequest
    var reader: Reader
    /// The client sends the body behind `100 Continue`.
    let awaitsContinue: Bool

    enum Reader: Sendable {
      case bytes(remaining: Int)
      case chunked(ChunkedReader)
    }
  }

  public init() {}

  /// What the connection waits for.
  public enum Activity: Sendable, Equatable {
    /// The first byte of a request.
    case idle
    /// The rest of a head.
    case head
    /// The rest of a body.
    case body
    /// The response to the last request or refusal.
    case owing
    /// Nothing: the connection closes when its last bytes have been sent.
    case closed
  }

  public var activity: Activity {
    switch phase {
    case .idle: .idle
    // Empty lines between requests begin none (RFC 9112 §2.2).
    case .head(let partial): partial.parser.hasNotBegun ? .idle : .head
    case .body: .body
    case .owing: .owing
    case .closed: .closed
    }
  }

  /// Bytes that have come of a body that is not complete.
  public var bufferedBytes: Int {
    if case .body(let partial) = phase { partial.request.body.count } else { 0 }
  }

  /// What the bytes amount to.
  public enum Step: Sendable {
    /// All bytes are read, or none can be before the response that is owed.
    case needsMore
    /// A head whose body has not come with it, as a request without one: to be answered with `takeBody`, or with `refuseBody`
    /// and `respond`. It is told of once, and `input` is read.
    case head(HTTPRequest)
    /// A complete request, to be answered with `respond`.
    case request(HTTPRequest)
    /// Not a request that the server takes; to be answered with `respond`, which closes.
    case refused(HTTPRefusal)
  }

  /// Reads `input` from `position` on, up to the end of one request or of one head at most.
  public mutating func next(_ input: Span<UInt8>, at position: inout Int, limits: HTTPLimits) -> Step {
    guard position < input.count else { return .needsMore }
    do throws(HTTPRefusal) {
      switch phase {
      case .idle:
        return try readHead(input, at: &position, limits: limits)
      case .head(var partial):
        // Released first: the partial head is then the only owner of its bytes, and adding to them copies nothing.
        phase = .idle
        return try continueHead(&partial, input, at: &position, limits: limits)
      case .body(var partial):
        phase = .idle
        guard try readBody(&partial, input, at: &position, limits: limits) else { return .needsMore }
        return .request(partial.request)
      case .owing:
        return .needsMore
      case .closed:
        position = input.count
        return .needsMore
      }
    } catch {
      return .refused(refuse(error))
    }
  }

  /// The refusal of a request that the end of the input cut off; nil between requests.
  public mutating func endOfInput() -> HTTPRefusal? {
    switch activity {
    case .head, .body: refuse(.malformedRequest(.incompleteRequest))
    case .idle, .owing, .closed: nil
    }
  }

  /// Gives up what is being read in favour of `refusal`, such as a time that is over.
  @discardableResult
  public mutating func refuse(_ refusal: HTTPRefusal) -> HTTPRefusal {
    exchange.keepsAlive = false
    phase = .owing
    return refusal
  }

  /// Lets the body of the head come that `next` has told of: adds `100 Continue` to `output` where the client waits for it
  /// (RFC 9110 §10.1.1).
  public mutating func takeBody(output: inout HTTPOutput) {
    guard case .body(let partial) = phase, partial.awaitsContinue else { return }
    output.append("HTTP/1.1 100 Continue\r\n\r\n")
  }

  /// Gives up the body of the head that `next` has told of: the response is owed now, and closes. A client that has waited for
  /// `100 Continue` may send its body or not, so that nothing shows where its next request begins (RFC 9110 §10.1.1).
  public mutating func refuseBody() {
    guard case .body = phase else { return }
    exchange.keepsAlive = false
    phase = .owing
  }

  /// Adds the response that is owed to `output`, and waits for the next request or is closed.
  ///
  /// `closing`: the server wants no further request on this connection.
  public mutating func respond(_ response: HTTPResponse, date: HTTPDate, closing: Bool, output: inout HTTPOutput) {
    guard case .owing = phase else { return }
    if closing || response.closes { exchange.keepsAlive = false }
    response.write(to: &output, date: date, exchange: exchange)
    phase = exchange.keepsAlive ? .idle : .closed
  }
}
