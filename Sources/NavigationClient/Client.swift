/// A server as the functions that it offers; safe to use from many tasks at once, which share its connections.
///
/// ```swift
/// let client = try Client(url: "http://127.0.0.1:8080")
/// let created = try await client.createSession(CreateSession(start: .layout(.stack(root: list))))
/// let answer = try await client.apply(Transition(.push(.new(detail), stack: nil)), to: created.body.sessionID, ifMatch: created.revision)
/// for event in answer.body.events { … }
/// ```
///
/// Every function throws `ClientError`. A request that changes something is sent once; only with an idempotency key is it sent again,
/// once, when its connection broke before the answer (RFC 9110 §9.2.2). Cancelling the task ends the request, which the server may
/// have carried out by then.
public final class Client: Sendable {
  private let server: ServerURL
  private let apiKey: String?
  private let transport: CurlTransport
  /// How long a request may take.
  let requestTimeout: Duration

  /// The client of the server at `url`: `http` or `https`, with or without a path that stands before the server's own, or `unix:` and
  /// the path of its socket.
  ///
  /// Connects only when something is asked. Throws `invalidURL`, and `transport` where libcurl or its thread cannot be had.
  /// - Parameter apiKey: sent with every request, to a server that has API keys.
  public init(url: String, apiKey: String? = nil, limits: TransportLimits = TransportLimits()) throws(ClientError) {
    guard let server = ServerURL(url) else { throw .invalidURL(url) }
    self.server = server
    self.apiKey = apiKey
    requestTimeout = limits.requestTimeout
    do { transport = try CurlTransport(limits: limits) } catch { throw .transport(error) }
  }

  /// Ends every request under way with `TransportError.closed` and closes the connections; so does letting go of the client.
  public func close() { transport.close() }

  /// The answer to `call`, whose status is one of those it expects.
  func response(to call: ClientCall) async throws(ClientError) -> TransportResponse {
    let response = try await send(call.request(to: server, apiKey: apiKey), again: call.idempotencyKey != nil)
    guard call.expected.contains(response.status) else { throw ClientError(response) }
    return response
  }

  /// The head of the answer to `call`, and its content as it comes; the status is one of those that the call expects.
  func open(_ call: ClientCall) async throws(ClientError) -> TransportStream {
    let refused: TransportResponse
    do throws(TransportError) {
      let stream = try await transport.open(call.request(to: server, apiKey: apiKey))
      if call.expected.contains(stream.status) { return stream }
      var response = TransportResponse(status: stream.status, fields: stream.fields)
      while response.body.count < Self.problemBytes, let bytes = try await stream.next() { response.body += bytes }
      refused = response
    } catch { throw .transport(error) }
    throw ClientError(refused)
  }

  /// Bytes of a problem that are read.
  private static let problemBytes = 64 << 10

  private func send(_ request: TransportRequest, again: Bool) async throws(ClientError) -> TransportResponse {
    do { return try await transport.send(request) } catch {
      guard again, case .connectionLost = error else { throw .transport(error) }
    }
    do { return try await transport.send(request) } catch { throw .transport(error) }
  }
}
