// `import NavigationClient` is enough: controllers, layouts and ids are the model's, records and problems the
// contract's. Type aliases would not do, since initialisers, literals and leading-dot members are seen only where the
// module of their extension is imported.
@_exported public import NavigationAPI
@_exported public import NavigationModel

/// A server as the functions that it offers; safe to use from many tasks at once, which share its connections.
///
/// ```swift
/// let client = try Client(url: "http://127.0.0.1:8080")
/// let chat = try await client.createSession(.stack(root: .screen("chats", route: "chats")))
/// let record = try await chat.push("chat-42", route: "chat")
/// for event in record.events { … }
/// ```
///
/// Every function throws `ClientError`. A request that changes something is sent once; only with an idempotency key is
/// it sent again, once, when its connection broke before the answer (RFC 9110 §9.2.2). Cancelling the task ends the
/// request, which the server may have carried out by then.
public final class Client: Sendable {
  private let server: ServerURL
  private let apiKey: String?
  private let transport: CurlTransport
  /// The process that this client has launched, and ends.
  private let process: LaunchedServer?
  /// How long a request may take.
  let requestTimeout: Duration

  /// The client of the server at `url`: `http` or `https`, with or without a path that stands before the server's own,
  /// or `unix:` and the path of its socket.
  ///
  /// Connects only when something is asked. Throws `invalidURL`, and `invalidArgument` for a key that no header field
  /// can have.
  /// - Parameters:
  ///   - apiKey: sent with every request, to a server that has API keys.
  ///   - requestTimeout: how long an answer may take, but for events, which have all the time there is.
  public convenience init(url: String, apiKey: String? = nil, requestTimeout: Duration = .seconds(30))
    throws(ClientError)
  {
    var limits = TransportLimits()
    limits.requestTimeout = requestTimeout
    try self.init(url: url, apiKey: apiKey, limits: limits)
  }

  /// Launches a server for this client alone, on a free port, and waits until it listens.
  ///
  /// It ends when the client is closed, when nothing refers to the client and its sessions any more, or when this
  /// program ends in any way. It logs errors alone, to standard error.
  ///
  /// Throws `notLaunched` where there is no such program, or it ends before it listens.
  /// - Parameters:
  ///   - program: a path, or a name to look for on the `PATH`.
  ///   - arguments: options of the server beside `--port 0`.
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

  /// The server's address, as it was given; of a launched server, the one that it listens at.
  public var url: String { server.description }

  /// Ends every request under way with `closed`, the connections, and a server that was launched; so does letting go of
  /// the client.
  public func close() {
    transport.close()
    process?.end()
  }

  /// The answer to `call`, whose status is one of those it expects.
  func response(to call: ClientCall) async throws(ClientError) -> TransportResponse {
    let response = try await send(call.request(to: server, apiKey: apiKey), again: call.idempotencyKey != nil)
    guard call.expected.contains(response.status) else { throw ClientError(response) }
    return response
  }

  /// The content of the answer to `call` as it comes; the status is one of those that the call expects.
  func open(_ call: ClientCall) async throws(ClientError) -> TransportStream {
    var (refused, content): (TransportResponse, TransportStream)
    do {
      (refused, content) = try await transport.open(call.request(to: server, apiKey: apiKey))
      if call.expected.contains(refused.status) { return content }
      while refused.body.count < Self.problemBytes, let bytes = try await content.next() { refused.body += bytes }
    } catch { throw ClientError(error, server: server) }
    throw ClientError(refused)
  }

  /// The next bytes of what `open` has answered with; nil at the end.
  func next(of content: TransportStream) async throws(ClientError) -> [UInt8]? {
    do { return try await content.next() } catch { throw ClientError(error, server: server) }
  }

  /// Bytes of a problem that are read.
  private static let problemBytes = 64 << 10

  private func send(_ request: TransportRequest, again: Bool) async throws(ClientError) -> TransportResponse {
    do { return try await transport.send(request) } catch {
      guard again, case .connectionLost = error else { throw ClientError(error, server: server) }
    }
    do { return try await transport.send(request) } catch { throw ClientError(error, server: server) }
  }
}
