import CInspector
import HTTPMessages
import Navigation
import NavigationPicture

/// The pages for a browser, embedded in the binary: the inspector shows sessions, `/docs` the contract.
extension NavigationService {
  private static func embedded(_ name: String, _ mediaType: StaticString) -> CompiledFile {
    let file = cinspector_file(name)
    return compact(CompiledFile.bytes(file.bytes, file.length), mediaType)
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

  private static let page = embedded("index.html", "text/html")
  private static let docs = embedded("docs.html", "text/html")
  private static let files = InspectorFile.allCases.reduce(into: [:]) { files, file in
    files[file] =
      file == .pictureStyle
      ? compact(SessionPicture.sheet, file.mediaType) : embedded(file.rawValue, file.mediaType)
  }

  /// No content of another origin, no inline script or style, no framing.
  static let pagePolicy = HTTPField(
    "Content-Security-Policy",
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'")

  func getInspector(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    try answer(Self.page, request, fields: [Self.pagePolicy])
  }

  func getDocs(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    try answer(Self.docs, request, fields: [Self.pagePolicy])
  }

  func getInspectorFile(_ name: String?, _ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    guard let file = name.flatMap(InspectorFile.init), let embedded = Self.files[file] else {
      throw Problem(.noSuchResource, "Nothing is at this path.")
    }
    try requireAcceptable(file.mediaType, request)
    return try answer(embedded, request, fields: [Self.pagePolicy])
  }
}
