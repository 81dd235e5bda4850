/// Why a text is no list of keys, with the line. Never contains a key.
public enum APIKeysError: Error, Hashable, Sendable {
  case noKeys
  case tooManyKeys
  case carriageReturn(line: Int)
  case notNameAndKey(line: Int)
  case invalidName(line: Int)
  case invalidKey(line: Int)
  case twoKeysAlready(line: Int)
  case keyTaken(line: Int)

  /// The fault as the end of a sentence, with the rule that it breaks.
  public var reason: String {
    switch self {
    case .noKeys: "has no key: a line is a name, a space and a key"
    case .tooManyKeys: "has more than \(APIKeys.limit) keys"
    case .carriageReturn(let line): "line \(line): a line ends with LF only, and this one has a CR (carriage return)"
    case .notNameAndKey(let line): "line \(line): a line is a name, a space and a key"
    case .invalidName(let line):
      "line \(line): a name has \(APIKeys.nameBytes.lowerBound) to \(APIKeys.nameBytes.upperBound) of A-Z a-z 0-9 . _ -"
    case .invalidKey(let line):
      "line \(line): a key has \(APIKeys.keyBytes.lowerBound) to \(APIKeys.keyBytes.upperBound) of A-Z a-z 0-9 - . _ ~ + /, and = at its end"
    case .twoKeysAlready(let line):
      "line \(line): the name has \(APIKeys.keysOfName) keys in earlier lines, as many as it may"
    case .keyTaken(let line): "line \(line): the key stands in an earlier line"
    }
  }
}

extension APIKeys {
  /// Reads lines of a name and a key. A name may have two keys, for rotation. Empty lines and lines that begin with `#`
  /// are ignored.
  public init(file text: [UInt8]) throws(APIKeysError) {
    var entries: [(name: String, digest: SHA256.Digest)] = []
    var keysOfName: [String: Int] = [:]
    var digests: Set<SHA256.Digest> = []
    for (index, line) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      let words = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard let first = words.first, first.first != UInt8(ascii: "#") else { continue }
      guard !line.contains(UInt8(ascii: "\r")) else { throw .carriageReturn(line: index + 1) }
      guard words.count == 2 else { throw .notNameAndKey(line: index + 1) }
      guard Self.nameBytes.contains(first.count), first.allSatisfy(Self.isNameByte) else {
        throw .invalidName(line: index + 1)
      }
      guard Self.isKey(words[1]) else { throw .invalidKey(line: index + 1) }
      let entry = (name: String(decoding: first, as: UTF8.self), digest: SHA256.digest(of: words[1]))
      guard keysOfName[entry.name, default: 0] < Self.keysOfName else { throw .twoKeysAlready(line: index + 1) }
      keysOfName[entry.name, default: 0] += 1
      guard digests.insert(entry.digest).inserted else { throw .keyTaken(line: index + 1) }
      entries.append(entry)
      guard entries.count <= Self.limit else { throw .tooManyKeys }
    }
    guard !entries.isEmpty else { throw .noKeys }
    self.init(entries)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || "._-".utf8.contains(byte) }

  /// RFC 6750 §2.1: a b64token, which needs no quoting in a header field.
  private static func isKey(_ text: ArraySlice<UInt8>) -> Bool {
    let body = text.prefix { $0 != UInt8(ascii: "=") }
    return keyBytes.contains(text.count) && !body.isEmpty
      && body.allSatisfy { isLetterOrDigit($0) || "-._~+/".utf8.contains($0) }
      && text[body.endIndex...].allSatisfy { $0 == UInt8(ascii: "=") }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
