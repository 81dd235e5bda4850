public import Navigation

/// Calls that need no session.
extension Client {
  /// The catalogue of devices.
  public func devices() async throws(ClientError) -> [DeviceDescription] {
    try await response(to: ClientCall(Endpoint(.listDevices))).json(DeviceList.self).devices
  }

  /// Resolves the layout of a split view in a window, without a session.
  ///
  /// Throws `wrongStyle` for members that a split view of this style does not have.
  /// - Parameter change: sets the members that differ from the defaults.
  public func resolve(
    _ style: SplitStyle = .classic, in environment: Environment, _ change: (inout SplitUpdate) -> Void = { _ in }
  ) async throws(ClientError) -> ResolveAnswer {
    var request = ResolveRequest(environment: environment, style: style)
    change(&request.split)
    var call = ClientCall(Endpoint(.resolve))
    call.body = request
    return try await response(to: call).json(ResolveAnswer.self)
  }

  /// The same in each of several windows, by one request for every 64 of them.
  ///
  /// Throws `noSuchMultitasking` and the other problems of an environment, and then resolves none of that request.
  public func resolve(
    _ style: SplitStyle = .classic, in environments: [Environment], _ change: (inout SplitUpdate) -> Void = { _ in }
  ) async throws(ClientError) -> [ResolveAnswer] {
    var split = SplitUpdate()
    change(&split)
    var (answers, rest): ([ResolveAnswer], ArraySlice) = ([], environments[...])
    while let request = ResolveRequest(
      environments: Array(rest.prefix(ResolveRequest.environmentCounts.upperBound)), style: style, split: split)
    {
      var call = ClientCall(Endpoint(.resolve))
      call.body = request
      answers += try await response(to: call).json(ResolveAnswer.self).results
      rest = rest.dropFirst(request.environments.count)
    }
    return answers
  }

  /// A picture of the session that a layout would make; nothing is stored. The other parameters are those of
  /// `RemoteSession.picture`.
  public func picture(
    of layout: Layout, in environment: Environment = Environment(), _ format: PictureQuery.Format = .text,
    showsHidden: Bool = false, scale: Double = 1, style: PictureQuery.Style = .classes
  ) async throws(ClientError) -> String {
    let query = PictureQuery(format: format, showsHidden: showsHidden, scale: scale, style: style)
    return try await picture(of: CreateSession(environment: environment, start: .layout(layout)), query)
  }

  /// A picture of a snapshot; nothing is stored. The other parameters are those of `RemoteSession.picture`.
  public func picture(
    of snapshot: Snapshot, _ format: PictureQuery.Format = .text, showsHidden: Bool = false, scale: Double = 1,
    style: PictureQuery.Style = .classes
  ) async throws(ClientError) -> String {
    try await picture(of: snapshot, PictureQuery(format: format, showsHidden: showsHidden, scale: scale, style: style))
  }

  /// A picture of what an app shows after some steps; nothing is stored. Throws the problem of a step that is refused.
  public func picture(
    of request: PictureRequest, _ format: PictureQuery.Format = .text, showsHidden: Bool = false, scale: Double = 1,
    style: PictureQuery.Style = .classes
  ) async throws(ClientError) -> String {
    try await picture(of: request, PictureQuery(format: format, showsHidden: showsHidden, scale: scale, style: style))
  }

  package func picture(of body: any JSONBody, _ query: PictureQuery) async throws(ClientError) -> String {
    var call = ClientCall(Endpoint(.drawPicture))
    call.query = query.text
    call.body = body
    return try await response(to: call).text(query.format.mediaType)
  }

  /// Searches every state of an app, for up to 10 s. Throws `explorationLimit` where too many searches are under way.
  public func explore(_ design: Design) async throws(ClientError) -> ExploreAnswer {
    var call = ClientCall(Endpoint(.explore))
    call.body = design
    return try await response(to: call).json(ExploreAnswer.self)
  }

  /// The health of the process, which answers even while it drains.
  public func health() async throws(ClientError) -> Health {
    try await response(to: ClientCall(Endpoint(.getHealth))).json(Health.self)
  }

  /// Whether the server accepts new sessions. A `draining` answer has status 503, and is returned, not thrown.
  public func readiness() async throws(ClientError) -> Health {
    var call = ClientCall(Endpoint(.getReadiness))
    call.expected = [200, 503]
    let response = try await response(to: call)
    guard response.status == 200 || response.isJSON else { throw ClientError(response) }
    return try response.json(Health.self)
  }

  /// The server's metrics, in the Prometheus text format 0.0.4.
  public func metrics() async throws(ClientError) -> String {
    try await response(to: ClientCall(Endpoint(.getMetrics))).text("text/plain")
  }

  /// The server's `openapi.yaml`.
  public func openAPI() async throws(ClientError) -> String {
    try await response(to: ClientCall(Endpoint(.getOpenAPI))).text("application/yaml")
  }

  /// The server's `openapi.yaml`, as JSON.
  public func openAPIAsJSON() async throws(ClientError) -> String {
    try await response(to: ClientCall(Endpoint(.getOpenAPIAsJSON))).text("application/json")
  }

  /// The page that lists all problems, as HTML.
  public func problemIndex() async throws(ClientError) -> String {
    try await response(to: ClientCall(Endpoint(.listProblems))).text("text/html")
  }

  /// The page that explains a problem, as HTML.
  public func problemPage(_ code: ProblemCode) async throws(ClientError) -> String {
    try await response(to: ClientCall(Endpoint(code))).text("text/html")
  }
}
