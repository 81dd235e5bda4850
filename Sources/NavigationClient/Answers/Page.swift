import NavigationAPI

/// A page of a list, and what asks for the page after it.
struct Page<Item: Sendable, Query: Sendable>: Sendable {
  var items: [Item]
  /// Nil on the last page.
  var next: Query?
}

extension TransportResponse {
  /// The query of the `Link` to the next page; nil without one (RFC 8288 §3).
  func nextPage<Query>(_ read: (ArraySlice<UInt8>) throws(Problem) -> Query) throws(ClientError) -> Query? {
    for link in (fields["link"] ?? "").split(separator: "<") {
      guard let end = link.firstIndex(of: ">"), Self.isNext(link[end...]) else { continue }
      let query = link[..<end].drop { $0 != "?" }.dropFirst()
      do throws(Problem) { return try read(ArraySlice(query.utf8)) } catch {
        throw unexpected("a link to no page of this list")
      }
    }
    return nil
  }

  /// Whether the parameters behind a link say that it leads to the next page.
  private static func isNext(_ parameters: Substring) -> Bool {
    parameters.split(whereSeparator: { ";, >".contains($0) }).contains { $0 == "rel=\"next\"" || $0 == "rel=next" }
  }
}
