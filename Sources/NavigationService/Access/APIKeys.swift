import HTTPMessages

/// The clients that the server knows, each by its key: names, and digests of the keys, which themselves are not kept.
public struct APIKeys: Sendable {
  /// Keys at most: every request is compared with all of them.
  public static let limit = 1_000
  /// Bytes of a name.
  public static let nameBytes = 1...64
  /// Bytes of a key; a short one could be guessed.
  public static let keyBytes = 16...256

  /// Keys of one name.
  public static let keysOfName = 2

  /// The name of each key, in the order of the file.
  public let names: [String]
  private let digests: [SHA256.Digest]

  init(_ entries: [(name: String, digest: SHA256.Digest)]) {
    names = entries.map(\.name)
    digests = entries.map(\.digest)
  }

  /// What a request shows.
  enum Showing: Hashable, Sendable {
    /// The key at this place.
    case key(Int)
    case noKey
    /// One that is none of these, or in a way that is not understood.
    case wrongKey
  }

  /// Reads `Authorization: Bearer <key>` (RFC 6750 §2.1).
  func showing(of fields: HTTPFields) -> Showing {
    guard fields.contains("authorization") else { return .noKey }
    guard let value = fields.onlyBytes(of: "authorization"), let key = Self.bearerKey(in: value),
      let index = index(of: key)
    else {
      return .wrongKey
    }
    return .key(index)
  }

  /// What a request has to show (RFC 6750 §3), and that what it showed was wrong.
  static func challenge(to fields: HTTPFields) -> HTTPField {
    let realm = "Bearer realm=\"navigation-server\""
    return HTTPField("WWW-Authenticate", fields.contains("authorization") ? realm + ", error=\"invalid_token\"" : realm)
  }

  /// All digests are compared, and each wholly, so that the time tells nothing about them.
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

  /// Behind the scheme, in any case, and at least one space (RFC 9110 §11.4).
  private static func bearerKey(in value: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard value.count > scheme.count, zip(value, scheme).allSatisfy({ $0 | 0x20 == $1 }) else { return nil }
    let rest = value.dropFirst(scheme.count)
    return rest.first == UInt8(ascii: " ") ? rest.drop { $0 == UInt8(ascii: " ") } : nil
  }
}
