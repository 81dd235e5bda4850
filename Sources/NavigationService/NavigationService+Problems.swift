import HTTPMessages
import Navigation

/// The problem pages, to which the `type` of each problem links.
extension NavigationService {
  func listProblems(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    try requireNoQuery(request)
    return Self.page(Self.problemIndex)
  }

  func getProblemPage(_ name: String?, _ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    guard let code = name.flatMap(ProblemCode.init) else {
      throw Problem(.noSuchResource, "Nothing is at this path.")
    }
    try requireNoQuery(request)
    return Self.page(Self.bytes(of: code))
  }

  private static func page(_ bytes: [UInt8]) -> HTTPResponse {
    HTTPResponse(
      .ok, fields: [HTTPField("Content-Type", "text/html; charset=utf-8"), .noCache, pagePolicy], body: bytes)
  }

  /// All problems by status, each with a link to its page.
  private static let problemIndex: [UInt8] = {
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

  private static func bytes(of code: ProblemCode) -> [UInt8] {
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
