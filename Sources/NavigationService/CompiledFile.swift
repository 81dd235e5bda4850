import HTTPMessages
import Navigation

/// A file that is compiled in, as it is sent.
struct CompiledFile: Sendable {
  let bytes: [UInt8]
  let contentType: String
  /// The number in its entity tag: 59 bits of the content's digest, to fit the limit of such numbers.
  let tag: Int

  init(_ bytes: [UInt8], _ contentType: String) {
    self.bytes = bytes
    self.contentType = contentType
    let digest = SHA256.digest(of: bytes)
    tag = Int(digest[0] >> 5) << 32 | Int(digest[1])
  }

  /// - Parameter start: an array of C with `count` bytes.
  static func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    // SAFETY: the arrays are constants with static storage, and their length is beside them.
    Array(UnsafeBufferPointer(start: start, count: count))
  }
}

extension NavigationService {
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
