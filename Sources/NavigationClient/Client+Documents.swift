public import NavigationAPI

/// What is the same for everybody.
extension Client {
  /// The catalogue of devices.
  public func devices() async throws(ClientError) -> DeviceList {
    try await response(to: ClientCall(.listDevices)).json(DeviceList.self)
  }

  /// What a split view would be in a window, without a session.
  public func resolve(_ request: ResolveRequest) async throws(ClientError) -> ResolveAnswer {
    var call = ClientCall(.resolve)
    call.body = request
    return try await response(to: call).json(ResolveAnswer.self)
  }

  /// Whether the process answers; it does while it drains.
  public func health() async throws(ClientError) -> Health {
    try await response(to: ClientCall(.getHealth)).json(Health.self)
  }

  /// Whether the server takes new sessions: `draining` comes with 503, and is an answer all the same.
  public func readiness() async throws(ClientError) -> Health {
    var call = ClientCall(.getReadiness)
    call.expected = [200, 503]
    let response = try await response(to: call)
    guard response.status == 200 || response.isJSON else { throw ClientError(response) }
    return try response.json(Health.self)
  }

  /// The server's metrics, as text in the format 0.0.4 of Prometheus.
  public func metrics() async throws(ClientError) -> String {
    try await response(to: ClientCall(.getMetrics)).text("text/plain")
  }

  /// The server's `openapi.yaml`.
  public func openAPI() async throws(ClientError) -> String {
    try await response(to: ClientCall(.getOpenAPI)).text("application/yaml")
  }

  /// The same as JSON.
  public func openAPIAsJSON() async throws(ClientError) -> String {
    try await response(to: ClientCall(.getOpenAPIAsJSON)).text("application/json")
  }

  /// The page that lists all problems, as HTML.
  public func problemIndex() async throws(ClientError) -> String {
    try await response(to: ClientCall(.listProblems)).text("text/html")
  }

  /// The page that explains a problem, as HTML.
  public func problemPage(_ code: ProblemCode) async throws(ClientError) -> String {
    try await response(to: ClientCall(.getProblemPage(code))).text("text/html")
  }
}
