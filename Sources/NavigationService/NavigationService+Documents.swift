import CInspector
import COpenAPI
import HTTPMessages
import Navigation
import NavigationPicture

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
    let health: Health =
      switch store.readiness {
      case _ where isDraining: .draining
      case .ready: .ok
      case .unavailable: .unavailable
      }
    return .json(health == .ok ? .ok : .serviceUnavailable, health, fields: [.noStore])
  }

  func listProblems(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    try requireNoQuery(request)
    return Self.page(ProblemPage.index)
  }

  func getProblemPage(_ name: String?, _ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    guard let code = name.flatMap(ProblemCode.init) else {
      throw Problem(.noSuchResource, "Nothing is at this path.")
    }
    try requireNoQuery(request)
    return Self.page(ProblemPage.bytes(of: code))
  }

  private static func page(_ bytes: [UInt8]) -> HTTPResponse {
    HTTPResponse(
      .ok, fields: [HTTPField("Content-Type", "text/html; charset=utf-8"), .noCache, .pagePolicy], body: bytes)
  }

  func getInspectorFile(_ name: String?, _ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    guard let file = name.flatMap(InspectorFile.init), let embedded = CompiledFile.ofInspector[file] else {
      throw Problem(.noSuchResource, "Nothing is at this path.")
    }
    try requireAcceptable(file.mediaType, request)
    return try answer(embedded, request, fields: [.pagePolicy])
  }

  /// The file, or that the client has it.
  func answer(
    _ file: CompiledFile, _ request: HTTPRequest, fields: [HTTPField] = []
  ) throws(Problem) -> HTTPResponse {
    try requireNoQuery(request)
    if let known = try ifNoneMatch(of: request), known.matchesWeakly(file.tag) {
      return HTTPResponse(.notModified, fields: [.tag(file.tag), .noCache])
    }
    return HTTPResponse(
      .ok, fields: [HTTPField("Content-Type", file.contentType), .tag(file.tag), .noCache] + fields, body: file.bytes)
  }
}

extension HTTPField {
  /// No content of another origin, no inline script or style, no framing.
  static let pagePolicy = HTTPField(
    "Content-Security-Policy",
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'")
}

/// A file that is compiled in, as it is sent.
struct CompiledFile: Sendable {
  let bytes: [UInt8]
  let contentType: String
  /// The number in its entity tag: 59 bits of the content's digest, to fit the limit of such numbers.
  let tag: Int

  private init(_ bytes: [UInt8], _ contentType: String) {
    self.bytes = bytes
    self.contentType = contentType
    let digest = SHA256.digest(of: bytes)
    tag = Int(digest[0] >> 5) << 32 | Int(digest[1])
  }

  /// - Parameter start: an array of C with `count` bytes.
  private static func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    // SAFETY: the arrays are constants with static storage, and their length is beside them.
    Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// `openapi.yaml` of the package's top level.
  static let openAPI = CompiledFile(bytes(copenapi_text(), copenapi_length()), "application/yaml")
  /// `openapi.json`: the contract as JSON; a test compares the two.
  static let openAPIAsJSON = CompiledFile(bytes(copenapi_json(), copenapi_json_length()), "application/json")
  /// `llms.txt`: the interface for a language model.
  static let llms = CompiledFile(bytes(copenapi_llms(), copenapi_llms_length()), "text/plain; charset=utf-8")

  /// The page that shows sessions.
  static let inspector = embedded("index.html", "text/html")
  /// The page that shows the contract.
  static let docs = embedded("docs.html", "text/html")
  static let ofInspector = InspectorFile.allCases.reduce(into: [:]) { files, file in
    files[file] =
      file == .pictureStyle
      ? compact(SessionPicture.sheet, file.mediaType) : embedded(file.rawValue, file.mediaType)
  }

  private static func embedded(_ name: String, _ mediaType: StaticString) -> CompiledFile {
    let file = cinspector_file(name)
    return compact(bytes(file.bytes, file.length), mediaType)
  }

