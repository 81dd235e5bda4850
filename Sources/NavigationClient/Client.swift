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

  /// The same with a URL of Foundation; the path of `unix:` is decoded.
  public convenience init(url: URL, apiKey: String? = nil, requestTimeout: Duration = .seconds(30))
    throws(ClientError)
  {
    let text = url.scheme == "unix" ? "unix:" + url.path : url.absoluteString
    try self.init(url: text, apiKey: apiKey, requestTimeout: requestTimeout)
  }

  // Creating and finding sessions.
  //
  // A new session has a `client`, a name chosen by the caller, and `labels`, by which it can be found. `timeToLive` is
  // its life after the last change in whole seconds, 7 days by default. With an idempotency key, a repeated call returns
  // the first session.

  /// Makes a session from a ready-made layout.
  ///
  /// Throws `invalidArgument` for too long a label or too many labels, and a problem for what the server refuses.
  public func createSession(
    _ layout: Layout, in environment: Environment = Environment(), routes: ScreenRoutes? = nil, client: String? = nil,
    labels: [String: String] = [:], timeToLive: Duration? = nil, idempotencyKey: IdempotencyKey? = nil
  ) async throws(ClientError) -> RemoteSession {
    try await createSession(
      .layout(layout), in: environment, routes: routes, client: client, labels: labels, timeToLive: timeToLive,
      idempotencyKey: idempotencyKey)
  }

  /// Makes a session from a tree of controllers; see the layout's method.
  public func createSession(
    root: Controller, in environment: Environment = Environment(), routes: ScreenRoutes? = nil, client: String? = nil,
    labels: [String: String] = [:], timeToLive: Duration? = nil, idempotencyKey: IdempotencyKey? = nil
  ) async throws(ClientError) -> RemoteSession {
    try await createSession(
      .root(root), in: environment, routes: routes, client: client, labels: labels, timeToLive: timeToLive,
      idempotencyKey: idempotencyKey)
  }

  /// Makes a session with the state of `snapshot`, and an id, a time and a history of its own; see the layout's method.
  public func createSession(
    from snapshot: Snapshot, client: String? = nil, labels: [String: String] = [:], timeToLive: Duration? = nil,
    idempotencyKey: IdempotencyKey? = nil
  ) async throws(ClientError) -> RemoteSession {
    try await createSession(
      .init(snapshot), in: snapshot.environment, routes: snapshot.routes, client: client, labels: labels,
      timeToLive: timeToLive, idempotencyKey: idempotencyKey)
  }

  private func createSession(
    _ start: CreateSession.Start, in environment: Environment, routes: ScreenRoutes?, client: String?,
    labels: [String: String],
    timeToLive: Duration?, idempotencyKey: IdempotencyKey?
  ) async throws(ClientError) -> RemoteSession {
    var body = CreateSession(client: client, environment: environment, start: start, routes: routes)
    body.timeToLive = timeToLive.map { Int($0.components.seconds) }
    for (name, value) in labels.sorted(by: { $0.key < $1.key }) where !body.labels.set(name, to: value) {
      throw .invalidArgument(
        "\(name.debugDescription) is no label: a session has \(Labels.maximumCount), with a name of \(Labels.nameBytes.upperBound) bytes "
          + "without a colon and a value of \(Labels.maximumValueBytes)")
    }
    return RemoteSession(try await send(body, idempotencyKey: idempotencyKey).body, of: self)
  }

  /// Sends a `createSession` request; the answer is the record of revision 0.
  package func send(_ body: CreateSession, idempotencyKey: IdempotencyKey? = nil) async throws(ClientError) -> Answer<
    TransitionRecord
  > {
    var call = ClientCall(Endpoint(.createSession))
    call.body = body
    call.idempotencyKey = idempotencyKey
    call.expected = [201]
    return try await response(to: call).answer()
  }

  /// The session with a known id, read from the server. Throws `noSuchSession`.
  public func session(_ id: SessionID) async throws(ClientError) -> RemoteSession {
    let session = RemoteSession(id: id, of: self)
    _ = try await session.read()
    return session
  }

  /// The sessions, newest first, loaded in pages of `pageSize` on demand.
  ///
  /// Sessions made meanwhile are not included; sessions deleted meanwhile may be.
  /// - Parameters:
  ///   - client: only sessions made with this name.
  ///   - label: only sessions with this label.
  public func sessions(
    client: String? = nil, label: (name: String, value: String)? = nil, pageSize: Int = SessionListQuery.defaultLimit
  ) -> some AsyncSequence<SessionSummary, ClientError> & Sendable {
    let label = label.map { Labels.Label(name: $0.name, value: $0.value) }
    return PageSequence(first: SessionListQuery(client: client, label: label, limit: pageSize)) {
      query async throws(ClientError) in
      var call = ClientCall(Endpoint(.listSessions))
      call.query = query.text
      let response = try await self.response(to: call)
      let next = try response.nextPage { (query) throws(Problem) in try SessionListQuery(query) }
      return (try response.json(SessionList.self).sessions, next)
    }
  }
}

