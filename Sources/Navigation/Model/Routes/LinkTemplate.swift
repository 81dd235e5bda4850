import WireText

/// The path of a route's links, such as `/chats/{chat}`: literal segments, and params that are whole segments.
public struct LinkTemplate: Hashable, Sendable {
  enum Segment: Hashable, Sendable {
    case literal(String)
    case param(String)
  }

  let segments: [Segment]

  /// Nil unless it begins with `/`, no segment is empty, braces stand around the name of a whole segment only, no name
  /// stands twice, and there are at most `Limits.linkSegments`.
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
    guard Set(names).count == names.count, segments.count <= Limits.linkSegments else { return nil }
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

  /// The path with these texts; nil where one is empty, since a URL loses empty segments.
  func path(_ texts: [String]) -> String? {
    guard !texts.contains("") else { return nil }
    var rest = texts[...]
    let parts = segments.map { segment in
      switch segment {
      case .literal(let text): PercentEncoding.encoded(text)
      case .param: PercentEncoding.encoded(rest.popFirst() ?? "")
      }
    }
    return "/" + parts.joined(separator: "/")
  }
}

/// The paths of a table, segment by segment: a literal goes before a param, the first segment decides.
struct LinkTree {
  private var literals: [String: LinkTree] = [:]
  /// One at most.
  private var params: [LinkTree] = []
  private var route: Int?

  /// Adds the path of a route; returns that of another route that matches the same URLs, and then adds nothing.
  mutating func insert(_ path: ArraySlice<LinkTemplate.Segment>, of index: Int) -> Int? {
    switch path.first {
    case .literal(let text)?: return literals[text, default: LinkTree()].insert(path.dropFirst(), of: index)
    case .param?:
      if params.isEmpty { params.append(LinkTree()) }
      return params[0].insert(path.dropFirst(), of: index)
    case nil:
      if let route { return route }
      route = index
      return nil
    }
  }

  /// The route whose path matches, with the texts of its params.
  func match(_ path: ArraySlice<String>) -> (index: Int, texts: [String])? {
    guard let first = path.first else { return route.map { ($0, []) } }
    if let found = literals[first]?.match(path.dropFirst()) { return found }
    return params.first?.match(path.dropFirst()).map { ($0.index, [first] + $0.texts) }
  }
}

/// What an app reads of a URL (D-166): the segments of the path, and the members of the query, each decoded once.
struct Link {
  let segments: [String]
  let query: [(name: String, text: String)]

  private typealias Text = ArraySlice<UInt8>

  /// Nil where a percent encoding is none, or not of UTF-8.
  init?(_ url: String) {
    let rest = Self.withoutHost(Array(url.utf8).prefix { $0 != UInt8(ascii: "#") })
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
    (self.segments, self.query) = (segments, query)
  }

  /// `http` and `https` have a host; after any other scheme the host is the first segment, and so is part of the path.
  private static func withoutHost(_ url: Text) -> Text {
    let scheme = url.prefix { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
    let rest = url[scheme.endIndex...]
    guard rest.first == UInt8(ascii: ":"), let first = scheme.first, isLetter(first) else { return url }
    let name = String(decoding: scheme, as: UTF8.self).lowercased()
    guard ["http", "https"].contains(name) else { return rest.dropFirst() }
    return rest.dropFirst().drop { $0 == UInt8(ascii: "/") }.drop { !"/?".utf8.contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