  /// The text without indentation, comment lines and the spaces beside a stylesheet's and a module's marks, which are a
  /// fifth of the page. A comment after code stays.
  private static func compact(_ text: [UInt8], _ mediaType: StaticString) -> CompiledFile {
    let marks = Marks(of: mediaType.description)
    var compact: [UInt8] = []
    compact.reserveCapacity(text.count)
    var isComment = false
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let line = line.drop { $0 == UInt8(ascii: " ") }
      if line.starts(with: "/*".utf8) { isComment = true }
      if !isComment && !line.starts(with: "//".utf8) { compact += marks.tightened(line) }
      if isComment && line.suffix(2).elementsEqual("*/".utf8) { isComment = false }
    }
    return CompiledFile(compact, "\(mediaType); charset=utf-8")
  }

  /// The marks beside which spaces mean nothing, outside of strings.
  private struct Marks {
    private var before: [UInt8] = []
    private var after: [UInt8] = []
    /// After them the end of a line means nothing either, and a semicolon nothing before a brace.
    private var ends: [UInt8] = []

    private static let ofModules = Array("{}()[];,:=<>&|?!\"".utf8)

    init(of mediaType: String) {
      switch mediaType {
      case "text/css": (before, after, ends) = (Array("{}".utf8), Array("{}:;,".utf8), Array("{};,".utf8))
      case "text/javascript": (before, after) = (Self.ofModules, Self.ofModules)
      case _: break
      }
    }

    /// The line with its end, without spaces before and after marks, but for strings in double quotes and what follows the first mark of
    /// another string, an escape, a regular expression or a comment.
    func tightened(_ line: ArraySlice<UInt8>) -> [UInt8] {
      var tight: [UInt8] = []
      var isString = false
      for (index, byte) in zip(line.indices, line) {
        let isEnd = isString ? byte == UInt8(ascii: "\\") : "'`/\\".utf8.contains(byte)
        if isEnd { return tight + line[index...] + [UInt8(ascii: "\n")] }
        if !isString {
          if before.contains(byte), tight.last == UInt8(ascii: " ") { tight.removeLast() }
          if byte == UInt8(ascii: "}"), tight.last == UInt8(ascii: ";"), !ends.isEmpty { tight.removeLast() }
          if byte == UInt8(ascii: " "), let last = tight.last, after.contains(last) { continue }
        }
        if byte == UInt8(ascii: "\"") { isString.toggle() }
        tight.append(byte)
      }
      if let last = tight.last, !isString, ends.contains(last) { return tight }
      return tight + [UInt8(ascii: "\n")]
    }
  }
}

/// The pages of problems, to which the `type` of each links.
private enum ProblemPage {
  /// All problems by status, each with a link to its page.
  static let index: [UInt8] = {
    let rows = ProblemCode.allCases.sorted { $0.status < $1.status }.map { code in
      #"<tr><td>\#(code.status)</td><td><a href="\#(code.type)"><code>\#(code.rawValue)</code></a></td><td>\#(escaped(code.title))</td></tr>"#
    }
    return document(
      "Problems",
      """
      <h1>Problems</h1>
      <p>Why a request may be refused, by the status of the answer. A refused request changes nothing.</p>
      <table>
      <thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">What</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      """)
  }()

  static func bytes(of code: ProblemCode) -> [UInt8] {
    document(
      code.rawValue,
      """
      <h1>\(escaped(code.title))</h1>
      <p><code>\(code.rawValue)</code>, status \(code.status)</p>
      <p>\(escaped(code.explanation))</p>
      """)
  }

  /// A page in the inspector's style, from its title and main content.
  private static func document(_ title: String, _ content: String) -> [UInt8] {
    let file = { (file: InspectorFile) in Endpoint(file).path }
    let text = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <link rel="icon" type="image/svg+xml" href="\(file(.icon))">
      <link rel="stylesheet" href="\(file(.pageStyle))">
      <link rel="stylesheet" href="\(file(.docsStyle))">
      </head>
      <body class="document problem">
      <header class="bar">
      <img src="\(file(.icon))" alt="" width="24" height="24">
      <span class="brand">Problems</span>
      <nav aria-label="Pages"><a href="/">Inspector</a> <a href="/docs">The interface</a> <a href="/problems">All problems</a></nav>
      </header>
      <main>
      \(content)
      </main>
      </body>
      </html>

      """
    return Array(text.utf8)
  }

  private static func escaped(_ text: String) -> String { text.escaping(["&": "&amp;", "<": "&lt;", ">": "&gt;"]) }
}
