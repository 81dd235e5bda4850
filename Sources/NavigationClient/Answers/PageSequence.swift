/// The items of a list, in its order, that come from the server a page at a time as they are asked for.
struct PageSequence<Item: Sendable, Query: Sendable>: AsyncSequence, Sendable {
  typealias Element = Item
  typealias Failure = ClientError
  typealias Load = @Sendable (Query) async throws(ClientError) -> Page<Item, Query>

  let first: Query
  let load: Load

  struct AsyncIterator: AsyncIteratorProtocol {
    /// The page to ask for next.
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
