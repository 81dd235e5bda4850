import HTTPMessages

/// The accepted API keys: client names and digests of the keys; the keys themselves are not retained.
public struct APIKeys: Sendable {
  /// Maximum number of keys: every request is compared with all of them.
  public static let limit = 1_000
  /// Bytes of a name.
  public static let nameBytes = 1...64
  /// Bytes of a key; a shorter one could be guessed.
  public static let keyBytes = 16...256
  /// Maximum keys of one name.
  public static let keysOfName = 2

  /// The name of each key, in the order of the file.
  public let names: [String]
  /// The digest of each key, no two alike.
  let digests: [SHA256.Digest]

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
      guard Self.nameBytes.contains(first.count), first.allSatisfy(Self.nameCharacters.contains) else {
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
    names = entries.map(\.name)
    self.digests = entries.map(\.digest)
  }

  private static let alphanumerics = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  private static let nameCharacters = Set((alphanumerics + "._-").utf8)
  private static let keyCharacters = Set((alphanumerics + "-._~+/").utf8)

  /// RFC 6750 §2.1: a b64token, which needs no quoting in a header field.
  private static func isKey(_ text: ArraySlice<UInt8>) -> Bool {
    let body = text.prefix { $0 != UInt8(ascii: "=") }
    return keyBytes.contains(text.count) && !body.isEmpty && body.allSatisfy(keyCharacters.contains)
      && text[body.endIndex...].allSatisfy { $0 == UInt8(ascii: "=") }
  }

  /// The index of the key in `Authorization: Bearer <key>` (RFC 6750 §2.1); nil without the field, and for an unknown key
  /// or a malformed field.
  func index(of fields: HTTPFields) -> Int? {
    guard let value = fields.onlyBytes(of: "authorization"), let key = Self.bearerKey(in: value) else { return nil }
    return index(of: key)
  }

  /// The challenge of RFC 6750 §3, with `invalid_token` where a wrong key was presented.
  static func challenge(to fields: HTTPFields) -> HTTPField {
    let realm = "Bearer realm=\"navigation-server\""
    return HTTPField("WWW-Authenticate", fields.contains("authorization") ? realm + ", error=\"invalid_token\"" : realm)
  }

  /// Compares all digests, and each wholly, so that the timing reveals nothing about them.
  private func index(of key: ArraySlice<UInt8>) -> Int? {
    guard Self.keyBytes.contains(key.count) else { return nil }
    let presented = SHA256.digest(of: key)
    var found: UInt16 = 0
    for index in digests.indices {
      let unlike = presented ^ digests[index]
      let difference = unlike[0] | unlike[1] | unlike[2] | unlike[3] | unlike[4] | unlike[5] | unlike[6] | unlike[7]
      // All ones where there is no difference, else zero.
      let mask = UInt16(truncatingIfNeeded: 0 &- ((UInt64(difference) &- 1) >> 63))
      found |= UInt16(truncatingIfNeeded: index + 1) & mask
    }
    return found > 0 ? Int(found) - 1 : nil
  }

  private static let scheme = Array("bearer".utf8)

  /// The key after the scheme, in any letter case, and at least one space (RFC 9110 §11.4).
  private static func bearerKey(in value: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard value.count > scheme.count, zip(value, scheme).allSatisfy({ $0 | 0x20 == $1 }) else { return nil }
    let rest = value.dropFirst(scheme.count)
    return rest.first == UInt8(ascii: " ") ? rest.drop { $0 == UInt8(ascii: " ") } : nil
  }
}

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

/// SHA-256 (FIPS 180-4 §6.2), for texts as short as a key.
enum SHA256 {
  /// 256 bits as eight words in order.
  typealias Digest = SIMD8<UInt32>

  static func digest(of text: some Collection<UInt8>) -> Digest {
    // FIPS 180-4 §5.1.1: a one, zeros up to 8 bytes before the end of a block, the length in bits.
    var message = Array(text)
    let bitCount = UInt64(message.count) * 8
    message.append(0x80)
    while message.count % 64 != 56 { message.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      message.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    var digest = initial
    var words = [UInt32](repeating: 0, count: 64)
    for block in stride(from: 0, to: message.count, by: 64) {
      for index in 0..<16 {
        words[index] = (0..<4).reduce(0) { $0 << 8 | UInt32(message[block + index * 4 + $1]) }
      }
      compress(&words, into: &digest)
    }
    return digest
  }

  /// FIPS 180-4 §6.2.2: compresses one block, which fills the first 16 of 64 words.
  private static func compress(_ words: inout [UInt32], into digest: inout Digest) {
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = rotated(early, 7) ^ rotated(early, 18) ^ (early >> 3)
      let second = rotated(late, 17) ^ rotated(late, 19) ^ (late >> 10)
      words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
    }
    var (a, b, c, d) = (digest[0], digest[1], digest[2], digest[3])
    var (e, f, g, h) = (digest[4], digest[5], digest[6], digest[7])
    for index in 0..<64 {
      let choice = (e & f) ^ (~e & g)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let first = h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ constants[index] &+ words[index]
      let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    digest = digest &+ Digest(a, b, c, d, e, f, g, h)
  }

  private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }

  /// FIPS 180-4 §5.3.3.
  private static let initial = Digest(
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)

  /// FIPS 180-4 §4.2.2.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5, 0xd807_aa98,
    0x1283_5b01,
    0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6,
    0x240c_a1cc,
    0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3,
    0xd5a7_9147,
    0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e,
    0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08,
    0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3, 0x748f_82ee, 0x78a5_636f, 0x84c8_7814,
    0x8cc7_0208,
    0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
