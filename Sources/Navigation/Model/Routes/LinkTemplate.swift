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
