import COpenAPI
import HTTPMessages
import NavigationAPI

/// What is the same for everybody: the catalogue, computations without a session, health, and the documents.
extension NavigationService {
  private static let catalogue = HTTPResponse.bytes(of: DeviceList.catalogue)

  func listDevices(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    try requireNoQuery(request)
    return .json(.ok, Self.catalogue, fields: [.noCache])
  }

  func resolve(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    try resolveHead(of: request)
    return .json(.ok, ResolveAnswer(try body(ResolveRequest.self, of: request)), fields: [.noStore])
  }

  func resolveHead(of request: HTTPRequest) throws(Problem) {
    try requireNoQuery(request)
    try requireJSON(request)
  }

  /// Whether the process answers at all, which it does while it drains.
  func getHealth(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    try requireNoQuery(request)
    return .json(.ok, Health.ok, fields: [.noStore])
  }

  func getReadiness(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    try requireNoQuery(request)
    let isDraining = isDraining
    return .json(isDraining ? .serviceUnavailable : .ok, isDraining ? Health.draining : .ok, fields: [.noStore])
  }

  /// `openapi.yaml` of the package's top level, compiled in.
  public static let contract = Array(UnsafeBufferPointer(start: copenapi_text(), count: copenapi_length()))

  /// The version that the contract says of itself.
  public static let version: String = {
    let lines = String(decoding: contract.prefix(4_096), as: UTF8.self).split(separator: "\n")
    let line = lines.first { $0.hasPrefix("  version: ") }
    return line.map { $0.dropFirst("  version: ".count).filter { $0 != "'" && $0 != "\"" } } ?? "unknown"
  }()

  func getOpenAPI(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    try requireNoQuery(request)
    return HTTPResponse(.ok, fields: [HTTPField("Content-Type", "application/yaml"), .noCache], body: Self.contract)
  }

  /// The same as JSON, `openapi.json` beside the bytes of the other; a test holds them together.
  private static let contractAsJSON = Array(UnsafeBufferPointer(start: copenapi_json(), count: copenapi_json_length()))

  func getOpenAPIAsJSON(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    try requireNoQuery(request)
    return .json(.ok, Self.contractAsJSON, fields: [.noCache])
  }

  func listProblems(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    try requireNoQuery(request)
    return HTTPResponse(.ok, fields: [HTTPField("Content-Type", "text/html; charset=utf-8"), .noCache], body: Self.problemIndex)
  }

  /// All problems by their status, each a link to its page.
  private static let problemIndex: [UInt8] = {
    let rows = ProblemCode.allCases.sorted { $0.status < $1.status }.map { code in
      #"<tr><td>\#(code.status)</td><td><a href="\#(code.type)"><code>\#(code.rawValue)</code></a></td><td>\#(escaped(code.title))</td></tr>"#
    }
    return page("Problems", "<table>\n\(rows.joined(separator: "\n"))\n</table>")
  }()

  func getProblemPage(_ code: ProblemCode, _ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    try requireNoQuery(request)
    return HTTPResponse(.ok, fields: [HTTPField("Content-Type", "text/html; charset=utf-8"), .noCache], body: Self.page(code))
  }

  private static func page(_ code: ProblemCode) -> [UInt8] {
    page(
      code.rawValue,
      """
      <h1>\(escaped(code.title))</h1>
      <p><code>\(code.rawValue)</code>, status \(code.status)</p>
      <p>\(escaped(code.explanation))</p>
      <p><a href="\(Endpoint.listProblems.path)">All problems</a></p>
      """)
  }

  private static func page(_ title: String, _ content: String) -> [UInt8] {
    let text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>\(title)</title>
      <link rel="icon" href="\(Endpoint.getInspectorFile(.icon).path)">
      </head>
      <body>
      \(content)
      </body>
      </html>

      """
    return Array(text.utf8)
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.append(character)
      }
    }
  }
}
