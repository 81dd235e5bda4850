import Navigation

/// The items of a list, in its order, loaded from the server page by page on demand.
struct PageSequence<Item: Sendable, Query: Sendable>: AsyncSequence, Sendable {
  typealias Element = Item
  typealias Failure = ClientError
  typealias Load = @Sendable (Query) async throws(ClientError) -> Page<Item, Query>

  let first: Query
  let load: Load

  struct AsyncIterator: AsyncIteratorProtocol {
    /// The next page's query.
    private var query: Query?
    private var page: ArraySlice<Item> = []
    private let load: Load

    fileprivate init(_ first: Query, _ load: @escaping Load) {
      query = first
      self.load = load
    }

    mutating func next(isolation actor: isolated (any Actor)?) async throws(ClientError) -> Item? {
      while page.isEmpty {
        guard let query else { return nil }
        let answer = try await load(query)
        page = answer.items[...]
        self.query = answer.next
      }
      return page.popFirst()
    }

    mutating func next() async throws(ClientError) -> Item? { try await next(isolation: nil) }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(first, load) }
}

/// A page of a list, and the query for the next page.
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

  /// Whether a link's parameters name the next page.
  private static func isNext(_ parameters: Substring) -> Bool {
    parameters.split(whereSeparator: { ";, >".contains($0) }).contains { $0 == "rel=\"next\"" || $0 == "rel=next" }
  }
}