extension JSONBody {
  /// Reads an answer, such as a stored snapshot; unknown members are skipped.
  public init(answer data: Data) throws(BodyRefusal) { try self.init(answer: Array(data)) }

  /// The body as compact JSON.
  public var data: Data { Data(json()) }
}

/// One request to the service, without the server's address.
struct ClientCall: Sendable {
  var endpoint: Endpoint
  /// The query with its `?`; empty without one.
  var query = ""
  var body: (any JSONBody)?
  /// The revision that the session must have.
  var ifMatch: Int?
  /// The revision already known to the client.
  var ifNoneMatch: Int?
  /// The id of the last event received; nil at the start.
  var lastEventID: Int?
  var idempotencyKey: IdempotencyKey?
  /// The time until the last byte of the answer; nil is the client's default.
  var timeout: Duration?
  /// The expected statuses; any other is an error.
  var expected = [200]

  init(_ endpoint: Endpoint) { self.endpoint = endpoint }

  func request(to server: ServerURL, apiKey: String?) -> TransportRequest {
    var fields: [String] = []
    if let apiKey { fields.append("Authorization: Bearer \(apiKey)") }
    if body != nil { fields.append("Content-Type: application/json") }
    if let ifMatch { fields.append("If-Match: \(EntityTag(revision: ifMatch))") }
    if let ifNoneMatch { fields.append("If-None-Match: \(EntityTag(revision: ifNoneMatch))") }
    if let lastEventID { fields.append("\(EventStreamQuery.lastEventID): \(lastEventID)") }
    if let idempotencyKey { fields.append("\(IdempotencyKey.field): \(idempotencyKey)") }
    return TransportRequest(
      endpoint.method, server.text + endpoint.path + query, unixSocket: server.unixSocket, fields: fields,
      body: body?.json() ?? [], timeout: timeout)
  }
}

/// The base URL of a server: `http://host`, `https://host:port/prefix`, `unix:/run/navigation.sock`.
struct ServerURL: Sendable, Hashable, CustomStringConvertible {
  /// The base URL without a final slash.
  let text: String
  /// The Unix-domain socket to connect to, in place of the text's host and port.
  let unixSocket: String?

  /// The URL as given, without final slashes.
  var description: String { unixSocket.map { "unix:" + $0 } ?? text }

  /// Nil where `text` is not such a URL (RFC 9110 §4.2): without a host, or with user information, a query or a
  /// fragment.
  init?(_ text: String) {
    if text.hasPrefix("unix:") {
      let path = text.dropFirst("unix:".count)
      guard path.hasPrefix("/"), !path.utf8.contains(0) else { return nil }
      self.text = "http://localhost"
      unixSocket = String(path)
      return
    }
    let authority = text.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" }
    guard let parts = URLComponents(string: text, encodingInvalidCharacters: false), let host = parts.host,
      ["http", "https"].contains(parts.scheme?.lowercased()), parts.user == nil, parts.query == nil,
      parts.fragment == nil, parts.port.map({ (1...65_535).contains($0) }) ?? true
    else { return nil }
    // Which RFC 3986 allows and no server has; only a connection shows whether another host exists.
    guard !["", "[]"].contains(host), !host.contains(","), !authority.hasSuffix(":") else { return nil }
    var text = Substring(text)
    while text.hasSuffix("/") { text = text.dropLast() }
    self.text = String(text)
    unixSocket = nil
  }
}
