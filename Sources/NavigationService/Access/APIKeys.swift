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

  init(_ entries: [(name: String, digest: SHA256.Digest)]) {
    names = entries.map(\.name)
    digests = entries.map(\.digest)
  }

  /// The key that a request presents.
  enum Showing: Hashable, Sendable {
    /// The key at this index.
    case key(Int)
    case noKey
    /// An unknown key or a malformed field.
    case wrongKey
  }

  /// Reads `Authorization: Bearer <key>` (RFC 6750 §2.1).
  func showing(of fields: HTTPFields) -> Showing {
    guard fields.contains("authorization") else { return .noKey }
    guard let value = fields.onlyBytes(of: "authorization"), let key = Self.bearerKey(in: value),
      let index = index(of: key)
    else { return .wrongKey }
    return .key(index)
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
