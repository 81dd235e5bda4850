import WireText

/// What an app reads of a URL (D-166): the segments of the path, and the members of the query, each decoded once.
struct Link {
  /// `https://shop.example` of `http` and `https`, without user and port; of any other scheme `myapp:`; in lower case. Empty
  /// for a bare path.
  let origin: String
  let segments: [String]
  let query: [(name: String, text: String)]

  private typealias Text = ArraySlice<UInt8>

  /// Nil where a percent encoding is none, or not of UTF-8.
  init?(_ url: String) {
    let (origin, rest) = Self.split(Array(url.utf8).prefix { $0 != UInt8(ascii: "#") })
    let path = rest.prefix { $0 != UInt8(ascii: "?") }
    var query: [(name: String, text: String)] = []
    for member in rest[path.endIndex...].dropFirst().split(separator: UInt8(ascii: "&")) {
      let name = member.prefix { $0 != UInt8(ascii: "=") }
      guard let decoded = PercentEncoding.text(of: name),
        let text = PercentEncoding.text(of: member[name.endIndex...].dropFirst())
      else { return nil }
      query.append((decoded, text))
    }
    var segments: [String] = []
    for part in path.split(separator: UInt8(ascii: "/")) {
      guard let segment = PercentEncoding.text(of: part) else { return nil }
      segments.append(segment)
    }
    (self.origin, self.segments, self.query) = (origin, segments, query)
  }

  /// That of a bare path.
  init(path segments: [String]) { (origin, self.segments, query) = ("", segments, []) }

