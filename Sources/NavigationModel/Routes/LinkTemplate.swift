/// The path of a route's links, such as `/chats/{chat}`: literal segments, and params that are whole segments.
public struct LinkTemplate: Hashable, Sendable {
  enum Segment: Hashable, Sendable {
    case literal(String)
    case param(String)
  }

  let segments: [Segment]

  /// Nil unless it begins with `/`, no segment is empty, braces stand around the name of a whole segment only, and no
  /// name stands twice.
  public init?(_ text: String) {
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    let path = text.utf8.dropFirst()
    let parts = path.isEmpty ? [] : path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var segments: [Segment] = []
    for part in parts {
      let isParam = part.first == UInt8(ascii: "{") && part.last == UInt8(ascii: "}")
      let inner = isParam ? part.dropFirst().dropLast() : part
      guard !inner.isEmpty, !inner.contains(where: { "{}?#".utf8.contains($0) }) else { return nil }
      let text = String(Substring(inner))
      segments.append(isParam ? .param(text) : .literal(text))
    }
    self.segments = segments
    guard Set(names).count == names.count else { return nil }
  }

  public var text: String {
    "/"
      + segments.map { segment in
        switch segment {
        case .literal(let text): text
        case .param(let name): "{\(name)}"
        }
      }.joined(separator: "/")
  }

  /// The names of its params, in their order.
  var names: [String] { segments.compactMap { if case .param(let name) = $0 { name } else { nil } } }

  /// What two templates that match the same URLs share: the literals, nil for a param.
  var shape: [String?] { segments.map { if case .literal(let text) = $0 { text } else { nil } } }

  /// The texts of its params in a path; nil where it does not match.
  func texts(in path: [String]) -> [String]? {
    guard path.count == segments.count else { return nil }
    var texts: [String] = []
    for (segment, text) in zip(segments, path) {
      switch segment {
      case .literal(text): break
      case .literal: return nil
      case .param: texts.append(text)
      }
    }
    return texts
  }

  /// The path with these texts; nil where one is empty, since a URL loses empty segments.
  func path(_ texts: [String]) -> String? {
    guard !texts.contains("") else { return nil }
    var rest = texts[...]
    let parts = segments.map { segment in
      switch segment {
      case .literal(let text): Link.encoded(text)
      case .param: Link.encoded(rest.popFirst() ?? "")
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Whether it goes before another template that matches the same URL: the first literal beside a param decides.
  func precedes(_ other: LinkTemplate) -> Bool {
    for (own, other) in zip(shape, other.shape) where (own == nil) != (other == nil) { return own != nil }
    return false
  }
}

/// What an app reads of a URL (D-166): the segments of the path, and the members of the query, each decoded once.
struct Link {
  let segments: [String]
  let query: [(name: String, text: String)]

  private typealias Text = Substring.UTF8View

  /// Nil where a percent encoding is none, or not of UTF-8.
  init?(_ url: String) {
    let rest = Self.withoutHost(url[...].utf8.prefix { $0 != UInt8(ascii: "#") })
    let path = rest.prefix { $0 != UInt8(ascii: "?") }
    var query: [(name: String, text: String)] = []
    for member in rest[path.endIndex...].dropFirst().split(separator: UInt8(ascii: "&")) {
      let name = member.prefix { $0 != UInt8(ascii: "=") }
      guard let decoded = Self.decoded(name), let text = Self.decoded(member[name.endIndex...].dropFirst()) else {
        return nil
      }
      query.append((decoded, text))
    }
    var segments: [String] = []
    for part in path.split(separator: UInt8(ascii: "/")) {
      guard let segment = Self.decoded(part) else { return nil }
      segments.append(segment)
    }
    (self.segments, self.query) = (segments, query)
  }

  /// `http` and `https` have a host; after any other scheme the host is the first segment, and so is part of the path.
  private static func withoutHost(_ url: Text) -> Text {
    let scheme = url.prefix { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
    let rest = url[scheme.endIndex...]
    guard rest.first == UInt8(ascii: ":"), let first = scheme.first, isLetter(first) else { return url }
    guard ["http", "https"].contains(Substring(scheme).lowercased()) else { return rest.dropFirst() }
    return rest.dropFirst().drop { $0 == UInt8(ascii: "/") }.drop { !"/?".utf8.contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private static func decoded(_ text: Text) -> String? {
    guard text.contains(UInt8(ascii: "%")) else { return String(Substring(text)) }
    var (bytes, rest): ([UInt8], Text) = ([], text)
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte - UInt8(ascii: "0") }
    let letter = byte | 0x20
    return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "f") ? letter - UInt8(ascii: "a") + 10 : nil
  }

  /// All but letters, digits and `-._~` percent-encoded.
  static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isLetter(byte) || isDigit(byte) || "-._~".utf8.contains(byte) {
        bytes.append(byte)
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
