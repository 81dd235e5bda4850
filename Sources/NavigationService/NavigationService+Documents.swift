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
  public static let contract = compiledFile(copenapi_text(), copenapi_length())

  func getOpenAPI(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    try requireNoQuery(request)
    return HTTPResponse(.ok, fields: [HTTPField("Content-Type", "application/yaml"), .noCache], body: Self.contract)
  }

  /// `openapi.json`: the contract as JSON, compiled in; a test compares the two.
  private static let contractAsJSON = compiledFile(copenapi_json(), copenapi_json_length())

  func getOpenAPIAsJSON(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    try requireNoQuery(request)
    return .json(.ok, Self.contractAsJSON, fields: [.noCache])
  }

  /// `llms.txt`: the interface for a language model, compiled in.
  private static let forModels = compiledFile(copenapi_llms(), copenapi_llms_length())

  func getLLMsText(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    try requireNoQuery(request)
    let type = HTTPField("Content-Type", "text/plain; charset=utf-8")
    return HTTPResponse(.ok, fields: [type, .noCache], body: Self.forModels)
  }
}

/// The bytes of a file that is compiled in.
///
/// - Parameter start: an array of C with `count` bytes.
func compiledFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
  // SAFETY: the arrays are constants with static storage, and their length is beside them.
  Array(UnsafeBufferPointer(start: start, count: count))
}