  /// `http` and `https` have a host; after any other scheme the host is the first segment, and so is part of the path.
  private static func split(_ url: Text) -> (origin: String, rest: Text) {
    let scheme = url.prefix { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
    let rest = url[scheme.endIndex...]
    guard rest.first == UInt8(ascii: ":"), let first = scheme.first, isLetter(first) else { return ("", url) }
    let name = String(decoding: scheme, as: UTF8.self).lowercased()
    guard ["http", "https"].contains(name) else { return (name + ":", rest.dropFirst()) }
    let authority = rest.dropFirst().drop { $0 == UInt8(ascii: "/") }
    let path = authority.drop { !"/?".utf8.contains($0) }
    return (name + "://" + host(of: String(decoding: authority[..<path.startIndex], as: UTF8.self)), path)
  }

  /// The host of what may have a user before it and a port after it, in lower case.
  static func host(of authority: String) -> String {
    let host = Array(authority.utf8).split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false).last ?? []
    let name = host.dropLast(host.reversed().prefix(while: isDigit).count)
    return String(decoding: name.last == UInt8(ascii: ":") ? name.dropLast() : host, as: UTF8.self).lowercased()
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

/// Where the links of an app begin, such as `https://shop.example/app`, `exp://host/--` or `/en`: what goes before their
/// paths (D-361).
public struct LinkPrefix: Hashable, Sendable {
  public let text: String
  /// Empty where it counts for any scheme and host.
  private let origin: String
  /// What is cut off.
  let segments: [String]

  /// Nil unless it has a scheme, `//` and a host, or is a path of one segment or more that begins with `/`; nil with params,
  /// with a query, and beyond `Limits.linkPrefixBytes`.
  public init?(_ text: String) {
    guard text.utf8.count <= Limits.linkPrefixBytes, !text.utf8.contains(where: { "{}?#".utf8.contains($0) }),
      let link = Link(text)
    else { return nil }
    let afterScheme = text.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst()
    let isPath = text.utf8.first == UInt8(ascii: "/") && !link.segments.isEmpty
    // Without a host, that of `http` and `https` ends with the slash before it.
    let hasHost = afterScheme.starts(with: "//".utf8) && link.origin.utf8.last != UInt8(ascii: "/")
    guard link.origin.isEmpty ? isPath : hasHost else { return nil }
    (self.text, origin, segments) = (text, link.origin, link.segments)
  }

  /// A prefix ends at a segment.
  func fits(_ link: Link) -> Bool {
    guard origin.isEmpty || origin == link.origin, link.segments.count >= segments.count else { return false }
    // After a scheme of the app's own the first segment is a host.
    let hosts = origin.utf8.last == UInt8(ascii: ":") ? 1 : 0
    guard zip(segments, link.segments).prefix(hosts).allSatisfy({ Link.host(of: $0) == Link.host(of: $1) }) else {
      return false
    }
    return link.segments.dropFirst(hosts).starts(with: segments.dropFirst(hosts))
  }
}

/// The path of a route's links, such as `/chats/{chat}` or `/products/{sort?}`: literal segments, and params that are whole
/// segments, of which a URL may lack the last (D-360).
public struct LinkTemplate: Hashable, Sendable {
  enum Segment: Hashable, Sendable {
    case literal(String)
    case param(String)

    /// The name of a param.
    var name: String? { if case .param(let name) = self { name } else { nil } }
  }

  /// Those that a URL has to have.
  private let required: [Segment]
  /// The name of the last one, which a URL may lack.
  let optional: String?

  /// Nil unless it begins with `/`, no segment is empty, braces stand around the name of a whole segment only, no name
  /// stands twice, `?` ends the name of the last segment only, and there are at most `Limits.linkSegments`.
  public init?(_ text: String) {
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    let path = text.utf8.dropFirst()
    let parts = path.isEmpty ? [] : path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var segments: [Segment] = []
    var optional: String?
    for (index, part) in parts.enumerated() {
      let isParam = part.first == UInt8(ascii: "{") && part.last == UInt8(ascii: "}")
      var inner = isParam ? part.dropFirst().dropLast() : part
      let isOptional = isParam && index == parts.count - 1 && inner.last == UInt8(ascii: "?")
      if isOptional { inner = inner.dropLast() }
      guard !inner.isEmpty, !inner.contains(where: { "{}?#".utf8.contains($0) }) else { return nil }
      let text = String(Substring(inner))
      if isOptional { optional = text } else { segments.append(isParam ? .param(text) : .literal(text)) }
    }
    (required, self.optional) = (segments, optional)
    guard Set(allNames).count == allNames.count, parts.count <= Limits.linkSegments else { return nil }
  }

  public var text: String {
    let segments = required.map { segment in
      switch segment {
      case .literal(let text): text
      case .param(let name): "{\(name)}"
      }
    }
    return "/" + (segments + (optional.map { ["{\($0)?}"] } ?? [])).joined(separator: "/")
  }

  /// The names of the params that a URL has to have, in their order.
  var names: [String] { required.compactMap(\.name) }

  var allNames: [String] { names + (optional.map { [$0] } ?? []) }

  /// The paths that it counts as: two with an optional segment, the shorter one first.
  var forms: [[Segment]] { [required] + (optional.map { [required + [.param($0)]] } ?? []) }
}

/// The paths of a table, segment by segment: a literal goes before a param, the first segment decides.
struct LinkTree {
  struct Place {
    let route: Int
    /// Those of the params, in their order.
    let names: [String]
  }

  private var literals: [String: LinkTree] = [:]
  /// One at most.
  private var params: [LinkTree] = []
  private var place: Place?

  /// Adds the path of a route; returns that of another one that matches the same URLs, and then adds nothing.
  mutating func insert(_ path: ArraySlice<LinkTemplate.Segment>, at place: Place) -> Place? {
    switch path.first {
    case .literal(let text)?: return literals[text, default: LinkTree()].insert(path.dropFirst(), at: place)
    case .param?:
      if params.isEmpty { params.append(LinkTree()) }
      return params[0].insert(path.dropFirst(), at: place)
    case nil:
      if let other = self.place { return other }
      self.place = place
      return nil
    }
  }

  /// The route whose path matches, with the texts of its params.
  func match(_ path: ArraySlice<String>) -> (place: Place, texts: [String])? {
    guard let first = path.first else { return place.map { ($0, []) } }
    if let found = literals[first]?.match(path.dropFirst()) { return found }
    return params.first?.match(path.dropFirst()).map { ($0.place, [first] + $0.texts) }
  }
}
