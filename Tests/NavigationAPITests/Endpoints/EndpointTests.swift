import Foundation
import Navigation
import Testing

@Suite struct EndpointTests {
  static let id = SessionID(high: 1, low: 2)
  static let endpoints: [Endpoint] = Navigation.Operation.allCases.map {
    switch $0.template.parameter {
    case nil: Endpoint($0)
    case .sessionId: Endpoint($0, of: id)
    case .code: Endpoint(ProblemCode.invalidBody)
    case .file: Endpoint(InspectorFile.main)
    }
  }

  @Test func everyOperationHasAnEndpoint() {
    #expect(Self.endpoints.map(\.operation) == Navigation.Operation.allCases)
  }

  /// But for pages, which a browser or a language model reads; a problem's has a code in place of an operation.
  @Test func theClientCallsEveryOperation() throws {
    let folder = "Sources/NavigationClient/"
    let files = FileManager.default.enumerator(atPath: Contract.file(folder).path)?.compactMap { $0 as? String } ?? []
    let text = try files.filter { $0.hasSuffix(".swift") }.map { try Contract.text(folder + $0) }.joined()
    let called = Set(text.matches(of: /Endpoint\(\.(\w+)/).map { String($0.1) })
    let missing = Navigation.Operation.allCases.filter { !called.contains($0.name) }
    #expect(missing == [.getLLMsText, .getProblemPage, .getDocs, .getInspector, .getInspectorFile])
  }

  @Test(arguments: endpoints) func anEndpointKnowsItsSession(_ endpoint: Endpoint) {
    #expect((endpoint.sessionID != nil) == (endpoint.operation.template.parameter == .sessionId))
    // Every endpoint of a session requires its owner's key.
    #expect(endpoint.sessionID == nil || endpoint.operation.needsKey)
  }

  @Test(arguments: endpoints) func aPathLeadsBackToItsEndpoint(_ endpoint: Endpoint) {
    #expect(Route(endpoint.method, ArraySlice(endpoint.path.utf8)) == .endpoint(endpoint))
  }

  @Test(arguments: [
    ("/v1/sessions", "GET, HEAD, POST, OPTIONS"),
    ("/v1/sessions/\(id)", "GET, HEAD, DELETE, OPTIONS"),
    ("/v1/sessions/\(id)/snapshot", "GET, HEAD, OPTIONS"),
    ("/v1/sessions/\(id)/transitions", "GET, HEAD, POST, OPTIONS"),
    ("/v1/sessions/\(id)/events", "GET, HEAD, OPTIONS"),
    ("/v1/sessions/\(id)/fork", "POST, OPTIONS"),
    ("/v1/devices", "GET, HEAD, OPTIONS"),
    ("/v1/resolve", "POST, OPTIONS"),
    ("/v1/sessions/\(id)/picture", "GET, HEAD, OPTIONS"),
    ("/v1/picture", "POST, OPTIONS"),
    ("/healthz", "GET, HEAD, OPTIONS"),
    ("/problems/internal", "GET, HEAD, OPTIONS"),
    ("/", "GET, HEAD, OPTIONS"),
    ("/inspector/icon.svg", "GET, HEAD, OPTIONS"),
  ]) func aPathAllowsItsMethods(path: String, allow: String) throws {
    let allowed = try #require(AllowedMethods(at: ArraySlice(path.utf8)))
    #expect(allowed.description == allow)
    #expect(Route(nil, ArraySlice(path.utf8)) == .wrongMethod(allowed: allowed))
  }

  @Test(arguments: [
    ("", Route.noSuchResource), ("//", .noSuchResource), ("/inspector", .noSuchResource),
    ("/inspector/", .noSuchResource),
    ("/inspector/index.html", .noSuchResource), ("/inspector/Inspector.js", .noSuchResource),
    ("/inspector/../x", .noSuchResource),
    ("/index.html", .noSuchResource), ("/v1", .noSuchResource), ("/v1/sessions/", .noSuchResource),
    ("/v2/sessions", .noSuchResource), ("/v1//sessions", .noSuchResource), ("/V1/sessions", .noSuchResource),
    ("/v1/sessionsx", .noSuchResource), ("/v1/devices/", .noSuchResource), ("/problems//", .noSuchResource),
    ("/problems/", .endpoint(Endpoint(.listProblems))), ("/docs/", .endpoint(Endpoint(.getDocs))),
    ("/docs//", .noSuchResource), ("/docsx", .noSuchResource), ("/healthz/", .noSuchResource),
    ("/problems/none", .noSuchResource), ("/v1/sessions/x", .noSuchSession),
    ("/v1/sessions/s_1/snapshot", .noSuchSession),
    ("/v1/sessions/S_00000000000000000000000000", .noSuchSession), ("/v1/sessions/\(id)/snapshot/", .noSuchResource),
    ("/v1/sessions/\(id)/..", .noSuchResource),
  ]) func anyOtherPathLeadsNowhere(path: String, route: Route) {
    #expect(Route(.get, ArraySlice(path.utf8)) == route)
  }

  @Test(arguments: [
    (Navigation.Operation.getSession, "/v1/sessions/{sessionId}"), (.getProblemPage, "/problems/{code}"),
    (.getOpenAPI, "/openapi.yaml"),
    (.getDocs, "/docs"), (.getInspector, "/"), (.getInspectorFile, "/inspector/{file}"),
  ]) func aTemplateIsWrittenAsOpenAPIDoes(operation: Navigation.Operation, template: String) {
    #expect(operation.template.description == template)
  }
}
