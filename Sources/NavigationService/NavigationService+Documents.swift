import COpenAPI
import HTTPMessages
import Navigation

/// Resources without a session: the catalogue, computations, health, and the documents.
extension NavigationService {
  private static let catalogue = HTTPResponse.bytes(of: DeviceList.catalogue)

  func listDevices(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    try requireNoQuery(request)
    return .json(.ok, Self.catalogue, fields: [.noCache])
  }

  func resolve(_ call: HTTPCall, _ context: RequestContext) async throws(Problem) -> HTTPResponse {
    try requireNoQuery(call.request)
    try requireJSON(call.request)
    let body = try await body(of: call)
    return try await work(of: body.count, context) { [self] () throws(Problem) in
      .json(.ok, ResolveAnswer(try read(ResolveRequest.self, from: body)), fields: [.noStore])
    }
  }

  /// Liveness: answers also while draining.
  func getHealth(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    try requireNoQuery(request)
    return .json(.ok, Health.ok, fields: [.noStore])
  }

  func getReadiness(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    try requireNoQuery(request)
    let health = health
    return .json(health == .ok ? .ok : .serviceUnavailable, health, fields: [.noStore])
  }

  private var health: Health {
    if isDraining { return .draining }
    switch store.readiness {
    case .ready: return .ok
    case .unavailable: return .unavailable
    }
  }

  /// `openapi.yaml` of the package's top level, compiled in.
  public static var contract: [UInt8] { contractAsYAML.bytes }

  private static let contractAsYAML = CompiledFile(
    CompiledFile.bytes(copenapi_text(), copenapi_length()), "application/yaml")

  func getOpenAPI(_ request: HTTPRequest) throws(Problem) -> HTTPResponse { try answer(Self.contractAsYAML, request) }

  /// `openapi.json`: the contract as JSON, compiled in; a test compares the two.
  private static let contractAsJSON = CompiledFile(
    CompiledFile.bytes(copenapi_json(), copenapi_json_length()), "application/json")

  func getOpenAPIAsJSON(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    try answer(Self.contractAsJSON, request)
  }

  /// `llms.txt`: the interface for a language model, compiled in.
  private static let forModels = CompiledFile(
    CompiledFile.bytes(copenapi_llms(), copenapi_llms_length()), "text/plain; charset=utf-8")

  func getLLMsText(_ request: HTTPRequest) throws(Problem) -> HTTPResponse { try answer(Self.forModels, request) }
}
