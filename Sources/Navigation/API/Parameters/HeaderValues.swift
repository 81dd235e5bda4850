/// The revisions in a value of `If-Match` or `If-None-Match` (RFC 9110 §13.1).
public enum EntityTags: Hashable, Sendable {
  /// `*`: any.
  case any
  case list([EntityTag])

  /// Parses a field's value; `name` is the field's name, for the problem.
  public init(_ text: String, field name: String) throws(Problem) {
    if text == "*" {
      self = .any
      return
    }
    var tags: [EntityTag] = []
    var rest = Substring(text).utf8
    while true {
      rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
      if let tag = EntityTag(takenFrom: &rest) {
        tags.append(tag)
      } else if !rest.isEmpty, rest.first != 0x2C {
        throw Self.refusal(text, name)
      }
      rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
      guard let comma = rest.first else { break }
      guard comma == 0x2C else { throw Self.refusal(text, name) }
      rest = rest.dropFirst()
    }
    guard !tags.isEmpty else { throw Self.refusal(text, name) }
    self = .list(tags)
  }

  private static func refusal(_ text: String, _ name: String) -> Problem {
    let example = Int(text).map(String.init) ?? "3"
    return Problem.invalidHeader(
      name, "An entity tag stands in quotation marks. With curl: -H '\(name): \"\(example)\"'.")
  }

  /// Matches for `If-Match`: a weak tag never matches (RFC 9110 §8.8.3.2).
  public func matchesStrongly(_ revision: Int) -> Bool {
    switch self {
    case .any: true
    case .list(let tags): tags.contains { $0.revision == revision && !$0.isWeak }
    }
  }

  /// Matches for `If-None-Match`: a weak tag matches like a strong one.
  public func matchesWeakly(_ revision: Int) -> Bool {
    switch self {
    case .any: true
    case .list(let tags): tags.contains { $0.revision == revision }
    }
  }
}

/// An entity tag (RFC 9110 §8.8.3). The service's own tags are numbers, usually revisions; any other tag matches
/// nothing.
public struct EntityTag: Hashable, Sendable, CustomStringConvertible {
  /// The revision; nil if the tag is no number.
  public let revision: Int?
  public let isWeak: Bool

  public init(revision: Int) {
    self.revision = revision
    isWeak = false
  }

  /// Consumes the tag at the start of `rest`; returns nil and consumes nothing if there is none.
  init?(takenFrom rest: inout Substring.UTF8View) {
    var text = rest
    isWeak = text.starts(with: [0x57, 0x2F])
    if isWeak { text = text.dropFirst(2) }
    guard text.first == 0x22 else { return nil }
    text = text.dropFirst()
    guard let end = text.firstIndex(where: { !Self.isInside($0) }), text[end] == 0x22 else { return nil }
    revision = Self.revision(text[..<end])
    rest = text[end...].dropFirst()
  }

  /// `etagc` of RFC 9110 §8.8.3.
  private static func isInside(_ byte: UInt8) -> Bool {
    byte == 0x21 || (0x23...0x7E).contains(byte) || byte >= 0x80
  }

  /// Digits without a leading zero, so that each revision has only one tag.
  private static func revision(_ text: Substring.UTF8View) -> Int? {
    guard (1...18).contains(text.count), text.count == 1 || text.first != 0x30 else { return nil }
    var value = 0
    for byte in text {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value &* 10 &+ Int(byte &- 0x30)
    }
    return value
  }

  public var description: String { (isWeak ? "W/\"" : "\"") + (revision.map(String.init) ?? "") + "\"" }
}

/// A client's key for an idempotent request, which may be repeated safely: 1 to 255 visible ASCII characters.
public struct IdempotencyKey: Hashable, Sendable, CustomStringConvertible {
  public static let field: StaticString = "Idempotency-Key"
  public static let lengths = 1...255

  public let description: String

  public init?(_ text: String) {
    guard Self.lengths.contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return nil
    }
    description = text
  }
}

/// The id of a request in answers, problems and log lines: 1 to 128 visible ASCII characters.
public struct RequestID: Hashable, Sendable, CustomStringConvertible {
  public static let field: StaticString = "X-Request-Id"
  public static let lengths = 1...128

  public let description: String

  public init?(_ text: String) {
    guard Self.lengths.contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return nil
    }
    description = text
  }
}
