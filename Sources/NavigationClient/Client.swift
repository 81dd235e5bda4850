// `import NavigationClient` is enough: it re-exports controllers, layouts and ids of the model, records and problems of
// the contract. Type aliases would not do: initialisers, literals and leading-dot members are seen only where their
// module is imported.
@_exported public import Navigation
public import FoundationEssentials

/// A server's operations as functions; safe to use from concurrent tasks, which share its connections.
///
/// ```swift
/// let client = try Client(url: "http://127.0.0.1:8080")
/// let chat = try await client.createSession(.stack(root: .screen("chats", route: "chats")))
/// let record = try await chat.push("chat-42", route: "chat")
/// for event in record.events { … }
/// ```
///
/// Every function throws `ClientError`. A request that changes something is sent once. With an idempotency key it is
/// retried once if its connection breaks before the answer (RFC 9110 §9.2.2). Cancelling the task ends the request,
/// which the server may already have carried out.
public final class Client: Sendable {
  private let server: ServerURL
  private let apiKey: String?
  private let transport: CurlTransport
  /// The process launched by this client, which ends with it.
  private let process: LaunchedServer?
  /// The default timeout of a request.
  let requestTimeout: Duration

  /// The client of the server at `url`: `http` or `https`, with or without a path prefix, or `unix:` and the path of
  /// its socket.
  ///
  /// Connects on the first request. Throws `invalidURL`, and `invalidArgument` for a key that no header field can hold.
  /// - Parameters:
  ///   - apiKey: sent with every request, to a server that has API keys.
  ///   - requestTimeout: the time limit of an answer, except for events, which have none.
  public convenience init(url: String, apiKey: String? = nil, requestTimeout: Duration = .seconds(30))
    throws(ClientError)
  {
    var limits = TransportLimits()
    limits.requestTimeout = requestTimeout
    try self.init(url: url, apiKey: apiKey, limits: limits)
  }

  /// Launches a server for this client alone, on a free port, and waits until it listens.
  ///
  /// The server ends when the client is closed, when no reference to the client or its sessions is left, or when this
  /// program ends in any way. It logs errors alone, to standard error.
  ///
  /// Throws `notLaunched` where the program does not exist, or ends before it listens.
  /// - Parameters:
  ///   - program: a path, or a name to look for on the `PATH`.
  ///   - arguments: options of the server besides `--port 0`.
  public convenience init(launching program: String = "navigation-server", arguments: [String] = [])
    async throws(ClientError)
  {
    let (process, url) = try await LaunchedServer.launch(program, arguments)
    try self.init(url: url, process: process)
  }

  init(
    url: String, apiKey: String? = nil, limits: TransportLimits = TransportLimits(), process: LaunchedServer? = nil
  ) throws(ClientError) {
    guard let server = ServerURL(url) else { throw .invalidURL(url) }
    if let apiKey, apiKey.isEmpty || !apiKey.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
      throw .invalidArgument("an API key has visible ASCII characters alone")
    }
    self.server = server
    self.apiKey = apiKey
    self.process = process
    requestTimeout = limits.requestTimeout
    do { transport = try CurlTransport(limits: limits) } catch { throw ClientError(error, server: server) }
  }

  /// The server's address as given; for a launched server, the address at which it listens.
  public var url: String { server.description }

  /// Ends pending requests with `closed`, all connections, and a launched server. Releasing the client does this too.
  public func close() {
    transport.close()
    process?.end()
  }

  /// The response to `call`; throws for a status that the call does not expect.
  func response(to call: ClientCall) async throws(ClientError) -> TransportResponse {
    let response = try await send(call.request(to: server, apiKey: apiKey), again: call.idempotencyKey != nil)
    guard call.expected.contains(response.status) else { throw ClientError(response) }
    return response
  }

  /// The streamed response to `call`; throws for a status that the call does not expect.
  func open(_ call: ClientCall) async throws(ClientError) -> TransportStream {
    var (refused, content): (TransportResponse, TransportStream)
    do {
      (refused, content) = try await transport.open(call.request(to: server, apiKey: apiKey))
      if call.expected.contains(refused.status) { return content }
      while refused.body.count < Self.problemBytes, let bytes = try await content.next() { refused.body += bytes }
    } catch { throw ClientError(error, server: server) }
    throw ClientError(refused)
  }

  /// The next bytes of a stream that `open` has returned; nil at its end.
  func next(of content: TransportStream) async throws(ClientError) -> [UInt8]? {
    do { return try await content.next() } catch { throw ClientError(error, server: server) }
  }

  /// The largest problem that is read, in bytes.
  private static let problemBytes = 64 << 10

  private func send(_ request: TransportRequest, again: Bool) async throws(ClientError) -> TransportResponse {
    do { return try await transport.send(request) } catch {
      guard again, case .connectionLost = error else { throw ClientError(error, server: server) }
    }
    do { return try await transport.send(request) } catch { throw ClientError(error, server: server) }
  }
}

extension Client {
  /// The same with a URL of Foundation; the path of `unix:` is decoded.
  public convenience init(url: URL, apiKey: String? = nil, requestTimeout: Duration = .seconds(30))
    throws(ClientError)
  {
    let text = url.scheme == "unix" ? "unix:" + url.path : url.absoluteString
    try self.init(url: text, apiKey: apiKey, requestTimeout: requestTimeout)
  }
}

extension JSONBody {
  /// Reads an answer, such as a stored snapshot; unknown members are skipped.
  public init(answer data: Data) throws(BodyRefusal) { try self.init(answer: Array(data)) }

  /// The body as compact JSON.
  public var data: Data { Data(json()) }
}
