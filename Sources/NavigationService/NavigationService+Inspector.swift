import CInspector
import HTTPMessages
import Navigation
import NavigationPicture

/// The pages for a browser, embedded in the binary: the inspector shows sessions, `/docs` the contract.
extension NavigationService {
  /// An embedded file as sent.
  private struct Embedded: Sendable {
    let bytes: [UInt8]
    let contentType: String
    /// The number in its entity tag: 59 bits of the content's digest, to fit the limit of such numbers.
    let tag: Int

    init(_ name: String, _ mediaType: StaticString) {
      let file = cinspector_file(name)
      self.init(compiledFile(file.bytes, file.length), mediaType)
    }

    init(_ text: [UInt8], _ mediaType: StaticString) {
      bytes = Self.compact(text)
      contentType = "\(mediaType); charset=utf-8"
      let digest = SHA256.digest(of: bytes)
      tag = Int(digest[0] >> 5) << 32 | Int(digest[1])
    }

    /// The text without indentation and comment lines, which are a sixth of the page. A comment after code stays.
    private static func compact(_ text: [UInt8]) -> [UInt8] {
      var compact: [UInt8] = []
      compact.reserveCapacity(text.count)
      var isComment = false
      for line in text.split(separator: UInt8(ascii: "\n")) {
        let line = line.drop { $0 == UInt8(ascii: " ") }
        if line.starts(with: "/*".utf8) { isComment = true }
        if !isComment && !line.starts(with: "//".utf8) { compact += Array(line) + [UInt8(ascii: "\n")] }
        if isComment && line.suffix(2).elementsEqual("*/".utf8) { isComment = false }
      }
      return compact
    }
  }

  private static let page = Embedded("index.html", "text/html")
  private static let docs = Embedded("docs.html", "text/html")
  private static let files = InspectorFile.allCases.reduce(into: [:]) { files, file in
    files[file] =
      file == .pictureStyle
      ? Embedded(SessionPicture.sheet, file.mediaType) : Embedded(file.rawValue, file.mediaType)
  }

  /// No content of another origin, no inline script or style, no framing.
  static let pagePolicy = HTTPField(
    "Content-Security-Policy",
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'")

  func getInspector(_ request: HTTPRequest) throws(Problem) -> HTTPResponse { try answer(Self.page, request) }

  func getDocs(_ request: HTTPRequest) throws(Problem) -> HTTPResponse { try answer(Self.docs, request) }

  func getInspectorFile(_ name: String?, _ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    guard let file = name.flatMap(InspectorFile.init), let embedded = Self.files[file] else {
      throw Problem(.noSuchResource, "Nothing is at this path.")
    }
    try requireAcceptable(file.mediaType, request)
    return try answer(embedded, request)
  }

  private func answer(_ file: Embedded, _ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    try requireNoQuery(request)
    if let known = try ifNoneMatch(of: request), known.matchesWeakly(file.tag) {
      return HTTPResponse(.notModified, fields: [.tag(file.tag), .noCache])
    }
    return HTTPResponse(
      .ok, fields: [HTTPField("Content-Type", file.contentType), .tag(file.tag), .noCache, Self.pagePolicy],
      body: file.bytes)
  }
}
